/** The quick start, with GitHub Actions: pull requests can look, and only jobs of the environment `production` can change anything. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Trust } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
const payments = acme.addGroup('payments', { description: 'Moves the money.' });

// Names of owners and repositories can be released and taken over. Their ids cannot.
const shop = { repository: 'acme/shop', ids: { owner: 1234, repository: 7890 } };

const checker = payments.addIdentity('checker', { assumedBy: Trust.gitHubActions({ ...shop, pullRequest: true }) });
const deployer = payments.addIdentity('deployer', {
  assumedBy: Trust.gitHubActions({ ...shop, environment: 'production' }),
});
payments.grant(checker, 'viewer');
payments.grant(deployer, 'editor');

app.synth();
