import { ApiError, isNotFound } from '../../../src/client';
import { errorOfResponse, parseRetryAfterMs } from '../../../src/client/calls/error-response';
import { CHILD, errorInfo, TOKEN } from '../canned';

const now = Date.UTC(2026, 0, 1);

function read(status: number, body: unknown, headers: Record<string, string> = {}): ApiError {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return errorOfResponse(
    { status, text, header: (name) => headers[name] },
    {
      method: 'GET',
      url: `/iam/v2beta1/groups/${CHILD}`,
      baseUrl: 'https://api.test',
      attempt: 1,
      secrets: [TOKEN],
      now,
    },
  );
}

describe('a body in the form of the API', () => {
  it.each([
    [400, { code: 3, message: 'proto: syntax error', details: [] }, true],
    [400, { code: 3, message: 'no', details: [errorInfo('X')] }, true],
    [400, { code: 3, message: 'no' }, false],
    [400, { code: 400, message: 'Bad Request', details: [] }, false],
    [400, { error: 'Bad Request' }, false],
    [400, '<html></html>', false],
  ])('%i %j: %s', (status, body, expected) => {
    expect(read(status, body).hasServiceBody).toBe(expected);
  });
});

describe('an error response of the service', () => {
  it('keeps code, message and typed details (contract E1)', () => {
    const error = read(
      400,
      {
        code: 3,
        message: 'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"',
        details: [
          errorInfo('INVALID_ARGUMENT'),
          {
            '@type': 'types.example.com/BadRequest',
            fieldViolations: [{ field: 'name', description: 'name must match' }],
          },
        ],
      },
      { 'x-request-id': 'r-1' },
    );
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      status: 400,
      reason: 'INVALID_ARGUMENT',
      domain: 'iam.platform.internal',
      fieldViolations: [{ field: 'name', description: 'name must match' }],
      requestId: 'r-1',
      outcome: 'rejected',
    });
    expect(error.message).toBe(
      `[INVALID_ARGUMENT, HTTP 400] GET /iam/v2beta1/groups/${CHILD}: Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$" (request id r-1)`,
    );
  });

  it('keeps violated preconditions and the object that is missing', () => {
    const violations = [{ type: 'RESOURCE_NOT_EMPTY', description: 'cannot delete group with child repos' }];
    const precondition = read(400, {
      code: 9,
      message: 'x',
      details: [{ '@type': 'a.PreconditionFailure', violations }],
    });
    expect(precondition.preconditionViolations).toMatchObject(violations);
    const info = { resourceType: 'Group', resourceName: CHILD, description: 'gone' };
    expect(
      read(404, { code: 5, message: 'x', details: [{ '@type': 'a/ResourceInfo', ...info }] }).resourceInfo,
    ).toEqual(info);
  });

  it('is switched on by the body, not by the status', () => {
    expect(read(400, { code: 9, message: 'x' }).code).toBe('FAILED_PRECONDITION');
    expect(read(418, { code: 7, message: 'x' }).code).toBe('PERMISSION_DENIED');
    // A gateway's, with the status where the service has its code.
    expect(read(403, { code: 403, message: 'x' })).toMatchObject({ code: 'PERMISSION_DENIED', explanation: 'x' });
  });

  it('is understood with details that are no list, empty or nonsense', () => {
    const nonsense = [null, 1, {}, { '@type': 7 }, { '@type': 'a.BadRequest', fieldViolations: 'x' }];
    for (const details of [[], null, 'x', nonsense]) {
      expect(read(403, { code: 7, message: 'no', details })).toMatchObject({
        code: 'PERMISSION_DENIED',
        fieldViolations: [],
      });
    }
  });

  it('says nothing was done only when that is sure', () => {
    const outcomes = (status: number, code: number) => read(status, { code, message: '', details: [] }).outcome;
    for (const [status, code] of [
      [400, 3],
      [404, 5],
      [409, 6],
      [403, 7],
      [429, 8],
      [400, 9],
      [409, 10],
      [501, 12],
      [401, 16],
    ] as const) {
      expect(outcomes(status, code)).toBe('rejected');
    }
    for (const [status, code] of [
      [499, 1],
      [500, 2],
      [504, 4],
      [500, 13],
      [503, 14],
      [500, 15],
    ] as const) {
      expect(outcomes(status, code)).toBe('unknown');
    }
    expect(read(503, { code: 14, message: '', details: [errorInfo('OVERLOADED')] }).outcome).toBe('rejected');
    expect(read(503, 'busy', { 'retry-after': '1' }).outcome).toBe('rejected');
  });
});

