import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runModule, type Outcome } from '../child';

jest.setTimeout(30_000);

const tools = resolve('src/tools');
const program = '#!/bin/sh\necho \'{"terraform_version":"9.9.9"}\'\n';
const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let cache: string;
beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'fetch-'))));
afterEach(() => rmSync(cache, { recursive: true }));

const node = (script: string, env: Readonly<Record<string, string>>) =>
  runModule(script, { env: { HOME: cache, XDG_CACHE_HOME: cache, ...env } });

const find = (env: Readonly<Record<string, string>>, before = ''): Promise<Outcome> =>
  node(
    `${before}
     import { main } from '${tools}/say.mjs';
     import { ensureTerraform } from '${tools}/terraform/terraform.mjs';
     await main(async () => console.log(JSON.stringify(await ensureTerraform())));`,
    env,
  );
const put = (name: string, version: string): string => {
  mkdirSync(join(cache, 'bin'), { recursive: true });
  writeFileSync(join(cache, 'bin', name), `#!/bin/sh\necho '{"terraform_version":"${version}"}'\n`, { mode: 0o755 });
  return join(cache, 'bin');
};

test('terraform on PATH is taken, and tofu where terraform is missing or too old', async () => {
  const bin = put('tofu', '1.10.0');
  expect(JSON.parse((await find({ PATH: bin })).stdout)).toEqual({
    path: `${bin}/tofu`,
    name: 'OpenTofu',
    version: '1.10.0',
  });
  put('terraform', '1.7.9');
  expect(JSON.parse((await find({ PATH: bin })).stdout)).toMatchObject({ name: 'OpenTofu' });
  put('terraform', '1.8.0');
  expect(JSON.parse((await find({ PATH: bin })).stdout)).toMatchObject({ name: 'Terraform', version: '1.8.0' });
});

test('offline, one sentence says what to install', async () => {
  const { code, stderr } = await find({ PATH: join(cache, 'none'), TERRAFORM_RELEASES_URL: 'http://127.0.0.1:1' });
  expect(code).toBe(1);
  expect(stderr.trim()).toBe(
    'Terraform is not installed, and 127.0.0.1:1 cannot be reached (ECONNREFUSED). ' +
      'Install Terraform or OpenTofu, 1.8 or newer, so that it is on PATH, and run this again.',
  );
});

test('one that is too old is named before another is fetched', async () => {
  const { stdout } = await find({ PATH: put('terraform', '1.5.7'), TERRAFORM_RELEASES_URL: 'http://127.0.0.1:1' });
  expect(stdout).toContain(`Terraform 1.5.7 (${join(cache, 'bin/terraform')}) is too old.`);
});

describe('in the cache', () => {
  const offline = { TERRAFORM_RELEASES_URL: 'http://127.0.0.1:1' };
  const folder = (): string => join(cache, 'cdktf-provider-platform');
  const path = (): string => join(folder(), 'terraform-1.11.4');
  const findCached = (): Promise<Outcome> => find({ PATH: join(cache, 'none'), ...offline });
  beforeEach(() => {
    mkdirSync(folder(), { mode: 0o700 });
    writeFileSync(path(), program, { mode: 0o700 });
    writeFileSync(`${path()}.sha256`, `${sumOf(Buffer.from(program))}\n`);
  });
  const changed = ({ code, stdout }: Outcome): void => {
    expect(code).toBe(1);
    expect(stdout).toContain(`${path()} has changed since its download. Downloading Terraform 1.11.4 to ${folder()}`);
  };

  test('a copy that is as it was fetched is used without asking anybody', async () => {
    const { code, stdout } = await findCached();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: '1.11.4', path: path() });
  });

  test('one that was changed is fetched again', async () => {
    writeFileSync(path(), `${program}# and more`);
    changed(await findCached());
  });

  test('so is one without a sum, and one that is a link', async () => {
    rmSync(`${path()}.sha256`);
    changed(await findCached());
    writeFileSync(`${path()}.sha256`, sumOf(Buffer.from(program)));
    renameSync(path(), join(cache, 'elsewhere'));
    symlinkSync(join(cache, 'elsewhere'), path());
    changed(await findCached());
  });

  test('a folder that others could read is closed; what lay where they could write is fetched again', async () => {
    chmodSync(folder(), 0o755);
    expect((await findCached()).code).toBe(0);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    chmodSync(folder(), 0o777);
    changed(await findCached());
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  test('a folder of another user, or something else in its place, is refused', async () => {
    const asSomebodyElse = await find({ PATH: join(cache, 'none'), ...offline }, 'process.getuid = () => 4242;');
    expect(asSomebodyElse.code).toBe(1);
    expect(asSomebodyElse.stderr).toContain('belongs to another user. Remove it. Or: Install Terraform');
    renameSync(folder(), join(cache, 'elsewhere'));
    symlinkSync(join(cache, 'elsewhere'), folder());
    expect((await findCached()).stderr).toContain('is no folder. Remove it. Or: Install Terraform');
  });
});

test('a program chosen by TERRAFORM_BINARY_NAME that is too old, or does not run, is refused', async () => {
  const old = await find({ PATH: '/bin', TERRAFORM_BINARY_NAME: `${put('mine', '1.7.0')}/mine` });
  expect(old.stderr).toContain('is too old: 1.8 or newer is needed.');
  const none = await find({ PATH: '/bin', TERRAFORM_BINARY_NAME: 'no-such-program' });
  expect(none.stderr).toContain('TERRAFORM_BINARY_NAME names no-such-program, which does not run.');
});

test('Terraform runs without the settings of the user, and with all other variables', async () => {
  const { stdout } = await node(
    `import { terraformEnvironment } from '${tools}/terraform/terraform.mjs';
     console.log(JSON.stringify(terraformEnvironment('/x/terraform.rc')));`,
    { TF_LOG: 'trace', TF_VAR_x: '1', PLATFORM_TOKEN: 'secret', CDKTF_OUTDIR: '/y', TFX: 'kept', MY_TF_LOG: 'kept' },
  );
  expect(JSON.parse(stdout)).toEqual({
    ...{ HOME: cache, XDG_CACHE_HOME: cache, TFX: 'kept', MY_TF_LOG: 'kept' },
    ...{ TF_CLI_CONFIG_FILE: '/x/terraform.rc', TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' },
  });
});
