/** `platform-iac adopt` against a service that chooses names to run code: the proof runs none, and shows no token to the project. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { describeWith } from '../support/engine';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy';

jest.setTimeout(300_000);

const cli = resolve('dist/platform-iac.js');

const principal = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };
const seed = {
  groups: [
    {
      name: 'acme',
      identities: [{ name: 'scanner', ...principal }],
      groups: [
        {
          name: 'commerce',
          identities: [
            { name: 'broken', ...principal },
            { name: 'ci', ...principal },
          ],
          roleBindings: [
            { identity: 'scanner', role: 'viewer' },
            { identity: 'broken', role: 'viewer' },
            { identity: 'ci', role: 'editor' },
          ],
          groups: [
            {
              name: 'payments',
              description: 'Takes the money.\nCosts ${amount}, 100%{x}',
              roleBindings: [{ identity: 'scanner', role: 'editor' }],
            },
            { name: 'search', roleBindings: [{ identity: 'scanner', role: 'owner' }] },
          ],
        },
      ],
    },
  ],
};

let running: RunningEmulator;
let proxy: FaultProxy;
let folder: string;
let mark: string;

/** Writes the environment to a file. */
const statement = () => `require("node:fs").writeFileSync(${JSON.stringify(mark)}, JSON.stringify(process.env));`;

/** Texts that end a comment, a text or an expression in one of the languages. */
const attacks = {
  // A comma continues a list as well as a statement.
  'a line': () => `x\n${statement().replace(/;$/, ',')} //`,
  'every end': () =>
    [
      ...['x', `*/ ${statement()} /*`, `'); ${statement()} ('`, `"); ${statement()} ("`],
      ...[`output "pwned" { value = file("/etc/hostname") } #`, '${file("/etc/hostname")}', ''],
    ].join('\n'),
};
let attack: () => string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adopted-'));
  mark = join(folder, 'pwned');
  running = await startEmulator({ thread: true, seed });
  // A caller who may list a binding sees the identity in full, also one outside of the adopted group.
  proxy = await startFaultProxy(running.baseUrl, () => ({
    rewritten: (body) => body.replaceAll(/"name":\s*"(scanner|broken)"/g, () => `"name":${JSON.stringify(attack())}`),
  }));
});
afterAll(async () => {
  await proxy.close();
  await running.close();
  rmSync(folder, { recursive: true });
});

async function adopt(...args: readonly string[]) {
  const env = {
    ...process.env,
    PLATFORM_BASE_URL: proxy.url,
    PLATFORM_TOKEN: running.token,
    TF_VAR_api_token: 'secret',
    TMPDIR: folder,
  };
  const all = [cli, 'adopt', '--root', 'acme/commerce', ...args];
  return promisify(execFile)(process.execPath, all, { env, maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    },
  );
}

describeWith('write-only', 'a service that chooses hostile names', () => {
  test.each([
    ['constructs', 'a line'],
    ['constructs', 'every end'],
    ['yaml', 'every end'],
    ['hcl', 'every end'],
  ] as const)('runs no code in a project with the format %s, with names that contain %s', async (format, name) => {
    attack = attacks[name];
    const project = join(folder, `${format}-${name.replace(' ', '-')}`);
    const options = format === 'hcl' ? [] : ['--cdk', 'cdktf', '--pipeline', 'none'];
    const { code, out, err } = await adopt('--out', project, '--format', format, ...options);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Access: nobody gains or loses anything.');
    expect(out).toMatch(/^Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\.$/m);
    expect(existsSync(mark)).toBe(false);
    const [source = ''] = readdirSync(project, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
      /organization\.(ts|yaml)$|main\.tf$/.test(path) && !path.includes('node_modules')
        ? [readFileSync(join(project, path), 'utf8')].filter((text) => text.includes('Takes the money.\\n'))
        : [],
    );
    expect(source).toContain('Takes the money.\\nCosts ');
    const list = readFileSync(join(project, 'NOT-ADOPTED.md'), 'utf8');
    expect(list).toMatch(
      /\| identity \| `+.*writeFileSync.* \| `[0-9a-f/]+` \| The API no longer accepts it: name must match/,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('platform-iac-'))).toEqual([]);
  });
});
