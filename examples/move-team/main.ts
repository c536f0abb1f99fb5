/** As `before.ts`, after the team `payments` moved to operations. The plan moves its resources, and changes no object. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from 'cdktf-provider-platform';
import { Construct } from 'constructs';
import { team } from './team';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);

const commerce = new Construct(stack, 'commerce');
team(commerce, 'shop', acme);

const operations = new Construct(stack, 'operations');
team(operations, 'build', acme);
team(operations, 'payments', acme).wasAt('commerce/payments');

app.synth();
