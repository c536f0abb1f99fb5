/** An interrupted create never leads to two objects, and the next apply explains the next step. */
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy';
import { unwrapped, type RunningCommand } from '../../support/terraform';
import { descendantsOf, setProcessStage, until, type ProcessStage } from './process-stage';
import { noLag } from './stage';

jest.setTimeout(120_000);

let stage: ProcessStage;
let proxy: FaultProxy | undefined;
/** Releases the response to the POST. */
let release: () => void;
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  await stage.close();
});

const config = `${noLag}
resource "platform_group" "g" {
  parent_uid = "ROOT"
  name       = "only-one"
}
`;
const applying = ['apply', '-no-color', '-auto-approve', '-input=false'];
const named = async (): Promise<string[]> => JSON.stringify(await stage.snapshot()).match(/"name":"only-one"/g) ?? [];

/** Starts an apply whose POST is executed, and whose response is delayed. */
async function applyInTheMiddle(): Promise<RunningCommand> {
  const heldBackUntil = new Promise<void>((resolve) => (release = resolve));
  proxy = await startFaultProxy(stage.baseUrl, ({ method }) => (method === 'POST' ? { heldBackUntil } : undefined));
  stage.tf.env['PLATFORM_BASE_URL'] = proxy.url;
  const run = stage.tf.start(...applying);
  await until(async () => (await named()).length === 1);
  return run;
}

test('kill -9 of the provider: the next apply stops with the import block, which resolves it', async () => {
  stage = await setProcessStage(config);
  const run = await applyInTheMiddle();
  for (const pid of descendantsOf(run.child.pid!)) process.kill(pid, 'SIGKILL');
  expect((await run.done).code).toBe(1);

  const stopped = await stage.tf.run(...applying);
  expect(stopped.code).toBe(1);
  const block = /import \{\s*to = platform_group\.ADDRESS\s*id = "[0-9a-f/]+"\s*\}/.exec(unwrapped(stopped.text));
  expect(block).not.toBeNull();

  const pasted = block![0].replace('ADDRESS', 'g').replace(/ (to|id|\}) ?/g, '\n$1 ');
  stage.configure(config + pasted);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
  expect(await named()).toHaveLength(1);
});

test('kill -9 of Terraform has the same result', async () => {
  stage = await setProcessStage(config);
  const run = await applyInTheMiddle();
  const providers = descendantsOf(run.child.pid!);
  run.signal('SIGKILL', 'terraform');
  await run.done;
  release();
  await until(() => providers.every((pid) => !isAlive(pid)));
  const stopped = await stage.tf.run(...applying);
  expect(unwrapped(stopped.text)).toMatch(/Cannot create group "only-one" in [0-9a-f]{40}: it already exists/);
  expect(await named()).toHaveLength(1);
});

/** Starts an apply that waits after a 429 to its POST. */
async function applyBeingRefused(retryAfterSeconds: number): Promise<RunningCommand> {
  await stage.faults.add({ effect: 'error', code: 'RESOURCE_EXHAUSTED', retryAfterSeconds, method: 'POST', times: 1 });
  const run = stage.tf.start(...applying);
  await until(async () => (await stage.requestLog.entries()).some(({ status }) => status === 429));
  return run;
}

test('kill -9 of Terraform while the provider waits after a 429: it sends nothing else, and the next apply creates the only one', async () => {
  stage = await setProcessStage(config);
  const run = await applyBeingRefused(5);
  const providers = descendantsOf(run.child.pid!);
  expect(providers).not.toEqual([]);
  run.signal('SIGKILL', 'terraform');
  await run.done;
  await stage.tf.apply();
  await until(() => providers.every((pid) => !isAlive(pid)));
  expect(await named()).toHaveLength(1);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('Ctrl-C while the provider waits after a 429: the wait ends, and nothing was created', async () => {
  stage = await setProcessStage(config);
  // Longer than this test may take.
  const run = await applyBeingRefused(119);
  run.signal('SIGINT');
  const { code, text } = await run.done;
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain('Cannot create group "only-one"');
  expect(await named()).toEqual([]);
  await stage.tf.apply();
  expect(await named()).toHaveLength(1);
});

test('Ctrl-C: a request in flight completes and is stored', async () => {
  stage = await setProcessStage(config);
  const run = await applyInTheMiddle();
  run.signal('SIGINT');
  await run.seen('Interrupt received');
  release();
  await run.done;
  expect(await named()).toHaveLength(1);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
  expect(await named()).toHaveLength(1);
});

test('the object of a response that ends early is found, and one apply is enough', async () => {
  stage = await setProcessStage(config);
  await stage.faults.add({ effect: 'cut', when: 'after', method: 'POST', times: 1 });
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
  expect(await named()).toHaveLength(1);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
