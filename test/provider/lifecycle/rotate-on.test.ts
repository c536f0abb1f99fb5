/** `rotate_on`: another value replaces the object, also if an earlier apply of the rotation failed. */
import { UNKNOWN } from '../../../src/plugin';
import { declarations, resourceSettings } from '../../../src/model/kinds';
import { typeName } from '../../../src/model/schema';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
let isRefused: boolean;
beforeEach(async () => {
  isRefused = false;
  world = await startWorld({
    between: async (request, service) =>
      isRefused && request.method === 'POST'
        ? new Response('{"code":7,"message":"not now"}', { status: 403 })
        : service(request),
  });
});
afterEach(() => world.close());

const config = (rotate_on?: Readonly<Record<string, unknown>> | null) => ({
  group_uid: world.root,
  name: 'ci',
  claim_match: { issuer: 'https://issuer.example', subject: 'me' },
  ...(rotate_on !== undefined && { rotate_on }),
});
const writes = (): string[] => world.requests().filter((line) => !line.startsWith('GET'));

test('only kinds that can be assumed have it', () => {
  const rotated = declarations.filter((kind) => 'rotateOn' in resourceSettings(kind));
  expect(rotated.map(typeName)).toEqual(declarations.filter(({ access }) => access?.assumable === true).map(typeName));
  expect(rotated.map(typeName)).toContain('platform_identity');
});

test('the first values, no values, and the first values again change only the state', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config());
  const uid = identity.state!['uid'];
  world.requests();
  for (const rotate_on of [{ quarter: '2026-q3' }, null, { quarter: '2026-q4' }, null]) {
    expect(await identity.apply(config(rotate_on))).toMatchObject({ action: 'update', requiresReplace: [] });
    expect(identity.state).toMatchObject({ uid, rotate_on });
    expect(await identity.plan(config(rotate_on))).toMatchObject({ action: 'no-op' });
  }
  expect(writes()).toEqual([]);
});

test.each([
  [{ quarter: '2026-q3' }, { quarter: '2026-q4' }],
  [{ quarter: '2026-q3' }, { quarter: '2026-q3', reason: 'leak' }],
  [{ quarter: '2026-q3' }, {}],
  [{}, { quarter: '2026-q3' }],
  [{ quarter: '' }, {}],
])('%j and then %j replace the object, and the same again changes nothing', async (before, after) => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config(before));
  expect(await identity.plan(config({ ...before }))).toMatchObject({ action: 'no-op' });
  expect(await identity.plan(config(after))).toMatchObject({ action: 'replace', requiresReplace: ['rotate_on'] });
});

test('an unknown value replaces the object only if it had a value', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config());
  for (const unknown of [UNKNOWN, { quarter: UNKNOWN }])
    expect(await identity.plan({ ...config(), rotate_on: unknown })).toMatchObject({ requiresReplace: [] });
  await identity.apply(config({ quarter: '2026-q3' }));
  for (const unknown of [UNKNOWN, { quarter: UNKNOWN }])
    expect(await identity.plan({ ...config(), rotate_on: unknown })).toMatchObject({ requiresReplace: ['rotate_on'] });
});

test('a rotation whose create fails is planned again, also with a new name', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config({ quarter: '2026-q3' }));
  const { uid } = identity.state!;
  isRefused = true;
  const next = { ...config({ quarter: '2026-q4' }), name: 'ci-2026-q4' };
  await expect(identity.apply(next)).rejects.toThrow('not now');
  isRefused = false;
  await identity.apply(next);
  expect(identity.state).toMatchObject({ name: 'ci-2026-q4', rotate_on: { quarter: '2026-q4' } });
  expect(identity.state!['uid']).not.toBe(uid);
  expect(await identity.plan(next)).toMatchObject({ action: 'no-op' });
});

test('deletion protection names it as the cause', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply({ ...config({ quarter: '2026-q3' }), deletion_protection: true });
  await expect(identity.plan({ ...config({ quarter: '2026-q4' }), deletion_protection: true })).rejects.toThrow(
    'because of rotate_on',
  );
  const renamed = { ...config({ quarter: '2026-q3' }), name: 'other', deletion_protection: true };
  expect(await identity.plan(renamed)).toMatchObject({ action: 'update' });
});

test('an imported object has no values, and gets them without a replacement', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config({ quarter: '2026-q3' }));
  const other = (await world.again()).resource('platform_identity');
  await other.import(String(identity.state!['uid']));
  expect(other.state).toMatchObject({ rotate_on: null });
  expect(await other.plan(config({ quarter: '2026-q4' }))).toMatchObject({ action: 'update', requiresReplace: [] });
});
