import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '../..');

test('the changelog of the package has an entry for its version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  expect([...text.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name)).toEqual(['Unreleased', version]);
});

describe('the workflow', () => {
  interface Job {
    readonly needs?: string;
    readonly permissions?: Record<string, string>;
    readonly steps: { readonly run?: string; readonly uses?: string }[];
  }
  const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
    readonly permissions: object;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  const { check, publish, documentation } = workflow.jobs;

  it('publishes only what was checked, with provenance', () => {
    expect(check!.steps.map(({ run }) => run)).toEqual(
      expect.arrayContaining(['node src/setup/release-notes.mjs "$GITHUB_REF_NAME"', '.ci/run']),
    );
    expect(publish!.needs).toBe('check');
    expect(publish!.steps.map(({ run }) => run)).toContain('npm publish --provenance --access public');
  });

  it('publishes the documentation of the published version', () => {
    expect(documentation!.needs).toBe('publish');
    expect(documentation!.steps.map(({ run }) => run)).toContain('npm run docs:build');
    expect(documentation!.steps.map(({ uses = '' }) => uses.replace(/@.*/, '')).slice(-2)).toEqual([
      'actions/upload-pages-artifact',
      'actions/deploy-pages',
    ]);
  });

  it('gives no step more rights than it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(check!.permissions).toBeUndefined();
    expect(publish!.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    expect(documentation!.permissions).toEqual({ contents: 'read', pages: 'write', 'id-token': 'write' });
  });
});
