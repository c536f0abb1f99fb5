import type { Connection } from '../../../src/plugin/testing';
import { impliedType } from '../../../src/plugin/schema/schema';
import { decodeValue } from '../../../src/plugin/values/codec';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';
import { connectTo, type LogLine } from '../support/connect-to';

let fixture: Fixture;
let lines: LogLine[];
let connection: Connection;

beforeEach(() => {
  fixture = createFixture();
  lines = [];
  connection = connectTo(fixture.provider, lines);
});

const json = (value: unknown): { json: Uint8Array } => ({ json: Buffer.from(JSON.stringify(value)) });

describe('stored state', () => {
  const upgrade = async (version: number, state: unknown, typeName = 'fixture_thing') =>
    connection.call('UpgradeResourceState', { typeName, version, rawState: json(state) });

  test('is brought up version by version; what is missing has its default or is null, and no block is', async () => {
    const { diagnostics, upgradedState } = await upgrade(0, {
      title: 'a',
      size_text: '3',
      tags: { a: 'b' },
      unheard_of: 1,
    });
    expect(diagnostics).toEqual([]);
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({
      name: 'a',
      size: 3,
      tags: { a: 'b' },
      text: null,
      enabled: false,
      step: [],
      quota: {},
      window: null,
      limits: { cpu: null },
    });
  });

  test('keeps a stored null despite the default', async () => {
    const { upgradedState } = await upgrade(2, { name: 'a', enabled: null });
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({ enabled: null, size: 1 });
  });

  test('has no write-only value, even if somebody wrote one there', async () => {
    const { upgradedState } = await upgrade(2, { name: 'a', password: 'p' });
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({ password: null });
  });

  test('of a version that nobody can bring up is an error that says what to do', async () => {
    const { provider } = fixture;
    const old = { ...provider.resources!['fixture_thing']!, upgrade: {} };
    connection = connectTo({ ...provider, resources: { fixture_thing: old } });
    expect((await upgrade(0, {})).diagnostics).toMatchObject([{ detail: expect.stringContaining('version 0') }]);
  });

  test.each<[string, Uint8Array, string]>([
    ['a flat map of old', new Uint8Array(), 'older than 0.12'],
    ['no JSON', Buffer.from('{'), 'Not valid JSON'],
    ['no object', Buffer.from('[]'), 'It is not an object'],
  ])('that is %s is an error', async (_, bytes, detail) => {
    const { diagnostics } = await connection.call('UpgradeResourceState', {
      typeName: 'fixture_thing',
      version: 2,
      rawState: { json: bytes },
    });
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(detail) }]);
  });
});
