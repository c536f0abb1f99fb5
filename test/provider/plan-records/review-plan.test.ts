/** Review plans. test/acceptance checks their use by Terraform. */
import { isPlaceholderUid, REVIEW_VARIABLE } from '../../../src/model/api';
import { createPlaceholderUids } from '../../../src/model/api/placeholder-uid';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { UNKNOWN } from '../../../src/plugin';
import { startHost, type Host } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';

let emulator: Emulator;
let root: string;
let token: string;
beforeEach(async () => {
  emulator = createEmulator();
  root = emulator.rootGroupUid;
  token = await emulator.administratorToken();
});
afterEach(() => emulator.close());

function hostFor(
  seed: string | undefined,
  block: Record<string, unknown> = {},
  terraformVersion = '1.11.4',
): Promise<Host> {
  const env = { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: token, [REVIEW_VARIABLE]: seed };
  const fetch = (request: Request) => emulator.handle(request);
  return startHost(createProvider({ env, fetch }), block, { terraformVersion });
}
const paths = (): string[] => {
  const lines = emulator.requestLog.entries.map(({ method, path }) => `${method} ${path}`);
  emulator.requestLog.clear();
  return lines;
};

test('an object in a new group is planned under its placeholder, and only existing objects are requested', async () => {
  const host = await hostFor('seed');
  const parent = createPlaceholderUids('seed').of(root, 'parent');
  emulator.requestLog.clear();
  const { planned } = await host.resource('platform_group').plan({ parent_uid: parent, name: 'child' });
  expect(planned?.['uid']).toMatch(new RegExp(`^${parent}/0{8}[0-9a-f]{8}$`));
  expect(paths()).toEqual([`GET /iam/v2beta1/groups/${root}`]);
});

test('root groups of different services have different placeholders', async () => {
  const plan = async (base_url: string) =>
    String(
      (await (await hostFor('seed', { base_url })).resource('platform_group').plan({ name: 'new' })).planned?.['uid'],
    );
  const [one, other] = [await plan('http://localhost'), await plan('https://other.example.com')];
  expect([one, other].every((uid) => /^0{8}[0-9a-f]{32}$/.test(uid))).toBe(true);
  expect(one).not.toBe(other);
});

test('objects that may have the same natural key have different placeholders', async () => {
  const host = await hostFor('seed', { on_existing: 'create' });
  const plans = await Promise.all(
    [1, 2].map(() => host.resource('platform_group').plan({ parent_uid: root, name: 'same' })),
  );
  expect(new Set(plans.map(({ planned }) => planned?.['uid'])).size).toBe(2);
  // By default, two such resources are an error, and the first one has the same placeholder in both plans.
  const strict = await hostFor('seed');
  await strict.resource('platform_group').plan({ parent_uid: root, name: 'same' });
  await expect(strict.resource('platform_group').plan({ parent_uid: root, name: 'same' })).rejects.toThrow(
    'Two resources declare the same group "same"',
  );
});

test('invites without a recipient have different placeholders', async () => {
  const host = await hostFor('seed');
  const role_uid = createPlaceholderUids('seed').of(root, 'role');
  const plans = await Promise.all(
    [1, 2].map(() => host.resource('platform_group_invite').plan({ group_uid: root, role_uid, ttl: '86400s' })),
  );
  expect(new Set(plans.map(({ planned }) => planned?.['uid'])).size).toBe(2);
});

test('an unchanged object is planned without a change', async () => {
  const config = { parent_uid: root, name: 'kept' };
  const group = (await hostFor(undefined, {}, 'in-process')).resource('platform_group');
  await group.apply(config);
  const again = (await hostFor('seed', {}, 'in-process')).resource('platform_group');
  await again.import(String(group.state?.['uid']));
  expect((await again.plan(config)).action).toBe('no-op');
  const changed = await again.plan({ ...config, description: 'x' });
  expect(changed.action).toBe('update');
  expect(changed.planned).toEqual({ ...group.state, description: 'x' });
  emulator.requestLog.clear();
  const notes = again.private;
  await expect(again.apply({ ...config, description: 'x' })).rejects.toThrow(`${REVIEW_VARIABLE} is set`);
  await expect(again.destroy()).rejects.toThrow(`${REVIEW_VARIABLE} is set`);
  expect(again.private).toEqual(notes);
  expect(paths().filter((line) => !line.startsWith('GET'))).toEqual([]);
});

test.each([[undefined], ['']])('with the variable %j, a plan can be applied', async (seed) => {
  const { planned } = await (await hostFor(seed)).resource('platform_group').plan({ parent_uid: root, name: 'a' });
  expect(isPlaceholderUid(planned?.['uid'])).toBe(false);
});

test('an object whose natural key is unknown gets a known uid, so that its review plan cannot be applied', async () => {
  const plan = async () => {
    const host = await hostFor('seed');
    return Promise.all(
      ['a', 'b', 'b'].map((description) =>
        host.resource('platform_group').plan({ parent_uid: UNKNOWN, name: 'new', description }),
      ),
    );
  };
  const uids = (await plan()).map(({ planned }) => planned?.['uid']);
  expect(uids.every(isPlaceholderUid)).toBe(true);
  expect(new Set(uids).size).toBe(3);
  expect((await plan()).map(({ planned }) => planned?.['uid'])).toEqual(uids);
});
