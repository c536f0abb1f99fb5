import type { Values } from '../../../src/model/api';
import { UNKNOWN } from '../../../src/plugin';
import type { Host } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const TYPE = 'platform_role_bindings_exclusive';
const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

/** Creates the group "payments" with an identity, a declared binding, and the binding of an intruder. */
async function payments(options: WorldOptions = {}) {
  world = await startWorld(options);
  const { host } = world;
  const group = host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'payments' });
  const group_uid = String(group.state!['uid']);
  const identity = host.resource('platform_identity');
  await identity.apply({ group_uid, name: 'ci', claim_match });
  const role = async (name: string) => (await host.data('platform_role', { name }))['uid'];
  const [viewer, editor] = [await role('viewer'), await role('editor')];
  const bind = async (role_uid: unknown) => {
    const binding = host.resource('platform_role_binding');
    await binding.apply({ group_uid, identity_uid: identity.state!['uid'], role_uid });
    return binding;
  };
  const [declared, intruder] = [await bind(viewer), await bind(editor)];
  /** A later run of Terraform, whose provider knows nothing of this one. */
  const later = await world.again();
  const found = async (by: Host = later): Promise<Values[]> =>
    (await by.data('platform_role_bindings', { children_of: group_uid }))['role_bindings'] as Values[];
  const config = async (): Promise<Values> => ({
    ...{ group_uid, declared: [identifying(declared.state!)], existing: await found() },
  });
  world.requests();
  return { group_uid, group, identity, declared, intruder, later, found, config, viewer, editor, bind };
}

function identifying({ uid, group_uid, identity_uid, role_uid }: Values): Values {
  return { uid, group_uid, identity_uid, role_uid };
}

const uidsIn = (planned: Values | null): unknown[] =>
  (planned?.['removes'] as readonly Values[]).map((object) => object['uid']);
const deletions = () => world.requests().filter((line) => line.startsWith('DELETE'));

test('a plan names the undeclared bindings, an apply removes them, and the next plan is empty', async () => {
  const { later, intruder, declared, config, found } = await payments();
  const exclusive = later.resource(TYPE);
  const plan = await exclusive.plan(await config());
  const uid = String(intruder.state!['uid']);
  expect(uidsIn(plan.planned)).toEqual([uid]);
  expect(plan.warnings).toEqual([
    expect.objectContaining({
      summary: 'This plan removes 1 undeclared role binding',
      detail: expect.stringContaining(
        `role binding (identity "ci", role "editor", group "payments") (uid ${uid})`,
      ) as string,
    }),
  ]);
  await exclusive.apply(await config());
  expect(deletions()).toHaveLength(1);
  expect(await found()).toEqual([expect.objectContaining({ uid: declared.state!['uid'] })]);
  expect(await exclusive.plan(await config())).toMatchObject({ action: 'no-op', warnings: [] });
});

test('a plan, a refresh and a deletion of the resource send no write', async () => {
  const { later, config, found } = await payments();
  const exclusive = later.resource(TYPE);
  const before = await config();
  await exclusive.apply({ ...before, existing: [] });
  await exclusive.plan(before);
  await exclusive.refresh();
  await exclusive.destroy();
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  expect(await found()).toHaveLength(2);
});

test('an intruder of a later day is planned as an update, and a later list alone is no change', async () => {
  const { later, config, bind, viewer, found, intruder } = await payments();
  const exclusive = later.resource(TYPE);
  await exclusive.apply(await config());
  const kept = await config();
  const again = await bind((await later.data('platform_role', { name: 'owner' }))['uid']);
  const plan = await exclusive.plan(await config());
  expect([plan.action, uidsIn(plan.planned)]).toEqual(['update', [again.state!['uid']]]);
  expect(uidsIn((await exclusive.plan(kept)).planned)).toEqual([intruder.state!['uid']]);
  expect((await exclusive.plan(kept)).action).toBe('no-op');
  const more = { uid: UNKNOWN, group_uid: kept['group_uid'], identity_uid: UNKNOWN, role_uid: viewer };
  // Another declared binding plans an update. It does not repeat the former removal.
  const grown = await exclusive.plan({ ...kept, declared: [...(kept['declared'] as Values[]), more] });
  expect([grown.action, uidsIn(grown.planned)]).toEqual(['update', []]);
  await exclusive.apply(await config());
  expect(await found()).toHaveLength(1);
});

