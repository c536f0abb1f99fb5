import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrapped } from '../../support/terraform';
import { probeKit } from './probe';

jest.setTimeout(120_000);

const kit = probeKit();
afterAll(() => kit.remove());

test('a whole lifecycle starts only the processes that Terraform needs, and none of them remains or leaves a file', async () => {
  const tf = kit.create('', { TF_LOG: 'warn' });
  const starts = async (run: () => Promise<unknown>): Promise<number> => {
    const before = tf.count('started');
    await run();
    return tf.count('started') - before;
  };
  expect(await starts(() => tf.ok('validate'))).toBe(2);
  expect(await starts(() => tf.plan())).toBe(3);
  const applied = await tf.apply();
  expect(tf.count('started')).toBe(9);
  expect((await tf.plan()).changed).toBe(false);
  const before = tf.count('started');
  const destroyed = await tf.destroy();
  expect(tf.count('started') - before).toBe(5);
  for (const { text } of [applied, destroyed]) expect(text).not.toContain('failed to exit gracefully');
  expect(await tf.survivors(2_000)).toEqual([]);
  expect(readdirSync(tf.tmp)).toEqual([]);
});

test('it serves in plain text if the user disables TLS', async () => {
  expect((await kit.create('', { TF_DISABLE_PLUGIN_TLS: '1' }).plan()).changed).toBe(true);
});

test('a temporary folder with a path too long for a socket does not matter', async () => {
  const tf = kit.create();
  const long = kit.create('', { TMPDIR: join(tf.tmp, 'x'.repeat(150)) });
  expect((await long.plan()).changed).toBe(true);
  expect(readdirSync(long.tmp)).toEqual([]);
});

test('an attribute of 5 MB passes through validation, plan, apply and read', async () => {
  const tf = kit.create('  body = file("${path.module}/body.txt")');
  const text = 'All work and no play. '.repeat(230_000);
  writeFileSync(join(tf.dir, 'body.txt'), text);
  await tf.ok('validate');
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
  expect(JSON.parse(tf.read('terraform.tfstate')).resources[0].instances[0].attributes.body).toBe(text);
});

test('the logs and prints of a handler appear at their level with their fields, and cause no error', async () => {
  const tf = kit.create('  act = "talk"', { TF_LOG: 'trace' });
  const { stderr } = await tf.apply();
  expect(stderr).toMatch(/\[INFO\] +provider\.terraform-provider-probe: a fact: .*flavour=plain/);
  expect(stderr).toMatch(/\[DEBUG\] provider\.terraform-provider-probe: a detail/);
  expect(stderr).toMatch(/\[DEBUG\] provider\.terraform-provider-probe: said in passing/);
  expect(stderr).toMatch(/\[WARN\] +provider\.terraform-provider-probe: x{30000}/);
  expect(stderr).toMatch(/\[TRACE\] provider\.terraform-provider-probe: Served request: .*tf_rpc=ApplyResourceChange/);
});

test('without TF_LOG nothing is logged, and TF_LOG_PROVIDER=info hides details', async () => {
  const quiet = kit.create('  act = "talk"');
  expect((await quiet.apply()).stderr).toBe('');
  const info = kit.create('  act = "talk"', { TF_LOG_PROVIDER: 'info' });
  const { stderr } = await info.apply();
  expect(stderr).toContain('a fact');
  expect(stderr).not.toContain('a detail');
  expect(stderr).not.toContain('said in passing');
});

test('the output of Terraform names hostile NODE_OPTIONS', async () => {
  const { code, stderr } = await kit
    .create('', { NODE_OPTIONS: '--tls-cipher-list=nonsense' })
    .run('plan', '-no-color');
  expect(code).toBe(1);
  expect(unwrapped(stderr)).toContain('NODE_OPTIONS is set to "--tls-cipher-list=nonsense": try without it.');
});
