import { HostError, type ResourceInstance } from '../../../src/plugin/testing';
import { toWire } from '../../../src/plugin/testing/connection';
import { resourceSchema } from '../../../src/provider/convert/resource-schema';
import { group as groupKind } from '../../../src/model/kinds';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const failure = async (work: Promise<unknown>): Promise<HostError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  return error as HostError;
};
const deletions = (): string[] => world.requests().filter((line) => line.startsWith('DELETE'));

async function protectedGroup(): Promise<ResourceInstance> {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'kept', deletion_protection: true });
  return group;
}

test('it is off by default, and turning it on or off sends nothing', async () => {
  const group = world.host.resource('platform_group');
  const config = { parent_uid: world.root, name: 'a' };
  await group.apply(config);
  expect(group.state).toMatchObject({ deletion_protection: false });
  world.requests();
  for (const deletion_protection of [true, false]) {
    expect(await group.apply({ ...config, deletion_protection })).toMatchObject({ action: 'update' });
    expect(group.state).toMatchObject({ deletion_protection });
  }
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
});

test('it is off after an import, and the next plan changes nothing', async () => {
  const group = await protectedGroup();
  const other = (await world.again()).resource('platform_group');
  await other.import(String(group.state!['uid']));
  expect(other.state).toMatchObject({ deletion_protection: false, timeouts: null });
  expect(await other.plan({ parent_uid: world.root, name: 'kept' })).toMatchObject({ action: 'no-op' });
});

test('a deletion is rejected at plan, at the attribute, with both next steps', async () => {
  const group = await protectedGroup();
  const { diagnostics } = await failure(group.destroy());
  const summary = `Cannot delete group "kept" (uid ${String(group.state!['uid'])}): deletion_protection is true`;
  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      path: ['deletion_protection'],
      summary,
      detail: expect.stringMatching(
        /removed block with lifecycle \{ destroy = false \}.*\n.*deletion_protection = false/,
      ),
    },
  ]);
  expect(deletions()).toEqual([]);
  await group.apply({ parent_uid: world.root, name: 'kept' });
  await group.destroy();
  expect(group.state).toBeNull();
});

test('a replacement is rejected at plan, with the attribute that causes it', async () => {
  const group = await protectedGroup();
  const other = world.host.resource('platform_group');
  await other.apply({ parent_uid: world.root, name: 'other' });
  const moved = { parent_uid: other.state!['uid'], name: 'kept' };
  for (const deletion_protection of [true, false]) {
    const { diagnostics } = await failure(group.plan({ ...moved, deletion_protection }));
    expect(diagnostics).toMatchObject([
      { severity: 'error', path: ['deletion_protection'], detail: expect.stringContaining('because of parent_uid') },
    ]);
  }
  await group.apply({ parent_uid: world.root, name: 'kept', deletion_protection: false });
  expect(await group.apply(moved)).toMatchObject({ action: 'replace' });
});

test('protection that is set together with a replacement already applies', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const other = { group_uid: world.root, name: 'ci', service_principal: 'SERVICE_PRINCIPAL_COSIGNED' };
  const { message } = await failure(identity.plan({ ...other, deletion_protection: true }));
  expect(message).toContain('Cannot replace identity "ci"');
  expect(message).toContain('because of claim_match, service_principal');
  expect(await identity.plan(other)).toMatchObject({ action: 'replace' });
});

test('an update in place is allowed, and leaves no note', async () => {
  const group = await protectedGroup();
  const config = { parent_uid: world.root, name: 'renamed', deletion_protection: true };
  await group.apply(config);
  expect(group.state).toMatchObject({ name: 'renamed', deletion_protection: true });
  expect(Buffer.from(group.private).toString()).toBe('');
});

test('a half-created object is not protected, so that the next apply can replace it', async () => {
  let drops = true;
  world.close();
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (request.method !== 'POST' || !drops) return response;
      const { claimMatch, ...others } = (await response.json()) as { claimMatch: Record<string, unknown> };
      return Response.json({ ...others, claimMatch: { ...claimMatch, audience: undefined } });
    },
  });
  const identity = world.host.resource('platform_identity');
  const config = {
    group_uid: world.root,
    name: 'ci',
    claim_match: { ...claim_match, audience: 'https://aud.example' },
    deletion_protection: true,
  };
  await expect(identity.apply(config)).rejects.toThrow();
  expect(identity.tainted).toBe(true);
  drops = false;
  await identity.apply(config);
  expect(identity.state).toMatchObject({ claim_match: { audience: 'https://aud.example' }, deletion_protection: true });
});

test('a deletion that no plan has seen is rejected at apply', async () => {
  const group = await protectedGroup();
  const schema = resourceSchema(groupKind);
  const response = await world.host.connection.call('ApplyResourceChange', {
    typeName: 'platform_group',
    priorState: toWire(group.state, schema),
    plannedState: toWire(null, schema),
    config: toWire(null, schema),
  });
  expect(response.diagnostics).toMatchObject([
    { summary: expect.stringMatching(/^Cannot delete .*: deletion_protection is true$/) },
  ]);
  expect(deletions()).toEqual([]);
});
