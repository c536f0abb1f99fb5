import type { ApiResponse } from '../../../src/client/calls/call';
import { malformedObject } from '../../../src/client/errors/malformed-object';
import { malformedList, ResponseShapeError } from '../../../src/client/errors/response-shape-error';
import { readObject } from '../../../src/client/responses/json-response';
import { group } from '../../../src/model/kinds';

const options = { method: 'GET', url: '/iam/v2beta1/groups', status: 200, problem: 'groups: expected a list' };

test('the message names the call, the status, the problem and the request', () => {
  const error = new ResponseShapeError({ ...options, requestId: 'r1' });
  expect(error.message).toBe(
    'GET /iam/v2beta1/groups: the response (HTTP 200) is invalid: groups: expected a list (request id r1)',
  );
  expect(error).toMatchObject({ ...options, requestId: 'r1', outcome: 'unknown', malformed: [], isNotAList: false });
  expect(new ResponseShapeError(options).message).toBe(
    'GET /iam/v2beta1/groups: the response (HTTP 200) is invalid: groups: expected a list',
  );
});

test('a list names its malformed objects', () => {
  const malformed = [malformedObject(group, 'groups[0]', 'name: expected a string', {})];
  const error = malformedList('/iam/v2beta1/groups', malformed);
  expect(error.malformed).toEqual(malformed);
  expect(error.problem).toMatch(/name: expected a string.*All other objects were read/);
});

test('the error of a response contains its request id', () => {
  const header = (name: string) => (name === 'x-request-id' ? 'r7' : undefined);
  const call = { ...options, header, text: '[]', baseUrl: 'http://localhost', secrets: [] };
  const response = call as unknown as ApiResponse;
  expect(() => readObject(response)).toThrow('expected a JSON object (request id r7)');
});
