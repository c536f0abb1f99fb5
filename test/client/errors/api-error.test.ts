import { ApiError, isNotFound, type ApiErrorOptions } from '../../../src/client/errors/api-error';

const options: ApiErrorOptions = {
  code: 'NOT_FOUND',
  explanation: 'no group',
  method: 'GET',
  url: '/iam/v2beta1/groups/x',
  status: 404,
  requestId: 'r1',
  outcome: 'rejected',
};

test('the message names the code, the call, the reason and the request', () => {
  expect(new ApiError(options).message).toBe(
    '[NOT_FOUND, HTTP 404] GET /iam/v2beta1/groups/x: no group (request id r1)',
  );
  expect(new ApiError({ ...options, method: '', status: undefined, requestId: undefined }).message).toBe(
    '[NOT_FOUND] no group',
  );
});

test('control characters of the service reach no terminal', () => {
  const error = new ApiError({
    ...options,
    explanation: 'a\u001b[2Jb',
    fieldViolations: [{ field: 'name\u0007', description: 'x\u001b]0;y' }],
  });
  expect(JSON.stringify([error.message, error.explanation, error.fieldViolations])).not.toMatch(/[\u0000-\u001f]/);
  expect(error.explanation).not.toContain('\u001b');
});

test('a changed copy keeps everything else, and the original is unchanged', () => {
  const cause = new Error('why');
  const original = new ApiError({ ...options, cause, retryAfterMs: 5 });
  const changed = original.with({ explanation: 'no team', outcome: 'notSent' });
  expect(changed).toMatchObject({
    code: 'NOT_FOUND',
    explanation: 'no team',
    outcome: 'notSent',
    retryAfterMs: 5,
    cause,
  });
  expect(original).toMatchObject({ explanation: 'no group', outcome: 'rejected' });
});

test('any thrown value becomes an error whose outcome is unknown', () => {
  const thrown = new TypeError('x is undefined');
  expect(ApiError.from(thrown)).toMatchObject({
    code: 'UNKNOWN',
    outcome: 'unknown',
    message: '[UNKNOWN] x is undefined',
  });
  expect(ApiError.from(thrown).cause).toBe(thrown);
  expect(ApiError.from('text').explanation).toBe('text');
  const own = new ApiError(options);
  expect(ApiError.from(own)).toBe(own);
});

test('only the service itself reports that an object does not exist', () => {
  expect(isNotFound(new ApiError({ ...options, reason: 'NOT_FOUND' }))).toBe(true);
  const resourceInfo = { resourceType: 'Group', resourceName: 'x', description: '' };
  expect(isNotFound(new ApiError({ ...options, resourceInfo }))).toBe(true);
  expect(isNotFound(new ApiError(options))).toBe(false);
  expect(isNotFound(new ApiError({ ...options, code: 'PERMISSION_DENIED', reason: 'NOT_FOUND' }))).toBe(false);
  expect(isNotFound(new Error('NOT_FOUND'))).toBe(false);
});
