import { claimMatch, detail, organization } from '../support/organization';

/** A member who views one group of two, and owns a third. */
async function member() {
  const acme = await organization();
  const { make, root } = acme;
  const [seen, hidden, owned] = [
    await make('groups', root, { name: 'seen' }),
    await make('groups', root, { name: 'hidden' }),
    await make('groups', root, { name: 'owned' }),
  ];
  const inner = await make('groups', seen, { name: 'inner' });
  const { uid, token } = await acme.member(hidden, { [seen]: 'viewer', [owned]: 'owner' });
  const as = { token };
  return { ...acme, seen, hidden, owned, inner, uid, as };
}
const groups = '/iam/v2beta1/groups';

test('lists narrow to what the caller may see, totals included (Contract L8)', async () => {
  const { ok, as, root, seen, hidden } = await member();
  const all = await ok('GET', `${groups}?order_by=name`, undefined, as);
  expect(all.groups.map(({ name }: { name: string }) => name)).toEqual(['inner', 'owned', 'seen']);
  expect(all.totalCount).toBe('3');
  expect((await ok('GET', `${groups}?uidp.descendants_of=${root}`, undefined, as)).totalCount).toBe('3');
  expect((await ok('GET', `${groups}?uidp.descendants_of=${seen}`, undefined, as)).totalCount).toBe('1');
  expect((await ok('GET', `${groups}?uidp.ids=${hidden}`, undefined, as)).totalCount).toBe('0');
});

test('a capability given in a group holds everywhere beneath it (Contract A2)', async () => {
  const { ok, as, inner } = await member();
  expect((await ok('GET', `${groups}/${inner}`, undefined, as)).name).toBe('inner');
});

test('out of scope is 7 whether the object exists or not (Contract A3)', async () => {
  const { call, as, root, hidden, seen } = await member();
  for (const uid of [root, hidden, `${hidden}/00000000000000aa`, '0'.repeat(40)])
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE'], ['POST', { name: 'x' }]] as const) {
      const { status, body: error } = await call(method, `${groups}/${uid}`, body, as);
      expect([method, uid, status, error.code]).toEqual([method, uid, 403, 7]);
    }
  const missing = await call('GET', `${groups}/${seen}/00000000000000aa`, undefined, as);
  expect([missing.status, missing.body.code]).toEqual([404, 5]);
});

test('get needs the list capability, the others their own (Contract A3)', async () => {
  const { call, as, seen, inner } = await member();
  expect((await call('GET', `${groups}/${inner}`, undefined, as)).status).toBe(200);
  for (const [method, uid] of [
    ['PATCH', inner],
    ['DELETE', inner],
    ['POST', seen],
  ] as const) {
    const { body } = await call(method, `${groups}/${uid}`, method === 'DELETE' ? undefined : { name: 'x' }, as);
    expect(body.code).toBe(7);
    const verb = { PATCH: 'update', DELETE: 'delete', POST: 'create' }[method];
    expect(body.message).toContain(`groups.${verb}`);
  }
});

test('a token may be limited to some capabilities (Contract T3)', async () => {
  const { call, ok, emulator, root } = await organization();
  const token = await emulator.tokenFor(emulator.administratorUid, ['groups.list']);
  expect((await ok('GET', groups, undefined, { token })).totalCount).toBe('1');
  expect((await call('POST', `${groups}/${root}`, { name: 'x' }, { token })).status).toBe(403);
  expect((await ok('GET', '/iam/v2beta1/identities', undefined, { token })).totalCount).toBe('0');
  expect((await call('POST', groups, { name: 'x' }, { token })).status).toBe(403);
  expect((await ok('GET', groups, undefined, { token })).totalCount).toBe('1');
});

/** A member who may make bindings, roles, invites and identity providers, but holds little else. */
async function binder() {
  const acme = await organization();
  const { make, root } = acme;
  const nouns = ['role_bindings', 'roles', 'group_invites', 'identity_providers'];
  const capabilities = nouns.flatMap((noun) => ['create', 'update', 'list'].map((verb) => `${noun}.${verb}`));
  const roleUid = await make('roles', root, {
    name: 'binder',
    capabilities: capabilities.filter((name) => name !== 'group_invites.update'),
  });
  const uid = await make('identities', root, { name: 'x', claimMatch });
  const binding = await make('roleBindings', root, { identityUid: uid, roleUid });
  const as = { token: await acme.emulator.tokenFor(uid) };
  const viewer = await acme.role('viewer');
  return { ...acme, uid, roleUid, binding, as, viewer };
}

test('nobody gives what they lack, by a binding, a role, an invite or a provider (Contract A5)', async () => {
  const { call, as, root, uid, viewer, binding, roleUid } = await binder();
  const oidc = { issuer: 'https://i.example.com', clientId: 'c', pkceEnabled: true };
  const attempts = [
    ['POST', `roleBindings/${root}`, { identityUid: uid, roleUid: viewer }],
    ['PATCH', `roleBindings/${binding}`, { roleUid: viewer }],
    ['POST', `roles/${root}`, { name: 'more', capabilities: ['repo.list'] }],
    ['PATCH', `roles/${roleUid}`, { capabilities: ['role_bindings.list', 'repo.list'] }],
    ['POST', `groupInvites/${root}`, { roleUid: viewer, ttl: '60s' }],
    ['POST', `identityProviders/${root}`, { name: 'staff', defaultRole: viewer, oidc }],
  ] as const;
  for (const [method, path, body] of attempts) {
    const response = await call(method, `/iam/v2beta1/${path}`, body, as);
    expect([path, response.status, response.body.code]).toEqual([path, 403, 7]);
    expect(response.body.message).toContain('repo.list');
  }
  expect((await call('POST', `/iam/v2beta1/groupInvites/${root}`, { roleUid, ttl: '60s' }, as)).status).toBe(200);
});

