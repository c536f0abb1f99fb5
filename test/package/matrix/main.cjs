const { App, TerraformStack } = require('cdktf');
const { Group, PlatformProvider } = require('cdktf-provider-platform');

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
const acme = Group.fromUid(stack, 'acme', 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00');
new Group(stack, 'payments', { parent: acme, name: 'payments' });
app.synth();
