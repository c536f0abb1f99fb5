/**
 * An invite that was used or has expired (contract K7, F4) is not drift, and is never recreated without a request of the user.
 */
import { parentUid } from '../../../src/model/api';
import { createClient, type Client } from '../../../src/client';
import { groupInvite } from '../../../src/model/kinds';
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

test('a missing single-use invite was used or withdrawn: its resource stays, and is not read again', async () => {
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

test('a multi-use invite that is missing before its expiry was deleted, and is planned again', async () => {
  const { invite, uid } = await applied({ single_use: false });
  await client.delete(groupInvite, uid);
  await invite.refresh();
  expect(invite.state).toBeNull();
});

test.each([
  ['that is still listed', false],
  ['that no longer exists', true],
])('an expired invite %s has ended, for single or multiple use', async (_, isGone) => {
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

test('the role of an expired invite may be deleted before it', async () => {
  const custom = world.host.resource('platform_role');
  await custom.apply({ group_uid: world.root, name: 'passing', capabilities: ['groups.list'] });
  const { uid } = custom.state!;
  const { invite } = await applied({ role_uid: uid });
  now += 2 * hourMs;
  await custom.destroy();
  await invite.refresh();
  expect(invite.state).toMatchObject({ role_uid: uid, state: 'expired' });
});

test('another invite is created if the user requests it, with a change or a replacement', async () => {
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

test('destroying a used invite succeeds', async () => {
  const { invite, uid } = await applied();
  await client.delete(groupInvite, uid);
  await invite.refresh();
  await invite.destroy();
  expect(invite.state).toBeNull();
});

test('a key that changes after the end creates no new invite', async () => {
  const { invite } = await applied({ recipient_jwk: generateRecipientKey().text });
  now += 2 * hourMs;
  await invite.refresh();
  const change = await invite.apply(config({ recipient_jwk: generateRecipientKey().text }));
  expect(change).toMatchObject({ action: 'update', requiresReplace: [] });
  expect(change.warnings).toMatchObject([{ summary: 'Cannot encrypt the code for this key' }]);
  expect(writes()).toEqual([]);
});

test('an unmanaged invite conflicts only if it has not expired', async () => {
  const { uid } = await applied();
  const second = (await world.again()).resource('platform_group_invite');
  await expect(second.apply(config())).rejects.toThrow(`id = "${uid}"`);
  now += 2 * hourMs;
  await second.apply(config());
  expect(second.state!['uid']).not.toBe(uid);
});

test('several invites without a recipient can exist', async () => {
  const nobody = config({ email: null });
  const uids = new Set<unknown>();
  while (uids.size < 3) {
    const before = uids.size;
    const invite = world.host.resource('platform_group_invite');
    await invite.apply(nobody);
    expect(uids.add(invite.state!['uid']).size).toBe(before + 1);
  }
});

test('an imported expired invite has the state expired', async () => {
  const { uid } = await applied();
  now += 2 * hourMs;
  const imported = (await world.again()).resource('platform_group_invite');
  await imported.import(uid);
  expect(imported.state).toMatchObject({ role_uid: role, state: 'expired', group_uid: parentUid(uid) });
});

test('the plan after an import is empty if the lifetime is that of the invite', async () => {
  const { uid } = await applied();
  const imported = (await world.again()).resource('platform_group_invite');
  await imported.import(uid);
  expect(imported.state).toMatchObject({ ttl: '7200s' });
  expect(await imported.plan(config())).toMatchObject({ action: 'no-op' });
});
