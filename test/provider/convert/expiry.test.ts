/** An invite that was used or has expired did its work (contract K7, F4): it is no drift, and nobody makes another one unasked. */
import { parentUid } from '../../../src/api';
import { createClient, type Client } from '../../../src/client';
import { groupInvite } from '../../../src/resources';
import { generateRecipientKey } from '../../support/recipient-key';
import { startWorld, type World } from '../world';

const start = Date.parse('2026-01-02T03:04:05Z');
const hourMs = 60 * 60 * 1000;

let world: World;
let client: Client;
let role: unknown;
let now: number;

beforeEach(async () => {
  now = start;
  world = await startWorld({ clock: () => now });
  const { emulator } = world;
  client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  role = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
  world.requests();
});
afterEach(() => world.close());

const config = (more: Record<string, unknown> = {}) => ({
  group_uid: world.root,
  role_uid: role,
  ttl: '7200s',
  email: 'ada@example.com',
  single_use: true,
  ...more,
});
const writes = () => world.requests().filter((line) => !line.startsWith('GET'));

async function applied(more: Record<string, unknown> = {}) {
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config(more));
  world.requests();
  return { invite, uid: String(invite.state!['uid']) };
}

test('an invite for single use that is gone was used or withdrawn: it stays, and the service is not asked again', async () => {
  const { invite, uid } = await applied();
  expect(invite.state).toMatchObject({ state: 'active' });
  await client.delete(groupInvite, uid);
  await invite.refresh();
  expect(invite.state).toMatchObject({ uid, state: 'used_or_withdrawn' });
  expect(await invite.plan(config())).toMatchObject({ action: 'no-op' });
  world.requests();
  now += 3 * hourMs;
  await invite.refresh();
  expect(invite.state).toMatchObject({ state: 'used_or_withdrawn' });
  expect(world.requests()).toEqual([]);
});

test('one for many uses that is gone before its time was deleted, and is planned again', async () => {
  const { invite, uid } = await applied({ single_use: false });
  await client.delete(groupInvite, uid);
  await invite.refresh();
  expect(invite.state).toBeNull();
});

test.each([
  ['that is still listed', false],
  ['that is gone', true],
])('one that has expired %s is done, whatever it was for', async (_, isGone) => {
  const { invite, uid } = await applied({ single_use: false });
  now += 2 * hourMs - 1;
  await invite.refresh();
  expect(invite.state).toMatchObject({ state: 'active' });
  now += 1;
  if (isGone) await client.delete(groupInvite, uid);
  await invite.refresh();
  expect(invite.state).toMatchObject({ uid, role_uid: role, state: 'expired' });
  expect(await invite.plan(config({ single_use: false }))).toMatchObject({ action: 'no-op' });
});

test('its role may be gone before it', async () => {
  const custom = world.host.resource('platform_role');
  await custom.apply({ group_uid: world.root, name: 'passing', capabilities: ['groups.list'] });
  const { uid } = custom.state!;
  const { invite } = await applied({ role_uid: uid });
  now += 2 * hourMs;
  await custom.destroy();
  await invite.refresh();
  expect(invite.state).toMatchObject({ role_uid: uid, state: 'expired' });
});

test('another one is made when the user says so: by a change, or by replacing it', async () => {
  const { invite, uid } = await applied();
  now += 2 * hourMs;
  await invite.refresh();
  expect(await invite.plan(config({ ttl: '3600s' }))).toMatchObject({ action: 'replace', requiresReplace: ['ttl'] });
  await invite.destroy();
  expect(writes()).toEqual([`DELETE /iam/v2beta1/groupInvites/${uid}`]);
  await invite.apply(config());
  expect(invite.state).toMatchObject({ state: 'active' });
  expect(invite.state!['uid']).not.toBe(uid);
});

test('destroying what was used is a success', async () => {
  const { invite, uid } = await applied();
  await client.delete(groupInvite, uid);
  await invite.refresh();
  await invite.destroy();
  expect(invite.state).toBeNull();
});

test('a key that changes after the end makes no new invite', async () => {
  const { invite } = await applied({ recipient_jwk: generateRecipientKey().text });
  now += 2 * hourMs;
  await invite.refresh();
  const change = await invite.apply(config({ recipient_jwk: generateRecipientKey().text }));
  expect(change).toMatchObject({ action: 'update', requiresReplace: [] });
  expect(change.warnings).toMatchObject([{ summary: 'Cannot encrypt the code for this key' }]);
  expect(writes()).toEqual([]);
});

test('an expired invite that nobody manages is in nobody’s way, one that holds is', async () => {
  const { uid } = await applied();
  const second = (await world.again()).resource('platform_group_invite');
  await expect(second.apply(config())).rejects.toThrow(`id = "${uid}"`);
  now += 2 * hourMs;
  await second.apply(config());
  expect(second.state!['uid']).not.toBe(uid);
});

test('invites for nobody in particular are several', async () => {
  const nobody = config({ email: null });
  const uids = new Set<unknown>();
  while (uids.size < 3) {
    const before = uids.size;
    const invite = world.host.resource('platform_group_invite');
    await invite.apply(nobody);
    expect(uids.add(invite.state!['uid']).size).toBe(before + 1);
  }
});

test('an imported invite that has expired says so', async () => {
  const { uid } = await applied();
  now += 2 * hourMs;
  const imported = (await world.again()).resource('platform_group_invite');
  await imported.import(uid);
  expect(imported.state).toMatchObject({ role_uid: role, state: 'expired', group_uid: parentUid(uid) });
});
