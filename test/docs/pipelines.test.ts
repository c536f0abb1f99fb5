/** Tests that docs/pipelines.md lists every variable and secret that the files of the example need. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync('docs/pipelines.md', 'utf8');
const example = 'examples/pipelines';

/** Returns the names in the first column of the table of a section. */
function listedIn(section: string): string[] {
  const [, rest = ''] = page.split(`\n## ${section}\n`);
  const [text = ''] = rest.split('\n## ');
  const rows = text.split('\n').flatMap((line) => /^ {3}\| (`.*?) \|/.exec(line)?.[1] ?? []);
  return rows.flatMap((row) => Array.from(row.matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name)).sort();
}

test('the table of GitHub has the variables and secrets that the workflows read', () => {
  const folder = join(example, '.github');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yml'));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const names = Array.from(text.matchAll(/\b(?:vars|secrets)\.([A-Z_]+)/g), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(listedIn('Set up GitHub')).toEqual([...new Set(names)].sort());
});

test('the table of GitLab has the variables at the top of .gitlab-ci.yml', () => {
  const [head = ''] = readFileSync(join(example, '.gitlab-ci.yml'), 'utf8').split('\nworkflow:');
  const names = head.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  expect(names.length).toBeGreaterThan(8);
  expect(listedIn('Set up GitLab')).toEqual([...new Set(names)].sort());
});

test('the page names the environment and the branch of the workflows', () => {
  const apply = readFileSync(join(example, '.github/workflows/apply.yml'), 'utf8');
  expect(apply).toMatch(/environment:\s*(?:name: )?production/);
  expect(page).toContain('Create `production`');
});
