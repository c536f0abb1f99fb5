import { collectionPath, SORT_KEY_ALIASES } from '../../src/api';

describe('paths', () => {
  it('differ between versions in one segment only', () => {
    expect(collectionPath('iam', 'roleBindings')).toBe('/iam/v2beta1/roleBindings');
    expect(collectionPath('registry', 'repos', 'v2')).toBe('/registry/v2/repos');
  });
});

describe('sort keys', () => {
  it('have the older spelling of two, in both cases', () => {
    expect(SORT_KEY_ALIASES).toEqual({
      ...{ created_at: 'createTime', createdAt: 'createTime', updated_at: 'updateTime', updatedAt: 'updateTime' },
    });
  });
});
