/** Reads that lag behind writes: what a client of an eventually consistent service meets. */
import { randomBytes } from 'node:crypto';
import { createEmulator, type Fault } from '../../../src/emulator';
import { getDeclaration } from '../../../src/model/kinds';
import { organization } from '../support/organization';

const groups = '/iam/v2beta1/groups';

async function lagging(fault: Omit<Extract<Fault, { effect: 'lag' }>, 'effect'>) {
  const org = await organization();
  const old = await org.make('groups', org.root, { name: 'old' });
  org.time.now = new Date(org.time.now.getTime() + 1);
  org.emulator.faults.add({ effect: 'lag', ...fault });
  const pass = (ms: number) => void (org.time.now = new Date(org.time.now.getTime() + ms));
  const status = async (uid: string) => (await org.call('GET', `${groups}/${uid}`)).status;
  const names = async (): Promise<string[]> =>
    (await org.ok('GET', `${groups}?uidp.children_of=${org.root}&order_by=name`)).groups.map(
      ({ name }: { readonly name: string }) => name,
    );
  return { ...org, old, pass, status, names };
}

test('a new, a changed and a deleted object show after the lag, by get and in lists', async () => {
  const { call, ok, make, root, old, pass, status, names } = await lagging({ lagMs: 5000 });
  const uid = await make('groups', root, { name: 'new' });
  expect([await status(uid), await names()]).toEqual([404, ['old']]);
  expect((await call('GET', `${groups}/${uid}`)).body.details[1]).toMatchObject({ resourceName: uid });

  await ok('PATCH', `${groups}/${old}?updateMask=name`, { name: 'older' });
  pass(4999);
  expect(await names()).toEqual(['old']);
  pass(1);
  expect([await status(uid), await names()]).toEqual([200, ['new', 'older']]);

  await call('DELETE', `${groups}/${uid}`);
  expect([await status(uid), await names()]).toEqual([200, ['new', 'older']]);
  pass(5000);
  expect([await status(uid), await names()]).toEqual([404, ['older']]);
});

test('gets or lists alone lag, or one route', async () => {
  const gets = await lagging({ lagMs: 5000, reads: 'gets' });
  const one = await gets.make('groups', gets.root, { name: 'new' });
  expect([await gets.status(one), await gets.names()]).toEqual([404, ['new', 'old']]);

  const lists = await lagging({ lagMs: 5000, reads: 'lists' });
  const other = await lists.make('groups', lists.root, { name: 'new' });
  expect([await lists.status(other), await lists.names()]).toEqual([200, ['old']]);

  const roles = await lagging({ lagMs: 5000, path: '/iam/v2beta1/roles*' });
  expect(await roles.status(await roles.make('groups', roles.root, { name: 'new' }))).toBe(200);
  const role = await roles.make('roles', roles.root, { name: 'reader', capabilities: ['groups.list'] });
  expect((await roles.call('GET', `/iam/v2beta1/roles/${role}`)).status).toBe(404);
});

test('with a flapping lag every second read is up to date', async () => {
  const { make, root, status } = await lagging({ lagMs: 5000, variation: 'flapping' });
  const uid = await make('groups', root, { name: 'new' });
  expect([await status(uid), await status(uid), await status(uid), await status(uid)]).toEqual([404, 200, 404, 200]);
});

test('a random lag is between none and the longest, forward and back', async () => {
  let share = 0;
  const { emulator, make, root, call, time } = await organization({
    random: (length) => Uint8Array.from({ length }, () => (length === 2 ? share : (share * 7 + length) % 256)),
  });
  emulator.faults.add({ effect: 'lag', lagMs: 1000, variation: 'random' });
  share = 1;
  const uid = await make('groups', root, { name: 'new' });
  time.now = new Date(time.now.getTime() + 500);
  const seen: number[] = [];
  for (share of [0, 255, 0, 127, 129]) seen.push((await call('GET', `${groups}/${uid}`)).status);
  expect(seen).toEqual([200, 404, 200, 200, 404]);
});

test('with lagging parents a create in a new group is not found, and succeeds after the lag', async () => {
  const { call, make, root, pass } = await lagging({ lagMs: 5000, parents: true });
  const uid = await make('groups', root, { name: 'new' });
  const create = () => call('POST', `${groups}/${uid}`, { name: 'inner' });
  expect((await create()).body).toMatchObject({ code: 5, details: [{}, { resourceType: 'Group', resourceName: uid }] });
  pass(5000);
  expect((await create()).status).toBe(200);
});

test('with lagging parents a create beneath a new identity provider names it as missing, and succeeds after the lag', async () => {
  const { call, make, role, root, pass } = await lagging({ lagMs: 5000, parents: true });
  const roleUid = await role('viewer');
  const values = { ...getDeclaration('IdentityProvider').examples.create, defaultRole: roleUid };
  const uid = await make('identityProviders', root, values);
  const create = () =>
    call('POST', `/iam/v2beta1/externalGroupRoleMappings/${uid}`, { externalGroupId: 'a', roleUid, scope: root });
  const { body } = await create();
  expect(body).toMatchObject({ code: 5, details: [{}, { resourceType: 'IdentityProvider', resourceName: uid }] });
  pass(5000);
  expect((await create()).status).toBe(200);
});

test('a write that failed does not show', async () => {
  const { call, root, old, pass, names } = await lagging({ lagMs: 1000 });
  const roleBindings = '/iam/v2beta1/roleBindings';
  expect((await call('POST', `${roleBindings}:batchCreate`, { parent: root, requests: [{}] })).status).toBe(400);
  expect((await call('PATCH', `${groups}/${old}?updateMask=name`, { name: 'NO' })).status).toBe(400);
  pass(1000);
  expect(await names()).toEqual(['old']);
});

test('a seed and a reset show immediately', async () => {
  const { emulator, names, call, make, root } = await lagging({ lagMs: 5000 });
  await make('groups', root, { name: 'new' });
  emulator.reset();
  expect(await names()).toEqual([]);
  emulator.seed({ groups: [{ uid: 'ab'.repeat(20), name: 'second' }] });
  expect((await call('GET', `${groups}/${'ab'.repeat(20)}`)).status).toBe(200);
});

test('live-like, reads lag, new groups refuse calls and requests are limited until the faults are cleared (contract F5)', async () => {
  const options = { lagMs: 1000, newGroupMs: 2000, requestsPerSecond: 2 };
  const { emulator, make, root, call, time } = await organization({
    liveLike: options,
    random: (length) => Uint8Array.from(randomBytes(length)).fill(255, 0, length === 2 ? 2 : 0),
  });
  const uid = await make('groups', root, { name: 'new' });
  const status = async () => (await call('GET', `${groups}/${uid}`)).status;
  expect(await status()).toBe(403);
  time.now = new Date(time.now.getTime() + 2000);
  expect(await status()).toBe(200);
  const role = await make('roles', root, { name: 'reader', capabilities: ['groups.list'] });
  expect((await call('GET', `/iam/v2beta1/roles/${role}`)).status).toBe(404);
  expect([await status(), await status(), await status()]).toContain(429);
  emulator.faults.clear();
  expect(await status()).toBe(200);
  expect(() => createEmulator({ liveLike: { lagMs: -1 } })).toThrow('Cannot read the option liveLike');
});

test('without the fault reads are up to date again', async () => {
  const { emulator, make, root, status } = await lagging({ lagMs: 5000 });
  const uid = await make('groups', root, { name: 'new' });
  emulator.faults.clear();
  expect(await status(uid)).toBe(200);
});