test('a binding that appears after the plan remains, and the next plan names it', async () => {
  const { later, config, bind, found } = await payments();
  const planned = await config();
  const late = await bind((await later.data('platform_role', { name: 'owner' }))['uid']);
  const exclusive = later.resource(TYPE);
  await exclusive.apply(planned);
  expect((await found()).map(({ uid }) => uid)).toContain(late.state!['uid']);
  expect(uidsIn((await exclusive.plan(await config())).planned)).toEqual([late.state!['uid']]);
});

test('a new declared binding removes nothing else, and remains when its uid becomes known', async () => {
  const { later, config, bind, found, intruder } = await payments();
  const owner = (await later.data('platform_role', { name: 'owner' }))['uid'];
  const before = await config();
  const [first] = before['declared'] as Values[];
  const fresh = { uid: UNKNOWN, group_uid: before['group_uid'], identity_uid: UNKNOWN, role_uid: owner };
  const exclusive = later.resource(TYPE);
  const plan = await exclusive.plan({ ...before, declared: [first, fresh] });
  expect(uidsIn(plan.planned)).toEqual([intruder.state!['uid']]);
  const created = await bind(owner);
  const known = { ...before, declared: [first, identifying(created.state!)] };
  expect(uidsIn((await exclusive.plan(known)).planned)).toEqual(uidsIn(plan.planned));
  await exclusive.apply(known);
  expect((await found()).map(({ uid }) => uid)).toContain(created.state!['uid']);
});

test('a group of the same run keeps all bindings: nobody has seen their removal in the plan', async () => {
  const { group_uid, found } = await payments();
  // The run of `world.host` has created the group.
  const exclusive = world.host.resource(TYPE);
  const plan = await exclusive.plan({ group_uid: UNKNOWN, declared: [], existing: UNKNOWN });
  expect([uidsIn(plan.planned), plan.warnings]).toEqual([[], []]);
  await exclusive.apply({ group_uid, declared: [], existing: await found() });
  expect(await found()).toHaveLength(2);
});

test('unknown bindings of an existing group are reported, and remain', async () => {
  const { later, config } = await payments();
  for (const unknown of [{ existing: UNKNOWN }, { declared: UNKNOWN }]) {
    const plan = await later.resource(TYPE).plan({ ...(await config()), ...unknown });
    expect(uidsIn(plan.planned)).toEqual([]);
    expect(plan.warnings.map(({ summary }) => summary)).toEqual(['Existing role bindings are unknown']);
  }
});

test('an empty list of bindings decides only if the provider is configured', async () => {
  const { config, intruder } = await payments();
  const before = await config();
  const unconfigured = (await world.again({ token: UNKNOWN })).resource(TYPE);
  expect(uidsIn((await unconfigured.plan(before)).planned)).toEqual([intruder.state!['uid']]);
  const { planned, warnings } = await unconfigured.plan({ ...before, existing: [] });
  expect(uidsIn(planned)).toEqual([]);
  expect(warnings.map(({ summary }) => summary)).toContain('Existing role bindings are unknown');
});

test('bindings of another group are rejected', async () => {
  const { later, config } = await payments();
  const all = await later.data('platform_role_bindings', { descendants_of: world.root });
  await expect(later.resource(TYPE).plan({ ...(await config()), existing: all['role_bindings'] })).rejects.toThrow(
    /Invalid existing.* is not in the group .*Set children_of of the data source/s,
  );
});

test('a binding that its own resource and the mode delete together is deleted once', async () => {
  const { config, intruder, later } = await payments();
  const own = later.resource('platform_role_binding');
  await own.import(String(intruder.state!['uid']));
  const before = await config();
  world.requests();
  await Promise.all([own.destroy(), later.resource(TYPE).apply(before)]);
  expect(deletions()).toHaveLength(1);
});

test('a binding that is gone already counts as removed', async () => {
  const { config, intruder, later } = await payments();
  const before = await config();
  await intruder.destroy();
  await later.resource(TYPE).apply(before);
});

