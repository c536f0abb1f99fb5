import type { ApiError } from '../../../src/client';
import {
  invalidRequest,
  requireBatch,
  requireOperation,
  requireParent,
  requireUid,
  requireValues,
} from '../../../src/client/requests/request-checks';
import { group, groupInvite, identity, identityProvider, roleBinding } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { CHILD, ROOT } from '../canned';

const request = (declaration: Declaration) => ({ method: 'POST', path: '/x', declaration });

/** Returns the error of a check, which names the request. */
function errorOf(check: () => unknown): Pick<ApiError, 'code' | 'explanation' | 'fieldViolations'> | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ method: 'POST', url: '/x', outcome: 'notSent' });
    return error as ApiError;
  }
}

test('an operation that the kind lacks is an error', () => {
  expect(errorOf(() => requireOperation(request(groupInvite), 'create'))).toBeUndefined();
  expect(errorOf(() => requireOperation(request(groupInvite), 'update'))).toMatchObject({
    code: 'UNIMPLEMENTED',
    explanation: 'the service does not support the operation update for a group invite',
  });
});

test.each<[Declaration, number, string | undefined]>([
  [roleBinding, 1, undefined],
  [roleBinding, 25, undefined],
  [roleBinding, 0, 'Invalid argument: requests: a batch must contain 1 to 25 objects'],
  [roleBinding, 26, 'Invalid argument: requests: a batch must contain 1 to 25 objects'],
  [group, 1, 'the service creates only one group for each request'],
])('a batch of $kind with %i objects', (declaration, count, explanation) => {
  const error = errorOf(() => requireBatch(request(declaration), count));
  expect([error?.explanation, error?.code]).toEqual([
    explanation,
    explanation && (declaration === group ? 'UNIMPLEMENTED' : 'INVALID_ARGUMENT'),
  ]);
});

test('nothing but a uid becomes part of a path', () => {
  expect(requireUid(request(group), CHILD)).toBe(CHILD);
  const violations = errorOf(() => requireUid(request(group), 'a/../b', 'parent'))?.fieldViolations;
  expect(violations).toEqual([{ field: 'parent', description: expect.stringContaining('uid') }]);
  expect(errorOf(() => requireUid(request(group), ''))?.fieldViolations).toMatchObject([{ field: 'uid' }]);
});

test.each<[string, Declaration, string | undefined, string | undefined]>([
  ['no parent of a root group', group, undefined, undefined],
  ['a parent of a group', group, CHILD, undefined],
  ['no parent of an identity', identity, undefined, 'groupUid: groupUid is required'],
  ['a parent of an identity', identity, CHILD, undefined],
  ['a text as a parent', identity, 'x', 'groupUid: '],
  ['a root group of an identity provider', identityProvider, ROOT, undefined],
  ['another group of an identity provider', identityProvider, CHILD, 'groupUid: groupUid must be a root group'],
  ['no parent of a kind without one', { ...identity, parent: undefined }, undefined, 'parent: parent is required'],
])('%s', (_, declaration, parent, problem) => {
  const explanation = errorOf(() => requireParent(request(declaration), parent))?.explanation;
  if (problem === undefined) expect(explanation).toBeUndefined();
  else expect(explanation).toContain(`Invalid argument: ${problem}`);
});

test('an error lists all violations', () => {
  const violations = ['a', 'b'].map((field) => ({ field, description: 'no' }));
  expect(invalidRequest({ method: 'POST', path: '/x' }, violations)).toMatchObject({
    ...{ method: 'POST', url: '/x', explanation: 'Invalid argument: a: no; b: no', fieldViolations: violations },
  });
  expect(invalidRequest({ method: 'POST', path: '/x' }, [{ field: '', description: 'no' }]).explanation).toBe(
    'Invalid argument: no',
  );
});

describe('the values of a request', () => {
  const refusals = (declaration: Declaration, values: unknown, operation: 'create' | 'update'): string[] => {
    try {
      requireValues(request(declaration), values as object, operation);
      return [];
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', outcome: 'notSent' });
      expect((error as ApiError).fieldViolations).not.toEqual([]);
      return (error as ApiError).fieldViolations.map(({ field, description }) => `${field}: ${description}`);
    }
  };

  it('are, for a create, every input, the required ones at least', () => {
    expect(refusals(group, { name: 'a', description: 'b' }, 'create')).toEqual([]);
    expect(refusals(group, {}, 'create')).toEqual(['name: name is required']);
    expect(refusals(group, { name: 'A' }, 'create')).toEqual(['name: name must match "^[a-z0-9 ._-]{1,}$"']);
  });

  it('are, for a create, nothing that only the service sets, and nothing unknown', () => {
    for (const field of ['uid', 'verified', 'createTime', 'parentUid', 'nonsense']) {
      expect(refusals(group, { name: 'a', [field]: 'x' }, 'create')).toEqual([
        `${field}: ${field} is not a field that can be set here`,
      ]);
    }
  });

  it('hold no unknown field within a message either: a service may drop it, and let more tokens in', () => {
    const claimMatch = { issuer: 'https://a', subject: 's', audiance: 'x' };
    expect(refusals(identity, { name: 'a', claimMatch }, 'create')).toEqual([
      'claimMatch.audiance: audiance is not a field that can be set here',
    ]);
  });

  it('follow the rules about several fields, also within a message', () => {
    const two = {
      name: 'a',
      claimMatch: { issuer: 'https://a', subject: 's' },
      servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER',
    };
    expect(refusals(identity, two, 'create')).toEqual([
      'servicePrincipal: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be given, found claimMatch, servicePrincipal',
    ]);
    expect(refusals(identity, { name: 'a', claimMatch: { issuer: 'https://a' } }, 'create')).toEqual([
      'claimMatch: exactly one of subject, subjectPattern must be given, found none',
    ]);
  });

  it('are, for an update, nothing that only a create sets', () => {
    const values = { roleUid: ROOT, ttl: '60s' };
    expect(refusals(groupInvite, values, 'create')).toEqual([]);
    expect(refusals(groupInvite, values, 'update')).toEqual(
      expect.arrayContaining([expect.stringContaining('ttl is not a field')]),
    );
  });

  it('are, for an update, any of what can change', () => {
    expect(refusals(roleBinding, {}, 'update')).toEqual([]);
    expect(refusals(group, { description: '' }, 'update')).toEqual([]);
    expect(refusals(group, { name: '' }, 'update')).toEqual(['name: name is required']);
    expect(refusals(group, { createTime: 'x' }, 'update')).not.toEqual([]);
  });

  it.each([undefined, null, 'text', [], 7])('are an object, and not %j', (values) => {
    expect(refusals(group, values, 'create')).toEqual([': expected an object']);
  });
});
