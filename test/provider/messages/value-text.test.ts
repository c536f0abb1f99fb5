import { formatted, typeAt } from '../../../src/provider/messages/value-text';
import { identity, role } from '../../../src/model/kinds';

test('the type of a field is found inside messages, and nowhere else', () => {
  expect(typeAt(identity.fields, ['claimMatch', 'issuer'])).toMatchObject({ is: 'string', format: 'httpsUrl' });
  expect(typeAt(identity.fields, ['nonsense'])).toBeUndefined();
  expect(typeAt(identity.fields, ['claimMatch', 'nonsense'])).toBeUndefined();
  expect(typeAt(identity.fields, [])).toBeUndefined();
});

test('a value has the names of HCL, but the keys of a map are data', () => {
  const value = { subjectPattern: '^a$', claims: { repositoryOwner: 'acme' } };
  const text = formatted(typeAt(identity.fields, ['claimMatch']), value);
  expect(text).toBe('{"subject_pattern":"^a$","claims":{"repositoryOwner":"acme"}}');
});

test('an absent value is nothing, and a long one is shortened', () => {
  expect(formatted(undefined, undefined)).toBe('nothing');
  expect(formatted(role.fields.name.type, 'x'.repeat(500))).toBe(`"${'x'.repeat(199)}…`);
});
