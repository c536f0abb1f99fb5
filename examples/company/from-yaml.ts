/** The company of `main.ts`, with its data in YAML. Objects and addresses are the same, so the plan after `main.ts` is empty. */
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Organization, PlatformProvider } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
Organization.fromFile(stack, 'acme', join(__dirname, 'organization.yaml'), { root: process.env.ROOT_GROUP_UID! });
app.synth();
