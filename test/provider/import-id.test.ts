import { parseImportId } from '../../src/provider/import-id';
import { group, identity, roleBinding } from '../../src/resources';
import type { Declaration } from '../../src/schema';

const uid = `${'a'.repeat(40)}/${'b'.repeat(16)}`;
const parse = (declaration: unknown, id: string) => parseImportId(declaration as Declaration, id);

test('a uid is taken as it is', () => {
  expect(parse(group, uid)).toEqual({ by: 'uid', uid });
});

test('a path of names leads from the root to the object', () => {
  expect(parse(identity, 'acme/engineering/ci-bot')).toEqual({ by: 'path', names: ['acme', 'engineering', 'ci-bot'] });
  expect(parse(group, 'acme')).toEqual({ by: 'path', names: ['acme'] });
});

test('a role binding is found by its group, its identity and its role', () => {
  expect(parse(roleBinding, 'acme/engineering:ci-bot:viewer')).toEqual({
    by: 'references',
    group: ['acme', 'engineering'],
    names: { identityUid: 'ci-bot', roleUid: 'viewer' },
  });
});

test.each([
  [identity, ''],
  [identity, 'acme//ci'],
  [identity, '../acme'.toUpperCase()],
  [identity, 'acme:ci'],
  [roleBinding, 'acme/engineering'],
  [roleBinding, 'acme:ci'],
  [roleBinding, 'acme:ci:viewer:more'],
  [group, `${uid}"`],
])('what is neither is refused with the forms that there are', (declaration, id) => {
  expect(() => parse(declaration, id)).toThrow(/is no import id of .*: it is the uid, or/);
});
