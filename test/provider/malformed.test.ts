import { impliedType } from '../../src/plugin/schema/schema';
import { decodeResult, readDiagnostics, toWire } from '../../src/plugin/testing/connection';
import { fillConfig } from '../../src/plugin/testing/configuration';
import { pluralSource } from '../../src/provider/data/plural';
import { group } from '../../src/model/kinds';
import { startWorld, type World } from './world';

/** The names of groups with malformed responses. */
const damaged = new Set<string>();
let world: World;

/** A service with some malformed responses. */
async function damage(request: Request, service: (request: Request) => Promise<Response>): Promise<Response> {
  const response = await service(request);
  if (damaged.size === 0 || response.status !== 200) return response;
  const spoilt = JSON.parse(await response.text(), (_, value: unknown) => {
    const { name } = (value ?? {}) as { name?: unknown };
    return typeof name === 'string' && damaged.has(name) ? { ...(value as object), description: { text: 'x' } } : value;
  }) as unknown;
  return Response.json(spoilt);
}

beforeEach(async () => {
  damaged.clear();
  world = await startWorld({ between: damage });
});
afterEach(() => world.close());

async function groups(...names: string[]) {
  const host = await world.again();
  const made = names.map((name) => ({ name, instance: host.resource('platform_group') }));
  for (const { name, instance } of made) await instance.apply({ parent_uid: world.root, name });
  return made.map(({ instance }) => instance);
}

test('a data source shows all other objects, and a warning names the malformed one', async () => {
  await groups('a', 'b', 'c');
  damaged.add('b');
  const { schema } = pluralSource(group);
  const config = toWire(fillConfig(schema, { children_of: world.root }), schema);
  const response = await world.host.connection.call('ReadDataSource', { typeName: 'platform_groups', config });
  const shown = decodeResult(response.state, impliedType(schema)) as { groups: { name: string }[] };
  expect(shown.groups.map(({ name }) => name).sort()).toEqual(['a', 'c']);
  expect(readDiagnostics(response.diagnostics)).toMatchObject([
    {
      severity: 'warning',
      summary: expect.stringMatching(/^Cannot read group "b" \(uid .*\)$/),
      detail: expect.stringContaining('description: Invalid input: expected string'),
    },
  ]);
});

test.each([2, 14])(
  'of %i objects, only the malformed one is an error, and it does not count as deleted',
  async (count) => {
    const made = await groups(...Array.from({ length: count }, (_, index) => `g${index}`));
    damaged.add('g1');
    const host = await world.again();
    const failures: string[] = [];
    for (const { state } of made) {
      const { uid } = state!;
      const instance = host.resource('platform_group');
      await instance.import(String(uid)).catch((error: unknown) => failures.push(String(error)));
    }
    expect(failures).toEqual([expect.stringContaining(String(made[1]!.state!['uid']))]);
    expect(failures[0]).toMatch(/Cannot read group[^]*description: Invalid input[^]*Other objects are not affected/);
  },
);

test('an object is not created if a malformed one may be the same, and others are created', async () => {
  await groups('a');
  damaged.add('a');
  const host = await world.again();
  await host.resource('platform_group').apply({ parent_uid: world.root, name: 'other' });
  await expect(host.resource('platform_group').apply({ parent_uid: world.root, name: 'a' })).rejects.toThrow(
    /Cannot determine whether the group exists[^]*group "a" \(uid .*\): description/,
  );
});
