/** Attacks on the whole service: over every interface, forbidden requests are rejected and write nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { createServices } from '../../../src/emulator/grpc/methods';
import { encode } from '../../../src/grpc/codec';
import { declarations } from '../../../src/model/kinds';
import { claimMatch, organization } from '../support/organization';

const address = 'https://api.example.com';
const noon = Date.UTC(2026, 0, 2, 12);
const folder = mkdtempSync(join(tmpdir(), 'security-'));
const dataFile = join(folder, 'organization.db');

let now = noon;
let emulator: Emulator;

beforeAll(() => {
  emulator = createEmulator({ dataFile, publicUrls: [address], clock: () => new Date(now) });
});
beforeEach(() => void (now = noon));
afterAll(() => {
  emulator.close();
  rmSync(folder, { recursive: true });
});

/** Requests with a token, by interface: each returns the error's code, or 0. */
const interfaces: Readonly<Record<string, (token: string) => Promise<number>>> = {
  v2beta1: (token) => codeOf('GET', '/iam/v2beta1/groups', token),
  v2: (token) => codeOf('POST', '/iam/v2/groups', token, '{"name":"evil"}'),
  v1: (token) => codeOf('GET', '/iam/v1/groups', token),
  whoami: (token) => codeOf('GET', '/auth/v1/ok', token),
  lookupIdentity: (token) => codeOf('GET', '/iam/v2beta1/identities:lookupIdentity?issuer=a&subject=b', token),
  administration: (token) =>
    codeOf('POST', '/emulator/faults', token, '{"effect":"html","path":"/none","optional":true}'),
  gRPC: (token) => grpcCodeOf('ListGroups', {}, token),
};

async function codeOf(method: string, path: string, token: string, body?: string): Promise<number> {
  const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { body }) };
  const response = await emulator.handle(new Request(address + path, init));
  return response.ok ? 0 : JSON.parse(await response.text()).code;
}

async function grpcCodeOf(name: string, input: object, token: string, of = emulator): Promise<number> {
  const service = createServices(declarations).find(({ methods }) => methods.some((method) => method.name === name))!;
  const method = service.methods.find((one) => one.name === name)!;
  return of
    .rpc(`/${service.name}/${name}`, `Bearer ${token}`, encode(method.request, input as Record<string, unknown>))
    .then(
      () => 0,
      (error: unknown) => ({ UNAUTHENTICATED: 16, PERMISSION_DENIED: 7 })[(error as { code: string }).code] ?? -1,
    );
}

