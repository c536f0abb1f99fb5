import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceError } from '@grpc/grpc-js';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { decode } from '../../../src/emulator/grpc/codec';
import { bytes, map, repeated, string } from '../../../src/emulator/grpc/message';
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

const refusal = (call: Promise<unknown>): Promise<ServiceError> =>
  call.then(
    () => Promise.reject(new Error('The call was answered.')),
    (error: unknown) => error as ServiceError,
  );

test('what is created over gRPC is there over HTTP at the same host and port (§9.5)', async () => {
  const created = await grpc.call('Groups', 'CreateGroup', {
    parentUid: running.rootGroupUid,
    group: { name: 'engineering', description: 'Builds.' },
  });
  expect(created).toMatchObject({ name: 'engineering', description: 'Builds.' });
  const seen = await rest(`/iam/v2beta1/groups/${created['uid']}`);
  expect(seen).toMatchObject({ uid: created['uid'], name: 'engineering', verified: false });
  const { seconds, nanos = 0 } = created['createTime'];
  expect(new Date(Number(seconds) * 1000 + nanos / 1e6).toISOString()).toBe(seen.createTime);
  await expect(grpc.call('Groups', 'GetGroup', { uid: created['uid'] })).resolves.toEqual(created);
});

test('an identity, a role and a binding live their lives over gRPC (§2)', async () => {
  const parentUid = running.rootGroupUid;
  const claimMatch = { issuer: 'https://example.com', subject: 'ci', claims: { environment: 'production' } };
  const identity = await grpc.call('Identities', 'CreateIdentity', { parentUid, identity: { name: 'ci', claimMatch } });
  expect(identity['claimMatch']).toMatchObject(claimMatch);
  const role = await grpc.call('Roles', 'CreateRole', {
    parentUid,
    role: { name: 'auditor', capabilities: ['groups.list'] },
  });
  expect(role['capabilities']).toEqual(['CAP_IAM_GROUPS_LIST']);
  const binding = await grpc.call('RoleBindings', 'CreateRoleBinding', {
    parentUid,
    roleBinding: { identityUid: identity['uid'], roleUid: role['uid'] },
  });
  expect(binding).toMatchObject({ identity: { name: 'ci', issuer: 'https://example.com' }, role: { name: 'auditor' } });
  const { roleBindings } = await grpc.call('RoleBindings', 'ListRoleBindings', { identity: identity['uid'] });
  expect(roleBindings).toEqual([binding]);
  for (const [service, method, { uid }] of [
    ['RoleBindings', 'DeleteRoleBinding', binding],
    ['Identities', 'DeleteIdentity', identity],
    ['Roles', 'DeleteRole', role],
  ] as const)
    await expect(grpc.call(service, method, { uid })).resolves.toEqual({});
});

test('lists have filters, pages, an order and a total (§4 List parameters)', async () => {
  const parentUid = running.rootGroupUid;
  for (const name of ['a', 'b', 'c']) await grpc.call('Groups', 'CreateGroup', { parentUid, group: { name } });
  const ask = { uidp: { childrenOf: parentUid }, pageSize: 2, orderBy: 'name desc' };
  const first = await grpc.call('Groups', 'ListGroups', ask);
  expect(first['groups'].map(({ name }: { name: string }) => name)).toEqual(['c', 'b']);
  expect(first['totalCount']).toBe('3');
  const second = await grpc.call('Groups', 'ListGroups', { ...ask, pageToken: first['nextPageToken'] });
  expect(second['groups'].map(({ name }: { name: string }) => name)).toEqual(['a']);
  expect(second['nextPageToken']).toBeUndefined();
  const named = await grpc.call('Groups', 'ListGroups', { name: 'b' });
  expect(named['groups']).toHaveLength(1);
  expect((await grpc.call('Groups', 'ListGroups', { ...ask, skip: 2 }))['skipped']).toBe(2);
  expect((await grpc.call('Roles', 'ListRoles', { uidp: { inRoot: true }, name: 'viewer' }))['roles']).toHaveLength(1);
});

test('an update changes the masked fields, without a mask those that are there (§4 PATCH rules)', async () => {
  const parentUid = running.rootGroupUid;
  const group = { name: 'ops', description: 'Runs.' };
  const { uid } = await grpc.call('Groups', 'CreateGroup', { parentUid, group });
  const update = (change: object, ...paths: string[]) =>
    grpc.call('Groups', 'UpdateGroup', {
      group: { uid, ...change },
      ...(paths.length > 0 && { updateMask: { paths } }),
    });
  expect(await update({ name: 'operations' })).toMatchObject({ name: 'operations', description: 'Runs.' });
  expect(await update({ name: 'x', description: 'Runs all.' }, 'description')).toMatchObject({
    name: 'operations',
    description: 'Runs all.',
  });
  expect((await update({}, 'description'))['description']).toBeUndefined();
  expect(await refusal(update({ name: 'y' }, 'create_time'))).toMatchObject({ code: 3 });
});

