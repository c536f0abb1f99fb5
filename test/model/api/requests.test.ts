import fc from 'fast-check';
import {
  camelCase,
  collectionPath,
  formatMask,
  parseMask,
  pathInDefaultVersion,
  pathInVersions,
  snakeCase,
  SORT_KEY_ALIASES,
} from '../../../src/model/api';

describe('paths', () => {
  it('differ between versions in one segment only', () => {
    expect(collectionPath('iam', 'roleBindings')).toBe('/iam/v2beta1/roleBindings');
    expect(collectionPath('registry', 'repos', 'v2')).toBe('/registry/v2/repos');
  });

  it.each(['v2beta1', 'v2'])('in %s are the same as in the other version', (version) => {
    const path = `/iam/${version}/groups/{uid}`;
    expect(pathInVersions(path)).toEqual(['/iam/v2beta1/groups/{uid}', '/iam/v2/groups/{uid}']);
    expect(pathInDefaultVersion(path)).toBe('/iam/v2beta1/groups/{uid}');
  });

  it.each(['/iam/v1/groups', '/iam/v2beta/groups', '/iam/v2beta10/groups', '/v2/groups', '/x/iam/v2/groups'])(
    '%s without a version is alone',
    (path) => {
      expect([pathInVersions(path), pathInDefaultVersion(path)]).toEqual([[path], path]);
    },
  );
});

describe('sort keys', () => {
  it('have the older of two names, in both cases', () => {
    expect(SORT_KEY_ALIASES).toEqual({
      ...{ created_at: 'createTime', createdAt: 'createTime', updated_at: 'updateTime', updatedAt: 'updateTime' },
    });
  });
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
const camelName = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map(([first = '', ...rest]) =>
    [first, ...rest.map((next) => next.charAt(0).toUpperCase() + next.slice(1))].join(''),
  );

describe('the two representations of a name', () => {
  it.each([
    ['createTime', 'create_time'],
    ['awsIdentity', 'aws_identity'],
    ['userIdPattern', 'user_id_pattern'],
    ['uid', 'uid'],
  ])('are %s and %s', (camel, snake) => {
    expect([snakeCase(camel), camelCase(snake)]).toEqual([snake, camel]);
  });

  it('lead back to each other, and each is left alone by its own conversion', () => {
    fc.assert(
      fc.property(camelName, (name) => {
        expect(camelCase(snakeCase(name))).toBe(name);
        expect(camelCase(name)).toBe(name);
        expect(snakeCase(snakeCase(name))).toBe(snakeCase(name));
      }),
    );
  });
});

describe('a field mask', () => {
  it('names top-level fields in snake_case and reads back as the same fields', () => {
    expect(formatMask(['claimMatch', 'name'])).toBe('claim_match,name');
    fc.assert(
      fc.property(fc.uniqueArray(camelName, { maxLength: 6 }), (fields) => {
        expect(parseMask(formatMask(fields))).toEqual(fields.map((field) => [field]));
      }),
    );
  });

  it('accepts both representations, nested, with blanks and duplicates', () => {
    expect(parseMask(' name , claim_match.issuer_pattern,claimMatch.issuerPattern,,name')).toEqual([
      ['name'],
      ['claimMatch', 'issuerPattern'],
    ]);
    expect(parseMask('*')).toEqual([['*']]);
    expect(parseMask(' , ')).toEqual([]);
  });

  it('keeps a path that has an empty step, so that it can be refused', () => {
    expect(parseMask('claim_match..issuer,name.')).toEqual([
      ['claimMatch', '', 'issuer'],
      ['name', ''],
    ]);
    expect(parseMask('.')).toEqual([['', '']]);
  });

  it('distinguishes paths with the same letters', () => {
    expect(parseMask('a.bc,ab.c')).toEqual([
      ['a', 'bc'],
      ['ab', 'c'],
    ]);
  });
});
