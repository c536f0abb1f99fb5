import { authFixture, BOT, OTHER, ROOT, roleUid, TEAM } from './auth-fixture';

const bot = { subject: BOT };

test('a role holds in its group and everywhere beneath, and nowhere else (contract A2)', () => {
  const { access } = authFixture([[TEAM, 'viewer']]);
  expect(access.holds(bot, 'groups.list', TEAM)).toBe(true);
  expect(access.holds(bot, 'groups.list', `${TEAM}/cccccccccccccccc/dddddddddddddddd`)).toBe(true);
  expect(access.holds(bot, 'groups.list', ROOT)).toBe(false);
  expect(access.holds(bot, 'groups.list', OTHER)).toBe(false);
  // A sibling whose uid begins alike is no descendant.
  expect(access.holds(bot, 'groups.list', `${TEAM}0`)).toBe(false);
});

test('a role gives exactly its capabilities (contract A1)', () => {
  const { access } = authFixture([[TEAM, 'limited_owner']]);
  expect(access.holds(bot, 'identity.create', TEAM)).toBe(true);
  expect(access.holds(bot, 'identity.delete', TEAM)).toBe(false);
});

test('a caller without a binding, or with a deleted role, holds nothing', () => {
  const { access } = authFixture([[TEAM, 'gone']]);
  expect(access.holds(bot, 'groups.list', TEAM)).toBe(false);
  expect(access.holds({ subject: OTHER }, 'groups.list', TEAM)).toBe(false);
});

test('a token narrows what its identity holds and never widens it (contract T3)', () => {
  const { access } = authFixture([[TEAM, 'viewer']]);
  const narrowed = { subject: BOT, caps: ['groups.list', 'groups.delete'] };
  expect(access.holds(narrowed, 'groups.list', TEAM)).toBe(true);
  expect(access.holds(narrowed, 'roles.list', TEAM)).toBe(false);
  expect(access.holds(narrowed, 'groups.delete', TEAM)).toBe(false);
});

test('a list narrows to the topmost groups where the caller holds the capability (contract L8)', () => {
  const { access } = authFixture([
    [`${TEAM}/cccccccccccccccc`, 'owner'],
    [TEAM, 'viewer'],
    [OTHER, 'viewer'],
  ]);
  expect(access.scopes(bot, 'groups.list')).toEqual([TEAM, OTHER]);
  expect(access.scopes(bot, 'groups.delete')).toEqual([`${TEAM}/cccccccccccccccc`]);
});

test('what a caller cannot grant is what they lack at that place (contract A5)', () => {
  const { access } = authFixture([[TEAM, 'viewer']]);
  expect(access.missing(bot, ['groups.delete', 'groups.list', 'groups.create'], TEAM)).toEqual([
    'groups.create',
    'groups.delete',
  ]);
  expect(access.missing(bot, ['groups.list'], ROOT)).toEqual(['groups.list']);
});

test('the capabilities of each role are listed in the order of groups and roles', () => {
  const { access } = authFixture([
    [OTHER, 'registry.pull'],
    [TEAM, 'registry.pull'],
    [TEAM, 'limited_owner'],
  ]);
  const told = access.granted(bot);
  expect(told.map(({ groupUid, roleUid }) => [groupUid, roleUid])).toEqual([
    [TEAM, roleUid('limited_owner')],
    [TEAM, roleUid('registry.pull')],
    [OTHER, roleUid('registry.pull')],
  ]);
  const creating = told.filter(({ capabilities }) => capabilities.includes('identity.create'));
  expect(creating).toMatchObject([{ roleUid: roleUid('limited_owner') }]);
});
