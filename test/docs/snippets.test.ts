/** Every example of TypeScript runs after a copy: it declares its names, or continues a program that the page names. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { declaredNames, pagesWithSnippets, quickStart, snippetsIn, undeclaredNames } from '../support/snippets';

/** The pages of resources are below `docs/index.md`, which declares `stack`. */
const isReference = (page: string): boolean => page.startsWith('docs/resources/');

test.each(pagesWithSnippets())('%s: every snippet declares its names, or the page shows where they are', (page) => {
  const earlier = new Set<string>();
  let continues = false;
  const problems = snippetsIn(page).flatMap((code, index) => {
    const { lines, left } = quickStart(undeclaredNames(code));
    continues ||= lines.length > 0;
    const unknown = left.filter((name) => !earlier.has(name));
    for (const name of declaredNames(code)) earlier.add(name);
    return unknown.map((name) => `snippet ${index + 1}: ${name}`);
  });
  expect(problems).toEqual([]);
  if (!continues || isReference(page)) return;
  const link = `continue \`main.ts\` of the [quick start](../README.md#quick-start)`;
  expect({ [basename(page)]: readFileSync(page, 'utf8').includes(link) }).toEqual({ [basename(page)]: true });
});

test('finds a name that is not declared, also in a type and in a shorthand', () => {
  expect(undeclaredNames('const a: B = { c, d: e };\nprocess.exit(a.b);')).toEqual(['B', 'c', 'e']);
  expect(undeclaredNames("import { B } from 'b';\nfor (const c of B) new URL(c);")).toEqual([]);
});

test('takes the lines of the quick start that a name needs', () => {
  expect(quickStart(['ci', 'viewer']).left).toEqual(['viewer']);
  expect(quickStart(['ci']).lines.map((line) => /\w+ (\w+)/.exec(line)?.[1])).toEqual([
    'app',
    'stack',
    'PlatformProvider',
    'acme',
    'payments',
    'ci',
  ]);
});
