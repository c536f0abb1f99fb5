import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

jest.setTimeout(30_000);

const tools = resolve('src/tools');

describe('the folder of the demo', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'demo-'));
    cpSync(tools, join(clone, 'src/tools'), { recursive: true });
    mkdirSync(join(clone, '.demo'));
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  const open = (then = ''): string => {
    const script = `import { main } from './src/tools/say.mjs';
      import { openDemoFolder } from './src/tools/demo/demo-folder.mjs';
      await main(async () => { const folder = openDemoFolder(); ${then} });`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: clone,
      encoding: 'utf8',
      timeout: 20_000,
    });
    return stdout + stderr;
  };

  test('a second demo at the same time is refused, naming the first', () => {
    writeFileSync(join(clone, '.demo/running'), String(process.pid));
    expect(open()).toContain(`Another demo is running (process ${process.pid}).`);
  });

  test('a killed demo does not block the next one', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(clone, '.demo/running'), String(pid));
    expect(open('folder.close(); console.log(folder.returning)')).toBe('false\n');
    expect(existsSync(join(clone, '.demo/running'))).toBe(false);
  });

  test('it is open to its owner alone, also one that an earlier release made', () => {
    chmodSync(join(clone, '.demo'), 0o755);
    const mode = (): string => (statSync(join(clone, '.demo')).mode & 0o777).toString(8);
    expect(open('folder.close();')).toBe('');
    expect(mode()).toBe('700');
    rmSync(join(clone, '.demo'), { recursive: true });
    expect(open('folder.close();')).toBe('');
    expect(mode()).toBe('700');
  });

  test('something else in its place is one sentence', () => {
    rmSync(join(clone, '.demo'), { recursive: true });
    writeFileSync(join(clone, '.demo'), '');
    expect(open()).toMatch(/^\nCannot write the state of the demo to \S+\.demo: EEXIST.*\n$/);
  });

  test('state without its organization says so, and how to start over', () => {
    writeFileSync(join(clone, '.demo/terraform.org.tfstate'), '{}');
    expect(open().trim()).toBe(
      '.demo/ contains a Terraform state, but not its organization. To start over, delete it: rm -r .demo',
    );
    expect(existsSync(join(clone, '.demo/running'))).toBe(false);
  });
});
