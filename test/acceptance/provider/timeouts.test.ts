/** `timeouts` with Terraform: the block, and an apply that exceeds its limit. */
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

const configure = (timeouts: string): void =>
  stage.tf.write({
    'main.tf': `${header}
resource "platform_group" "g" {
  parent_uid = "${stage.rootGroupUid}"
  name       = "only-one"
  ${timeouts}
}
`,
  });
const named = async (): Promise<string[]> => JSON.stringify(await stage.snapshot()).match(/"name":"only-one"/g) ?? [];

test('a waiting create that exceeds its limit creates nothing, and the next apply with a longer limit creates the only one', async () => {
  // The service requests a longer wait than this test may take.
  await stage.faults.add({
    effect: 'error',
    code: 'RESOURCE_EXHAUSTED',
    retryAfterSeconds: 119,
    method: 'POST',
    times: 1,
  });
  configure('timeouts {\n    create = "1s"\n  }');
  const { code, text } = await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain('Cannot create group "only-one"');
  expect(unwrapped(text)).toContain('The operation exceeded its time limit (timeouts.create, 1s).');
  expect(await named()).toEqual([]);
  configure('timeouts {\n    create = "10m"\n  }');
  await stage.tf.apply();
  expect(await named()).toHaveLength(1);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('a create whose response is lost after its limit is found and stored, and not repeated', async () => {
  await stage.faults.add({ effect: 'latency', latencyMs: 1_500, method: 'POST' });
  await stage.faults.add({ effect: 'cut', when: 'after', method: 'POST', times: 1 });
  configure('timeouts {\n    create = "1s"\n  }');
  await stage.tf.apply();
  expect(await named()).toHaveLength(1);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('the block can be omitted, added and changed: nothing is sent, and each next plan is empty', async () => {
  for (const timeouts of ['', 'timeouts {}', 'timeouts {\n    delete = "1h30m"\n  }', '']) {
    configure(timeouts);
    await stage.tf.apply();
    expect((await stage.tf.plan()).changed).toBe(false);
  }
  expect((await stage.writes()).map((line) => line.split(' ')[0])).toEqual(['POST']);
  expect(resourceIn(await stage.tf.state(), 'platform_group.g').values['timeouts']).toBeNull();
});

test('an invalid time is rejected at its line', async () => {
  configure('timeouts {\n    delete = "soon"\n  }');
  expect(await stage.tf.diagnostics('validate')).toMatchObject([
    { detail: expect.stringContaining('30s, 20m or 1h30m'), snippet: { code: expect.stringContaining('"soon"') } },
  ]);
});
