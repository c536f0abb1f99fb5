/** Generated configuration (Terraform ≥ 1.14). The local Terraform may be older. */
import { type Block, type Resource, schema, str } from '../../../src/plugin';
import { generateConfig } from '../../../src/plugin/core/generate-config';
import { startHost, type Host } from '../../../src/plugin/testing';
import { toWire } from '../../../src/plugin/testing/connection';
import { createUsersProvider, userState, type UsersProvider } from '../support/users-provider';

let provider: UsersProvider;
let host: Host;
const typeName = 'id_user';

beforeEach(async () => {
  provider = createUsersProvider();
  host = await startHost(provider, {}, { terraformVersion: '1.14.0' });
});

const whole = userState({
  id: 'u1',
  name: 'ann',
  pin: '1234',
  nick: 'annie',
  policy: '{"b":"<","a":[1, 2]}',
  locked: false,
  rights: [{ on: 'all', since: '2020' }],
  address: { town: 'here', seen: true },
  rule: [{ run: 'daily', at: 'noon' }],
  old: [{ x: 'y' }],
});

test('generated configuration has what a user may write, and no secret', async () => {
  const config = await host.generateConfig(typeName, whole);
  expect(config).toEqual(
    userState({
      name: 'ann',
      policy: '{"a":[1,2],"b":"\\u003c"}',
      rights: [{ on: 'all', since: null }],
      address: { town: 'here', seen: null },
      rule: [{ run: 'daily', at: null }],
    }),
  );
});

test('generated configuration says what differs from a default', async () => {
  const config = await host.generateConfig(typeName, { ...whole, locked: true });
  expect(config).toMatchObject({ locked: true });
});

test('the provider keeps the secret to itself, though Terraform would hide it', async () => {
  const { schema } = provider.resources![typeName]!;
  const { config } = await host.connection.call('GenerateResourceConfig', { typeName, state: toWire(whole, schema) });
  expect(Buffer.from(config!.msgpack).toString()).not.toContain('1234');
});

test.each<[NonNullable<Block['nesting']>, (body: object) => unknown]>([
  ['single', (body) => body],
  ['group', (body) => body],
  ['list', (body) => [body, body]],
  ['set', (body) => [body]],
  ['map', (body) => ({ k: body })],
])('a deprecated block inside a block (nesting: %s) is left out', (nesting, wrapped) => {
  const x = { x: str({ mode: 'optional' }) };
  const blocks = { old: { nesting: 'list', attributes: x, deprecated: 'Use x.' } } as const;
  const resource = { schema: schema({ attributes: {}, blocks: { b: { nesting, attributes: x, blocks } } }) };
  const config = generateConfig(resource as unknown as Resource, { b: wrapped({ x: 'a', old: [{ x: 'y' }] }) });
  expect(config).toEqual({ b: wrapped({ x: 'a', old: [] }) });
});

test('without an object there is nothing to write', async () => {
  const state = { msgpack: new Uint8Array([0xc0]) };
  const { config, diagnostics } = await host.connection.call('GenerateResourceConfig', { typeName, state });
  expect([config!.msgpack, diagnostics]).toEqual([new Uint8Array([0xc0]), []]);
});
