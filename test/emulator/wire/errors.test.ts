import {
  alreadyExists,
  errorBody,
  failedPrecondition,
  invalidArgument,
  invalidField,
  notFound,
  permissionDenied,
  type ServiceError,
  unauthenticated,
} from '../../../src/emulator/wire/errors';
import { group } from '../../../src/model/kinds';

const typesOf = (error: ServiceError) =>
  errorBody(error, 'iam')?.details.map((detail) => detail['@type'].replace(/^.*\./, ''));

test('every error has its reason and domain first, then its own detail', () => {
  expect(typesOf(invalidField('name', 'is required'))).toEqual(['ErrorInfo', 'BadRequest']);
  expect(typesOf(notFound(group, 'u'))).toEqual(['ErrorInfo', 'ResourceInfo']);
  expect(typesOf(failedPrecondition('NOT_EMPTY', 'it has children'))).toEqual(['ErrorInfo', 'PreconditionFailure']);
  expect(typesOf(unauthenticated('no token'))).toEqual(['ErrorInfo']);
  expect(errorBody(notFound(group, 'u'), 'iam')).toMatchObject({ name: 'NOT_FOUND', code: 5 });
});

test('the message of wrong fields quotes the first, and the details have at most a hundred', () => {
  const violations = Array.from({ length: 500 }, (_, index) => ({ field: `f${index}`, description: 'is unknown' }));
  const error = invalidArgument(violations);
  expect(error.message).toBe('Invalid argument: f0: is unknown');
  expect(JSON.stringify(error.details).match(/is unknown/g)).toHaveLength(100);
  expect(invalidArgument([]).message).toBe('Invalid argument: the request');
});

test('a denial names the capabilities and the place', () => {
  const error = permissionDenied(['groups.list', 'roles.list'], 'u');
  expect(error.message).toBe('Permission denied: the call needs groups.list, roles.list in u');
  expect(error.metadata).toEqual({ capabilities: 'groups.list, roles.list', resource: 'u' });
});

test('a denial because of a role that the caller may not list names none of its capabilities', () => {
  const body = JSON.stringify(errorBody(permissionDenied([], 'u'), 'iam'));
  expect(body).toContain('some that the caller cannot see');
  expect(body).not.toContain('capabilities"');
});

test('a conflict with an object that the caller may not list does not reveal its uid', () => {
  expect(JSON.stringify(alreadyExists(group, '', 'such a group exists').details)).toContain('"resourceName":""');
});

test('an error that nobody meant to throw has no body: its words may be secret', () => {
  expect(errorBody(new Error('token hunter2'), 'iam')).toBeUndefined();
  expect(errorBody('text', 'iam')).toBeUndefined();
});
