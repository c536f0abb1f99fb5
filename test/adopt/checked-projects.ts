/** Checks generated projects with the tools of a user: the program runs, and compiler and linter find nothing. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** The rules of this repository. As in its tests, the test runner awaits its tests. */
const rules = {
  extends: [join(root, '.oxlintrc.json')],
  overrides: [
    {
      files: ['**/*.test.ts'],
      rules: {
        'typescript/no-floating-promises': [
          'error',
          { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
        ],
      },
    },
  ],
};

/** Returns a line for each problem, by project. The projects are in one folder; each tool starts once for all of them. */
export async function projectProblems(projects: readonly string[]): Promise<Map<string, string[]>> {
  const folder = dirname(projects[0] ?? '');
  const names = projects.map((project) => basename(project));
  const problems = new Map(names.map((name): [string, string[]] => [name, []]));
  const run = (file: string, args: readonly string[]): Promise<string> => output(file, args, folder);
  const addLines = (tool: string, text: string): void => {
    const lines = text.split('\n').filter((line) => line !== '');
    for (const name of names)
      problems.get(name)?.push(...lines.filter((line) => line.includes(`${name}/`)).map((line) => `${tool}: ${line}`));
  };

  const script = join(root, 'test/adopt/fixture/synthesize.ts');
  const synthesized = await run(process.execPath, [
    '--import',
    join(root, 'node_modules/tsx/dist/loader.mjs'),
    script,
    ...projects,
  ]);
  for (const [name, error] of Object.entries(JSON.parse(synthesized) as Record<string, string>))
    problems.get(name)?.push(`synth: ${error}`);

  const [first = ''] = names;
  const tsconfig = { extends: `./${first}/tsconfig.json`, include: names.map((name) => `${name}/**/*.ts`) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(rules));
  addLines('types', await run(join(root, 'node_modules/typescript-7/bin/tsc'), ['--pretty', 'false']));
  addLines('lint', await run(bin('oxlint'), ['--type-aware', '--deny-warnings', '--format', 'unix', ...names]));
  return problems;
}

/** Returns the standard output. Problems are not errors of the tool, but an output on standard error is. */
function output(file: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolved, rejected) => {
    const env = { ...process.env, ROOT_GROUP_UID: undefined, MANAGED_GROUP_UID: undefined };
    execFile(file, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // Problems have an exit code and an output.
      if (error !== null && stdout === '') rejected(new Error(`Cannot run ${file}: ${error.message}\n${stderr}`));
      else resolved(stdout);
    });
  });
}
