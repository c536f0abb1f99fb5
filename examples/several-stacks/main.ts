/**
 * Two stacks from one program: `structure` has the groups and a role, `access` has the identities and their roles. Each has a
 * state of its own in one PostgreSQL database, so that two teams can apply them independently. The variables of libpq, such as
 * PGHOST and PGPASSWORD, name the server: no password is synthesized.
 */
import { App, PgBackend, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Trust } from 'cdktf-provider-platform';

const app = new App();

function stackWithState(name: string): TerraformStack {
  const stack = new TerraformStack(app, name);
  new PgBackend(stack, { connStr: 'postgres:///organization', schemaName: name });
  new PlatformProvider(stack, 'platform');
  return stack;
}

const structure = stackWithState('structure');
const acme = Group.fromUid(structure, 'acme', process.env.ROOT_GROUP_UID!);
const commerce = acme.addGroup('commerce');
const payments = commerce.addGroup('payments');
const shop = commerce.addGroup('shop');
const releaser = commerce.addRole('releaser', { capabilities: ['groups.list', 'repo.update'] });

// The uids come from the state of the other stack, so apply that one first.
const access = stackWithState('access');
for (const [group, name] of [
  [payments, 'payments'],
  [shop, 'shop'],
] as const) {
  const ci = new Identity(access, `${name}-ci`, {
    group,
    name: 'ci',
    assumedBy: Trust.gitHubActions({
      repository: `acme/${name}`,
      branch: 'main',
      ids: { owner: 1234, repository: name === 'shop' ? 7890 : 7891 },
    }),
  });
  ci.grant(releaser, { on: group });
}

app.synth();
