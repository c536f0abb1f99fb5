/** Jobs of the example that hold a token: which files of the repository they see, and who owns these. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const example = 'examples/pipelines';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const workflows = join(example, '.github/workflows');
const jobs = readdirSync(workflows).flatMap((file) => {
  const document = parse(readFileSync(join(workflows, file), 'utf8')) as { jobs: Record<string, Job> };
  return Object.entries(document.jobs).map(([name, job]) => ({ name: `${file} ${name}`, ...job }));
});
const action = parse(readFileSync(join(example, '.github/actions/review/action.yml'), 'utf8')) as {
  runs: { steps: readonly Step[] };
};
const privileged = jobs.filter(({ permissions }) => permissions?.['id-token'] === 'write');
const stepsOf = ({ steps }: Job) =>
  steps.flatMap((step) => (step.uses === './.github/actions/review' ? action.runs.steps : [step]));
const sparseFiles = ({ steps }: Job) =>
  (steps.find(({ uses = '' }) => uses.startsWith('actions/checkout@'))?.with?.['sparse-checkout'] ?? '')
    .split('\n')
    .filter(Boolean);

/** Returns the owners of a file by the last rule that matches, as GitHub does. */
function ownersOf(path: string): string[] {
  const rules = readFileSync(join(example, '.github/CODEOWNERS'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  const [, ...owners] = rules.findLast(([pattern = '']) => matches(pattern, path)) ?? [];
  return owners;
}

function matches(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  const expression = pattern
    .slice(1)
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(.+/)?')
    .replace(/(?<!\))\*/g, '[^/]*');
  return new RegExp(`^${expression}${pattern.endsWith('/') ? '.+' : ''}$`).test(path);
}

const free = ['organization.ts', 'organization/payments.ts', 'organization/teams/shop.ts'];

test('six jobs hold a token', () => {
  const expiry = ['expiry.yml review', 'expiry.yml apply'];
  expect(privileged.map(({ name }) => name)).toEqual([
    'apply.yml apply',
    'drift.yml drift',
    ...expiry,
    'review.yml review',
    'snapshot.yml snapshot',
  ]);
});

test.each(privileged)('$name sees only files that have an owner', (job) => {
  const files = sparseFiles(job);
  expect(files).toContain('/pipeline.sh');
  for (const file of files) expect(file).toMatch(/^\//);
  const seen = (path: string) => files.some((pattern) => matches(pattern, path));
  expect([...free, '.npmrc', 'npm-shrinkwrap.json', 'out/digest'].filter(seen)).toEqual([]);
  for (const file of files) expect(ownersOf(file.slice(1).replace('*', 'tools'))).toEqual(['@acme/platform-owners']);
});

test.each(privileged)('$name keeps artifacts outside the checkout, and runs npm only through pipeline.sh', (job) => {
  for (const step of stepsOf(job)) {
    if (step.uses?.startsWith('actions/download-artifact@'))
      expect(step.with?.['path']).toMatch(/^\$\{\{ runner\.temp \}\}\/[a-z-]+$/);
    expect(step.run ?? '').not.toMatch(/\b(npm|npx|tsx)\b/);
  }
  expect(stepsOf(job).filter(({ run }) => run === './pipeline.sh tools "$TOOLS"')).toHaveLength(1);
});

test('every file has an owner unless it is listed as free', () => {
  const every = readdirSync(example, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/^(out|cdktf\.out)/.test(file),
  );
  expect(every.length).toBeGreaterThan(15);
  expect(every.filter((file) => ownersOf(file).length === 0)).toEqual(['organization.ts']);
  const dangerous = ['.npmrc', 'npm-shrinkwrap.json', '.gitattributes', 'tsconfig.json', 'organization/.npmrc'];
  expect(dangerous.filter((file) => ownersOf(file).length === 0)).toEqual([]);
  expect(free.flatMap(ownersOf)).toEqual([]);
});
