import { badRequest, collectionPath, detailType, errorDomain, errorInfo, SORT_KEY_ALIASES } from '../../src/api';

describe('paths and domains', () => {
  it('differ between versions in one segment only', () => {
    expect(collectionPath('iam', 'roleBindings')).toBe('/iam/v2beta1/roleBindings');
    expect(collectionPath('registry', 'repos', 'v2')).toBe('/registry/v2/repos');
    expect(errorDomain('vulnerabilities')).toBe('vulnerabilities.platform.internal');
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

describe('sort keys', () => {
  it('have the older spelling of two, in both cases', () => {
    expect(SORT_KEY_ALIASES).toEqual({
      ...{ created_at: 'createTime', createdAt: 'createTime', updated_at: 'updateTime', updatedAt: 'updateTime' },
    });
  });
});
