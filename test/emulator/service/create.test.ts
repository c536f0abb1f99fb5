import { claimMatch, detail, organization } from '../support/organization';

test('the response to a create holds every field of a group (Contract C2)', async () => {
  const { ok, root } = await organization();
  const body = { name: 'payments', description: 'Takes the money.' };
  const group = await ok('POST', `/iam/v2beta1/groups/${root}`, body);
  expect(group).toEqual({
    ...body,
    uid: expect.stringMatching(new RegExp(`^${root}/[0-9a-f]{16}$`)),
    resourceLimits: {},
    verified: false,
    createTime: '2026-03-01T12:00:00.000Z',
    updateTime: '2026-03-01T12:00:00.000Z',
  });
  expect(await ok('GET', `/iam/v2beta1/groups/${group.uid}`)).toEqual(group);
});

test('timestamps are UTC in RFC 3339 with milliseconds (Contract V3)', async () => {
  const { ok, root } = await organization({ clock: () => new Date('2026-03-01T13:14:15.678+01:00') });
  const group = await ok('POST', `/iam/v2beta1/groups/${root}`, { name: 'a' });
  expect(group.createTime).toBe('2026-03-01T12:14:15.678Z');
});

test('an identity has its claimMatch and a lastSeenTime in the create response (Contract K3)', async () => {
  const { ok, root } = await organization();
  const body = { name: 'ci', description: 'Builds.', claimMatch };
  const identity = await ok('POST', `/iam/v2beta1/identities/${root}`, body);
  expect(identity).toMatchObject({ ...body, lastSeenTime: '2026-03-01T12:00:00.000Z' });
  expect(identity.updateTime).toBe(identity.createTime);
});

test.each([
  [
    'staticKeys',
    { issuer: 'https://i.example.com', subject: 's', issuerKeys: '{"keys":[]}', audiences: ['a'] },
    'STATIC',
  ],
  ['awsIdentity', { awsAccount: '123456789012', arn: 'arn:aws:x', userIdPattern: '^A.*$' }, 'AWS_IDENTITY'],
  ['servicePrincipal', 'SERVICE_PRINCIPAL_INGESTER', 'SERVICE_PRINCIPAL'],
  ['claimMatch', { issuerPattern: '^https://.*$', subjectPattern: '^a$', claims: { Some_Key: 'v' } }, 'CLAIM_MATCH'],
])('an identity may be assumed by %s, and is found by that (Contract T6, K3)', async (name, value, type) => {
  const { ok, root } = await organization();
  const made = await ok('POST', `/iam/v2beta1/identities/${root}`, { name: 'x', [name]: value });
  expect(made).toMatchObject({ [name]: value });
  await ok('POST', `/iam/v2beta1/identities/${root}`, {
    name: 'other',
    [name === 'claimMatch' ? 'servicePrincipal' : 'claimMatch']:
      name === 'claimMatch' ? 'SERVICE_PRINCIPAL_COSIGNED' : claimMatch,
  });
  const found = await ok('GET', `/iam/v2beta1/identities?relationship_type=RELATIONSHIP_TYPE_${type}`);
  expect(found.identities.map(({ uid }: { uid: string }) => uid)).toEqual([made.uid]);
});

test('a role keeps its capabilities, given in both representations, and responds with enum names (Contract A1)', async () => {
  const { ok, root } = await organization();
  const capabilities = ['groups.list', 'CAP_REPO_LIST'];
  const role = await ok('POST', `/iam/v2beta1/roles/${root}`, { name: 'auditor', capabilities });
  expect(role.capabilities).toEqual(['CAP_IAM_GROUPS_LIST', 'CAP_REPO_LIST']);
});

test('an empty body, with or without braces, violates name (Contract E3)', async () => {
  const { call, root } = await organization();
  for (const body of [{}, '', ' ']) {
    const response = await call('POST', `/iam/v2beta1/groups/${root}`, body);
    expect([response.status, response.body.code]).toEqual([400, 3]);
    expect(detail(response.body, 'ErrorInfo')).toMatchObject({
      reason: 'INVALID_ARGUMENT',
      domain: 'iam.platform.internal',
    });
    expect(detail(response.body, 'BadRequest').fieldViolations).toEqual([
      { field: 'name', description: 'name is required' },
    ]);
    expect(response.body.message).toBe('Invalid argument: name: name is required');
  }
});

