/** A sample of `test/provider/rate-limits.test.ts` with the real Terraform and the built provider. */
import { fiftyResources, objectsInState, objectsOf } from './fifty-resources';
import { setProcessStage, type ProcessStage } from './process-stage';

jest.setTimeout(240_000);

async function onStage(act: (stage: ProcessStage) => Promise<void>): Promise<void> {
  const stage = await setProcessStage('');
  try {
    await act(stage);
  } finally {
    await stage.close();
  }
}

const groups = (count: number) => `
resource "platform_group" "team" {
  count      = ${count}
  parent_uid = "ROOT"
  name       = "team \${count.index}"
}
`;

const warnings = (text: string) => text.match(/Warning: The service limits requests/g) ?? [];

const titled =
  'with %i requests per second, -parallelism=%i creates, reads and deletes %i groups (Retry-After: %s), and warns once';

async function keepsLimit(requestsPerSecond: number, parallelism: number, count: number, retryAfter: boolean) {
  await onStage(async ({ tf, faults, requestLog, ...stage }) => {
    stage.configure(groups(count));
    await faults.add({ effect: 'rateLimit', requestsPerSecond, retryAfter });
    await requestLog.clear();
    const options = [`-parallelism=${parallelism}`, '-no-color', '-input=false'];
    const applied = await tf.run('apply', ...options, '-auto-approve');
    expect({ code: applied.code, text: applied.code === 0 ? '' : applied.text }).toEqual({ code: 0, text: '' });
    expect(warnings(applied.text)).toHaveLength(1);
    expect(applied.text.replace(/[│\s]+/g, ' ')).toMatch(
      /slowed down to ([\d.]+) per second\. Set requests_per_second = \1 in the provider block/,
    );
    const log = await requestLog.entries();
    const later = log.filter(({ time }) => time.getTime() > log[0]!.time.getTime() + 10_000);
    const refused = later.filter(({ status }) => status === 429);
    expect(refused.length / Math.max(1, later.length)).toBeLessThan(0.1);

    const planned = await tf.run('plan', ...options, '-detailed-exitcode');
    expect(planned.code).toBe(0);
    await faults.clear();
    await tf.destroy();
  });
}

// The slowest ones run during the others: they spend their time waiting.
test.concurrent.each([[2, 10, 20, true]] as const)(titled, keepsLimit);
test.each([
  [10, 100, 80, true],
  [10, 100, 80, false],
] as const)(titled, keepsLimit);

test.concurrent('fifty resources of all kinds are created, changed and read with 5 requests per second', () =>
  onStage(async (stage) => {
    const { tf, faults, rootGroupUid } = stage;
    const initial = await objectsOf(stage);
    await faults.add({ effect: 'rateLimit', requestsPerSecond: 5 });
    for (const description of ['old', 'new']) {
      tf.write({ 'main.tf': fiftyResources(rootGroupUid, description) });
      const applied = await tf.run('apply', '-no-color', '-input=false', '-auto-approve');
      expect({ code: applied.code, text: applied.code === 0 ? '' : applied.text }).toEqual({ code: 0, text: '' });
      expect(warnings(applied.text)).toHaveLength(1);
    }
    expect((await tf.plan()).changed).toBe(false);
    await faults.clear();
    const objects = await objectsOf(stage);
    expect(await objectsInState(stage)).toEqual(objects.filter((object) => !initial.includes(object)));
    await tf.destroy();
  }));
