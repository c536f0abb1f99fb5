import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { readConfiguration } from '../../../../src/review';
import { ConfigurationError, requireRules } from '../../../../src/access/rules/configuration/read';
import { configurationSchema } from '../../../../src/access/rules/configuration/schema';

test('the example of docs/review-configuration.md is a valid configuration', () => {
  const page = readFileSync('docs/review-configuration.md', 'utf8');
  const [, json = ''] = /## All settings\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(configurationSchema.parse(JSON.parse(json))).toEqual(readConfiguration(json, 'review.md'));
  expect(readConfiguration(json, 'review.md').invariants).toHaveLength(1);
});

test('the first file of the page is a valid configuration', () => {
  const page = readFileSync('docs/review-configuration.md', 'utf8');
  const [, json = ''] = /## First file\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(readConfiguration(json, 'review.md').owners).toEqual(['github:acme']);
});

test('the example of rules is a valid configuration, and the table lists every rule', () => {
  const page = readFileSync('docs/review-configuration.md', 'utf8');
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
  const page = readFileSync('docs/review-configuration.md', 'utf8');
  const [, json = ''] = /## Assertions\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(readConfiguration(json, 'review.md').assertions).toHaveLength(3);
});

test('a byte order mark is ignored', () => {
  expect(readConfiguration('\uFEFF{"minimumOwners":2}', 'c.json')).toEqual({ minimumOwners: 2 });
});

test.each<[string, string]>([
  ['{', 'A text expected in line 1, column 2'],
  ['{\n  "owners": [,\n  ]\n}', 'A value expected in line 2, column 14'],
  ['{\n  "owners": ["github:acme"]\n  "minimumOwners": 2\n}', '"," or "}" expected in line 3, column 3'],
  ['{ "minimumOwners": 2, }', 'Remove the trailing comma in line 1, column 21'],
  ['{\n  "owners": ["github:acme",\n  ]\n}', 'Remove the trailing comma in line 2, column 27'],
  ['{ // why\n}', 'A text expected in line 1, column 3'],
  ['', 'A value expected in line 1, column 1'],
])('text that is not JSON is an error with the file, the line and the column: %j', (text, expected) => {
  expect(() => readConfiguration(text, 'c.json')).toThrow(ConfigurationError);
  expect(() => readConfiguration(text, 'c.json')).toThrow(`Cannot read c.json: it is not JSON. ${expected}.`);
});

test('a member that occurs twice is an error: the first one would check nothing', () => {
  const text = '{ "minimumOwners": 3, "assertions": [], "minimumOwners": 1 }';
  expect(() => readConfiguration(text, 'c.json')).toThrow(
    'Cannot use c.json: minimumOwners is a key that occurs twice.',
  );
});

test('every mistake is in one error, each with its path', () => {
  const wrong = JSON.stringify({ minimumOwners: 'two', suppressions: [{ id: 'drift', subject: 7, reason: 'x' }] });
  const problems = () => readConfiguration(wrong, 'c.json');
  expect(problems).toThrow(ConfigurationError);
  expect(problems).toThrow(
    /^Cannot use c\.json: minimumOwners must be a number; suppressions\[0\]\.subject must be text/,
  );
});

test('each mistake has the line of its value, or of the object that lacks it', () => {
  const invariants = [{ name: 'x', rule: 'never', where: ['**'], reason: 'y' }];
  const text = JSON.stringify({ minimumOwners: 1, invariants, owner: [] }, undefined, 2);
  expect(() => readConfiguration(text, 'review.config.json')).toThrow(
    'Cannot use review.config.json:4: invariants[0].can is missing; review.config.json:13: unknown key "owner", did you mean "owners"?',
  );
});

test('a misspelled rule is an error, not a rule that checks nothing', () => {
  expect(() => readConfiguration('{"minimumOwner":2}', 'c.json')).toThrow(
    'Cannot use c.json: unknown key "minimumOwner", did you mean "minimumOwners"?',
  );
  expect(() => readConfiguration('[]', 'c.json')).toThrow('Cannot use c.json: must be an object');
});

test('one rule is enough for a program, and none is a mistake', () => {
  const text = JSON.stringify({ invariants: [{ name: 'r', reason: 'So.', rule: 'described' }] });
  const configuration = readConfiguration(text, 'review.config.json');
  expect(requireRules(configuration, 'review.config.json')).toBe(configuration);
  expect(() => requireRules({}, 'review.config.json')).toThrow(
    'Cannot use review.config.json: it has neither invariants nor assertions.',
  );
});