test.each(['Payments', '', 'a/b', 'ü', 'a\n', null])(
  'the name %j does not match and violates name (Contract V4, E3)',
  async (name) => {
    const { call, root } = await organization();
    for (const collection of ['groups', 'identities', 'roles', 'identityProviders']) {
      const { status, body } = await call('POST', `/iam/v2beta1/${collection}/${root}`, { name });
      expect([status, body.code]).toEqual([400, 3]);
      const { field, description } = detail(body, 'BadRequest').fieldViolations[0];
      expect(field).toBe('name');
      expect(description).toBe(name ? 'name must match "^[a-z0-9 ._-]{1,}$"' : 'name is required');
      expect(body.message).toBe(`Invalid argument: name: ${description}`);
    }
  },
);

test('a description of more than 512 characters is refused (Contract V5)', async () => {
  const { call, root } = await organization();
  const { body } = await call('POST', `/iam/v2beta1/groups/${root}`, { name: 'a', description: 'x'.repeat(513) });
  expect(body.message).toBe('Invalid argument: description: description must be at most 512 characters');
});

/** Longer than the part of a name that an error repeats. */
const long = '0123456789'.repeat(11);

test.each([
  ['colour', { colour: 'red' }],
  ['claimMatch.colour', { claimMatch: { ...claimMatch, colour: 'red' } }],
  ['__proto__', '{"name":"x","claimMatch":{"issuer":"https://i","subject":"s"},"__proto__":{"name":"y"}}'],
  ['constructor', { constructor: {} }],
  [`claimMatch.${long.slice(0, 100)}`, { claimMatch: { ...claimMatch, [long]: 'red' } }],
  [`claimMatch.claims.${long.slice(0, 100)}`, { claimMatch: { ...claimMatch, claims: { [long]: 1 } } }],
])('the unknown body field %s is refused by its name (Contract V6)', async (field, extra) => {
  const { call, root } = await organization();
  const body = typeof extra === 'string' ? extra : { name: 'x', claimMatch, ...extra };
  const response = await call('POST', `/iam/v2beta1/identities/${root}`, body);
  expect([response.status, response.body.code]).toEqual([400, 3]);
  expect(detail(response.body, 'BadRequest').fieldViolations[0].field).toBe(field);
});

test('fields may be written in snake_case; keys of maps are left alone (Contract V1)', async () => {
  const { ok, root } = await organization();
  const body = {
    name: 'x',
    claim_match: { issuer_pattern: '^a$', subject: 's', claims: { job_workflow_ref: 'r', jobId: '1' } },
  };
  const made = await ok('POST', `/iam/v2beta1/identities/${root}`, body);
  expect(made.claimMatch).toEqual({
    issuerPattern: '^a$',
    subject: 's',
    claims: { job_workflow_ref: 'r', jobId: '1' },
  });
});

test('null, "", [], {} and false read as absent (Contract V2)', async () => {
  const { ok, call, root } = await organization();
  const empty = { audience: '', claims: {}, claimPatterns: null };
  const body = {
    name: 'x',
    description: null,
    claimMatch: { ...claimMatch, ...empty },
    staticKeys: null,
    servicePrincipal: '',
  };
  const made = await ok('POST', `/iam/v2beta1/identities/${root}`, body);
  expect(made).toMatchObject({ description: '', claimMatch });
  expect(made).not.toHaveProperty('staticKeys');
  const { body: refused } = await call('POST', `/iam/v2beta1/roles/${root}`, { name: 'r', capabilities: [] });
  expect(refused.message).toBe('Invalid argument: capabilities: capabilities is required');
});

test('what only the service sets is passed over in a body', async () => {
  const { ok, root } = await organization();
  const body = { name: 'a', uid: `${root}/0000000000000000`, verified: true, createTime: '2000-01-01T00:00:00Z' };
  const group = await ok('POST', `/iam/v2beta1/groups/${root}`, body);
  expect(group).toMatchObject({ verified: false, createTime: '2026-03-01T12:00:00.000Z' });
  expect(group.uid).not.toBe(body.uid);
});

