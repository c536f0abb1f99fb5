import { attributePath } from '../../../src/provider/convert';
import { identity, role } from '../../../src/resources';

test.each([
  [
    ['claimMatch', 'issuer'],
    ['claim_match', 'issuer'],
  ],
  [
    ['claim_match', 'subject_pattern'],
    ['claim_match', 'subject_pattern'],
  ],
  [
    ['claimMatch', 'claims', 'some.Key'],
    ['claim_match', 'claims', 'some.Key'],
  ],
  [
    ['staticKeys', 'audiences', 0],
    ['static_keys', 'audiences', 0],
  ],
  [['name'], ['name']],
  [[], []],
])('%j of an identity stands at %j', (path, expected) => {
  expect(attributePath(identity.fields, path)).toEqual(expected);
});

test('a path ends at a set, whose elements have no address', () => {
  expect(attributePath(role.fields, ['capabilities', 3])).toEqual(['capabilities']);
});

test('what is not declared leads nowhere', () => {
  expect(attributePath(role.fields, ['constructor'])).toEqual([]);
});
