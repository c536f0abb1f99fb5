import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { build } from '../../support/built';

const root = join(__dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'release-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('the changelog has an entry for the version of the package, below the unreleased changes', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const names = [...text.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(names[0]).toBe('Unreleased');
  expect(names).toContain(version);
});

test('a second build reads the code cache from a relative folder, and signs for macOS without a certificate', () => {
  build();
  const executable = (path: string, ...lines: readonly string[]) =>
    writeFileSync(join(scratch, path), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  for (const folder of ['bin', 'first', 'build']) mkdirSync(join(scratch, folder));
  writeFileSync(join(scratch, 'first/program.cache'), 'cached');
  executable('bin/node', 'case $1 in --version) echo v26.0.0 ;; *) echo program > darwin_amd64 ;; esac');
  executable('bin/codesign', `echo "$*" > ${scratch}/signed`);
  const program = `
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    Object.defineProperty(process, 'arch', { value: 'x64' });
    const { buildExecutable } = await import(${JSON.stringify(join(root, 'src/tools/release/executable.mjs'))});
    const { own } = await import(${JSON.stringify(join(root, 'src/tools/release/platforms.mjs'))});
    await buildExecutable(own, ${JSON.stringify(join(scratch, 'build'))}, { node: 'bin/node', caches: 'first' });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: scratch,
    env: { PATH: `${scratch}/bin:${process.env['PATH']}`, CODESIGN_IDENTITY: '' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const { assets } = JSON.parse(readFileSync(join(scratch, 'build/darwin_amd64.json'), 'utf8')) as {
    readonly assets: Readonly<Record<string, string>>;
  };
  expect(readFileSync(assets['program.cache']!, 'utf8')).toBe('cached');
  expect(readFileSync(join(scratch, 'signed'), 'utf8')).toBe(`--force --sign - ${scratch}/build/darwin_amd64\n`);
});

describe('the workflow', () => {
  interface Step {
    readonly name?: string;
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly env?: Readonly<Record<string, string>>;
  }
  interface Job {
    readonly needs?: string | readonly string[];
    readonly permissions?: Readonly<Record<string, string>>;
    readonly environment?: unknown;
    readonly strategy?: unknown;
    readonly steps: readonly Step[];
  }
  const { permissions, jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
    readonly permissions: object;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  const runs = (name: string) => jobs[name]!.steps.flatMap(({ run = [] }) => run);
  /** The jobs that must succeed before this one. */
  const before = (name: string): string[] =>
    [jobs[name]!.needs ?? []].flat().flatMap((needed) => [...before(needed), needed]);
  const publishing = Object.keys(jobs).filter((name) => jobs[name]!.permissions !== undefined);

  it('compares the tag with the changelog and with its parent on main, and rehearses', () => {
    expect(jobs['check']!.steps[0]!.with).toMatchObject({ 'fetch-depth': 0 });
    expect(runs('check')).toEqual([
      'node src/tools/release/release-notes.mjs "$GITHUB_REF_NAME"',
      '.ci/run',
      'node src/tools/release/release-tag.mjs --check "$GITHUB_REF_NAME"',
      'npm run release:dry',
    ]);
  });

  it('checks the pinned Node before it builds an executable', () => {
    expect(runs('node')).toContain('node src/tools/release/node-pin.mjs check');
    expect(before('executables')).toContain('node');
  });

  it('builds everything on two machines before it signs', () => {
    expect(runs('rebuild').join()).toContain('--caches first/code-cache');
    expect(runs('rebuild')).toContain('cmp first/*.zip dist/release/*.zip');
    expect(before('rebuild')).toContain('executables');
    expect(before('sign')).toEqual(expect.arrayContaining(['package', 'rebuild']));
    const { executables, rebuild } = jobs as Record<string, { strategy?: unknown; 'runs-on'?: string }>;
    expect([rebuild?.strategy, rebuild?.['runs-on']]).toEqual([executables?.strategy, executables?.['runs-on']]);
    expect(jobs['package']!.strategy).toEqual({ matrix: { build: ['first', 'second'] } });
  });

  it('uploads an executable before another program runs on the machine', () => {
    const steps = jobs['executables']!.steps.map(({ run = '', uses = '' }) => run + uses);
    const uploads = steps.findIndex((step) => step.startsWith('actions/upload-artifact@'));
    expect(steps.slice(uploads - 1)).toEqual([
      'npm run release:build -- "$PLATFORM"',
      steps[uploads],
      expect.stringContaining('notarytool'),
      'node src/tools/release/release-try.mjs',
    ]);
  });

  it('runs no install script of a package', () => {
    const installs = Object.keys(jobs).flatMap((name) => runs(name).filter((run) => run.startsWith('npm ci')));
    expect(new Set(installs)).toEqual(new Set(['npm ci --no-audit --no-fund --ignore-scripts']));
  });

  describe('the job that signs', () => {
    const provider = 'terraform-provider-platform_1.2.3';
    const systems = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64', 'windows_amd64', 'windows_arm64'];
    const packages = ['cdktf-provider-platform-1.2.3.tgz', 'platform-iac-1.2.3.tgz'];
    const packaged = [
      ...packages,
      ...packages.map((name) => `${name}.sha256`),
      ...[`${provider}_manifest.json`, 'sbom.cdx.json', 'notes.md'],
    ];
    const checksums = [`${provider}_SHA256SUMS`, 'cdktf-provider-platform_1.2.3_SHA256SUMS'];
    // A short path: the sockets of GnuPG are in it.
    const home = mkdtempSync('/tmp/gpg-');
    const gpg = (...args: readonly string[]) =>
      spawnSync('gpg', ['--batch', '--homedir', home, ...args], { encoding: 'utf8' }).stdout;
    const toKey = (name: string) => {
      gpg('--passphrase', '', '--quick-generate-key', name, 'ed25519', 'sign', 'never');
      return { secret: gpg('--armor', '--export-secret-keys', name), public: gpg('--armor', '--export', name) };
    };
    const key = toKey('release');
    const other = toKey('other');
    const close = (folder: string) => {
      spawnSync('gpgconf', ['--homedir', folder, '--kill', 'all']);
      rmSync(folder, { recursive: true });
    };
    afterAll(() => close(home));

    /** Runs the scripts of the job on the artifacts of a release, which `change` changes. */
    function sign({
      change,
      secret = key.secret,
    }: {
      readonly change?: (folder: string) => void;
      readonly secret?: string;
    }) {
      const folder = mkdtempSync(join(scratch, 'sign-'));
      const put = (path: string, contents = path) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), contents);
      };
      for (const name of packaged) for (const build of ['first', 'second']) put(`package-${build}/${name}`, name);
      for (const build of ['first', 'second']) put(`package-${build}/key.asc`, key.public);
      for (const system of systems) put(`executable-${system}/${provider}_${system}.zip`);
      change?.(folder);
      const signer = mkdtempSync('/tmp/gpg-');
      const env = { PATH: process.env['PATH'], GNUPGHOME: signer, GITHUB_REF_NAME: 'v1.2.3', GPG_PRIVATE_KEY: secret };
      const failed = jobs['sign']!.steps.find(
        ({ run }) => run !== undefined && spawnSync('bash', ['-e', '-c', run], { cwd: folder, env }).status !== 0,
      );
      close(signer);
      return { failed: failed?.name, folder: join(folder, 'release') };
    }

    it('runs only programs that read no code of the repository, and has the key in one step', () => {
      const { steps, permissions: more } = jobs['sign']!;
      const used = steps.flatMap(({ uses = [] }) => [uses].flat().map((name) => name.replace(/@.*/, '')));
      expect([...new Set(used)]).toEqual(['actions/download-artifact', 'actions/upload-artifact']);
      expect(runs('sign').join()).not.toMatch(/\b(?:node|npm|npx)\b/);
      expect(steps.filter(({ env }) => env !== undefined)).toHaveLength(1);
      expect(more).toBeUndefined();
      const elsewhere = Object.keys(jobs).filter((name) => JSON.stringify(jobs[name]).includes('GPG_PRIVATE_KEY }}'));
      expect(elsewhere).toEqual(['sign']);
    });

    it('releases exactly the named files, also if a build made more', () => {
      const { failed, folder } = sign({
        change: (at) => {
          for (const build of ['first', 'second']) writeFileSync(join(at, `package-${build}/more.tgz`), '');
          writeFileSync(join(at, `executable-linux_amd64/${provider}_darwin_arm64.zip`), 'another program');
        },
      });
      const zips = systems.map((system) => `${provider}_${system}.zip`);
      const signatures = checksums.map((name) => `${name}.sig`);
      expect(failed).toBeUndefined();
      expect(readdirSync(folder).sort()).toEqual([...packaged, ...zips, ...checksums, ...signatures].sort());
      const summed = checksums.map((name) => {
        expect(spawnSync('sha256sum', ['--check', '--strict', name], { cwd: folder }).status).toBe(0);
        return readFileSync(join(folder, name), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.slice(66))
          .sort();
      });
      expect(summed).toEqual([[...zips, `${provider}_manifest.json`].sort(), [...packages, 'sbom.cdx.json'].sort()]);
      expect(readFileSync(join(folder, `${provider}_darwin_arm64.zip`), 'utf8')).not.toBe('another program');
    });

    it.each<[string, (folder: string) => void]>([
      ...[...packaged, 'key.asc'].map((name): [string, (folder: string) => void] => [
        `two builds of ${name} differ`,
        (folder) => appendFileSync(join(folder, 'package-second', name), '.'),
      ]),
      ['one build has a further file', (folder) => writeFileSync(join(folder, 'package-first/more.tgz'), '')],
      ['a platform is missing', (folder) => rmSync(join(folder, 'executable-windows_arm64'), { recursive: true })],
    ])('stops if %s', (_, change) => expect(sign({ change }).failed).toBe('Collect the files of the release'));

    it.each([
      ['no key', '', 'Sign the checksums of the executables and of the packages'],
      ['another key', other.secret, 'Verify the signatures with the public key in the component for GitLab'],
    ])('stops with %s', (_, secret, step) => expect(sign({ secret }).failed).toBe(step));
  });

  it('publishes nothing before everything has succeeded, and npm last of all that can fail', () => {
    for (const name of publishing) expect(before(name)).toEqual(expect.arrayContaining(['check', 'sign']));
    expect(runs('draft').join()).toContain('--draft');
    expect(before('npm')).toContain('draft');
    expect(before('publish')).toContain('npm');
    expect(before('documentation')).toContain('publish');
  });

  it('contains the hash of each package', () => {
    expect(runs('package').join()).toContain('for file in *.tgz; do sha256sum "$file" > "$file.sha256"; done');
  });

  it('publishes to npm with provenance', () => {
    const published = { npm: 'cdktf-provider-platform', command: 'platform-iac' };
    for (const [job, name] of Object.entries(published)) {
      expect(runs(job).join()).toContain('npm publish --ignore-scripts --provenance --access public');
      expect(runs(job).join()).toContain(` release/${name}-*.tgz`);
    }
    expect(before('command')).toContain('npm');
  });

  it('gives no job more rights than it needs', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.fromEntries(publishing.map((name) => [name, jobs[name]!.permissions]))).toEqual({
      draft: { contents: 'write' },
      attest: { attestations: 'write', 'id-token': 'write' },
      npm: { 'id-token': 'write' },
      command: { 'id-token': 'write' },
      publish: { contents: 'write' },
      documentation: { pages: 'write', 'id-token': 'write' },
    });
  });

  it('runs no code of the repository or of a package in jobs with more rights', () => {
    for (const name of publishing) {
      expect(jobs[name]!.steps.map(({ uses = '' }) => uses).join()).not.toContain('checkout');
      expect(runs(name).join()).not.toMatch(/\bnode\b|npm (ci|install|run|exec|pack)|npx/);
    }
  });

  it('gives the key and the rights for npm only to jobs in the environment of releases', () => {
    const named = Object.keys(jobs).filter((name) => jobs[name]!.environment === 'release');
    expect(named).toEqual(['sign', 'npm', 'command']);
    expect(Object.keys(jobs).filter((name) => runs(name).join().includes('npm publish'))).toEqual(['npm', 'command']);
  });

  it('publishes the documentation of the published version', () => {
    const used = (name: string) =>
      jobs[name]!.steps.flatMap(({ uses = [] }) => [uses].flat().map((each) => each.replace(/@.*/, '')));
    expect(runs('site')).toContain('npm run docs:build');
    expect(used('site').at(-1)).toBe('actions/upload-pages-artifact');
    expect(used('documentation')).toEqual(['actions/deploy-pages']);
    expect(before('documentation')).toEqual(expect.arrayContaining(['publish', 'site']));
  });
});
