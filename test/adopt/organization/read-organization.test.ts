import { readOrganization } from '../../../src/adopt';
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { largeOrganization } from '../../bench/large-organization';
import { adopt, recordingClient } from '../adopted';

jest.setTimeout(120_000);

test('it sends lists only: one request for each 200 objects, and 15 more', async () => {
  const emulator = createEmulator({ seed: largeOrganization(5_000) });
  const { client, requests } = await recordingClient(emulator);
  const { objects } = await readOrganization(client);
  const count = [...objects.values()].flat().length;
  expect(count).toBe(4_912);
  expect(requests.length).toBeLessThanOrEqual(count / 200 + 15);
  expect([...new Set(requests.map((request) => request.split(' ')[0]))]).toEqual(['GET']);
});

test('a path of names and a uid select the same group, and only what is under it is read', async () => {
  const seed = {
    groups: [{ name: 'acme', groups: [{ name: 'payments', groups: [{ name: 'cards' }] }, { name: 'shop' }] }],
  };
  const { client, listed } = await adopt(seed, { root: 'acme/payments' });
  expect(listed.root['name']).toBe('payments');
  expect([...listed.objects.values()].flat().map(({ name }) => name)).toEqual(['cards']);
  const byUid = await readOrganization(client, { root: String(listed.root['uid']) });
  expect(byUid.root).toEqual(listed.root);
});

test.each([
  ['acm', 'Cannot find the group "acm". Did you mean "acme"?'],
  ['acme/paymens', 'Cannot find the group "acme/paymens". Did you mean "acme/payments"?'],
  ['acme/payments/card', 'Cannot find the group "acme/payments/card". Did you mean "acme/payments/cards"?'],
  ['acme/elsewhere', 'Cannot find the group "acme/elsewhere". The token sees payments, shop in acme.'],
  ['acme/shop/x', 'Cannot find the group "acme/shop/x". The token sees no group in acme/shop.'],
])('a path that leads to no group is an error with the nearest path: %s', async (root, message) => {
  const seed = {
    groups: [{ name: 'acme', groups: [{ name: 'payments', groups: [{ name: 'cards' }] }, { name: 'shop' }] }],
  };
  const { client } = await adopt(seed);
  await expect(readOrganization(client, { root })).rejects.toThrow(message);
});

test('without a root, the only root group counts; of several, one has to be named', async () => {
  const { client } = await adopt({ groups: [{ name: 'acme' }] });
  expect((await readOrganization(client)).root['name']).toBe('acme');
  const several = await adopt({ groups: [{ name: 'acme' }, { name: 'other' }] });
  await expect(readOrganization(several.client)).rejects.toThrow(
    'Cannot select a root group: the token sees 2 root groups, "acme", "other". Pass --root UID, or --root NAME.',
  );
});

test('lists that the token cannot read completely are problems', async () => {
  const seed = {
    groups: [{ name: 'acme', roles: [{ name: 'half', capabilities: ['groups.list', 'roles.list'] }] }],
  };
  const emulator = createEmulator({ seed });
  const { rootGroupUid } = emulator;
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const whoami = () =>
    Promise.resolve({
      subject: rootGroupUid,
      capabilities: [{ group: rootGroupUid, capabilities: ['groups.list', 'roles.list'] }],
    });
  const { problems } = await readOrganization({ ...client, whoami });
  expect(problems).toContain(
    'the token cannot list every identity of acme (identity.list). Hidden objects are not counted.',
  );
  const unknown = await readOrganization({ ...client, whoami: () => Promise.reject(new Error('No.')) });
  expect(unknown.problems).toEqual(['it is unknown if the lists are complete: No.']);
});

test('it counts the objects of kinds without a resource', async () => {
  const { listed, organization } = await adopt({
    groups: [{ name: 'acme', repos: [{ name: 'base' }, { name: 'node' }] }],
  });
  expect([...listed.counts.values()]).toEqual([2]);
  expect(organization.notes).toContain('2 repos in the registry. No resource manages them.');
  const { organization: one } = await adopt({ groups: [{ name: 'acme', repos: [{ name: 'base' }] }] });
  expect(one.notes).toContain('1 repo in the registry. No resource manages it.');
});
