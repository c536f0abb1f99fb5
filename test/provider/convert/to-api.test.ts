import { UNKNOWN } from '../../../src/plugin';
import { createInput, updateChanges } from '../../../src/provider/convert/to-api';
import { group, identity, role } from '../../../src/resources';
import type { Declaration } from '../../../src/schema';

const untyped = (declaration: unknown) => declaration as Declaration;

test('a create sends values other than defaults, with the names of the API', () => {
  const plan = {
    uid: UNKNOWN,
    group_uid: 'somewhere',
    name: 'ci',
    description: '',
    claim_match: { issuer: 'https://a', subject_pattern: '^x$', audience: null, claims: { a_b: '1' } },
    static_keys: null,
  };
  expect(createInput(untyped(identity), { plan, config: {} })).toEqual({
    name: 'ci',
    claimMatch: { issuer: 'https://a', subjectPattern: '^x$', claims: { a_b: '1' } },
  });
});

test('an update sends only fields whose meaning changes', () => {
  const plan = { name: 'a', description: 'new', verified: true };
  expect(updateChanges(untyped(group), { plan, config: {} }, { name: 'a', description: 'old' })).toEqual({
    description: 'new',
  });
  expect(
    updateChanges(
      untyped(group),
      { plan: { name: 'a', description: null }, config: {} },
      { name: 'a', description: '' },
    ),
  ).toEqual({});
});

test('a cleared field is sent with its zero value, a cleared message without a value', () => {
  expect(
    updateChanges(
      untyped(group),
      { plan: { name: 'a', description: null }, config: {} },
      { name: 'a', description: 'old' },
    ),
  ).toEqual({
    description: '',
  });
  const before = { name: 'ci', claim_match: { issuer: 'https://a', subject: 's' } };
  const changes = updateChanges(untyped(identity), { plan: { name: 'ci', claim_match: null }, config: {} }, before);
  expect(changes).toStrictEqual({ claimMatch: undefined });
});

test('a changed message is sent whole', () => {
  const before = { name: 'ci', claim_match: { issuer: 'https://a', subject: 'old' } };
  const plan = { name: 'ci', claim_match: { issuer: 'https://a', subject: 'new' } };
  expect(updateChanges(untyped(identity), { plan, config: {} }, before)).toEqual({
    claimMatch: { issuer: 'https://a', subject: 'new' },
  });
});

test('another order of a set is not a change', () => {
  const plan = { name: 'r', capabilities: ['groups.list', 'roles.list'] };
  expect(
    updateChanges(untyped(role), { plan, config: {} }, { name: 'r', capabilities: ['roles.list', 'groups.list'] }),
  ).toEqual({});
});
