import type { ApiError } from '../../../src/client';
import { requireValues } from '../../../src/client/requests/request-checks';
import { group, identity, roleBinding } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';

describe('the values of a request', () => {
  const refusals = (declaration: Declaration, values: unknown, operation: 'create' | 'update'): string[] => {
    try {
      requireValues({ method: 'POST', path: '/x', declaration }, values as object, operation);
      return [];
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', outcome: 'notSent' });
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
    expect(refusals(identity, { name: 'a', claimMatch: { issuer: 'https://a' } }, 'create')).toEqual([
      'claimMatch: exactly one of subject, subjectPattern must be given, found none',
    ]);
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
