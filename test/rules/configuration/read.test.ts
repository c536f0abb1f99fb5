import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { readConfiguration } from '../../../src/review';
import { ConfigurationError } from '../../../src/rules/configuration/read';
import { configurationSchema } from '../../../src/rules/configuration/schema';

test('the example of docs/review.md is a valid configuration', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  const [, json = ''] = /## Configuration\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(configurationSchema.parse(JSON.parse(json))).toEqual(readConfiguration(json, 'review.md'));
  expect(readConfiguration(json, 'review.md').invariants).toHaveLength(1);
});

test('the example of rules is a valid configuration, and the table lists every rule', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  const [, text = '', json = ''] = /## Rules\n([^]*?)```json\n([^]*?)```/.exec(page) ?? [];
  expect(readConfiguration(json, 'review.md').invariants).toHaveLength(2);
  const rules = [
    ...JSON.stringify(z.toJSONSchema(configurationSchema)).matchAll(/"rule":\{"type":"string","const":"(\w+)"/g),
  ];
  expect(rules.length).toBeGreaterThan(7);
  expect([...text.matchAll(/^\| `(\w+)` \| [A-Z]/gm)].slice(1).map(([, name]) => name)).toEqual(
    rules.map(([, name]) => name),
  );
});

test('the example of assertions is a valid configuration', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  const [, json = ''] = /## Assertions\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(readConfiguration(json, 'review.md').assertions).toHaveLength(3);
});

test('a byte order mark is ignored', () => {
  expect(readConfiguration('\uFEFF{"minimumOwners":2}', 'c.json')).toEqual({ minimumOwners: 2 });
});

test('text that is not JSON is an error with the name of the file', () => {
  expect(() => readConfiguration('{', 'c.json')).toThrow(ConfigurationError);
  expect(() => readConfiguration('{', 'c.json')).toThrow(/^Cannot read c\.json: it is not JSON\. /);
});

test('every mistake is in one error, each with its path', () => {
  const wrong = JSON.stringify({ minimumOwners: 'two', suppressions: [{ id: 'drift', subject: 7, reason: 'x' }] });
  const problems = () => readConfiguration(wrong, 'c.json');
  expect(problems).toThrow(ConfigurationError);
  expect(problems).toThrow(/^Cannot use c\.json\. minimumOwners: .+; suppressions\[0\]\.subject: /);
});

test('a misspelled rule is an error, not a rule that checks nothing', () => {
  expect(() => readConfiguration('{"minimumOwner":2}', 'c.json')).toThrow(/the file: .*minimumOwner/);
  expect(() => readConfiguration('[]', 'c.json')).toThrow(/^Cannot use c\.json\. the file: /);
});

const places: readonly (readonly [place: string, (path: string) => object])[] = [
  [
    'invariants[0].where[0]',
    (path) => ({ invariants: [{ name: 'r', rule: 'never', reason: 'So.', can: ['repo.list'], where: [path] }] }),
  ],
  [
    'invariants[0].except[0]',
    (path) => ({
      invariants: [
        { name: 'r', rule: 'atLeast', count: 1, reason: 'So.', can: ['repo.list'], where: ['acme'], except: [path] },
      ],
    }),
  ],
  ['assertions[0].where[0]', (path) => ({ assertions: [{ person: 'ada', cannot: ['repo.list'], where: [path] }] })],
  ['noNewAccess[0].where[0]', (path) => ({ noNewAccess: [{ where: [path] }] })],
  ['exclusive[0]', (path) => ({ exclusive: [path] })],
];

test.each(places)('a path that no group can have is an error: %s', (place, configure) => {
  const read = (path: string) => readConfiguration(JSON.stringify(configure(path)), 'c.json');
  for (const wrong of ['/acme', 'acme/', 'acme//prod', '/', 'Acme/prod', 'acme/pro*d/Ä', 'acme/prod\t', 'acme/**/'])
    expect(() => read(wrong)).toThrow(`${place}: no group has the path ${JSON.stringify(wrong)}`);
  for (const possible of [
    'acme',
    'acme/**',
    '**/prod',
    '*/a b._-c/*-x',
    'c0ffee00',
    'c0ffee00'.repeat(5),
    'acme/a#0123',
  ])
    expect(read(possible)).toEqual(configure(possible));
});

test('a group can have any name that the configuration gives it', () => {
  const configuration = { names: { ['c0ffee00'.repeat(5)]: 'Acme Inc.' }, exclusive: ['Acme Inc./prod'] };
  expect(readConfiguration(JSON.stringify(configuration), 'c.json')).toEqual(configuration);
});
