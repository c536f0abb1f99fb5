import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceError } from '@grpc/grpc-js';
import { API_VERSIONS } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { decode } from '../../../src/grpc/codec';
import { bytes, map, message, repeated, string } from '../../../src/grpc/message';
import { connectGrpc, type GrpcClient } from './grpc-client';

let running: RunningEmulator;
let grpc: GrpcClient;

beforeAll(async () => {
  running = await startEmulator();
  grpc = connectGrpc(running.baseUrl, running.token);
});
beforeEach(() => running.reset());
afterAll(async () => {
  grpc.close();
  await running.close();
});

const rest = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${running.token}` };
  return JSON.parse(await (await fetch(`${running.baseUrl}${path}`, { ...init, headers })).text());
};

const errorOf = (call: Promise<unknown>): Promise<ServiceError> =>
  call.then(
    () => Promise.reject(new Error('The call was answered.')),
    (error: unknown) => error as ServiceError,
  );

test('an object created over gRPC exists over HTTP at the same host and port (G5)', async () => {
  const created = await grpc.call('GroupsService', 'CreateGroup', {
    parent: running.rootGroupUid,
    group: { name: 'engineering', description: 'Builds.' },
  });
  expect(created).toMatchObject({ name: 'engineering', description: 'Builds.' });
  const seen = await rest(`/iam/v2beta1/groups/${created['uid']}`);
  expect(seen).toMatchObject({ uid: created['uid'], name: 'engineering', verified: false });
  const { seconds, nanos = 0 } = created['createTime'];
  expect(new Date(Number(seconds) * 1000 + nanos / 1e6).toISOString()).toBe(seen.createTime);
  await expect(grpc.call('GroupsService', 'GetGroup', { uid: created['uid'] })).resolves.toEqual(created);
});

test('an identity, a role and a binding live their lives over gRPC (G5)', async () => {
  const parent = running.rootGroupUid;
  const claimMatch = { issuer: 'https://example.com', subject: 'ci', claims: { environment: 'production' } };
  const identity = await grpc.call('IdentitiesService', 'CreateIdentity', {
    parent,
    identity: { name: 'ci', claimMatch },
  });
  expect(identity['claimMatch']).toMatchObject(claimMatch);
  const role = await grpc.call('RolesService', 'CreateRole', {
    parent,
    role: { name: 'auditor', capabilities: ['CAP_IAM_GROUPS_LIST'] },
  });
  expect(role['capabilities']).toEqual(['CAP_IAM_GROUPS_LIST']);
  const binding = await grpc.call('RoleBindingsService', 'CreateRoleBinding', {
    parent,
    roleBinding: { identityUid: identity['uid'], roleUid: role['uid'] },
  });
  expect(binding).toMatchObject({ identity: { name: 'ci', issuer: 'https://example.com' }, role: { name: 'auditor' } });
  const { roleBindings } = await grpc.call('RoleBindingsService', 'ListRoleBindings', { identity: identity['uid'] });
  expect(roleBindings).toEqual([binding]);
  for (const [service, method, { uid }] of [
    ['RoleBindingsService', 'DeleteRoleBinding', binding],
    ['IdentitiesService', 'DeleteIdentity', identity],
    ['RolesService', 'DeleteRole', role],
  ] as const)
    await expect(grpc.call(service, method, { uid })).resolves.toEqual({});
});

test('lists have filters, pages, an order and a total (L1, L4, L5)', async () => {
  const parent = running.rootGroupUid;
  for (const name of ['a', 'b', 'c']) await grpc.call('GroupsService', 'CreateGroup', { parent, group: { name } });
  const ask = { uidp: { childrenOf: parent }, pageSize: 2, orderBy: 'name desc' };
  const first = await grpc.call('GroupsService', 'ListGroups', ask);
  expect(first['groups'].map(({ name }: { name: string }) => name)).toEqual(['c', 'b']);
  expect(first['totalCount']).toBe('3');
  const second = await grpc.call('GroupsService', 'ListGroups', { ...ask, pageToken: first['nextPageToken'] });
  expect(second['groups'].map(({ name }: { name: string }) => name)).toEqual(['a']);
  expect(second['nextPageToken']).toBeUndefined();
  const named = await grpc.call('GroupsService', 'ListGroups', { name: 'b' });
  expect(named['groups']).toHaveLength(1);
  expect((await grpc.call('GroupsService', 'ListGroups', { ...ask, skip: 2 }))['skipped']).toBe(2);
  expect(
    (await grpc.call('RolesService', 'ListRoles', { uidp: { inRoot: true }, name: 'viewer' }))['roles'],
  ).toHaveLength(1);
});

test('an update changes the masked fields that a caller can set, without a mask the present ones (M1, M5)', async () => {
  const parent = running.rootGroupUid;
  const group = { name: 'ops', description: 'Runs.' };
  const { uid } = await grpc.call('GroupsService', 'CreateGroup', { parent, group });
  const update = (change: object, ...paths: string[]) =>
    grpc.call('GroupsService', 'UpdateGroup', {
      group: { uid, ...change },
      ...(paths.length > 0 && { updateMask: { paths } }),
    });
  expect(await update({ name: 'operations' })).toMatchObject({ name: 'operations', description: 'Runs.' });
  expect(await update({ name: 'x', description: 'Runs all.' }, 'description')).toMatchObject({
    name: 'operations',
    description: 'Runs all.',
  });
  expect((await update({}, 'description'))['description']).toBeUndefined();
  expect(await errorOf(update({ name: 'y' }, 'create_time'))).toMatchObject({ code: 3 });
  expect(await update({ name: 'y' }, 'uid', 'create_time', 'name')).toMatchObject({ name: 'y' });
});

test('errors carry their code, message and typed details (E1)', async () => {
  const error = await errorOf(
    grpc.call('GroupsService', 'CreateGroup', { parent: running.rootGroupUid, group: { name: 'É' } }),
  );
  const asRest = await rest(`/iam/v2beta1/groups/${running.rootGroupUid}`, { method: 'POST', body: '{"name":"É"}' });
  expect({ code: error.code, message: error.details }).toEqual({ code: 3, message: asRest.message });
  const status = decode(
    message({ message: string(2), details: repeated(3, message({ typeUrl: string(1), value: bytes(2) })) }),
    error.metadata.get('grpc-status-details-bin')[0] as Buffer,
  );
  const [info, request] = status.details;
  expect(info?.typeUrl).toBe('type.googleapis.com/google.rpc.ErrorInfo');
  expect(
    decode(
      message({ reason: string(1), domain: string(2), metadata: map(3, 'string') }, { sparse: true }),
      info!.value,
    ),
  ).toEqual({
    reason: 'INVALID_ARGUMENT',
    domain: 'iam.platform.internal',
  });
  expect(
    decode(message({ violations: repeated(1, message({ field: string(1), description: string(2) })) }), request!.value),
  ).toEqual({
    violations: asRest.details[1].fieldViolations,
  });
});

test('a missing object, a group that is not empty and a missing uid each have their code (D3, E4)', async () => {
  const parent = running.rootGroupUid;
  const gone = `${parent}/0123456789abcdef`;
  expect(await errorOf(grpc.call('GroupsService', 'GetGroup', { uid: gone }))).toMatchObject({ code: 5 });
  await grpc.call('GroupsService', 'CreateGroup', { parent, group: { name: 'child' } });
  expect(await errorOf(grpc.call('GroupsService', 'DeleteGroup', { uid: parent }))).toMatchObject({ code: 9 });
  expect(await errorOf(grpc.call('GroupsService', 'GetGroup', {}))).toMatchObject({ code: 3 });
  expect(await errorOf(grpc.call('GroupsService', 'GetGroup', { uid: '../../roles' }))).toMatchObject({ code: 3 });
  expect(await errorOf(grpc.call('RolesService', 'CreateRole', { role: { name: 'x' } }))).toMatchObject({ code: 3 });
});

test('the same tokens are needed: none is 16, one without the capability 7 (T1)', async () => {
  const list = (token: string) => errorOf(grpc.call('GroupsService', 'GetGroup', { uid: running.rootGroupUid }, token));
  expect(await list('')).toMatchObject({ code: 16 });
  expect(await list('forged')).toMatchObject({ code: 16 });
  const narrowed = await running.tokenFor(running.administratorUid, ['roles.list']);
  expect(await list(narrowed)).toMatchObject({ code: 7 });
});

test('HTTP/1.1, kept alive, is served at the port as before, also when its first bytes come one by one', async () => {
  const accepted = new Promise<Socket>((resolve) => {
    const hear = (message: unknown): void => {
      unsubscribe('net.server.socket', hear);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe('net.server.socket', hear);
  });
  const socket = connectTcp(Number(new URL(running.baseUrl).port), '127.0.0.1');
  const served = await accepted;
  const ping = 'PATCH /ping/v2beta1/ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  for (let index = 0; index < 4; index++) {
    socket.write(ping.charAt(index));
    while (served.bytesRead <= index) await new Promise(setImmediate);
  }
  socket.write(ping.slice(4));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 501 /);
});

test('calls that are no gRPC, or of no method, are refused and the server goes on', async () => {
  const session = connectHttp2(running.baseUrl);
  const call = async (headers: Record<string, string>, body: Buffer) => {
    const stream = session.request({ ':method': 'POST', ...headers });
    stream.end(body).resume();
    const [answer] = (await once(stream, 'response')) as [Record<string, unknown>];
    return answer;
  };
  const path = '/chainguard.platform.iam.v2beta1.GroupsService/GetGroup';
  const type = { 'content-type': 'application/grpc' };
  const authorization = `Bearer ${running.token}`;
  expect(await call({ ':path': path }, Buffer.alloc(0))).toMatchObject({ ':status': 415 });
  expect(await call({ ':path': '/nothing', ...type }, Buffer.alloc(5))).toMatchObject({ 'grpc-status': '12' });
  expect(await call({ ':path': path, ...type, authorization }, Buffer.from([1, 2]))).toMatchObject({
    'grpc-status': '13',
  });
  expect(await call({ ':path': path, ...type, authorization }, Buffer.from([1, 0, 0, 0, 0]))).toMatchObject({
    'grpc-status': '12',
  });
  const tooLong = Buffer.from([0, 0, 0x11, 0, 0]);
  const garbage = Buffer.from([0, 0, 0, 0, 2, 0xff, 0xff]);
  expect(await call({ ':path': path, ...type, authorization }, garbage)).toMatchObject({ 'grpc-status': '3' });
  const notUtf8 = Buffer.from([0, 0, 0, 0, 3, 0x0a, 1, 0xff]);
  expect(await call({ ':path': path, ...type, authorization }, notUtf8)).toMatchObject({
    'grpc-status': '3',
    'grpc-message': expect.stringContaining('UTF-8'),
  });
  expect(await call({ ':path': path, ...type, authorization }, tooLong)).toMatchObject({ 'grpc-status': '8' });
  session.close();
  await expect(grpc.call('GroupsService', 'GetGroup', { uid: running.rootGroupUid })).resolves.toMatchObject({
    name: 'acme',
  });
});

test('a call without a token is refused before its request has come, and one connection can make 100 concurrent calls', async () => {
  const session = connectHttp2(running.baseUrl);
  await once(session, 'remoteSettings');
  expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 });
  const call = async (path: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const head = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...headers };
    const stream = session.request(head).on('error', () => undefined);
    if (body !== undefined) stream.end(body);
    let status: unknown;
    stream
      .on('response', (answer) => (status = answer['grpc-status']))
      .on('trailers', (end) => (status = end['grpc-status']));
    stream.resume();
    await new Promise((closed) => stream.once('close', closed));
    return status ?? `reset ${stream.rstCode}`;
  };
  const path = '/chainguard.platform.iam.v2beta1.GroupsService/CreateGroup';
  expect(await call(path)).toBe('16');
  expect(await call(path, { authorization: 'Bearer a.b.c' })).toBe('16');
  const large = Buffer.concat([Buffer.from([0, 0, 0, 0x20, 0]), Buffer.alloc(0x2000)]);
  expect(await call('/grpc.health.v1.Health/Check', {}, large)).toBe('8');
  expect(await call('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', {}, large)).toBe('8');
  // ENHANCE_YOUR_CALM
  expect(await call(path, { 'x-large': 'x'.repeat(20_000) })).toBe('reset 11');
  session.destroy();
});

test('an error of very many parts arrives as one, over gRPC and over HTTP', async () => {
  const role = { name: 'many', capabilities: Array.from({ length: 5_000 }, () => 'UNKNOWN') };
  const error = { code: 3, details: expect.stringContaining('"UNKNOWN", which is not a capability') };
  await expect(grpc.call('RolesService', 'CreateRole', { parent: running.rootGroupUid, role })).rejects.toMatchObject(
    error,
  );
  const path = `/iam/v2beta1/roles/${running.rootGroupUid}`;
  const { code, details } = await rest(path, { method: 'POST', body: JSON.stringify(role) });
  expect(code).toBe(3);
  expect(details.at(-1).fieldViolations).toHaveLength(100);
});

test('a message of more than 100,000 elements is refused', async () => {
  const role = { name: 'many', capabilities: Array.from({ length: 100_001 }, () => 'a.b') };
  await expect(grpc.call('RolesService', 'CreateRole', { parent: running.rootGroupUid, role })).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('message has more than 100000 elements'),
  });
});

test('every kind is served, in its own interface (G5)', async () => {
  const parent = running.rootGroupUid;
  const { roles } = await grpc.call('RolesService', 'ListRoles', { name: 'viewer' });
  const invite = await grpc.call('GroupInvitesService', 'CreateGroupInvite', {
    parent,
    groupInvite: { roleUid: roles[0].uid, ttl: { seconds: 86_400 }, singleUse: true },
  });
  expect(invite).toMatchObject({ role: { name: 'viewer' }, singleUse: true });
  // Both are rounded down to a second.
  const seconds = Number(invite['expirationTime'].seconds) - Number(invite['createTime'].seconds);
  expect([86_400, 86_401]).toContain(seconds);
  const association = await grpc.call('AccountAssociationsService', 'CreateAccountAssociation', {
    parent,
    accountAssociation: { name: 'clouds', azure: { tenantId: 't', clientIds: { ci: 'c' } } },
  });
  expect(association).toMatchObject({ uid: parent, azure: { clientIds: { ci: 'c' } } });
  const oidc = { issuer: 'https://login.example.com', clientId: 'platform', clientSecret: 'hush' };
  const provider = await grpc.call('IdentityProvidersService', 'CreateIdentityProvider', {
    parent,
    identityProvider: { name: 'staff', defaultRole: roles[0].uid, oidc },
  });
  expect(provider['oidc']).toEqual({ issuer: oidc.issuer, clientId: oidc.clientId, additionalScopes: [] });
  const tags = [{ name: 'latest', updateTime: '2026-01-02T03:04:05Z' }];
  const advisories = [{ advisoryId: 'ADV-1', severities: [{ type: 'TYPE_CVSS_V3', score: '9.8' }] }];
  await running.seed({ groups: [{ name: 'shop', repos: [{ name: 'cart', tags }], advisories }] });
  expect(await grpc.call('registry.ReposService', 'ListRepos')).toMatchObject({ repos: [{ name: 'cart' }] });
  const moved = (seconds: number) => grpc.call('registry.TagsService', 'ListTags', { updatedSince: { seconds } });
  expect(await moved(1)).toMatchObject({ tags: [{ name: 'latest' }], totalCount: '1' });
  expect(await moved(4_000_000_000)).toEqual({ tags: [], totalCount: '0' });
  const listed = await grpc.call('vulnerabilities.AdvisoriesService', 'ListAdvisories', { advisoryIds: ['ADV-1'] });
  expect(listed).toMatchObject({ advisories });
});

test('bindings are created in batches, all or none, and people are looked up', async () => {
  const parent = running.rootGroupUid;
  const { roles } = await grpc.call('RolesService', 'ListRoles', { name: 'viewer' });
  const person = { issuer: 'https://login.example.com', subject: 'ada' };
  const { uid } = await grpc.call('IdentitiesService', 'LookupIdentity', person);
  expect(await rest(`/iam/v2beta1/identities:lookupIdentity?issuer=${person.issuer}&subject=ada`)).toEqual({ uid });
  const binding = { parent, roleBinding: { identityUid: uid, roleUid: roles[0].uid } };
  const create = (...requests: object[]) =>
    grpc.call('RoleBindingsService', 'BatchCreateRoleBindings', { parent, requests });
  expect(await errorOf(create(binding, { parent, roleBinding: { identityUid: uid } }))).toMatchObject({ code: 3 });
  const { roleBindings } = await create(binding);
  expect(roleBindings).toMatchObject([{ identity: { uid }, role: { name: 'viewer' } }]);
  expect(await errorOf(grpc.call('IdentitiesService', 'LookupIdentity', { issuer: 'x' }))).toMatchObject({ code: 3 });
  expect(await errorOf(grpc.call('IdentitiesService', 'LookupIdentity', person, ''))).toMatchObject({ code: 16 });
});

describe.each(API_VERSIONS)('%s', (version) => {
  let client: GrpcClient;
  beforeAll(() => (client = connectGrpc(running.baseUrl, running.token, version)));
  afterAll(() => client.close());

  test('creates, reads, updates, lists and deletes an object of each version', async () => {
    const group = await client.call('GroupsService', 'CreateGroup', {
      parent: running.rootGroupUid,
      group: { name: 'ops', kind: 'ORG_KIND_CUSTOMER' },
    });
    expect(group).toMatchObject({ name: 'ops', kind: 'ORG_KIND_CUSTOMER' });
    const { uid } = group;
    expect(await rest(`/iam/v2/groups/${uid}`)).toMatchObject({ name: 'ops', kind: 'ORG_KIND_CUSTOMER' });
    const update = { group: { uid, name: 'operations' }, updateMask: { paths: ['name'] } };
    expect(await client.call('GroupsService', 'UpdateGroup', update)).toMatchObject({ name: 'operations' });
    const { groups } = await client.call('GroupsService', 'ListGroups', { name: 'operations' });
    expect(groups).toHaveLength(1);
    await client.call('GroupsService', 'DeleteGroup', { uid });
    expect(await errorOf(client.call('GroupsService', 'GetGroup', { uid }))).toMatchObject({ code: 5 });
  });

  test('answers pings without a token', async () => {
    await expect(client.call('ping.PingService', 'Ping', {}, '')).resolves.toEqual({});
  });

  test('keeps unknown numbers and names of enumerations, over HTTP as well', async () => {
    const parent = running.rootGroupUid;
    const role = { name: 'future', capabilities: ['CAP_IAM_GROUPS_LIST', 99_999] };
    const created = await client.call('RolesService', 'CreateRole', { parent, role });
    expect([...created['capabilities']].sort()).toEqual([99_999, 'CAP_IAM_GROUPS_LIST'].sort());
    const seen = await rest(`/iam/${version}/roles/${created['uid']}`);
    expect([...seen.capabilities].sort()).toEqual(['CAP_99999', 'CAP_IAM_GROUPS_LIST']);
    const body = JSON.stringify({ name: 'own', capabilities: ['CAP_OWN_THINGS_LIST'] });
    const { uid } = await rest(`/iam/${version}/roles/${parent}`, { method: 'POST', body });
    const { capabilities } = await client.call('RolesService', 'GetRole', { uid });
    expect(capabilities).toEqual([expect.any(Number)]);
    const update = { role: { uid, capabilities, description: 'Kept.' } };
    expect(await client.call('RolesService', 'UpdateRole', update)).toMatchObject({ capabilities });
    expect(await rest(`/iam/${version}/roles/${uid}`)).toMatchObject({ capabilities: ['CAP_OWN_THINGS_LIST'] });
    const identity = { name: 'new-service', servicePrincipal: 4711 };
    const { identities = [] } = await client
      .call('IdentitiesService', 'CreateIdentity', { parent, identity })
      .then(() =>
        client.call('IdentitiesService', 'ListIdentities', { relationshipType: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL' }),
      );
    expect(identities).toMatchObject([{ name: 'new-service', servicePrincipal: 4711 }]);
  });
});

test('the exchange returns a token, and whoami describes its caller as over HTTP (T3, T9)', async () => {
  const claimMatch = { issuer: running.oidcIssuer, subject: 'me' };
  const parent = running.rootGroupUid;
  const { uid } = await grpc.call('IdentitiesService', 'CreateIdentity', {
    parent,
    identity: { name: 'ci', claimMatch },
  });
  const { roles } = await grpc.call('RolesService', 'ListRoles', { name: 'viewer' });
  await grpc.call('RoleBindingsService', 'CreateRoleBinding', {
    parent,
    roleBinding: { identityUid: uid, roleUid: roles[0].uid },
  });
  const request = { aud: [running.baseUrl], identity: uid, cap: ['groups.list'] };
  const oidcToken = await running.oidcToken({ subject: 'me' });
  const { token, expiry } = await grpc.call('oidc.SecurityTokenService', 'Exchange', request, oidcToken);
  expect(Number(expiry.seconds) * 1000).toBeGreaterThan(Date.now());
  const caller = await grpc.call('auth.Auth', 'Validate', {}, token);
  expect(caller).toMatchObject({
    subject: uid,
    capabilities: [
      {
        group: { id: parent, name: 'acme' },
        role: { id: roles[0].uid, name: 'viewer', capabilities: ['groups.list'] },
      },
    ],
  });
  expect(await errorOf(grpc.call('auth.Auth', 'Validate', {}, ''))).toMatchObject({ code: 16 });
  const denied = grpc.call(
    'oidc.SecurityTokenService',
    'Exchange',
    request,
    await running.oidcToken({ subject: 'you' }),
  );
  expect(await errorOf(denied)).toMatchObject({ code: 7 });
  expect(await errorOf(grpc.call('oidc.SecurityTokenService', 'Exchange', request, ''))).toMatchObject({ code: 16 });
});
