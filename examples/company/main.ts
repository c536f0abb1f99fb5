/** A company of three levels: departments, their teams, and the groups of each team's services. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Team, Trust } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
const auditor = acme.addRole('auditor', { capabilities: ['groups.list', 'role_bindings.list'] });

const person = (subject: string) => ({ issuer: 'https://login.example.com', subject });
const production = (name: string, repository: number) => ({
  assumedBy: Trust.gitHubActions({
    repository: `acme/${name}`,
    environment: 'production',
    ids: { owner: 1234, repository },
  }),
});
const deployer = (name: string, repository: number) => ({
  ...production(name, repository),
  roles: ['editor' as const],
});

const commerce = new Team(acme, 'commerce', {
  description: 'Sells.',
  people: { owner: [person('ada')] },
  groups: {
    payments: {
      people: { editor: [person('grace')], viewer: [person('alan')] },
      identities: { deployer: deployer('payments', 7890) },
      groups: { cards: {}, invoices: {} },
    },
    shop: { identities: { deployer: deployer('shop', 7891) } },
  },
});
const operations = new Team(acme, 'operations', {
  description: 'Builds and runs.',
  people: { owner: [person('edsger')] },
  identities: { audit: production('audit', 7892) },
  groups: {
    build: { identities: { deployer: deployer('build', 7893) } },
  },
});

acme.grant(operations.identity('audit'), auditor);
commerce.grant(operations.identity('build/deployer'), 'viewer');

app.synth();
