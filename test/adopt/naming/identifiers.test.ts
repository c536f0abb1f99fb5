import { SyntaxKind, tokenToString } from 'typescript';
import { toCamelCase, Identifiers, toPascalCase } from '../../../src/adopt/naming/identifiers';

test.each([
  ['ci-bot', 'ciBot', 'CiBot'],
  ['ci bot', 'ciBot', 'CiBot'],
  ['payments.eu_west', 'paymentsEuWest', 'PaymentsEuWest'],
  ['Zürich', 'zurich', 'Zurich'],
  ['茶', '', ''],
])('%j is %s in camel case, and %s in Pascal case', (name, camel, pascal) => {
  expect([toCamelCase(name), toPascalCase(name)]).toEqual([camel, pascal]);
});

test('a name is given once: then the next candidate, then the first one with a number', () => {
  const names = new Identifiers();
  const given = [1, 2, 3, 4].map(() => names.name(['ci', 'ci-identity'], 'identity'));
  expect(given).toEqual(['ci', 'ciIdentity', 'ci2', 'ci3']);
});

test('reserved words, names of the program, digits and names without letters get another name', () => {
  const names = new Identifiers();
  expect(names.name(['default', 'default-role'], 'role')).toBe('defaultRole');
  expect(names.name(['stack'], 'group')).toBe('stack2');
  expect(names.name(['2fa'], 'group')).toBe('group2fa');
  expect(names.name(['茶'], 'group')).toBe('group');
});

test('no word that TypeScript reserves in a module becomes a name', () => {
  const { FirstReservedWord, LastFutureReservedWord } = SyntaxKind;
  const kinds = Array.from(
    { length: LastFutureReservedWord - FirstReservedWord + 1 },
    (_, at) => FirstReservedWord + at,
  );
  const words = [...kinds.map((kind) => tokenToString(kind) ?? ''), 'await', 'arguments', 'eval'];
  expect(words).toContain('instanceof');
  for (const word of words) expect(new Identifiers().name([word], 'role')).not.toBe(word);
});
