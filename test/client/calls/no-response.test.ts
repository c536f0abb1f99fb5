import { afterAttempts, isPermanentFailure, networkError } from '../../../src/client/calls/no-response';
import { TOO_LARGE } from '../../../src/client/transport/response-limits';

const route = {
  method: 'POST',
  url: '/iam/v2beta1/groups/x',
  baseUrl: 'https://api.example.com',
  attempt: 1,
  secrets: ['hunter2'],
  progress: 'dispatched',
} as const;
const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
  'after %s nothing was sent',
  (code) => {
    expect(networkError(failed(code), route, undefined)).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    expect(networkError(fetchFailed(failed(code)), route, undefined)).toMatchObject({ outcome: 'notSent' });
  },
);

test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'HPE_INVALID_CONSTANT'])(
  'after %s the request may have been executed',
  (code) => {
    expect(networkError(failed(code), route, undefined)).toMatchObject({ code: 'UNAVAILABLE', outcome: 'unknown' });
  },
);

const ownErrors = [
  new TypeError('x is not a function'),
  ...['ERR_MODULE_NOT_FOUND', 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING', 'ERR_INVALID_URL', 'UND_ERR_CLOSED'].map(
    (code) => failed(code),
  ),
];

test.each(ownErrors)('an error of this program (%s) is not one of the network', (error) => {
  expect(networkError(error, route, undefined)).toMatchObject({
    code: 'UNKNOWN',
    explanation: expect.stringContaining('the request failed in this program, not on the network ('),
  });
});

test.each(ownErrors)(
  'an error of this program (%s) proves nothing after the request was dispatched, with any code',
  (error) => {
    const outcomes = (['prepared', 'dispatched', 'begun'] as const).map(
      (progress) => networkError(error, { ...route, progress }, undefined).outcome,
    );
    expect(outcomes).toEqual(['notSent', 'unknown', 'unknown']);
  },
);

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ERR_SSL_BAD_RECORD_MAC', 'ECONNREFUSED'])(
  '%s after the first byte leaves the outcome unknown',
  (code) => {
    const error = networkError(failed(code), { ...route, progress: 'begun' }, undefined);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'unknown' });
  },
);

test('a call that is cancelled before it was dispatched was not sent', () => {
  const abort = new Error('aborted');
  const prepared = { ...route, progress: 'prepared' } as const;
  expect(networkError(abort, prepared, { by: 'caller' }).outcome).toBe('notSent');
  expect(networkError(abort, prepared, { by: 'timeout', timeoutMs: 1 }).outcome).toBe('notSent');
});

test('the caller and the time limit are named, and a request may have been executed by then', () => {
  const abort = new Error('aborted');
  expect(networkError(abort, route, { by: 'caller' })).toMatchObject({ code: 'CANCELLED', outcome: 'unknown' });
  expect(networkError(abort, { ...route, attempt: 3 }, { by: 'timeout', timeoutMs: 30_000 })).toMatchObject({
    code: 'DEADLINE_EXCEEDED',
    outcome: 'unknown',
    explanation: 'no response within 30 s (3 attempts)',
  });
});

test('the reason names the host and the next step, never the path or credentials', () => {
  const explanation = (code: string) =>
    networkError(failed(code), { ...route, baseUrl: 'https://me:pw@api.example.com/base' }, undefined).explanation;
  expect(explanation('ECONNREFUSED')).toContain('nothing answers at https://api.example.com (connection refused)');
  expect(explanation('ENOTFOUND')).toContain('the host api.example.com does not exist');
  expect(explanation('SELF_SIGNED_CERT_IN_CHAIN')).toContain('set NODE_EXTRA_CA_CERTS');
  expect(explanation('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')).toContain('offers HTTP/2 only');
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', TOO_LARGE])
    expect(explanation(code)).not.toContain('pw');
});

test.each([
  ['ECONNREFUSED', 'nothing answers at https://api.example.com:8443 (connection refused)'],
  ['ENOTFOUND', 'the host api.example.com does not exist'],
  ['EAI_AGAIN', 'a temporary failure prevented the lookup of the host api.example.com'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection to api.example.com:8443 timed out'],
])('%s has a reason of its own, and a next step', (code, reason) => {
  const { explanation } = networkError(failed(code), { ...route, baseUrl: 'https://api.example.com:8443' }, undefined);
  expect(explanation).toBe(`${reason}. Check the base URL and the network.`);
});

test('a secret in the cause is removed, at any depth, and the code stays', () => {
  const cause = fetchFailed(Object.assign(failed('HPE_INVALID_HEADER'), { data: 'Bearer hunter2' }));
  const error = networkError(cause, route, undefined);
  expect(error.cause).not.toBe(cause);
  expect(error.cause).toMatchObject({ code: 'HPE_INVALID_HEADER' });
  expect(networkError(failed('ECONNRESET', 'sent hunter2'), route, undefined).message).not.toContain('hunter2');
});

test('only failures that another attempt would repeat are lasting', () => {
  const lasting = ['ENOTFOUND', 'CERT_HAS_EXPIRED', TOO_LARGE].map((code) => isPermanentFailure(failed(code)));
  expect(lasting).toEqual([true, true, true]);
  expect(isPermanentFailure(new Error('Proxy response (403) !== 200 when HTTP Tunneling'))).toBe(true);
  expect(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN'].map((code) => isPermanentFailure(failed(code)))).toEqual([
    false,
    false,
    false,
  ]);
});

test('a single attempt is not counted', () => {
  expect([afterAttempts({ attempt: 1 }), afterAttempts({ attempt: 6 })]).toEqual(['', ' (6 attempts)']);
});