describe('a response that is not the service’s', () => {
  it('becomes an error with the likeliest code and the beginning of the response', () => {
    const error = read(502, '<html><head><title>502 Bad\nGateway</title></head><body>nginx</body></html>');
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'unknown' });
    expect(error.explanation).toBe('HTTP 502, and not a response of the API: a page titled "502 Bad Gateway".');
    expect(read(500, 'x'.repeat(5000)).explanation.length).toBeLessThan(300);
    expect(read(500, '').explanation).toContain('an empty response');
  });

  it('asks whether the base URL is right when there is nothing under the path', () => {
    const question = "Is https://api.test the API's base URL?";
    expect(read(404, '<html><title>Not Found</title></html>').explanation).toContain(question);
    expect(read(404, { code: 5, message: 'Not Found', details: [] }).explanation).toBe(
      `Not Found. The service does not know this path. ${question}`,
    );
    expect(read(404, { code: 5, message: 'no group', details: [errorInfo('NOT_FOUND')] }).explanation).toBe('no group');
  });

  it('is never followed elsewhere, nor is its target repeated', () => {
    const error = read(302, '', { location: `https://elsewhere.test/login?token=${TOKEN}` });
    expect(error.explanation).toContain('redirect (HTTP 302). The client does not follow it');
    expect(error.message).not.toContain(TOKEN);
  });

  it('does not bring the token into the error when it repeats what was sent', () => {
    for (const body of [
      `<pre>Authorization: Bearer ${TOKEN}</pre>`,
      { code: 3, message: `bad ${TOKEN}`, details: [{ '@type': 'x', was: TOKEN }] },
    ]) {
      const error = read(400, body);
      expect(error.message + JSON.stringify(error)).not.toContain(TOKEN);
    }
  });
});

describe('a secret that equals a part of the response', () => {
  it('does not make the response unreadable', () => {
    const text = JSON.stringify({ code: 3, message: 'bad code "x', details: [errorInfo('code')] });
    const response = { status: 400, text, header: () => undefined };
    const context = { method: 'POST', url: '/x', baseUrl: 'https://api.test', attempt: 1, now };
    const error = errorOfResponse(response, { ...context, secrets: ['code', '"x'] });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', explanation: 'bad (secret) (secret)', reason: '(secret)' });
  });
});

describe('whether an object is proved to be missing', () => {
  it('needs the service’s own word for it', () => {
    expect(isNotFound(read(404, { code: 5, message: '', details: [errorInfo('NOT_FOUND')] }))).toBe(true);
    expect(isNotFound(read(404, { code: 5, message: '', details: [{ '@type': 'a.ResourceInfo' }] }))).toBe(true);
    expect(isNotFound(read(404, { code: 5, message: '', details: [] }))).toBe(false);
    expect(isNotFound(read(404, '<html>'))).toBe(false);
    expect(isNotFound(read(403, { code: 7, message: '', details: [errorInfo('NOT_FOUND')] }))).toBe(false);
    expect(isNotFound(new Error('404'))).toBe(false);
  });
});

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['3', 3000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('%j means %j ms', (header, ms) => {
    expect(parseRetryAfterMs(header, now)).toBe(ms);
  });

  it('may also stand among the details', () => {
    expect(
      read(429, { code: 8, message: '', details: [{ '@type': 'a.RetryInfo', retryDelay: '1.5s' }] }).retryAfterMs,
    ).toBe(1500);
  });
});

describe('ApiError.from', () => {
  it('keeps an ApiError and wraps everything else', () => {
    const error = read(403, { code: 7, message: 'no' });
    expect(ApiError.from(error)).toBe(error);
    const cause = new RangeError('odd');
    expect(ApiError.from(cause)).toMatchObject({
      code: 'UNKNOWN',
      outcome: 'unknown',
      message: '[UNKNOWN] odd',
      cause,
    });
    expect(ApiError.from('text').explanation).toBe('text');
  });
});