/** Tokens that are nearly right, each made as an attacker would. */
const attacks: Readonly<Record<string, () => Promise<string>>> = {
  'signed by another service for the same address': async () => {
    const other = createEmulator({ publicUrls: [address] });
    const token = await other.administratorToken();
    other.close();
    return token;
  },
  'for another audience, signed by the right key': async () => {
    const elsewhere = createEmulator({ dataFile, dataFileInUse: true, publicUrls: ['https://elsewhere.example.com'] });
    const token = await elsewhere.administratorToken();
    elsewhere.close();
    return token;
  },
  'of another issuer, for the right audience': () =>
    emulator.oidcToken({ subject: emulator.administratorUid, audience: address }),
  'unsigned, with alg none': async () => {
    const [, payload = ''] = (await emulator.administratorToken()).split('.');
    return `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
  },
  'with its signature taken off': async () => (await emulator.administratorToken()).replace(/[^.]*$/, ''),
  'with another payload under a right signature': async () => {
    const [header = '', payload = '', signature = ''] = (await emulator.tokenFor(emulator.administratorUid, [])).split(
      '.',
    );
    const { caps, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(caps).toEqual([]);
    return `${header}.${part(claims)}.${signature}`;
  },
  'signed with a published key as a shared secret': async () => {
    const { CompactSign } = await import('jose');
    const keys = await (await emulator.handle(new Request(`${address}/oidc/keys`))).text();
    const payload = Buffer.from((await emulator.administratorToken()).split('.')[1]!, 'base64url');
    const secret = new TextEncoder().encode(JSON.stringify(JSON.parse(keys).keys[0]));
    return new CompactSign(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(secret);
  },
  'whose hour is over': async () => {
    now = noon - 60 * 60 * 1000;
    const token = await emulator.tokenFor(emulator.administratorUid);
    now = noon;
    return token;
  },
  'of an identity that never was': () => emulator.tokenFor('0'.repeat(40)),
};

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

test.each(Object.keys(interfaces))(
  'the administrator is served at %s, so that an error means something',
  async (name) => {
    expect(await interfaces[name]!(await emulator.administratorToken())).toBe(0);
    emulator.reset();
    emulator.faults.clear();
  },
);

test.each(Object.keys(attacks))('a token %s is refused at every interface (contract T1)', async (attack) => {
  const before = emulator.snapshot();
  const token = await attacks[attack]!();
  for (const [name, ask] of Object.entries(interfaces)) expect([name, await ask(token)]).toEqual([name, 16]);
  expect(emulator.snapshot()).toEqual(before);
  expect(emulator.faults.list()).toEqual([]);
});

test('the scope is the same over v1 and gRPC: nothing outside it is read or written (contract A3)', async () => {
  const { emulator: own, call, make, member, root } = await organization();
  const [mine, theirs] = [await make('groups', root, { name: 'mine' }), await make('groups', root, { name: 'theirs' })];
  const { token } = await member(mine, { [mine]: 'owner' });
  const before = own.snapshot();
  const as = { token };
  expect((await call('GET', '/iam/v1/groups', undefined, as)).body.items).toMatchObject([{ id: mine }]);
  expect((await call('GET', `/iam/v1/groups?id=${theirs}`, undefined, as)).body.items).toEqual([]);
  for (const target of [theirs, root, `${theirs}/00000000000000aa`]) {
    for (const [method, body] of [
      ['POST', { name: 'x' }],
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/iam/v1/groups/${target}`, body, as)).body).toMatchObject({ code: 7 });
    for (const [name, input] of [
      ['GetGroup', { uid: target }],
      ['CreateGroup', { parent: target, group: { name: 'x' } }],
      ['UpdateGroup', { group: { uid: target, name: 'x' } }],
      ['DeleteGroup', { uid: target }],
    ] as const)
      expect([name, await grpcCodeOf(name, input, token, own)]).toEqual([name, 7]);
  }
  expect(own.snapshot()).toEqual(before);
  own.close();
});

test('nobody binds, or invites to, a higher role than their own, over any interface (contract A5)', async () => {
  const { emulator: own, call, make, member, role, root } = await organization();
  const { uid: identityUid, token } = await member(root, { [root]: 'limited_owner' });
  const owner = await role('owner');
  const before = own.snapshot();
  const as = { token };
  const binding = { identityUid, roleUid: owner };
  const attempts = [
    ['POST', `/iam/v2beta1/roleBindings/${root}`, binding],
    ['POST', '/iam/v2beta1/roleBindings:batchCreate', { parent: root, requests: [{ roleBinding: binding }] }],
    ['POST', `/iam/v1/rolebindings/${root}`, { identity: identityUid, role: owner }],
    ['POST', `/iam/v2beta1/groupInvites/${root}`, { roleUid: owner, ttl: '60s' }],
    ['POST', `/iam/v2beta1/roles/${root}`, { name: 'all', capabilities: ['groups.delete'] }],
  ] as const;
  for (const [method, path, body] of attempts) {
    const { status, body: error } = await call(method, path, body, as);
    expect([path, status, error.code]).toEqual([path, 403, 7]);
  }
  expect(await grpcCodeOf('CreateRoleBinding', { parent: root, roleBinding: binding }, token, own)).toBe(7);
  expect(own.snapshot()).toEqual(before);
  // They can grant their own capabilities.
  await make('roleBindings', root, { identityUid, roleUid: await role('viewer') }, as);
  own.close();
});

