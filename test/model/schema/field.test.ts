import {
  atLeastOneOf,
  atMostOneOf,
  bool,
  exactlyOneOf,
  isInput,
  isShownOnce,
  isUpdatable,
  isWriteOnly,
  message,
  satisfies,
  string,
} from '../../../src/model/schema';
import { immutable, ruleText, versionField, withVersions } from '../../../src/model/schema/field';

const withBehavior = (...behavior: Parameters<typeof string>[0]) => string(behavior, 'T.');

test.each([
  [withBehavior('required'), { input: true, updatable: true }],
  [withBehavior('optional', 'immutable'), { input: true, updatable: false }],
  [withBehavior('outputOnly'), { input: false, updatable: false }],
  [withBehavior('identifier'), { input: false, updatable: false }],
  [withBehavior('optional', 'inputOnly', 'sensitive'), { input: true, updatable: true }],
])('a field that is %j can be sent accordingly', (field, expected) => {
  expect({ input: isInput(field), updatable: isUpdatable(field) }).toEqual(expected);
});

test('a secret is write-only if it is sent, and shown once if the service creates it', () => {
  const kinds = [
    withBehavior('inputOnly', 'sensitive'),
    withBehavior('outputOnly', 'sensitive'),
    withBehavior('inputOnly'),
    withBehavior('optional', 'sensitive'),
  ];
  expect(kinds.map((field) => [isWriteOnly(field), isShownOnce(field)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ]);
});

test('each write-only field has a version behind it, at every depth', () => {
  const secret = withBehavior('inputOnly', 'sensitive');
  const fields = withVersions({
    oidc: message(['optional'], 'T.', { secret, issuer: withBehavior('optional') }),
    secret,
  });
  expect(Object.keys(fields)).toEqual(['oidc', 'secret', 'secretWoVersion']);
  const { type } = fields['oidc']!;
  expect(type.is === 'message' && Object.keys(type.fields)).toEqual(['secret', 'secretWoVersion', 'issuer']);
  expect(versionField('secret')[1].type).toEqual({ is: 'number' });
  expect(versionField('secret')[1].description).toContain('`secret`');
});

test.each([
  [exactlyOneOf('a', 'b'), 'exactly one of a, b', [false, true, false]],
  [atMostOneOf('a', 'b'), 'at most one of a, b', [true, true, false]],
  [atLeastOneOf('a', 'b'), 'at least one of a, b', [false, true, true]],
])('a rule counts the fields that are present: %j', (rule, text, expected) => {
  expect(ruleText(rule)).toBe(text);
  const present = [[], ['b'], ['a', 'b']];
  expect(present.map((names) => satisfies(rule, (name) => names.some((one) => one === name)))).toEqual(expected);
  expect(immutable(rule)).toEqual({ ...rule, immutable: true });
});

test('a rule shows the names of its reader', () => {
  expect(ruleText(exactlyOneOf('groupUid', 'b'), (name) => `\`${name}\``)).toBe('exactly one of `groupUid`, `b`');
});

test('a field keeps its options', () => {
  const options = { decidesAccess: true } as const;
  expect(bool(['optional'], 'T.', options)).toEqual({
    type: { is: 'bool' },
    behavior: ['optional'],
    description: 'T.',
    decidesAccess: true,
  });
  expect(message(['optional'], 'T.', {}).type).toEqual({ is: 'message', fields: {}, rules: [] });
});
