/** The same organization with mistakes. Synthesis fails, and reports each of them with its line. */
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Rules, Trust } from 'cdktf-provider-platform';

const app = new App();
new Rules(app, { file: join(__dirname, 'review.config.json') });
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.named(stack, 'acme');
const payments = acme.addGroup('payments');
const search = acme.addGroup('search_2'); // names
payments.addGroup('cards').addGroup('visa'); // depth

const deployer = search.addIdentity('deployer', {
  assumedBy: Trust.gitHubActions({
    repository: 'acme/search',
    ids: { owner: 1234, repository: 7891 },
    environment: 'production',
  }),
});
search.grant(deployer, 'owner'); // owners
payments.grant(deployer, 'editor'); // payments

app.synth();
