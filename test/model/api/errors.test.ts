import {
  badRequest,
  codeNumber,
  codeOfNumber,
  codeOfStatus,
  CODES,
  detailType,
  errorDomain,
  errorInfo,
  httpStatus,
} from '../../../src/model/api';

describe('the codes', () => {
  it('are sixteen, numbered from 1, and found again by their number', () => {
    expect(CODES.map(codeNumber)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    expect(CODES.map(codeNumber).map(codeOfNumber)).toEqual(CODES);
    expect([0, 17, -1, 400, NaN].map(codeOfNumber)).toEqual(Array.from({ length: 5 }, () => 'UNKNOWN'));
  });

  it.each([
    [[3, 9, 11], 400],
    [[16], 401],
    [[7], 403],
    [[5], 404],
    [[6, 10], 409],
    [[8], 429],
    [[1], 499],
    [[13, 2, 15], 500],
    [[12], 501],
    [[14], 503],
    [[4], 504],
  ])('%p go with the status %d (Contract E2)', (numbers, status) => {
    expect(numbers.map((number) => httpStatus(codeOfNumber(number)))).toEqual(numbers.map(() => status));
  });

  it('are guessed from a status when a body says none', () => {
    const statuses = [400, 401, 403, 404, 409, 429, 499, 500, 501, 502, 503, 504, 418, 302];
    expect(statuses.map(codeOfStatus)).toEqual([
      ...['INVALID_ARGUMENT', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND', 'ABORTED', 'RESOURCE_EXHAUSTED'],
      ...[
        'CANCELLED',
        'INTERNAL',
        'UNIMPLEMENTED',
        'UNAVAILABLE',
        'UNAVAILABLE',
        'DEADLINE_EXCEEDED',
        'UNKNOWN',
        'UNKNOWN',
      ],
    ]);
  });
});

describe('error details', () => {
  it('carry the type URL of the RPC convention and their fields', () => {
    expect(errorInfo({ reason: 'INVALID_ARGUMENT', domain: 'iam.platform.internal' })).toEqual({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'INVALID_ARGUMENT',
      domain: 'iam.platform.internal',
    });
    expect(badRequest([{ field: 'name', description: 'x' }])).toMatchObject({
      fieldViolations: [{ field: 'name', description: 'x' }],
    });
  });

  it.each([
    ['type.googleapis.com/google.rpc.BadRequest', 'BadRequest'],
    ['types.example/BadRequest', 'BadRequest'],
    ['BadRequest', 'BadRequest'],
    [undefined, ''],
    [7, ''],
  ])('are matched by the last segment of %p', (url, type) => {
    expect(detailType({ '@type': url })).toBe(type);
  });
});

it('ErrorInfo names the domain of the error', () => {
  expect(errorDomain('vulnerabilities')).toBe('vulnerabilities.platform.internal');
});
