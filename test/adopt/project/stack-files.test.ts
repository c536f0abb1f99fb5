import { stacksTestFile } from '../../../src/adopt/project/stack-files';
import { divideIntoStacks } from '../../../src/adopt/stacks/stacks';
import { adopt } from '../adopted';

test('the test of several stacks counts the groups of all', async () => {
  const { organization } = await adopt({ groups: [{ name: 'acme', groups: [{ name: 'dev' }, { name: 'ops' }] }] });
  const stacks = divideIntoStacks(organization, 1);
  expect(stacks).toHaveLength(3);
  expect(stacksTestFile(stacks, 2)).toBe(`import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from 'cdktf';
import { synthesized } from 'cdktf-provider-platform/testing';
import { organization } from './organization';

const program = () => {
  const app = new App();
  organization(app);
  return app;
};

test('3 stacks declare at least 2 groups', () => {
  const org = synthesized(program);
  assert.ok(Object.keys(org.groups).length >= 2);
});
`);
});
