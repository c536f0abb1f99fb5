/**
 * Declares two groups beneath a root group, an identity for CI and its role. The address of the API and the token come from the
 * environment.
 */
import { App, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Trust } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);

const engineering = new Group(stack, 'engineering', {
  parent: acme,
  name: 'engineering',
  description: 'Builds the product.',
});
const payments = new Group(stack, 'payments', {
  parent: engineering,
  name: 'payments',
  description: 'Moves the money.',
});

const ci = new Identity(stack, 'ci', {
  group: payments,
  name: 'ci',
  description: 'Deploys from the main branch.',
  assumedBy: Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } }),
});
new RoleBinding(stack, 'ci-views', {
  group: payments,
  identity: ci,
  role: Role.named(stack, 'viewer'),
});

app.synth();
