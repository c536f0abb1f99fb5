import { ApiError, type ApiErrorOptions, ResponseShapeError } from '../../../src/client';
import { DiagError } from '../../../src/plugin';
import { toDiagnostics, isAboutEverything, OLD_TOKEN, userError } from '../../../src/provider/messages/diagnostics';
import { declarations, identity } from '../../../src/model/kinds';
import { getAttribute, ruleText, type Declaration, type Fields } from '../../../src/model/schema';

const operation = { verb: 'create', declaration: identity as unknown as Declaration, subject: 'identity "ci"' };
const failure = (options: Partial<ApiErrorOptions>) =>
  new ApiError({
    code: 'INVALID_ARGUMENT',
    explanation: 'Invalid argument',
    method: 'POST',
    url: '/iam/v2beta1/identities/a',
    status: 400,
    outcome: 'rejected',
    details: [{ '@type': 'x' }],
    ...options,
  });

test('each field violation is at its attribute, in any notation of the service', () => {
  const fieldViolations = [
    { field: 'claimMatch.issuer', description: 'not trusted' },
    { field: 'claim_match.subject_pattern', description: 'too wide' },
    { field: 'nonsense', description: 'unknown' },
  ];
  expect(toDiagnostics(failure({ fieldViolations }), operation)).toMatchObject([
    { path: ['claim_match', 'issuer'], detail: expect.stringContaining('claim_match.issuer: not trusted') },
    { path: ['claim_match', 'subject_pattern'] },
    { path: undefined, detail: expect.stringContaining('nonsense: unknown') },
  ]);
});

test('a violation that begins with the name of its field names it once, like the configuration', () => {
  const detail = (field: string, description: string) =>
    toDiagnostics(failure({ fieldViolations: [{ field, description }] }), operation)[0]!.detail;
  expect(detail('identityUid', 'identityUid names no identity')).toMatch(/^identity_uid names no identity\n/);
  expect(detail('claimMatch.issuer', 'issuer must be a URL')).toMatch(/^claim_match.issuer must be a URL\n/);
});

test('the key of a map stays unchanged: it is data', () => {
  const fieldViolations = [{ field: 'claimMatch.claims.repositoryOwner', description: 'is empty' }];
  expect(toDiagnostics(failure({ fieldViolations }), operation)).toMatchObject([
    {
      path: ['claim_match', 'claims', 'repositoryOwner'],
      detail: expect.stringContaining('claim_match.claims.repositoryOwner'),
    },
  ]);
});

describe.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'of a %s',
  (_, declaration) => {
    const paths = pathsIn(declaration.fields);
    const parent = declaration.parent === undefined ? [] : [declaration.parent.name];
    const doingIt = { verb: 'create', declaration, subject: 'it' };
    const toText = (error: Error): string =>
      toDiagnostics(error, doingIt)
        .map(({ summary, detail, path }) => [summary, detail, path?.join('.')].join(' '))
        .join(' ')
        .replace(/POST \S+/, '');

    test('every violation names its attribute like HCL, and is at the attribute', () => {
      for (const field of [...parent, ...paths]) {
        const last = field.split('.').at(-1)!;
        for (const description of [`${field} is wrong`, `${last} is wrong`, 'is wrong', `not with "${field}"`]) {
          const [diagnostic] = toDiagnostics(failure({ fieldViolations: [{ field, description }] }), doingIt);
          expect(camelNames(toText(failure({ fieldViolations: [{ field, description }] })))).toEqual([]);
          expect(diagnostic!.path?.join('.')).toBe(getAttribute(declaration, field));
        }
      }
    });

    test('messages about several fields and about responses name them like HCL, too', () => {
      const rules = [...(declaration.rules ?? []).map((rule) => ruleText(rule)), ...parent, ...paths];
      for (const explanation of rules) {
        expect(camelNames(toText(failure({ explanation })))).toEqual([]);
        const preconditionViolations = [{ type: 'RESOURCE_IN_USE', description: explanation }];
        expect(camelNames(toText(failure({ preconditionViolations })))).toEqual([]);
        const shape = { method: 'POST', url: '/x', status: 200, requestId: undefined, problem: explanation };
        expect(camelNames(toText(new ResponseShapeError(shape)))).toEqual([]);
      }
    });
  },
);

function camelNames(text: string): string[] {
  return text.match(/\b[a-z]+[A-Z]\w*/g) ?? [];
}

/** Returns every declared field, at every depth: `claimMatch.issuer`. */
function pathsIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [
    name,
    ...(type.is === 'message' ? pathsIn(type.fields).map((inner) => `${name}.${inner}`) : []),
  ]);
}

