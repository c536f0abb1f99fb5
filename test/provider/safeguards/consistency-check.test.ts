/**
 * A service that normalizes or drops values: a normalization replaces nothing, and a dropped restriction is always an error.
 */
import type { HostError } from '../../../src/plugin/testing';
import { differences } from '../../../src/provider/safeguards/consistency-check';
import { group, identity } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

type Between = NonNullable<WorldOptions['between']>;

/** Changes the body of a request before the service stores it. */
const keeping =
  (change: (body: Record<string, unknown>) => unknown): Between =>
  async (request, service) => {
    if (request.method === 'GET' || request.method === 'DELETE') return service(request);
    const body = change((await request.json()) as Record<string, unknown>);
    return service(new Request(request, { body: JSON.stringify(body) }));
  };
const trimming = keeping((body) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ),
);
const diagnostics = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => [],
    (error: unknown) => (error as HostError).diagnostics,
  );

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

test('a create keeps the written value, and the next plan shows the value to write', async () => {
  world = await startWorld({ between: trimming });
  const group = world.host.resource('platform_group');
  const padded = { parent_uid: world.root, name: 'a', description: ' padded ' };
  await group.apply(padded);
  expect(group.tainted).toBe(false);
  expect(group.state).toMatchObject({ description: ' padded ' });

  await group.refresh();
  expect(await diagnostics(group.plan(padded))).toMatchObject([
    {
      severity: 'error',
      summary: 'The service normalizes description',
      detail: expect.stringContaining('Write description = "padded"'),
      path: ['description'],
    },
  ]);
  expect(await group.plan({ ...padded, description: 'padded' })).toMatchObject({ action: 'no-op' });
  expect(await group.plan({ ...padded, description: 'other' })).toMatchObject({ action: 'update' });
});

test('an update keeps it, too; a value that the service stores unchanged removes the note', async () => {
  let isTrimming = true;
  world = await startWorld({
    between: (request, service) => (isTrimming ? trimming(request, service) : service(request)),
  });
  const identity = world.host.resource('platform_identity');
  const config = { group_uid: world.root, name: 'ci', description: 'fine', claim_match };
  await identity.apply(config);
  const padded = { ...config, description: ' padded ' };
  await identity.apply(padded);
  expect(identity.state).toMatchObject({ description: ' padded ' });
  await identity.refresh();
  expect(await diagnostics(identity.plan(padded))).toHaveLength(1);
  await identity.apply({ ...config, description: 'fine' });
  isTrimming = false;
  await identity.apply(padded);
  await identity.refresh();
  expect(await identity.plan(padded)).toMatchObject({ action: 'no-op' });
});

test('the object of a lost response is found with a normalized value', async () => {
  let isLost = false;
  world = await startWorld({
    between: async (request, service) => {
      const response = await trimming(request, service);
      if (request.method !== 'POST' || isLost) return response;
      isLost = true;
      throw new Error('the connection was reset');
    },
  });
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a', description: ' padded ' });
  expect(group.state).toMatchObject({ name: 'a', description: ' padded ' });
});

test.each<[string, string, Between]>([
  ['a description that is dropped', 'description', keeping((body) => ({ ...body, description: undefined }))],
  [
    'a normalized subject',
    'claim_match.subject',
    keeping((body) => ({ ...body, claimMatch: { ...(body['claimMatch'] as object), subject: 'ME' } })),
  ],
  [
    'claims that are dropped',
    'claim_match.claims',
    keeping((body) => ({ ...body, claimMatch: { ...(body['claimMatch'] as object), claims: undefined } })),
  ],
  [
    'a normalized claim',
    'claim_match.claims',
    keeping((body) => ({ ...body, claimMatch: { ...(body['claimMatch'] as object), claims: { team: 'PAYMENTS' } } })),
  ],
])('%s is an error', async (_, attribute, between) => {
  world = await startWorld({ between });
  const identity = world.host.resource('platform_identity');
  const match = { ...claim_match, claims: { team: 'payments' } };
  const config = { group_uid: world.root, name: 'ci', description: 'd', claim_match: match };
  expect(await diagnostics(identity.apply(config))).toMatchObject([
    { severity: 'error', summary: `The service did not keep ${attribute}` },
  ]);
});

test('dropped or added capabilities are an error', async () => {
  for (const capabilities of [
    ['CAP_IAM_GROUPS_LIST'],
    ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_LIST', 'CAP_IAM_ROLES_DELETE'],
  ]) {
    world = await startWorld({ between: keeping((body) => ({ ...body, capabilities })) });
    const role = world.host.resource('platform_role');
    const config = { group_uid: world.root, name: 'r', capabilities: ['groups.list', 'roles.list'] };
    expect(await diagnostics(role.apply(config))).toMatchObject([
      { severity: 'error', summary: 'The service did not keep capabilities' },
    ]);
    if (capabilities.length === 1) world.close();
  }
});

const untyped = (declaration: unknown) => declaration as Declaration;

test('a dropped part of a message is found', () => {
  const sent = { name: 'ci', claimMatch: { issuer: 'https://a', audience: 'me' } };
  const returned = { name: 'ci', claimMatch: { issuer: 'https://a', subject: '' } };
  expect(differences(untyped(identity), sent, returned)).toEqual([
    { path: ['claimMatch', 'audience'], sent: 'me', returned: undefined },
  ]);
});

test('a field that was not sent is not compared', () => {
  expect(differences(untyped(group), { name: 'a' }, { name: 'a', description: 'theirs' })).toEqual([]);
});
