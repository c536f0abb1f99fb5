import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from 'cdktf-provider-platform';
import { applied, synthesized } from 'cdktf-provider-platform/testing';

const program = () => {
  const app = new App();
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID).addGroup('payments');
  return app;
};

// It does not close the organization: the end of the process does.
test('the declared organization is the applied one', async () => {
  const org = await applied(program);
  assert.deepEqual(org.groups, { acme: {}, ...synthesized(program).groups });
});
