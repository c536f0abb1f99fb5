import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { compareNames } from '../../../src/base/text/compare-names';

test.each([
  ['numbers', ['team-2', 'team-12', 'team-111']],
  ['numbers in the middle of a path', ['acme/team-2/ci', 'acme/team-12/ci', 'acme/team-111/ci']],
  ['a group before its contents', ['acme/team-1', 'acme/team-1/ci', 'acme/team-10']],
  ['leading zeros', ['v01', 'v1', 'v02', 'v2', 'v10']],
  ['numbers of many digits', ['n9007199254740992', 'n9007199254740993', 'n90071992547409910']],
  ['letters of both cases', ['alpha', 'Beta', 'gamma']],
  ['equal letters of both cases', ['Alpha', 'alpha', 'Alpha2', 'alpha10']],
  ['digits before letters', ['a1', 'aa']],
])('%s', (_, sorted) => expect([...sorted].reverse().sort(compareNames)).toEqual(sorted));

const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '0', '1', '2', '9', '-', '/'), maxLength: 6 });

test('the order is total: only equal names compare as equal, and three names have one order', () => {
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(compareNames(a, b) === 0).toBe(a === b);
      expect(Math.sign(compareNames(a, b)) + Math.sign(compareNames(b, a))).toBe(0);
      if (compareNames(a, b) < 0 && compareNames(b, c) < 0) expect(compareNames(a, c)).toBeLessThan(0);
    }),
  );
});

test('the questions and the review have no other order of names', () => {
  const other = /localeCompare|Intl\.Collator|\.(?:path|name|text|subject|identity|group) < \w+\.\w+ \?/;
  const files = ['src/access', 'src/review']
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`))
    .filter((file) => file.endsWith('.ts') && other.test(readFileSync(file, 'utf8')));
  expect(files).toEqual([]);
});
