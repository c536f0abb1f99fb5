import { administrationRoutes } from '../../../src/emulator/administration/administration-routes';
import { createAuth } from '../../../src/emulator/auth';
import { generateSigningKey } from '../../../src/emulator/auth/keys';
import { createFaultInjector } from '../../../src/emulator/faults/fault-injector';
import { createRequestLog } from '../../../src/emulator/wire/request-log';
import { pipelineOf } from '../support/pipeline';

const administratorUid = 'ad0000000000000000000000000000000000000a';
const baseUrl = 'https://api.example.com';

async function administration() {
  const auth = createAuth({
    keys: { api: generateSigningKey(), oidc: generateSigningKey() },
    clock: () => new Date(),
    addresses: () => [baseUrl],
    grants: { getBindings: () => [], findCapabilities: () => [] },
    isKnown: () => true,
    identity: () => undefined,
  });
  const faults = createFaultInjector({
    clock: () => new Date(),
    delay: async () => undefined,
    expireTokens: () => undefined,
    random: (length) => new Uint8Array(length),
    past: () => ({ rewind: () => undefined, hasObject: () => true, refresh: () => undefined, close: () => undefined }),
  });
  const organization = { seed: () => undefined, reset: () => undefined, snapshot: () => ({}) };
  const backend = { ...auth, administratorUid, faults, organization, requestLog: createRequestLog() };
  const handle = pipelineOf(administrationRoutes, backend);
  const token = await auth.tokens.issue(administratorUid);
  const ask = async (method: string, path: string, body?: unknown, as = token) => {
    const init = {
      method,
      headers: { authorization: `Bearer ${as}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await handle(new Request(`${baseUrl}${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { auth, faults, handle, ask };
}

test('faults are listed, added, removed and cleared over the endpoint', async () => {
  const { ask, faults } = await administration();
  const added = await ask('POST', '/emulator/faults', { effect: 'latency', latencyMs: 5 });
  expect(added).toEqual({ status: 200, body: faults.list()[0] });
  expect((await ask('GET', '/emulator/faults')).body).toEqual({ faults: faults.list() });
  expect((await ask('DELETE', `/emulator/faults/${added.body.id}`)).status).toBe(200);
  expect((await ask('DELETE', `/emulator/faults/${added.body.id}`)).body).toMatchObject({ code: 5 });
  await ask('POST', '/emulator/faults', { effect: 'html' });
  await ask('DELETE', '/emulator/faults');
  expect(faults.list()).toEqual([]);
});

test('an invalid fault is an INVALID_ARGUMENT with the reason', async () => {
  const { ask } = await administration();
  expect((await ask('POST', '/emulator/faults', { effect: 'html', status: 200 })).body).toMatchObject({
    code: 3,
    message: expect.stringContaining('status'),
  });
});

test('OIDC tokens of the own issuer are handed out', async () => {
  const { ask } = await administration();
  const { body } = await ask('POST', '/emulator/oidc-tokens', { subject: 'ci', claims: { environment: 'production' } });
  const { decodeJwt } = await import('jose');
  expect(decodeJwt(body.token)).toMatchObject({ sub: 'ci', iss: `${baseUrl}/oidc`, environment: 'production' });
  expect((await ask('POST', '/emulator/oidc-tokens', {})).body).toMatchObject({
    code: 3,
    message: expect.stringContaining('subject'),
  });
});

test('only an unlimited token of the administrator is accepted', async () => {
  const { ask, auth, faults } = await administration();
  const fault = { effect: 'html' };
  const other = await auth.tokens.issue('0123456789012345678901234567890123456789');
  const narrowed = await auth.tokens.issue(administratorUid, { caps: ['groups.list'] });
  expect((await ask('POST', '/emulator/faults', fault, other)).body).toMatchObject({ code: 7 });
  expect((await ask('POST', '/emulator/faults', fault, narrowed)).body).toMatchObject({ code: 7 });
  expect((await ask('POST', '/emulator/faults', fault, 'nobody')).body).toMatchObject({ code: 16 });
  expect(faults.list()).toEqual([]);
});

test('an unknown path is not found, a known one with another method not implemented', async () => {
  const { ask, handle } = await administration();
  expect((await ask('GET', '/emulator/secrets')).body).toEqual({ code: 5, message: 'Not Found', details: [] });
  expect((await ask('PATCH', '/emulator/faults', {})).body).toMatchObject({ code: 12 });
  expect((await handle(new Request(`${baseUrl}/iam/v2beta1/groups`))).status).toBe(404);
});
