import { unwrapped } from '../../support/terraform';
import { probeKit } from './probe';

jest.setTimeout(120_000);

const kit = probeKit();
afterAll(() => kit.remove());

const applying = ['apply', '-no-color', '-auto-approve', '-input=false'];

function instances(tf: { read(path: string): string }): { status?: string; attributes: { id: string } }[] {
  return JSON.parse(tf.read('terraform.tfstate')).resources.flatMap(
    (resource: { instances: unknown[] }) => resource.instances,
  );
}

test('Ctrl-C aborts a call that listens, and its object is stored as tainted', async () => {
  const tf = kit.create('  act = "obey"');
  const run = tf.start(...applying);
  await tf.happened('began');
  run.signal('SIGINT');
  const { code, text } = await run.done;
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain('It was created, but not completed.');
  expect(tf.count('stopped')).toBe(1);
  expect(instances(tf)).toMatchObject([{ status: 'tainted', attributes: { id: 'half-made' } }]);
  expect(await tf.survivors(2_000)).toEqual([]);
});

test('Ctrl-C does not affect a call that cannot stop: it completes and is stored', async () => {
  const tf = kit.create('  act = "wait"');
  const run = tf.start(...applying);
  await tf.happened('began');
  run.signal('SIGINT');
  await run.seen('Interrupt received');
  tf.go();
  await run.done;
  expect(instances(tf)).toMatchObject([{ attributes: { id: 'made-it' } }]);
  expect(await tf.survivors(2_000)).toEqual([]);
});

test('a second Ctrl-C ends Terraform, and the provider within two seconds', async () => {
  const tf = kit.create('  act = "stubborn"');
  const run = tf.start(...applying);
  await tf.happened('began');
  run.signal('SIGINT');
  await run.seen('Interrupt received');
  run.signal('SIGINT');
  expect((await run.done).code).toBe(1);
  expect(await tf.survivors(2_000)).toEqual([]);
  expect(tf.count('made')).toBe(0);
});

test('after Terraform is killed, the provider completes its calls and then ends', async () => {
  const tf = kit.create('  act = "wait"');
  const run = tf.start(...applying);
  await tf.happened('began');
  run.signal('SIGKILL', 'terraform');
  await run.done;
  expect(tf.count('made')).toBe(0);
  tf.go();
  await tf.happened('made');
  expect(await tf.survivors(3_000)).toEqual([]);
});

test.each(['exit', 'kill'])(
  'a provider that ends in the middle of a call (%s) is reported, and the object planned again',
  async (act) => {
    const tf = kit.create(`  act = "${act}"`);
    const { code, stderr } = await tf.run(...applying);
    expect(code).toBe(1);
    // The message of Terraform depends on what it notices first: the closed connection, or the end of the process.
    expect(unwrapped(stderr)).toMatch(/Plugin did not respond|Request cancelled/);
    expect((await tf.plan()).stdout).toContain('1 to add');
  },
);

test('an error in a handler is a diagnostic and not a failure of the plugin', async () => {
  const tf = kit.create('  act = "throw"');
  const { code, stderr } = await tf.run(...applying);
  expect(code).toBe(1);
  expect(unwrapped(stderr)).toContain('the shop is closed');
  expect(stderr).not.toMatch(/rpc error|Plugin error|Plugin did not respond|\s+at .*\.js/);
});

test('an uncaught exception is shown with its stack as that of the plugin', async () => {
  // Terraform always shows it, OpenTofu only in its log.
  const tf = kit.create('  act = "crash"', { TF_LOG: 'error' });
  const { code, text } = await tf.run(...applying);
  expect(code).toBe(1);
  expect(text).toMatch(/panic: Error: the ground gave way\s.*\bat /s);
});
