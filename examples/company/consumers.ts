/**
 * The company of `organization.yaml`, and a consumer of another provider that may start only when the whole company exists.
 * Here the consumer is a `null_resource`: it represents any resource outside of the organization that uses its access, for
 * example a variable of a repository whose jobs assume the identity.
 */
import { join } from 'node:path';
import { Resource } from '@cdktf/provider-null/lib/resource';
import { App, TerraformStack } from 'cdktf';
import { Organization, PlatformProvider, Settled } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');

const file = join(__dirname, 'organization.yaml');
const company = Organization.fromFile(stack, 'acme', file, { root: process.env.ROOT_GROUP_UID! });
const deployer = company.identity('commerce/shop/deployer');

// A reference to the uid waits for the identity, but not for its roles: the first job could be denied.
const settled = new Settled(stack, 'company-settled', { tree: company });
new Resource(stack, 'shop-deployment', {
  triggers: { PLATFORM_IDENTITY_UID: deployer.uid },
  dependsOn: [settled],
});

app.synth();
