import {
  attribute,
  hasUnknown,
  knownValues,
  objectAttribute,
  textAttribute,
  UNKNOWN_VALUE,
} from '../../../src/access/rules/values';

test('an expression of a synthesized block is unknown, wherever it is, and escaped text is plain', () => {
  const values = knownValues({ name: 'ci', escaped: '$${a}', claims: { ref: '${var.ref}' }, list: ['%{ if x }'] });
  expect(values).toEqual({ name: 'ci', escaped: '${a}', claims: { ref: UNKNOWN_VALUE }, list: [UNKNOWN_VALUE] });
  expect(Object.values(values).map(hasUnknown)).toEqual([false, false, true, true]);
});

test('an attribute that is null, empty or inherited is absent', () => {
  const values = { none: null, empty: '', name: 'ci', claims: { ref: 'main' } };
  expect(['none', 'toString', 'name'].map((name) => attribute(values, name))).toEqual([undefined, undefined, 'ci']);
  expect(['empty', 'claims', 'name'].map((name) => textAttribute(values, name))).toEqual([undefined, undefined, 'ci']);
  expect(['name', 'claims'].map((name) => objectAttribute(values, name))).toEqual([undefined, { ref: 'main' }]);
});