test('the object, the call, its request id and the next step are named', () => {
  const error = failure({ code: 'PERMISSION_DENIED', status: 403, requestId: 'r-1', explanation: 'no' });
  const [diagnostic] = toDiagnostics(error, operation);
  expect(diagnostic).toMatchObject({ severity: 'error', summary: 'Cannot create identity "ci"' });
  expect(diagnostic!.detail).toBe(
    'no\nPOST /iam/v2beta1/identities/a returned 403 PERMISSION_DENIED (request id r-1).\nThe token is not allowed to do this. Either its identity lacks a role in this group, or the token belongs to another organization. Check token, identity_uid and base_url of the provider.',
  );
});

test('violated preconditions are named by their type', () => {
  const preconditionViolations = [{ type: 'RESOURCE_IN_USE', description: 'bound' }];
  const [diagnostic] = toDiagnostics(failure({ code: 'FAILED_PRECONDITION', preconditionViolations }), operation);
  expect(diagnostic!.detail).toContain('RESOURCE_IN_USE: bound');
});

test('a status without details of the API suggests a wrong address', () => {
  const [diagnostic] = toDiagnostics(failure({ code: 'NOT_FOUND', status: 404, details: [] }), operation);
  expect(diagnostic!.detail).toContain("Check that base_url is the API's own address");
});

const adviceOf = (options: Partial<ApiErrorOptions>, kind = operation) =>
  toDiagnostics(failure(options), kind)[0]?.detail?.split('\n').at(-1);

test('the answer of the gateway to a request that it cannot read comes from the API', () => {
  const gateway = { details: [], hasServiceBody: true, explanation: 'proto: unknown field "x"' };
  expect(adviceOf(gateway)).toMatch(/^The gateway of the API cannot read the request\. /);
  expect(adviceOf({ details: [], hasServiceBody: false })).toMatch(/^The response does not come from the API\. /);
  expect(adviceOf({ ...gateway, code: 'UNKNOWN', status: 500 })).not.toMatch(/does not come from the API|gateway/);
});

test.each(['/iam/v2beta1/identityProviders', '/iam/v2/roleBindings', '/registry/v1/repos'])(
  'a list %s that answers 404 is no missing object',
  (url) => {
    const answer = { code: 'NOT_FOUND', status: 404, method: 'GET', url } as const;
    expect(adviceOf(answer)).toMatch(/^The service has no such list, so it is unknown which objects exist\. /);
    expect(adviceOf({ ...answer, url: `${url}/${'a'.repeat(40)}/${'b'.repeat(16)}` })).toBe(
      'The object does not exist. Run terraform plan again.',
    );
  },
);

test('a token that is older than its root group needs a new token', () => {
  expect(adviceOf({ code: 'UNAUTHENTICATED', status: 401, reason: OLD_TOKEN })).toBe(
    'The token is older than the root group, and the API rejects it there. Get a new token, and run again.',
  );
  expect(adviceOf({ code: 'UNAUTHENTICATED', status: 401 })).toContain('older than its root group');
});

test('a diagnostic stays unchanged, and any other error becomes one sentence', () => {
  const diagnostic = new DiagError('Summary', 'Detail', ['name']);
  expect(userError(diagnostic, operation)).toBe(diagnostic);
  expect(userError(new RangeError('broken'), operation).diagnostics).toEqual([
    { severity: 'error', code: 'UNEXPECTED_ERROR', summary: 'Cannot create identity "ci"', detail: 'broken' },
  ]);
});

test('authentication and availability errors affect every object', () => {
  expect(isAboutEverything(failure({ code: 'UNAUTHENTICATED' }))).toBe(true);
  expect(isAboutEverything(failure({ code: 'UNAVAILABLE' }))).toBe(true);
  expect(isAboutEverything(failure({ code: 'PERMISSION_DENIED', url: '/sts/exchange' }))).toBe(true);
  expect(isAboutEverything(failure({ code: 'PERMISSION_DENIED' }))).toBe(false);
});

test('a requested wait that is too long is reported', () => {
  const slow = (retryAfterMs: number) =>
    toDiagnostics(
      failure({ code: 'RESOURCE_EXHAUSTED', status: 429, explanation: 'slow down', retryAfterMs }),
      operation,
    );
  expect(slow(3_600_000)[0]!.detail).toContain('asks to wait 3600 seconds, but this provider waits at most 120');
  expect(slow(1_000)[0]!.detail).not.toContain('asks to wait');
});
