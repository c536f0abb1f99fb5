import { CAPABILITIES } from '../../../src/api';
import { EVERY_OTHER_CAPABILITY } from '../../../src/access';
import { byWeight, canWrite, isIamWrite, isOwnersOwn } from '../../../src/review/access/access-lines';
import { reviewOf } from '../corpus';

test('capabilities are sorted by danger: writes of access, other writes, unknown ones, reads', () => {
  const sorted = [
    'role_bindings.create',
    'identity.update',
    'groups.delete',
    EVERY_OTHER_CAPABILITY,
    'repo.create',
    'newer.act',
    'groups.list',
  ];
  expect(byWeight([...sorted].reverse())).toEqual(sorted);
  expect(byWeight(['roles.list', 'groups.list'])).toEqual(['groups.list', 'roles.list']);
});

test('only writes of kinds that decide access change access', () => {
  expect(CAPABILITIES.filter(isIamWrite)).toEqual(expect.arrayContaining(['role_bindings.create', 'identity.update']));
  expect(
    ['role_bindings.list', 'repo.create', 'my_role_bindings.create', 'role_bindings.create.x'].filter(isIamWrite),
  ).toEqual([]);
});

test('an owner alone has the permission to change permissions, and every capability that is unknown here', () => {
  expect(['role_bindings.create', EVERY_OTHER_CAPABILITY, 'newer.act'].map(isOwnersOwn)).toEqual([true, true, true]);
  expect(['groups.list', 'repo.list'].map(isOwnersOwn)).toEqual([false, false]);
});

test('a role can write if it has a write, an unknown capability, or may have one', () => {
  const role = (holdsUnknown: boolean, ...capabilities: readonly string[]) => canWrite({ holdsUnknown, capabilities });
  expect([role(false, 'groups.list'), role(false)]).toEqual([false, false]);
  expect([role(false, 'groups.list', 'repo.create'), role(false, 'newer.act'), role(true)]).toEqual([true, true, true]);
});

test('a line counts the groups beneath, and names the cause of the access', () => {
  expect(reviewOf('owner-added').access.lines.gained).toMatchObject([
    { identity: 'acme/payments/ci', group: 'acme/payments', beneath: 1, roles: ['owner'], cause: 'granted' },
  ]);
  expect(reviewOf('owner-removed').access.lines.lost.map(({ cause }) => cause)).toEqual(['grant deleted']);
  expect(new Set(reviewOf('role-widened').access.lines.gained.map(({ cause }) => cause))).toEqual(
    new Set(['role widened']),
  );
});
