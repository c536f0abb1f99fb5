import { BUILT_IN_ROLES, CAPABILITIES, capabilityEnumName, INTERNAL_CAPABILITIES } from '../../../src/model/api';
import { claimMatch, detail, organization } from '../support/organization';

const roles = '/iam/v2beta1/roles';

test('the built-in roles hold what the table says, and say that they are built in (Contract A4)', async () => {
  const { ok } = await organization();
  const listed = (await ok('GET', `${roles}?order_by=name`)).roles;
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(BUILT_IN_ROLES.map(({ name }) => name).sort());
  for (const { name, capabilities } of BUILT_IN_ROLES) {
    const role = listed.find((one: { name: string }) => one.name === name);
    expect(role.capabilities).toEqual(capabilities.map(capabilityEnumName));
    expect(role.uid).toMatch(/^[0-9a-f]{40}$/);
    expect(role.description).toBe(`${name[0]!.toUpperCase()}${name.slice(1)} Role (built-in)`);
  }
});

test('built-in roles have the same uids in every organization', async () => {
  const [one, other] = [await organization(), await organization()];
  expect(await one.role('viewer')).toBe(await other.role('viewer'));
});

test('any group filter hides the built-in roles; in_root shows only them (Contract L8)', async () => {
  const { ok, make, root } = await organization();
  await make('roles', root, { name: 'custom', capabilities: ['groups.list'] });
  const names = async (query: string) =>
    (await ok('GET', `${roles}?${query}`)).roles.map(({ name }: { name: string }) => name);
  expect(await names(`uidp.descendants_of=${root}`)).toEqual(['custom']);
  expect(await names(`uidp.children_of=${root}`)).toEqual(['custom']);
  expect(await names('uidp.in_root=true')).toHaveLength(BUILT_IN_ROLES.length);
  expect(await names('name=viewer')).toEqual(['viewer']);
});

test('everybody sees the built-in roles, and no custom role out of scope (Contract A3, L8)', async () => {
  const { ok, make, member, root, role } = await organization();
  await make('roles', root, { name: 'custom', capabilities: ['groups.list'] });
  const nobody = await member(root, {});
  expect((await ok('GET', roles, undefined, nobody)).totalCount).toBe(String(BUILT_IN_ROLES.length));
  expect((await ok('GET', `${roles}/${await role('owner')}`, undefined, nobody)).name).toBe('owner');
});

test('built-in roles can be neither changed nor deleted: 7 (Contract D5)', async () => {
  const { call, role } = await organization();
  const viewer = await role('viewer');
  expect((await call('PATCH', `${roles}/${viewer}`, { description: 'x' })).body.code).toBe(7);
  expect((await call('DELETE', `${roles}/${viewer}`)).body.code).toBe(7);
});

test('a bound role is not deleted (Contract D4)', async () => {
  const { call, ok, make, root } = await organization();
  const roleUid = await make('roles', root, { name: 'custom', capabilities: ['groups.list'] });
  const identityUid = await make('identities', root, { name: 'x', claimMatch });
  const binding = await make('roleBindings', root, { identityUid, roleUid });
  const { status, body } = await call('DELETE', `${roles}/${roleUid}`);
  expect([status, body.code]).toEqual([400, 9]);
  expect(detail(body, 'PreconditionFailure').violations[0].type).toBe('RESOURCE_IN_USE');
  await ok('DELETE', `/iam/v2beta1/roleBindings/${binding}`);
  await ok('DELETE', `${roles}/${roleUid}`);
});

test('a capability that is not in the table is returned as an enum name, and its owner may give it (Contract A1)', async () => {
  const { make, member, ok, call, root } = await organization();
  const capabilities = ['figs.list', 'CAP_FIGS_CREATE', 'groups.list'];
  const uid = await make('roles', root, { name: 'figs', capabilities });
  expect((await ok('GET', `${roles}/${uid}`)).capabilities).toEqual([
    'CAP_FIGS_LIST',
    'CAP_FIGS_CREATE',
    'CAP_IAM_GROUPS_LIST',
  ]);
  const editor = await member(root, { [root]: 'editor' });
  const holder = await member(root, {});
  await make('roleBindings', root, { identityUid: holder.uid, roleUid: uid });
  const helper = await make('roles', root, { name: 'helper', capabilities: ['roles.create', 'role_bindings.create'] });
  for (const identityUid of [editor.uid, holder.uid])
    await make('roleBindings', root, { identityUid, roleUid: helper });
  const creation = { name: 'copy', capabilities: ['figs.list'] };
  expect((await call('POST', `${roles}/${root}`, creation, editor)).body).toMatchObject({
    code: 7,
    message: expect.stringContaining('figs.list'),
  });
  expect((await call('POST', `${roles}/${root}`, creation, holder)).status).toBe(200);
});

const isHeldByOwners = (name: string) =>
  BUILT_IN_ROLES.some((role) => role.name === 'owner' && (role.capabilities as readonly string[]).includes(name));

test('an owner can grant what it holds and any name outside of the table, and no internal capability', async () => {
  const { call, root } = await organization();
  const refused = new Set<string>();
  for (const capability of [...CAPABILITIES, 'figs.eat', 'CAP_FIGS_DRIED_EAT']) {
    const { status } = await call('POST', `${roles}/${root}`, { name: 'one', capabilities: [capability] });
    expect([capability, [200, 403]]).toEqual([capability, expect.arrayContaining([status])]);
    if (status === 403) refused.add(capability);
  }
  expect([...refused]).toEqual(CAPABILITIES.filter((name) => !isHeldByOwners(name)));
  expect(INTERNAL_CAPABILITIES.filter((name) => !refused.has(name))).toEqual([]);
});

test('who holds every capability of the table, and no further one, cannot make an owner', async () => {
  const { make, member, call, root, role, ok } = await organization();
  const owner = (await ok('GET', `${roles}/${await role('owner')}`)) as { uid: string; capabilities: string[] };
  const roleUid = await make('roles', root, { name: 'nearly', capabilities: owner.capabilities });
  const nearly = await member(root, {});
  await make('roleBindings', root, { identityUid: nearly.uid, roleUid });
  const given = { identityUid: nearly.uid, roleUid: owner.uid };
  const { body } = await call('POST', `/iam/v2beta1/roleBindings/${root}`, given, nearly);
  expect(body).toMatchObject({ code: 7, message: expect.stringContaining('(every further capability)') });
  const { token } = await member(root, { [root]: 'owner' });
  expect((await call('POST', `/iam/v2beta1/roleBindings/${root}`, given, { token })).status).toBe(200);
});

test('what can be no capability is refused by its name', async () => {
  const { call, root } = await organization();
  const { body } = await call('POST', `${roles}/${root}`, { name: 'x', capabilities: ['groups fly'] });
  expect(detail(body, 'BadRequest').fieldViolations[0]).toMatchObject({ field: 'capabilities.0' });
});
