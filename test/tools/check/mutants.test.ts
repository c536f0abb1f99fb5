import { execFileSync } from 'node:child_process';

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

const expected: readonly (readonly [source: string, mutants: readonly string[]])[] = [
  ['if (a) b();', [';', 'if (!(a)) b();', 'if (a) ;']],
  ['x = a && b;', [';', 'x = a || b;', 'x = (a);', 'x = (b);']],
  ['x = a < 1;', [';', 'x = a <= 1;', 'x = a >= 1;', 'x = a < 2;']],
  [
    "const x = ['a', true];",
    ['const x = [true];', "const x = ['a'];", "const x = ['', true];", "const x = ['a', false];"],
  ],
  ['const x = a.filter(b);', ['const x = a;']],
  ['const x = /^a$/;', ['const x = /a$/;', 'const x = /^a/;']],
  ['function f() { return undefined; }', []],
  ["import { a } from 'b'; type C = 'd'; interface E { f: 1 }", []],
];

/** Jest runs no module of Node, so another process does. */
const program = `import { createMutants } from './src/tools/check/mutants.mjs';
  const sources = ${JSON.stringify([...expected.map(([source]) => source), '\nconst x = !y;'])};
  console.log(JSON.stringify(sources.map((source) => createMutants('a.ts', source))));`;
const found = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
) as Mutant[][];

test('each mutant of a source has one small mistake', () => {
  const texts = found.slice(0, -1).map((mutants) => mutants.map(({ text }) => text.trim()));
  expect(texts).toEqual(expected.map(([, mutants]) => mutants));
});

test('a mutant has its line and its mistake', () => {
  expect(found.at(-1)).toEqual([{ file: 'a.ts', line: 2, what: '!y → y', text: '\nconst x = y;' }]);
});

/** The mistakes in a file of this project, and whether its types reject them. */
const changes: readonly (readonly [rejected: boolean, file: string, text: string, mistake: string])[] = [
  [true, 'src/provider/messages/decision.ts', '({ ...explain() })', '7'],
  [true, 'src/access/rules/configuration/finding-kinds.ts', "'high'", "''"],
  [false, 'src/base/text/person-account.ts', ' at ', ' in '],
  // A value that is no longer used.
  [false, 'src/base/text/person-account.ts', "issuer.replace(/^https:\\/\\//, '')", "''"],
  // The types of the page are those of a browser.
  [false, 'src/review/page/signs.ts', 'return h(', 'return 7 + h('],
];

test('a mutant is rejected by the types of its own file', () => {
  const program = `import { readFileSync } from 'node:fs';
    import { resolve } from 'node:path';
    import { createTypeCheck } from './src/tools/check/mutant-types.mjs';
    const isRejected = createTypeCheck(process.cwd());
    const results = ${JSON.stringify(changes)}.map(([, path, text, mistake]) => {
      const file = resolve(path);
      const source = readFileSync(file, 'utf8');
      return [source.includes(text), isRejected(file, source.replace(text, mistake))];
    });
    console.log(JSON.stringify(results));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(changes.map(([rejected]) => [true, rejected]));
});
