import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from 'cdktf-provider-platform';
import { applied, synthesized } from 'cdktf-provider-platform/testing';
import { expect, test, vi } from 'vitest';

const program = (outdir) => {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID).addGroup('payments');
  return app;
};

test('the declared organization is the applied one, with fake timers', { timeout: 120_000 }, async () => {
  vi.useFakeTimers();
  const org = await applied(program);
  vi.useRealTimers();
  expect(org.groups).toEqual({ acme: {}, ...synthesized(program).groups });
  await org.close();
});
