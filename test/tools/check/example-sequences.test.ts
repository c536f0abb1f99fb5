import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runModule } from '../child';

const examples = resolve('examples');

/** Evaluates an expression with the exports of the module. */
async function evaluate(expression: string): Promise<unknown> {
  const { code, stdout, stderr } = await runModule(
    `import { expectedErrors, missingErrors, sequences, writesAmong } from ${JSON.stringify(resolve('src/tools/check/example-sequences.mjs'))};
    console.log(JSON.stringify(${expression}));`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('every program of a sequence exists', async () => {
  const sequences = (await evaluate('sequences')) as Record<string, { program: string }[]>;
  const programs = Object.entries(sequences).flatMap(([name, steps]) =>
    steps.map(({ program }) => join(examples, name, program)),
  );
  expect(programs.length).toBeGreaterThan(4);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
});

test('a violation is expected in each line that names its rule, and nowhere else', async () => {
  const text = readFileSync(join(examples, 'rules/violations.ts'), 'utf8');
  const expected = (await evaluate(`expectedErrors(${JSON.stringify(text)})`)) as { line: number; rule: string }[];
  expect(expected.map(({ rule }) => rule)).toEqual(['names', 'depth', 'owners', 'payments']);
  const lines = text.split('\n');
  expect(expected.map(({ line, rule }) => lines[line - 1]?.endsWith(`// ${rule}`))).toEqual(Array(4).fill(true));
});

test('a violation of another rule, or in another line, is missing', async () => {
  const output =
    '[org/a] Rule "depth" (a.json:3): a is at level 4.\n    at main.ts:14\n[org/b] Rule "names" (a.json:9): b.\n    at main.ts:1';
  const expected = [
    { line: 14, rule: 'depth' },
    { line: 14, rule: 'names' },
    { line: 4, rule: 'depth' },
  ];
  const missing = await evaluate(`missingErrors(${JSON.stringify(output)}, ${JSON.stringify(expected)})`);
  expect(missing).toEqual(expected.slice(1));
});

test('writes are the requests that change something, in order', async () => {
  const requests = [
    { method: 'POST', path: '/iam/v2beta1/identities/a' },
    { method: 'GET', path: '/iam/v2beta1/identities' },
    { method: 'DELETE', path: '/iam/v2beta1/roleBindings/b' },
  ];
  expect(await evaluate(`writesAmong(${JSON.stringify(requests)})`)).toEqual([
    'POST identities',
    'DELETE roleBindings',
  ]);
});
