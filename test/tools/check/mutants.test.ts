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
const program = `import { mutantsOf } from './src/tools/check/mutants.mjs';
  const sources = ${JSON.stringify([...expected.map(([source]) => source), '\nconst x = !y;'])};
  console.log(JSON.stringify(sources.map((source) => mutantsOf('a.ts', source))));`;
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
