/** `platform-iac adopt` with the real engine: it writes a company as a project, proves it, and the first apply imports all of it. */
import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createClient } from '../../src/client';
import { installedPackages, linkPackages } from '../../src/cli/adopt/packages';
import { startEmulator, type RunningEmulator, type SeedObject, type SeedTree } from '../../src/emulator';
import { findJsonObject } from '../../src/model/api';
import { group, identity, role, roleBinding } from '../../src/model/kinds';
import { hclBlock } from '../../src/base/text/write-hcl';
import { parse } from '../../src/base/text/yaml';
import { adoptionRounds } from '../adopt/rounds';
import { typeErrors } from '../adopt/type-errors';
import { describeWith } from '../support/engine';
import { serveProvider } from '../support/served-provider';
import { terraform } from '../support/terraform';
import { anyCharacter } from '../support/any-text';

jest.setTimeout(300_000);

const cli = resolve('dist/platform-iac.js');
/** `adopt` itself has run the program with tsx. */
const synthesis = ['--require', resolve('src/tools/terraform/typescript-programs.cjs'), 'main.ts'];
const seed = parse(readFileSync(resolve('examples/adopt/organization.seed.yaml'), 'utf8')) as SeedTree;
const [company] = seed['groups'] as readonly [SeedObject];
const jwk = { kty: 'OKP', crv: 'Ed25519', kid: 'a', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

/** The company of the example, and the kinds and ways that it does not need. */
const everything: SeedTree = {
  ...seed,
  groups: [
    {
      ...company,
      identities: [
        ...(company['identities'] as readonly SeedObject[]),
        {
          name: 'offline',
          description: `It's "quoted" for \${amount}, %{all} and Zürich 🫖`,
          staticKeys: {
            issuer: 'https://keys.example.com',
            subject: 'ci',
            issuerKeys: JSON.stringify({ keys: [jwk] }),
          },
        },
      ],
      groupInvites: [
        { role: 'viewer', ttl: '604800s', email: 'new@acme.example', singleUse: true },
        { role: 'auditor', ttl: '86400s', email: 'audit@partner.example' },
      ],
      identityProviders: [
        {
          name: 'staff',
          defaultRole: 'console_viewer',
          oidc: { issuer: 'https://login.acme.example', clientId: 'a', clientSecret: 'b' },
        },
      ],
    },
  ],
};

let running: RunningEmulator;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adopted-'));
  running = await startEmulator({ thread: true, seed: everything });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command in the folder of the package, whose packages it links. */
async function adopt(...args: readonly string[]) {
  const env = { ...process.env, PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token, TMPDIR: folder };
  const ended = promisify(execFile)(process.execPath, [cli, 'adopt', ...args], { env, maxBuffer: 2 ** 26 });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    },
  );
}

function filesIn(dir: string, paths: readonly string[]) {
  return paths.map((path) => [path, readFileSync(join(dir, path), 'utf8')] as const);
}

