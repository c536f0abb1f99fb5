/**
 * The organization: pull requests change this file, and the pipeline applies it. Everything is beneath one group, which
 * `bootstrap.ts` creates. The pipeline has no access above that group.
 */
import { App, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'organization');
// Without props: the address of the API and the identity come from the environment of the job. `platform-iac check-stack` requires this.
new PlatformProvider(stack, 'platform');

const engineering = Group.fromUid(stack, 'engineering', process.env.MANAGED_GROUP_UID!);

const payments = new Group(stack, 'payments', {
  parent: engineering,
  name: 'payments',
  description: 'Moves the money.',
});
const deployer = new Identity(stack, 'deployer', {
  group: payments,
  name: 'deployer',
  description: 'Deploys the shop from its main branch.',
  claimMatch: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
  },
});
new RoleBinding(stack, 'deployer-views', {
  group: payments,
  identity: deployer,
  role: Role.named(stack, 'viewer'),
});

app.synth();