test('the same name twice under one parent is allowed (Contract C1)', async () => {
  const { make, root } = await organization();
  expect(await make('groups', root, { name: 'a' })).not.toBe(await make('groups', root, { name: 'a' }));
});

test('a parent that does not exist is not found, with ErrorInfo and ResourceInfo', async () => {
  const { call, root } = await organization();
  const missing = `${root}/00000000000000aa`;
  const { status, body } = await call('POST', `/iam/v2beta1/groups/${missing}`, { name: 'a' });
  expect([status, body.code]).toEqual([404, 5]);
  expect(detail(body, 'ResourceInfo')).toMatchObject({ resourceType: 'Group', resourceName: missing });
  expect(detail(body, 'ErrorInfo').reason).toBe('NOT_FOUND');
});

test('a parent may have several segments, escaped or not (Contract O2, U2)', async () => {
  const { ok, make, root } = await organization();
  const inner = await make('groups', await make('groups', root, { name: 'a' }), { name: 'b' });
  const plain = await ok('POST', `/iam/v2beta1/groups/${inner}`, { name: 'c' });
  const escaped = await ok('POST', `/iam/v2beta1/groups/${inner.replaceAll('/', '%2F')}`, { name: 'd' });
  for (const { uid } of [plain, escaped]) expect(uid.startsWith(`${inner}/`)).toBe(true);
  expect((await ok('GET', `/iam/v2beta1/groups/${escaped.uid.replaceAll('/', '%2f')}`)).name).toBe('d');
});

test('a POST without a parent makes a root group and binds its creator to owner (Contract O3)', async () => {
  const { ok, call, emulator, member, root } = await organization();
  const { uid, token } = await member(root, {});
  const other = await ok('POST', '/iam/v2beta1/groups', { name: 'other' }, { token });
  expect(other.uid).toMatch(/^[0-9a-f]{40}$/);
  const { roleBindings } = await ok('GET', `/iam/v2beta1/roleBindings?group=${other.uid}`, undefined, { token });
  expect(roleBindings).toMatchObject([{ identity: { uid }, role: { name: 'owner' }, group: { name: 'other' } }]);
  const asOwner = await ok('POST', `/iam/v2beta1/groups/${other.uid}`, { name: 'inner' }, { token });
  expect(asOwner.name).toBe('inner');
  expect((await call('GET', `/iam/v2beta1/groups/${other.uid}`)).status).toBe(403);
  expect(emulator.rootGroupUid).toBe(root);
});

test('a new group holds nothing, a new root group the role binding of its creator (Contract C4)', async () => {
  const { ok, make, root } = await organization();
  const inner = await make('groups', root, { name: 'inner' });
  const { uid: other } = await ok('POST', '/iam/v2beta1/groups', { name: 'other' });
  const collections = ['groups', 'identities', 'roles', 'roleBindings', 'identityProviders', 'groupInvites'];
  const held = async (uid: string) => {
    const lists = collections.map((collection) => ok('GET', `/iam/v2beta1/${collection}?uidp.descendants_of=${uid}`));
    return (await Promise.all(lists)).map(({ totalCount }) => totalCount as string);
  };
  expect(await held(inner)).toEqual(['0', '0', '0', '0', '0', '0']);
  expect(await held(other)).toEqual(['0', '0', '0', '1', '0', '0']);
});

test('only groups stand alone: other kinds are created in a group', async () => {
  const { call } = await organization();
  for (const collection of ['identities', 'roles', 'roleBindings', 'groupInvites']) {
    const { status, body } = await call('POST', `/iam/v2beta1/${collection}`, { name: 'a' });
    expect([status, body.code]).toEqual([501, 12]);
  }
});

test('every problem of a body is named, the first one in the message (Contract E3)', async () => {
  const { call, root } = await organization();
  const claims = { issuer: 'ftp://x', audiencePattern: '(' };
  const { body } = await call('POST', `/iam/v2beta1/identities/${root}`, { name: 'X', claimMatch: claims });
  const { fieldViolations } = detail(body, 'BadRequest');
  expect(fieldViolations.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['name', 'claimMatch.issuer', 'claimMatch.audiencePattern']),
  );
  expect(body.message).toMatch(/^Invalid argument: name: name must match /);
});
