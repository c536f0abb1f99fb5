/** Areas with teams. Areas are constructs and no groups of the API, because the API cannot move a group to another parent. */
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
team(commerce, 'payments', acme);

const operations = new Construct(stack, 'operations');
team(operations, 'build', acme);

app.synth();