test('errors carry their code, message and typed details (§7)', async () => {
  const error = await refusal(
    grpc.call('Groups', 'CreateGroup', { parentUid: running.rootGroupUid, group: { name: 'É' } }),
  );
  const asRest = await rest(`/iam/v2beta1/groups/${running.rootGroupUid}`, { method: 'POST', body: '{"name":"É"}' });
  expect({ code: error.code, message: error.details }).toEqual({ code: 3, message: asRest.message });
  const status = decode(
    { message: string(2), details: repeated(3, { typeUrl: string(1), value: bytes(2) }) },
    error.metadata.get('grpc-status-details-bin')[0] as Buffer,
  );
  const [info, request] = status['details'] as { typeUrl: string; value: Uint8Array }[];
  expect(info?.typeUrl).toBe('type.googleapis.com/google.rpc.ErrorInfo');
  expect(decode({ reason: string(1), domain: string(2), metadata: map(3, 'string') }, info!.value)).toEqual({
    reason: 'INVALID_ARGUMENT',
    domain: 'iam.platform.internal',
  });
  expect(decode({ violations: repeated(1, { field: string(1), description: string(2) }) }, request!.value)).toEqual({
    violations: asRest.details[1].fieldViolations,
  });
});

test('a missing object, a group that is not empty and a missing uid each have their code (§7)', async () => {
  const parentUid = running.rootGroupUid;
  const gone = `${parentUid}/0123456789abcdef`;
  expect(await refusal(grpc.call('Groups', 'GetGroup', { uid: gone }))).toMatchObject({ code: 5 });
  await grpc.call('Groups', 'CreateGroup', { parentUid, group: { name: 'child' } });
  expect(await refusal(grpc.call('Groups', 'DeleteGroup', { uid: parentUid }))).toMatchObject({ code: 9 });
  expect(await refusal(grpc.call('Groups', 'GetGroup', {}))).toMatchObject({ code: 3 });
  expect(await refusal(grpc.call('Groups', 'GetGroup', { uid: '../../roles' }))).toMatchObject({ code: 3 });
  expect(await refusal(grpc.call('Roles', 'CreateRole', { role: { name: 'x' } }))).toMatchObject({ code: 3 });
});

test('the same tokens are demanded: none is 16, one without the capability 7 (§5.1)', async () => {
  const list = (token: string) => refusal(grpc.call('Groups', 'GetGroup', { uid: running.rootGroupUid }, token));
  expect(await list('')).toMatchObject({ code: 16 });
  expect(await list('forged')).toMatchObject({ code: 16 });
  const narrowed = await running.tokenFor(running.administratorUid, ['roles.list']);
  expect(await list(narrowed)).toMatchObject({ code: 7 });
});

test('HTTP/1.1, kept alive, is served at the port as before, also when its first bytes come one by one', async () => {
  const socket = connectTcp(Number(new URL(running.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const ping = 'PATCH /ping/v2beta1/ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  for (const byte of ping.slice(0, 4)) {
    socket.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 5));
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
  const path = '/platform.iam.v2beta1.Groups/GetGroup';
  const type = { 'content-type': 'application/grpc' };
  const authorization = `Bearer ${running.token}`;
  expect(await call({ ':path': path }, Buffer.alloc(0))).toMatchObject({ ':status': 415 });
  expect(await call({ ':path': '/nothing', ...type }, Buffer.alloc(5))).toMatchObject({ 'grpc-status': '12' });
  expect(await call({ ':path': path, ...type }, Buffer.from([1, 2]))).toMatchObject({ 'grpc-status': '3' });
  expect(await call({ ':path': path, ...type }, Buffer.from([1, 0, 0, 0, 0]))).toMatchObject({ 'grpc-status': '12' });
  const garbage = Buffer.from([0, 0, 0, 0, 2, 0xff, 0xff]);
  expect(await call({ ':path': path, ...type, authorization }, garbage)).toMatchObject({ 'grpc-status': '3' });
  expect(await call({ ':path': path, ...type }, Buffer.alloc(1_100_000))).toMatchObject({ 'grpc-status': '8' });
  session.close();
  await expect(grpc.call('Groups', 'GetGroup', { uid: running.rootGroupUid })).resolves.toMatchObject({ name: 'acme' });
});
