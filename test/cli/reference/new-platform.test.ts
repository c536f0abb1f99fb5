// @slow
/** One run of `npm run docs` documents a new platform: a copy of the repository with one more file. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const WRITTEN = ['src', 'constructs', 'docs'];

/** The programs of `npm run docs`, without those that read the built package. */
function docsPrograms(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return (scripts['docs'] ?? '').split(' && ').flatMap((command) => /^tsx (\S+)$/.exec(command)?.[1] ?? []);
}

test('one run of `npm run docs` writes a new platform into every list', () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-platform-'));
  try {
    for (const name of readdirSync(root).filter((name) => name !== '.git'))
      if (WRITTEN.includes(name))
        cpSync(join(root, name), join(copy, name), {
          recursive: true,
          filter: (path) => !path.endsWith('node_modules'),
        });
      else symlinkSync(join(root, name), join(copy, name));
    const template = readFileSync(join(copy, 'src/access/platforms/buildkite.ts'), 'utf8');
    const source = template
      .replace(/^ {2}place: \d+,\n/m, '')
      .replaceAll('Buildkite', 'Acme')
      .replaceAll('buildkite', 'acme');
    writeFileSync(join(copy, 'src/access/platforms/acme.ts'), source);
    for (const program of docsPrograms())
      execFileSync(process.execPath, ['--import', 'tsx', program], {
        cwd: copy,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const read = (name: string) => readFileSync(join(copy, name), 'utf8');
    expect(read('src/access/platforms/platforms.ts')).toContain("import { acme } from './acme';");
    expect(read('docs/trust.md')).toContain('### Trust.acme\n');
    expect(read('docs/unreviewed-code.md')).toContain('\n**`Trust.acme`**\n');
    expect(read('docs/review-configuration.md')).toMatch(/begin platforms of owners.*, `acme`<!-- end/);
  } finally {
    rmSync(copy, { recursive: true });
  }
}, 300_000);
