/** A plan names its objects by uid: with the token of another organization, its apply must stop before the first write. */
import { REASON_ELSEWHERE } from '../../../src/model/api';
import { group as groupKind } from '../../../src/model/kinds';
import { toWire } from '../../../src/plugin/testing/connection';
import { resourceSchema } from '../../../src/provider/convert/resource-schema';
import { startRun, startWorld, type World } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const whoami = 'GET /auth/v1/ok';
const schema = resourceSchema(groupKind);

/** Creates a team in one organization, and an owner of another one. Then the run of the token of that owner begins. */
async function startOther() {
  world = await startWorld();
  const [team, beta, ci] = ['platform_group', 'platform_group', 'platform_identity'].map((name) =>
    world.host.resource(name),
  );
  await team!.apply({ parent_uid: world.root, name: 'team' });
  await beta!.apply({ name: 'beta' });
  const uid = String(beta!.state!['uid']);
  await ci!.apply({ group_uid: uid, name: 'ci', claim_match });
  const owner = await world.host.data('platform_role', { name: 'owner' });
  const binding = { group_uid: uid, identity_uid: ci!.state!['uid'], role_uid: owner['uid'] };
  await world.host.resource('platform_role_binding').apply(binding);
  const token = await world.emulator.tokenFor(String(ci!.state!['uid']));
  await startRun(world.host, { token });
  world.requests();
  return { team: team!.state!, beta: beta!.state!, uid };
}

/** Applies a saved plan: without a refresh. */
async function applyPlan(prior: object | null, planned: object | null): Promise<string> {
  const [priorState, plannedState] = [prior, planned].map((values) => toWire(values as never, schema));
  const request = { typeName: 'platform_group', priorState, plannedState, config: plannedState };
  const { diagnostics } = await world.host.connection.call('ApplyResourceChange', request);
  return diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`).join('\n');
}

const writes = () => world.requests().filter((request) => !request.startsWith('GET'));

test.each(['delete', 'update', 'create'])(
  '%s in another organization stops before the first request',
  async (action) => {
    const { team, uid } = await startOther();
    const created = { ...team, uid: undefined, name: 'other', description: null };
    const planned = { delete: null, update: { ...team, name: 'renamed' }, create: created }[action] ?? null;
    const error = await applyPlan(action === 'create' ? null : team, planned);
    expect(error).toMatch(new RegExp(`^Cannot ${action} group .*: it is in another organization$`, 'm'));
    expect(error).toContain(
      `The object is in the organization ${world.root}, and the token belongs to "beta" (uid ${uid}). Nothing was sent.`,
    );
    expect(writes()).toEqual([]);
  },
);

test('one write gives the reason, and the others refer to it', async () => {
  const { team } = await startOther();
  const errors = [await applyPlan(team, null), await applyPlan(team, { ...team, name: 'renamed' })];
  expect(errors[0]).toContain('Nothing was sent.');
  expect(errors[1]).toMatch(
    new RegExp(`^Cannot update group .*: it is in another organization\n${REASON_ELSEWHERE}\\n`),
  );
});

test('the token is asked once, and its own organization is changed', async () => {
  const { beta } = await startOther();
  const renamed = { ...beta, description: 'ours' };
  expect(await applyPlan(beta, renamed)).toBe('');
  expect(await applyPlan(renamed, { ...renamed, description: 'again' })).toBe('');
  expect(world.requests().filter((request) => request === whoami)).toEqual([whoami]);
});

test.each([
  ['does not show', Response.json({ subject: '0'.repeat(40), capabilities: [] })],
  ['cannot show', new Response('{}', { status: 501 })],
])('access that GET /auth/v1/ok %s is not refused', async (_, answer) => {
  world = await startWorld({
    between: async (request, service) => (request.url.endsWith('/auth/v1/ok') ? answer.clone() : service(request)),
  });
  const team = world.host.resource('platform_group');
  await team.apply({ parent_uid: world.root, name: 'team' });
  await startRun(world.host);
  expect(await applyPlan(team.state, { ...team.state, description: 'mapped' })).toBe('');
});
