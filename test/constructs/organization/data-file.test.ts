/** Files that are malformed or hostile: one error with its line, and soon. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Token } from 'cdktf';
import fc from 'fast-check';
import { Group, Organization } from '../../../constructs';
import { createSearchLog, search } from '../../support/search';
import { emptyStack, rootUid } from '../synthesized';
import { anyCharacter } from '../../support/any-text';

jest.setTimeout(120_000 * search);

const log = createSearchLog('data files');
const scratch = mkdtempSync(join(tmpdir(), 'data-file-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Returns the problems of a file, without its name. */
function problems(text: string, name = 'organization.yaml'): string[] {
  const file = join(scratch, name);
  writeFileSync(file, text);
  try {
    Organization.fromFile(emptyStack(), 'acme', file, { root: rootUid });
    return [];
  } catch (error) {
    expect((error as Error).constructor).toBe(Error);
    const [first = '', ...lines] = (error as Error).message.split('\n');
    expect(first).toMatch(/it has \d+ problems?\.$/);
    return lines.map((line) => line.replace(/^ *\S*organization\.\w+:/, ''));
  }
}

const repeated = (one: string, last: string, levels: number): string => `${one.repeat(levels)}1${last.repeat(levels)}`;

const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`),
  'groups: *a12',
].join('\n');

const chain = [
  'a0: &a0 [x]',
  ...Array.from({ length: 2000 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}]`),
].join('\n');

test.each([
  ['lists in a line', `groups: ${repeated('[', ']', 100_000)}`, '1:'],
  ['lists that never end', '['.repeat(100_000), '1:'],
  ['objects', repeated('{"groups":', '}', 100_000), '1:'],
  ['items in a line', `groups:\n  ${'- '.repeat(100_000)}x`, '2:'],
  ['keys in a line', '? '.repeat(100_000), '1:'],
  ['indented objects', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}groups:`).join('\n'), '2'],
  ['aliases that repeat aliases', bomb, ''],
  ['a chain of aliases', chain, ''],
])('%s: too many levels or values are one problem with a line', (_name, text, place) => {
  const found = problems(text);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^\d+:\d+ /);
  expect(found[0]).toMatch(/more than [\d_]+ (levels|values)/);
  expect(found[0]?.startsWith(place)).toBe(true);
});

test('a key with a line break begins no line of its own', () => {
  expect(problems('"x\\n  organization.yaml:1:1 y": 1\n')).toEqual([
    expect.stringContaining('unknown key `x\\n  organization.yaml:1:1 y`'),
  ]);
});

test('many aliases of a small list are accepted', () => {
  const identities = Array.from({ length: 2000 }, (_, at) => `  r${at}: { capabilities: *c }`);
  expect(
    problems(['roles:', '  first: { capabilities: &c [groups.list, roles.list] }', ...identities].join('\n')),
  ).toEqual([]);
});

test.each(['roles', 'identities', 'people', 'grants', 'groups'])(
  'text instead of %s is an error with its line',
  (key) => {
    for (const text of ['${x}', '%{x}', 'x', '${file("/etc/passwd")}', '']) {
      expect(problems(`${key}: ${JSON.stringify(text)}\n`)).toEqual([
        expect.stringMatching(new RegExp(`^1:\\d+ ${key}: must be `)),
      ]);
      expect(problems(`groups: { a: { ${key}: ${JSON.stringify(text)} } }\n`)).toEqual([
        expect.stringMatching(new RegExp(`^1:\\d+ groups.a.${key}: must be `)),
      ]);
    }
  },
);

test('any data is accepted or has problems with lines', () => {
  const key = fc.constantFrom(
    'groups',
    'roles',
    'identities',
    'people',
    'grants',
    'name',
    'description',
    'assumedBy',
    'a',
    '${x}',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('${x}', 'viewer', '', 'a/b', rootUid),
      fc.constantFrom<unknown>(null, true, 1, []),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 4 }), (data) => {
      const text = JSON.stringify(data, undefined, 1);
      for (const problem of log.run(data, () => problems(text, 'organization.json')))
        expect(problem).toMatch(/^\d+:\d+ /);
    }),
    { numRuns: 200 * search },
  );
});

test('any text is accepted or has problems with lines', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'groups:',
      'roles:',
      'identities:',
      'people:',
      'name: a',
      'viewer:',
      '- ',
      '  ',
      '\n',
      '\n  ',
      '\n    ',
    ),
    fc.constantFrom(
      '&a ',
      '*a',
      '!!binary ',
      '!x ',
      '? ',
      ': ',
      '| ',
      '>-',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      '# ',
      '<<: *a',
    ),
    fc.constantFrom(
      '---\n',
      '...\n',
      '%YAML 1.2\n',
      '%TAG ! x\n',
      '\t',
      '\u0000',
      '\ufeff',
      '\ud800',
      '\u2028',
      '__proto__: 1',
    ),
    fc.string({ unit: anyCharacter, maxLength: 5 }),
  );
  const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (content) => {
      for (const problem of log.run(content, () => problems(content))) expect(problem).toMatch(/^\d+:\d+ /);
    }),
    { numRuns: 200 * search },
  );
});

test('text that CDKTF would replace is an error', () => {
  const stack = emptyStack();
  const { uid } = Group.root(stack, 'secret', { name: 'secret' });
  const number = String(Token.asNumber(uid));
  for (const marker of [uid, Token.asList(uid)[0]!, Object.keys(Token.asAnyMap(uid))[0]!, number, `a ${number}`]) {
    const found = problems(`groups: { a: { description: ${JSON.stringify(marker)} } }\n`);
    expect(found).toEqual([expect.stringMatching(/^1:\d+ groups\.a\.description: contains .*which CDKTF replaces/)]);
  }
  expect(problems(`groups: { a: { description: ${number} } }\n`)).toEqual([expect.stringMatching(/CDKTF replaces/)]);
  expect(problems(`groups: { ${JSON.stringify(uid)}: { name: a } }\n`)).toEqual([
    expect.stringMatching(/CDKTF replaces/),
  ]);
  expect(problems('groups: { a: { description: "1e5 -2.5e+3 e-e" } }\n')).toEqual([]);
});