describeWith('write-only', 'an existing company', () => {
  test('is written, proven, imported without a change, and then planned without one', async () => {
    const project = join(folder, 'company');
    const { code, out, err } = await adopt('--out', project, '--cdk', 'cdktf', '--pipeline', 'none');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, count = ''] = /^Plan: (\d+) to import, 0 to add, 0 to change, 0 to destroy\.$/m.exec(out) ?? [];
    expect(Number(count)).toBeGreaterThan(75);
    expect(out).toContain('Access: nobody gains or loses anything.');
    expect(out).toMatch(/^Findings of the current organization: .*\d+ low\.$/m);
    expect(out).toMatch(
      /\nTo list the findings, run in \S+:\n {2}npx platform-iac review --live --root [0-9a-f]{40}\n$/,
    );
    expect((await running.requestLog.entries()).filter(({ method }) => method !== 'GET')).toEqual([]);

    const names = readdirSync(join(project, 'organization')).map((name) => `organization/${name}`);
    const sources = filesIn(project, ['main.ts', ...names]);
    expect(typeErrors(new Map(sources))).toEqual([]);
    expect(existsSync(join(project, 'node_modules'))).toBe(false);

    linkPackages(project, installedPackages('cdktf', process.cwd())!);
    await promisify(execFile)(process.execPath, synthesis, { cwd: project });
    // The secret of the identity provider has no value: the service keeps it.
    const variables = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
    const tf = terraform({ dir: join(project, 'cdktf.out/stacks/organization'), env: variables });
    await tf.init();
    const provider = await serveProvider(tf.env);
    Object.assign(tf.env, provider.env);
    const applied = await tf.apply();
    expect(applied.text).toContain(`${count} imported, 0 added, 0 changed, 0 destroyed`);
    // The step of its README after the first apply.
    rmSync(join(project, 'imports.json'));
    await promisify(execFile)(process.execPath, synthesis, { cwd: project });
    expect((await tf.plan()).changed).toBe(false);
    // A provider without a secret and without PKCE is invalid, so a change succeeds only if the service keeps the secret.
    const file = sources.find(([, text]) => text.includes('staffClientSecret.stringValue'))?.[0] ?? '';
    const source = readFileSync(join(project, file), 'utf8');
    writeFileSync(join(project, file), source.replace(/clientId: '[^']+'(?=,\s*clientSecret)/, "clientId: 'other'"));
    await promisify(execFile)(process.execPath, synthesis, { cwd: project });
    expect((await tf.apply()).text).toContain('0 added, 1 changed, 0 destroyed');

    const client = createClient({ baseUrl: running.baseUrl, token: running.token });
    const root = running.rootGroupUid;
    const lab = await client.create(group, root, { name: 'lab' });
    const nightly = await client.create(identity, (await client.find(group, 'acme/commerce/payments')).uid, {
      ...{ name: 'nightly', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
    });
    const viewer = await client.find(role, 'viewer');
    await client.create(roleBinding, lab.uid, { identityUid: nightly.uid, roleUid: viewer.uid });
    await client.close();
    const stack = join(project, 'cdktf.out/stacks/organization');
    const drifted = spawnSync(process.execPath, [cli, 'drift', '--dir', stack], {
      ...{ env: tf.env, encoding: 'utf8' },
    });
    expect(drifted.stdout).toMatch(/\n {2}npx platform-iac adopt --unmanaged --root acme --out \S+ --dir \S+\n/);
    const added = await adopt('--out', project, '--unmanaged');
    expect(added).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Plan of these files: 3 to import, 0'),
    });
    const main = join(project, 'main.ts');
    const [first = '', second = ''] = [...added.out.matchAll(/^ {2}(.*;)$/gm)].map(([, line]) => line);
    writeFileSync(main, `${first}\n${readFileSync(main, 'utf8').replace('app.synth();', `${second}\napp.synth();`)}`);
    expect(typeErrors(new Map([...sources, ...filesIn(project, ['main.ts', 'organization/unmanaged.ts'])]))).toEqual(
      [],
    );
    await promisify(execFile)(process.execPath, synthesis, { cwd: project });
    expect((await tf.apply()).text).toContain('3 imported, 0 added, 0 changed, 0 destroyed');
    tf.close();
    provider.close();
    expect(await adopt('--out', project, '--unmanaged')).toMatchObject({
      out: 'Nothing was written: every object is managed.\n',
    });
  });

  test('is not declared again by a clone without a state', async () => {
    const clone = join(folder, 'clone');
    mkdirSync(clone);
    writeFileSync(join(clone, 'main.tf'), 'locals {\n  a = 1\n}\n');
    expect(await adopt('--out', clone, '--unmanaged')).toEqual({
      ...{ code: 3, out: '' },
      err: `platform-iac: Cannot determine which objects are managed: the state of ${clone} contains none. Configure the backend of the state, or pass the state with --state FILE. Nothing was written.\n`,
    });
    expect(readdirSync(clone)).toEqual(['main.tf']);
  });

  test('is split into stacks, which are proven, and planned by the loop of the docs', async () => {
    const project = join(folder, 'stacks');
    const own = ['--root', 'acme/commerce', '--stack-size', '20', '--cdk', 'cdktf'];
    const { code, out, err } = await adopt('--out', project, ...own);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, count = ''] = /^Plan: (\d+) to import, 0 to add, 0 to change, 0 to destroy\.$/m.exec(out) ?? [];
    expect(out).toContain('Access: nobody gains or loses anything.');
    const stacks = readdirSync(join(project, 'imports'));
    expect(stacks.length).toBeGreaterThan(1);

    const all = readdirSync(project, { recursive: true, encoding: 'utf8' });
    const sources = all.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
    expect(typeErrors(new Map(sources.map((path) => [path, readFileSync(join(project, path), 'utf8')])))).toEqual([]);

    linkPackages(project, installedPackages('cdktf', process.cwd())!);
    mkdirSync(join(project, 'node_modules/.bin'));
    symlinkSync(cli, join(project, 'node_modules/.bin/platform-iac'));
    const guide = readFileSync(resolve('docs/operating.md'), 'utf8');
    const [loop = 'none'] = /^ls cdktf\.out[^]*?exit 1; }'\n/m.exec(guide) ?? [];
    expect(readFileSync(join(project, 'plan.sh'), 'utf8')).toContain(loop);
    const env = { ...process.env, PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token, TMPDIR: folder };
    await promisify(execFile)(process.execPath, synthesis, { cwd: project, env });
    const { stdout } = await promisify(execFile)('./plan.sh', ['--format', 'json'], { cwd: project, env });
    const report = JSON.parse(stdout) as { readonly verdict: object; readonly plans: readonly object[] };
    expect(report.plans).toHaveLength(stacks.length);
    expect(report.verdict).toMatchObject({
      problems: [],
      counts: { imported: Number(count), added: 0, changed: 0, removed: 0 },
    });
  });

  test('is written in HCL as Terraform formats it, and proven', async () => {
    const project = join(folder, 'hcl');
    const { code, out, err } = await adopt('--out', project, '--format', 'hcl');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\.$/m);
    expect(out).toContain('Access: nobody gains or loses anything.');

    const texts = fc.sample(fc.string({ unit: anyCharacter, maxLength: 12 }), 300).map((text) => text.normalize('NFC'));
    const odd = [
      ...texts,
      '${a}',
      '$${a}',
      '%{if}%%{',
      '$',
      '"\\',
      'a\n\t\r\b',
      '\u2028\u202e',
      '👨‍👩‍👧',
      '//',
      '/*',
      '<<EOT',
    ];
    // Newer versions of Unicode combine more characters than Terraform knows: keys of maps are aligned by them.
    const keys = Object.fromEntries(
      [...odd.filter((text) => /^[\x20-\x7e]*$/.test(text)), '\u0301a', '茶é', ...odd.slice(-11)].map((text, index) => [
        `${text}${index}`,
        index,
      ]),
    );
    const written = [hclBlock('output "texts"', { value: odd }), hclBlock('output "keys"', { value: keys })];
    writeFileSync(join(project, 'texts.tf'), `${written.join('\n\n')}\n`);
    const run = promisify(execFile);
    const engine = process.env.TERRAFORM_BINARY_NAME ?? 'terraform';
    await run(engine, ['fmt', '-check', '-diff', project]);

    const dir = join(folder, 'texts');
    mkdirSync(dir);
    renameSync(join(project, 'texts.tf'), join(dir, 'texts.tf'));
    await run(engine, ['plan', '-out=plan'], { cwd: dir });
    const { stdout } = await run(engine, ['show', '-json', 'plan'], { cwd: dir });
    const { planned_values: planned } = JSON.parse(findJsonObject(stdout)) as {
      readonly planned_values: { readonly outputs: Readonly<Record<string, { readonly value: unknown }>> };
    };
    expect(planned.outputs['texts']?.value).toEqual(odd);
    expect(planned.outputs['keys']?.value).toEqual(keys);
  });
});

describeWith('write-only', 'random organizations', () => {
  // `npm run bench -- adopt-rounds` proves as many as fit into half an hour. These seeds have all forms of projects.
  test('are written, imported without a change, and then planned without one', async () => {
    const rounds = await adoptionRounds([1, 2, 3, 4, 5], join(folder, 'rounds'));
    expect(rounds.filter(({ failures }) => failures.length > 0)).toEqual([]);
    for (const { objects } of rounds) expect(objects).toBeGreaterThanOrEqual(40);
  });
});
