import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly env?: Readonly<Record<string, string>>;
  }
  interface Job {
    readonly needs?: string | readonly string[];
    readonly permissions?: Readonly<Record<string, string>>;
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

  it('builds everything on two machines, and signs only equal bytes', () => {
    expect(runs('rebuild').join()).toContain('--caches first/code-cache');
    expect(runs('rebuild')).toContain('cmp first/*.zip dist/release/*.zip');
    expect(before('rebuild')).toContain('executables');
    expect(before('build')).toEqual(expect.arrayContaining(['package', 'rebuild']));
    const scripts = runs('build');
    const compared = scripts.findIndex((run) => run.includes('cmp "$file" "release/${file##*/}"'));
    const signed = scripts.findIndex((run) => run.includes('--detach-sign'));
    expect(compared).toBeGreaterThan(-1);
    expect(signed).toBeGreaterThan(compared);
    const { executables, rebuild } = jobs as Record<string, { strategy?: unknown; 'runs-on'?: string }>;
    expect([rebuild?.strategy, rebuild?.['runs-on']]).toEqual([executables?.strategy, executables?.['runs-on']]);
  });

  it('verifies the signatures with the key in the component for GitLab, and stops without one', () => {
    const verify = runs('build').find((run) => run.includes('gpgv')) ?? '';
    expect(verify).toContain('for sums in release/*_SHA256SUMS');
    const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', verify.replaceAll('key.', `${scratch}/key.`)], {
      cwd: root,
    });
    expect(status).not.toBe(0);
  });

  it('publishes nothing before everything has succeeded, and npm last of all that can fail', () => {
    for (const name of publishing) expect(before(name)).toEqual(expect.arrayContaining(['check', 'build']));
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
      documentation: { contents: 'read', pages: 'write', 'id-token': 'write' },
    });
  });

  it('runs no code of the repository or of a package in jobs that may write to npm or GitHub', () => {
    for (const name of ['draft', 'attest', 'npm', 'command', 'publish']) {
      expect(jobs[name]!.steps.map(({ uses = '' }) => uses).join()).not.toContain('checkout');
      expect(runs(name).join()).not.toMatch(/\bnode\b|npm (ci|install|run|exec)|npx/);
    }
  });

  it('publishes the documentation of the published version', () => {
    expect(runs('documentation')).toContain('npm run docs:build');
    expect(jobs['documentation']!.steps.map(({ uses = '' }) => uses.replace(/@.*/, '')).slice(-2)).toEqual([
      'actions/upload-pages-artifact',
      'actions/deploy-pages',
    ]);
  });
});
