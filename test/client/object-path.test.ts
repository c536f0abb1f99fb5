import { kindsOnTheWay, parseObjectPath } from '../../src/client/object-path';
import { accountAssociation, advisory, group, identity, roleBinding, tag } from '../../src/resources';
import type { Declaration } from '../../src/schema';

const uid = `${'a'.repeat(40)}/${'b'.repeat(16)}`;
const parse = (declaration: unknown, id: string) => parseObjectPath(declaration as Declaration, id);

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

test('every kind that has a name goes by the kinds that lie above it', () => {
  expect(parse(tag, 'acme/shop/1.2-R3_x')).toEqual({ by: 'path', names: ['acme', 'shop', '1.2-R3_x'] });
  expect(kindsOnTheWay(tag, 4).map(({ kind }) => kind)).toEqual(['Group', 'Group', 'Repo', 'Tag']);
  expect(kindsOnTheWay(identity, 2).map(({ kind }) => kind)).toEqual(['Group', 'Identity']);
  expect(kindsOnTheWay(accountAssociation, 2).map(({ kind }) => kind)).toEqual(['Group', 'Group']);
  expect(kindsOnTheWay(roleBinding, 1).map(({ kind }) => kind)).toEqual(['Group']);
  expect(() => parse(advisory, 'acme/ADV-1')).toThrow('"acme/ADV-1" names no advisory: it goes by its uid.');
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
  expect(() => parse(declaration, id)).toThrow(/names no .*: it goes by its uid, or by/);
});
