/** An identity that each quarter replaces. Its successor has the role before the old identity loses it. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Rotation, Trust } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
const payments = acme.addGroup('payments');

const quarter = process.env.QUARTER!;
// terraform_data is built into Terraform. The default, null_resource, needs a provider from the registry.
const { lifecycle } = new Rotation(stack, 'rotation', { rotateOn: { quarter }, anchor: 'terraform_data' });

const deployer = payments.addIdentity('deployer', {
  // Both identities exist for a moment, and names are unique. If an apply fails between them, the next one completes the
  // rotation: the identity stores the quarter in rotate_on.
  name: `deployer-${quarter}`,
  assumedBy: Trust.gitHubActions({
    repository: 'acme/shop',
    ids: { owner: 1234, repository: 7890 },
    environment: 'production',
  }),
  lifecycle,
});
payments.grant(deployer, 'editor', { lifecycle });

app.synth();
