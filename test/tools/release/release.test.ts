import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '../../..');

test('the changelog has an entry for the version of the package, below the unreleased changes', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const names = [...text.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(names[0]).toBe('Unreleased');
  expect(names).toContain(version);
});

describe('the workflow', () => {
  interface Step {
    readonly run?: string;
    readonly uses?: string;
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

  it('sets the version of the tag, compares it with the changelog, and rehearses', () => {
    const [first, ...rest] = runs('check');
    expect(first!.trim().split('\n')).toEqual([
      'node src/tools/release/set-version.mjs "$GITHUB_REF_NAME"',
      'node src/tools/release/release-notes.mjs "$GITHUB_REF_NAME"',
    ]);
    expect(rest).toEqual(['.ci/run', 'npm run release:dry']);
    for (const [name, { steps }] of Object.entries(jobs))
      if (steps.some(({ run = '' }) => /npm (ci|pack)/.test(run)) && name !== 'documentation')
        expect({ name, first: runs(name)[0] }).toEqual({ name, first: expect.stringContaining('set-version.mjs') });
  });

  it('publishes nothing before everything has succeeded, and npm last of all that can fail', () => {
    for (const name of publishing) expect(before(name)).toEqual(expect.arrayContaining(['check', 'build']));
    expect(runs('draft').join()).toContain('--draft');
    expect(before('npm')).toContain('draft');
    expect(before('publish')).toContain('npm');
    expect(before('documentation')).toContain('publish');
  });

  it('contains the hash of each package', () => {
    expect(runs('build').join()).toContain('for file in *.tgz; do sha256sum "$file" > "$file.sha256"; done');
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