test('a failed removal is an error that names the binding, and the next run removes the rest', async () => {
  let isBroken = true;
  const { config, later, intruder, found, declared } = await payments({
    between: (request, service) =>
      isBroken && request.method === 'DELETE'
        ? Promise.resolve(Response.json({ code: 7, message: 'no' }, { status: 403 }))
        : service(request),
  });
  const exclusive = later.resource(TYPE);
  const nothing = { ...(await config()), declared: [] };
  const error = await exclusive.apply(nothing).catch((thrown: unknown) => String(thrown));
  for (const { state } of [intruder, declared]) expect(error).toContain(String(state!['uid']));
  expect(error).toContain('Cannot delete role binding');
  expect(exclusive.state).toBeNull();
  isBroken = false;
  await exclusive.apply(nothing);
  expect(await found()).toEqual([]);
});

test('an object that another resource adopts in the same run is an error', async () => {
  const { config, intruder, found } = await payments();
  const before = await config();
  const adopting = await world.again({ on_existing: 'adopt' });
  const { group_uid, identity_uid, role_uid } = intruder.state!;
  await adopting.resource('platform_role_binding').apply({ group_uid, identity_uid, role_uid });
  await expect(adopting.resource(TYPE).apply(before)).rejects.toThrow(
    /adopted in this run.*Add that resource to declared/s,
  );
  expect(await found()).toHaveLength(2);
});

test("a plan warns before it removes Terraform's own access", async () => {
  world = await startWorld();
  const group_uid = world.root;
  const existing = (await world.host.data('platform_role_bindings', { children_of: group_uid }))['role_bindings'];
  const { warnings } = await world.host.resource(TYPE).plan({ group_uid, declared: [], existing });
  expect(warnings.map(({ summary }) => summary)).toEqual([
    'This plan removes 1 undeclared role binding',
    expect.stringContaining("This change removes Terraform's own access"),
  ]);
});

test('with remove = false, each plan reports the undeclared bindings with their blocks, and nothing is removed', async () => {
  const { config, later, intruder, found } = await payments();
  const exclusive = later.resource(TYPE);
  const report = async () => ({ ...(await config()), remove: false });
  const plan = await exclusive.plan(await report());
  const uid = String(intruder.state!['uid']);
  expect(uidsIn(plan.planned)).toEqual([]);
  expect(plan.planned!['undeclared']).toMatchObject([{ uid }]);
  expect(plan.warnings).toEqual([
    expect.objectContaining({
      summary: 'The group has 1 undeclared role binding',
      detail: expect.stringMatching(
        /role "editor"[^]*import \{\n +to = platform_role_binding\.ADDRESS\n +id = "/,
      ) as string,
    }),
  ]);
  await exclusive.apply(await report());
  expect(deletions()).toEqual([]);
  expect(await found()).toHaveLength(2);
  const again = await exclusive.plan(await report());
  expect([again.action, again.warnings.length]).toEqual(['no-op', 1]);
  // The mode can change in both directions.
  const removing = await exclusive.plan(await config());
  expect([removing.action, uidsIn(removing.planned), removing.planned!['undeclared']]).toEqual(['update', [uid], []]);
  await exclusive.apply(await config());
  expect(await found()).toHaveLength(1);
});

test('an entry with another role than that of the service is an error, and nothing is removed', async () => {
  const { config, later, found, intruder } = await payments();
  const before = await config();
  const owner = (await later.data('platform_role', { name: 'owner' }))['uid'];
  const invented = (before['existing'] as Values[]).map((entry) =>
    entry['uid'] === intruder.state!['uid'] ? { ...entry, role_uid: owner } : entry,
  );
  await expect(later.resource(TYPE).plan({ ...before, existing: invented })).rejects.toThrow(
    /Invalid existing.*role "editor".*Refer to the data source/s,
  );
  expect(await found()).toHaveLength(2);
});

test('an unknown mode is an error', async () => {
  const { config, later } = await payments();
  await expect(later.resource(TYPE).plan({ ...(await config()), remove: UNKNOWN })).rejects.toThrow(/Unknown remove/);
});
