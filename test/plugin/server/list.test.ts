/** Lists of `terraform query` (Terraform ≥ 1.14). The local Terraform may be older. */
import { DiagError } from '../../../src/plugin';
import { startHost, type Connection, type Host, type HostError } from '../../../src/plugin/testing';
import { listObjects } from '../../../src/plugin/testing/query';
import { createUsersProvider, userState, type UsersProvider } from '../support/users-provider';

let provider: UsersProvider;
let host: Host;
const typeName = 'id_user';

beforeEach(async () => {
  provider = createUsersProvider();
  host = await startHost(provider, {}, { terraformVersion: '1.14.0' });
});

const ann = { displayName: 'Ann', identity: { org: 'acme', id: 'u1' } };
const bob = { displayName: 'Bob', identity: { org: 'acme', id: 'u2' } };
const list = (options = {}, prefix: string | null = 'a') => host.list(typeName, { prefix }, options);

test('a list is a stream of names and identities, with the object where it is wanted', async () => {
  const state = userState({ id: 'u1', name: 'ann' });
  provider.found = [{ ...ann, state }];
  expect(await list({ includeResource: true })).toEqual({ found: [{ ...ann, state }], warnings: [] });
  expect(provider.asked).toEqual({ limit: 100, includeResource: true });
  expect((await list()).found).toEqual([{ ...ann, state: null }]);
});

test('a list ends at its limit, and asks for nothing beyond it', async () => {
  let asked = 0;
  provider.found = async function* () {
    for (const one of [ann, bob, ann]) {
      asked += 1;
      yield one;
    }
  };
  expect((await list({ limit: 2 })).found).toHaveLength(2);
  expect(asked).toBe(2);
  expect((await list({ limit: 0 })).found).toEqual([]);
  expect(asked).toBe(2);
});

test('a warning comes with the objects, each once', async () => {
  provider.found = async function* ({ diags }) {
    diags.warning('One is left out', 'It is malformed.');
    yield ann;
    yield bob;
    diags.warning('And one more');
  };
  const { found, warnings } = await list();
  expect(found).toHaveLength(2);
  expect(warnings.map(({ summary }) => summary)).toEqual(['One is left out', 'And one more']);
});

test('an error ends the list, with its words and the place in the configuration', async () => {
  provider.found = async function* () {
    yield ann;
    throw new DiagError('Refused', 'You may not list users.', ['prefix']);
  };
  await expect(list()).rejects.toMatchObject({ diagnostics: [{ summary: 'Refused', path: ['prefix'] }] });
  provider.found = async function* ({ diags }) {
    diags.error('Refused');
    yield ann;
  };
  const rejected: unknown = await list().catch((error: unknown) => error);
  expect((rejected as HostError).diagnostics).toMatchObject([{ summary: 'Refused' }]);
});

test('an interrupted list is an error, and not a shorter list', async () => {
  provider.found = async function* () {
    yield ann;
    await host.connection.call('StopProvider', {});
    yield bob;
  };
  await expect(list()).rejects.toThrow('Terraform was interrupted.');
});

test.each([
  ['a whole identity', { displayName: 'x', identity: { id: 'u1' } }, 'org is missing'],
  ['what an import needs', { displayName: 'x', identity: { org: 'a', id: null } }, 'id is null'],
  ['the object that was asked for', ann, 'was requested with its state, and "Ann" has no state'],
])('an object without %s ends the list with an error', async (_, found, expected) => {
  provider.found = [found, bob];
  await expect(list({ includeResource: true })).rejects.toThrow(expected);
});

test('the configuration of a list is checked before anything is asked for', async () => {
  await expect(list({}, null)).rejects.toMatchObject({ diagnostics: [{ summary: 'Missing value', path: ['prefix'] }] });
  expect(provider.asked).toBeUndefined();
});

test('a Terraform before 1.14 has no lists', async () => {
  const older = await startHost(provider, {}, { terraformVersion: '1.13.5' });
  await expect(older.list(typeName, { prefix: 'a' })).rejects.toThrow('Terraform 1.13.5 has no list resources');
  await expect(older.generateConfig(typeName, {})).rejects.toThrow('Terraform 1.13.5 has no configuration');
});

test('an event without an identity is an error of the whole list', async () => {
  const connection = {
    call: async () => ({ diagnostics: [] }),
    list: async () => [{ displayName: 'Ann', diagnostics: [] }],
  } as unknown as Connection;
  const rejected: unknown = await listObjects(connection, provider, typeName, { prefix: 'a' }, {}).catch(
    (error: unknown) => error,
  );
  expect((rejected as HostError).diagnostics).toEqual([
    { severity: 'error', summary: 'missing identity data', detail: 'In the event "Ann".', path: [] },
  ]);
});