test('an invite or an identity provider also needs role_bindings.create (Contract A5)', async () => {
  const { call, emulator, root, role } = await organization();
  const all = ['group_invites.create', 'identity_providers.create'];
  const token = await emulator.tokenFor(emulator.administratorUid, all);
  const viewer = await role('viewer');
  const oidc = { issuer: 'https://i.example.com', clientId: 'c', pkceEnabled: true };
  for (const [collection, body] of [
    ['groupInvites', { roleUid: viewer, ttl: '60s' }],
    ['identityProviders', { name: 'staff', defaultRole: viewer, oidc }],
  ] as const) {
    const response = await call('POST', `/iam/v2beta1/${collection}/${root}`, body, { token });
    expect(response.body.message).toContain('role_bindings.create');
    expect(response.status).toBe(403);
  }
});

const aws = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/ci' };
const keys = { issuer: 'https://i.example.com', issuerKeys: '{"keys":[]}' };

test.each([
  ['claimMatch', claimMatch, { ...claimMatch, subject: 'mallory' }],
  ['staticKeys', { ...keys, subject: 'ci' }, { ...keys, subject: 'mallory' }],
  ['awsIdentity', { ...aws, userId: 'ci' }, { ...aws, userId: 'mallory' }],
  ['servicePrincipal', 'SERVICE_PRINCIPAL_INGESTER', 'SERVICE_PRINCIPAL_COSIGNED'],
])('who changes the %s of an identity holds all that it holds (Contract A6)', async (way, before, after) => {
  const { call, ok, make, member, emulator, role, root } = await organization();
  const group = await make('groups', root, { name: 'payments' });
  const uid = await make('identities', group, { name: 'deployer', [way]: before });
  const as = { token: (await member(group, { [group]: 'owner' })).token };
  const path = `/iam/v2beta1/identities/${uid}`;
  const change = (value: unknown, asked?: object) =>
    call('PATCH', `${path}?updateMask=${way}`, { [way]: value }, asked);

  // It holds nothing yet; then what the caller holds there too.
  expect((await change(after, as)).status).toBe(200);
  await make('roleBindings', group, { identityUid: uid, roleUid: await role('editor') });
  expect((await change(before, as)).status).toBe(200);

  // An owner of the group does not have its capabilities in the group above.
  const above = await make('roleBindings', root, { identityUid: uid, roleUid: await role('viewer') });
  const stored = await ok('GET', path);
  const refused = await change(after, as);
  expect([refused.status, refused.body.code]).toEqual([403, 7]);
  expect(refused.body.message).toContain(uid);
  expect(JSON.stringify(refused.body)).not.toContain(above);
  expect(await ok('GET', path)).toEqual(stored);
  expect((await change(before, as)).status).toBe(200);
  expect((await ok('PATCH', path, { description: 'Deploys.' }, as)).description).toBe('Deploys.');

  // So is, for an owner of everything, what their token leaves out.
  // A caller without groups.list and roles.list gets no names of capabilities.
  const caps = ['identity.update', 'identity.list', 'role_bindings.list', 'groups.list', 'roles.list'];
  const narrow = { token: await emulator.tokenFor(emulator.administratorUid, caps) };
  const told = (await change(after, narrow)).body;
  expect([told.code, detail(told, 'ErrorInfo').metadata.capabilities]).toEqual([
    7,
    expect.stringContaining('repo.list'),
  ]);
  expect((await change(after)).status).toBe(200);
});

test('an identity whose bindings are gone may do nothing more', async () => {
  const { call, as, binding, root } = await binder();
  expect((await call('GET', `/iam/v2beta1/roleBindings/${binding}`, undefined, as)).status).toBe(200);
  await call('DELETE', `/iam/v2beta1/roleBindings/${binding}`);
  expect((await call('GET', `/iam/v2beta1/roleBindings/${binding}`, undefined, as)).status).toBe(403);
  expect(
    (await call('POST', `/iam/v2beta1/roles/${root}`, { name: 'r', capabilities: ['roles.list'] }, as)).status,
  ).toBe(403);
});

test('without a token, or with one that is not in order, every route responds with 16 (Contract T1)', async () => {
  const { emulator, root } = await organization();
  for (const authorization of [undefined, 'Bearer', 'Bearer nonsense', 'Basic eDp5'])
    for (const path of [
      groups,
      `${groups}/${root}`,
      '/registry/v2beta1/repos',
      '/vulnerabilities/v2beta1/advisories',
    ]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await emulator.handle(new Request(`http://x${path}`, { headers }));
      const { code } = (await response.json()) as { code: number };
      expect([path, response.status, code]).toEqual([path, 401, 16]);
    }
});
