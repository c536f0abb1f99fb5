import { attributePath, toHclJson, inHcl } from '../../../src/provider/convert/attribute-path';
import { identity, role } from '../../../src/model/kinds';

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
])('%j of an identity has the path %j', (path, expected) => {
  expect(attributePath(identity.fields, path)).toEqual(expected);
});

test('a path ends at a set, whose elements have no address', () => {
  expect(attributePath(role.fields, ['capabilities', 3])).toEqual(['capabilities']);
});

test('an undeclared field has an empty path', () => {
  expect(attributePath(role.fields, ['constructor'])).toEqual([]);
});

test.each([
  [
    'exactly one of claimMatch, staticKeys, awsIdentity must be given',
    'exactly one of claim_match, static_keys, aws_identity must be given',
  ],
  ['claimMatch.issuerPattern is no pattern', 'claim_match.issuer_pattern is no pattern'],
  ['unknown field "claimMatch.subjectPattern"', 'unknown field "claim_match.subject_pattern"'],
  ['parentUid and groupUid are taken from the path', 'parent_uid and group_uid are taken from the path'],
  ['name must match, and is "identityUid of mine"', 'name must match, and is "identityUid of mine"'],
  ['an ESCAPED_WORD, JavaScript and \\"x\\" stay', 'an ESCAPED_WORD, JavaScript and \\"x\\" stay'],
])('%s', (text, expected) => {
  expect(inHcl(text)).toBe(expected);
});

test('a value has the names of HCL, and unchanged keys of maps', () => {
  const value = { issuerPattern: 'claimMatch', claims: { repositoryOwner: 'acme', claimMatch: 'x' } };
  expect(toHclJson(identity.fields.claimMatch.type, value)).toEqual({
    issuer_pattern: 'claimMatch',
    claims: { repositoryOwner: 'acme', claimMatch: 'x' },
  });
});
