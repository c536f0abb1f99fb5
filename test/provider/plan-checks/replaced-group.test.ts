/** Warnings at plan about everything under a replaced group. */
import { UNKNOWN } from '../../../src/plugin';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

jest.setTimeout(60_000);

let world: World;
afterEach(() => world.close());

const seed: WorldOptions['seed'] = {
  groups: [
    {
      name: 'acme',
      groups: [
        { name: 'elsewhere' },
        { name: 'bare' },
        {
          name: 'payments',
          groups: [{ name: 'inner', roles: [{ name: 'auditor', capabilities: ['groups.list'] }] }],
          identities: [
            { name: 'one', claimMatch: { issuer: 'https://issuer.example', subject: '1' } },
            { name: 'two', claimMatch: { issuer: 'https://issuer.example', subject: '2' } },
          ],
        },
      ],
    },
  ],
};

async function imported(path: string): Promise<ResourceInstance> {
  const group = world.host.resource('platform_group');
  await group.import(path);
  return group;
}
const getUid = (group: ResourceInstance): string => String(group.state!['uid']);

test('a replacement warns about everything under the group, with the count by kind', async () => {
  world = await startWorld({ seed });
  const [payments, elsewhere] = [await imported('acme/payments'), await imported('acme/elsewhere')];
  const { warnings, action } = await payments.plan({ parent_uid: getUid(elsewhere), name: 'payments' });
  expect(action).toBe('replace');
  const summary = `This replaces group "payments" (uid ${getUid(payments)}) and everything under it`;
  expect(warnings).toMatchObject([
    {
      severity: 'warning',
      path: ['parent_uid'],
      summary,
      detail: expect.stringContaining('Under it: 1 group, 1 role, 2 identities.'),
    },
  ]);
});

test('no warning for an empty group, an update in place or a creation', async () => {
  world = await startWorld({ seed });
  const [bare, payments, elsewhere] = [
    await imported('acme/bare'),
    await imported('acme/payments'),
    await imported('acme/elsewhere'),
  ];
  expect(await bare.plan({ parent_uid: getUid(elsewhere), name: 'bare' })).toMatchObject({
    action: 'replace',
    warnings: [],
  });
  expect(await payments.plan({ parent_uid: world.root, name: 'money' })).toMatchObject({
    action: 'update',
    warnings: [],
  });
  expect(await world.host.resource('platform_group').plan({ parent_uid: getUid(payments), name: 'new' })).toMatchObject(
    {
      action: 'create',
      warnings: [],
    },
  );
});

test('no second warning for a group inside a replaced group', async () => {
  world = await startWorld({ seed });
  const [payments, inner, elsewhere] = [
    await imported('acme/payments'),
    await imported('acme/payments/inner'),
    await imported('acme/elsewhere'),
  ];
  expect((await payments.plan({ parent_uid: getUid(elsewhere), name: 'payments' })).warnings).toHaveLength(1);
  world.requests();
  expect(await inner.plan({ parent_uid: UNKNOWN, name: 'inner' })).toMatchObject({ action: 'replace', warnings: [] });
  expect(world.requests()).toEqual([]);
});

test.each<[string, (response: Response) => Promise<Response>, RegExp]>([
  [
    'a denied list',
    () => Promise.resolve(Response.json({ code: 7, message: 'no', details: [] }, { status: 403 })),
    /identities \(not counted: the request failed\)/,
  ],
  [
    'a list without a count',
    async (response) => {
      const { totalCount, ...others } = (await response.json()) as Record<string, unknown>;
      expect(totalCount).toBeDefined();
      return Response.json(others);
    },
    /an unknown number of identities/,
  ],
])('%s is reported as that', async (_, change, expected) => {
  world = await startWorld({
    seed,
    between: async (request, service) => {
      const isList = request.url.includes('/identities?');
      const response = await service(request);
      return isList ? change(response) : response;
    },
  });
  const [payments, elsewhere] = [await imported('acme/payments'), await imported('acme/elsewhere')];
  const { warnings } = await payments.plan({ parent_uid: getUid(elsewhere), name: 'payments' });
  expect(warnings[0]?.detail).toMatch(expected);
});
