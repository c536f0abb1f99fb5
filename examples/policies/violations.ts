/** The same organization with mistakes. Synthesis fails, and reports each of them with its line. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Trust } from 'cdktf-provider-platform';
import { enforcePolicies } from './policies';

const app = new App();
enforcePolicies(app);
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.named(stack, 'acme');
const payments = acme.addGroup('payments');
const search = acme.addGroup('search_2'); // naming
payments.addGroup('cards').addGroup('visa'); // maxDepth(3)

const deployer = search.addIdentity('deployer', {
  assumedBy: Trust.gitHubActions({
    repository: 'acme/search',
    ids: { owner: 1234, repository: 7891 },
    environment: 'production',
  }),
});
search.grant(deployer, 'owner'); // noOwnerForWorkloads
payments.grant(deployer, 'editor'); // invariants

app.synth();
