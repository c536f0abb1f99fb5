import { statementAt } from '../../../src/base/text/plain-code';

const at = (text: string, line: number) => {
  const found = statementAt(text, line);
  return found && [found.first, found.last];
};

test('a statement has all its lines, also in a function and after a block', () => {
  const program = [
    "import { a } from 'a';",
    'export function add(acme: IGroup): void {',
    '  for (const one of all) {',
    '    one();',
    '  }',
    '  acme',
    "    .group('x')",
    "    .grant(ci, 'viewer');",
    '}',
  ].join('\n');
  expect([4, 6, 7, 8].map((line) => at(program, line))).toEqual([
    [4, 4],
    [6, 8],
    [6, 8],
    [6, 8],
  ]);
});

test.each([
  ['comments', '// it ends here; {\n/* } ( */ a();\nb();', 3],
  ['texts', `a('it; (', "}", \`\${x(';')} { \`);\nb();\nc();`, 2],
  ['a regular expression', `a(/[/'"(]\\//g);\nb();`, 2],
])('%s are not code', (_, text, line) => {
  expect(at(text, line)).toEqual([line, line]);
});

test.each([
  ['two statements on a line', 'a(); b();', 1],
  ['no semicolon', 'a()\n', 1],
  ['a bracket without its partner', 'a();\n)\nb();', 3],
  ['a line without code', 'a();\n\nb();', 2],
])('%s: no statement is found', (_, text, line) => {
  expect(at(text, line)).toBeUndefined();
});

const parts = ['b', '.', 'c', '(', ')', ';'];
test.each(parts.map((_, index) => index))(
  'a statement behind another has no line alone, if it continues after part %d',
  (index) => {
    const statement = [...parts.slice(0, index + 1), '\n', ...parts.slice(index + 1)].join('');
    expect(at(`a(); ${statement}`, 1)).toBeUndefined();
    expect(at(`a();\n${statement}`, 2)).toEqual([2, index + 1 < parts.length ? 3 : 2]);
  },
);

test('a statement without a block belongs to the statement around it', () => {
  expect(at('if (x)\n  a();\nb();', 2)).toEqual([1, 2]);
  expect(at('const a = { b: 1 };\nc();', 1)).toEqual([1, 1]);
});