test('a role cannot be put to use beyond what its maker holds by binding it first and changing it later', async () => {
  const { emulator: own, call, make, role, root } = await organization();
  const group = await make('groups', root, { name: 'team' });
  const capabilities = ['roles.create', 'roles.update', 'roles.list', 'role_bindings.create', 'role_bindings.update'];
  const roleUid = await make('roles', root, { name: 'maker', capabilities });
  const identityUid = await make('identities', group, { name: 'x', claimMatch });
  await make('roleBindings', group, { identityUid, roleUid });
  const as = { token: await own.tokenFor(identityUid) };
  const modest = await make('roles', group, { name: 'modest', capabilities: ['roles.list'] }, as);
  const binding = await make('roleBindings', group, { identityUid, roleUid: modest }, as);
  const attempts = [
    ['PATCH', `/iam/v2beta1/roles/${modest}`, { capabilities: ['roles.list', 'groups.delete'] }],
    ['PATCH', `/iam/v2beta1/roles/${modest}?updateMask=*`, { name: 'modest', capabilities: ['groups.delete'] }],
    ['PUT', `/iam/v1/roles/${modest}`, { name: 'modest', capabilities: ['groups.delete'] }],
    ['PATCH', `/iam/v2beta1/roleBindings/${binding}`, { roleUid: await role('owner') }],
    ['PUT', `/iam/v1/rolebindings/${binding}`, { identity: identityUid, role: await role('owner') }],
  ] as const;
  for (const [method, path, body] of attempts)
    expect([path, (await call(method, path, body, as)).body.code]).toEqual([path, 7]);
  own.close();
});

test.each([
  ['its capabilities', { caps: ['groups.list'], scopes: undefined }],
  ['its groups', { caps: undefined, scopes: ['f'.repeat(40)] }],
])(
  'a limited token reaches no further than %s, not even to a new organization (contract T3)',
  async (_, { caps, scopes }) => {
    const { emulator: own, call, root } = await organization();
    const token = await own.tokenFor(own.administratorUid, caps, scopes);
    for (const [method, path, body] of [
      ['POST', '/iam/v2beta1/groups', { name: 'mine' }],
      ['POST', '/iam/v1/groups', { name: 'mine' }],
      ['POST', `/iam/v2beta1/groups/${root}`, { name: 'mine' }],
      ['DELETE', '/emulator/faults', undefined],
    ] as const)
      expect([path, (await call(method, path, body, { token })).body.code]).toEqual([path, 7]);
    const whoami = await call('GET', '/auth/v1/ok', undefined, { token });
    expect(whoami.body.capabilities).toMatchObject(caps === undefined ? [] : [{ role: { capabilities: caps } }]);
    own.close();
  },
);

test('what an identity could do ends with its binding, and its token with the identity', async () => {
  const { emulator: own, call, make, role, root } = await organization();
  const identityUid = await make('identities', root, { name: 'x', claimMatch });
  const binding = await make('roleBindings', root, { identityUid, roleUid: await role('viewer') });
  const token = await own.tokenFor(identityUid);
  const read = async () => (await call('GET', `/iam/v2beta1/groups/${root}`, undefined, { token })).status;
  expect(await read()).toBe(200);
  await call('DELETE', `/iam/v2beta1/roleBindings/${binding}`);
  expect(await read()).toBe(403);
  await call('DELETE', `/iam/v2beta1/identities/${identityUid}`);
  expect(await read()).toBe(401);
  own.close();
});

test('a workload is let in by the whole subject only, and with what its identity holds (T5, V8)', async () => {
  const { emulator: own, call, make, role, root } = await organization();
  const issuer = own.oidcIssuer();
  const subjectPattern = 'repo:acme/shop:ref:refs/heads/main';
  const uid = await make('identities', root, { name: 'ci', claimMatch: { issuer, subjectPattern } });
  await make('roleBindings', root, { identityUid: uid, roleUid: await role('viewer') });
  const audience = new URL(issuer).origin;
  const exchange = async (subject: string, cap = '') => {
    const query = new URLSearchParams({ aud: audience, identity: uid, ...(cap !== '' && { cap }) });
    return call('GET', `/sts/exchange?${query.toString()}`, undefined, { token: await own.oidcToken({ subject }) });
  };
  for (const subject of [`${subjectPattern}-evil`, `x${subjectPattern}`, `${subjectPattern}\nx`, 'repo:acme/shop'])
    expect((await exchange(subject)).body).toMatchObject({ code: 7, message: 'Permission denied: invalid "sub"' });
  const { token } = (await exchange(subjectPattern, 'groups.delete')).body;
  expect((await call('GET', `/iam/v2beta1/groups/${root}`, undefined, { token })).status).toBe(403);
  expect((await call('DELETE', `/iam/v2beta1/groups/${root}`, undefined, { token })).status).toBe(403);
  const { token: whole } = (await exchange(subjectPattern)).body;
  expect((await call('GET', `/iam/v2beta1/groups/${root}`, undefined, { token: whole })).status).toBe(200);
  own.close();
});
