import fc from 'fast-check';
import {
  advisory,
  group,
  identity,
  identityProvider,
  repo,
  role,
  roleBinding,
  declarations,
} from '../../../src/model/kinds';
import {
  behaves,
  canonicalNames,
  canonicalText,
  decodeResponse,
  encodeBody,
  semanticEquals,
  zeroValue,
  type Fields,
  type FieldType,
} from '../../../src/model/schema';
import { claimMatch, moment, names, ordered, tags, text } from '../../provider/convert/types';
import { responseSchema } from '../../../src/model/schema/response-schema';
import { snakeCase } from '../../../src/model/api';

describe('decoding a response', () => {
  it('fills in what the service left out, but no message and no timestamp', () => {
    expect(decodeResponse(group, { uid: 'u', name: 'n' })).toEqual({
      ...{ uid: 'u', name: 'n', description: '', resourceLimits: {}, verified: false },
    });
    expect(decodeResponse(identity, { uid: 'u', name: 'n', description: null, claimMatch: null })).not.toHaveProperty(
      'claimMatch',
    );
  });

  it('fills in what the service left out within messages and lists of messages, but never a secret', () => {
    const { claimMatch } = decodeResponse(identity, { claim_match: { issuer: 'https://a.example', audience: null } });
    expect(claimMatch).toEqual({
      ...{ issuer: 'https://a.example', issuerPattern: '', subject: '', subjectPattern: '' },
      ...{ audience: '', audiencePattern: '', claims: {}, claimPatterns: {} },
    });
    const { severities } = decodeResponse(advisory, { severities: [{ type: 'CVSS' }, {}] });
    expect(severities).toEqual([
      { type: 'CVSS', score: '' },
      { type: '', score: '' },
    ]);
    const { oidc } = decodeResponse(identityProvider, { oidc: { issuer: 'i', clientId: 'c', clientSecret: 's' } });
    expect(oidc).toEqual({
      ...{ issuer: 'i', clientId: 'c', pkceEnabled: false, additionalScopes: [], groupsClaim: '' },
    });
  });

  it('finds what a response keeps elsewhere than a request', () => {
    const response = { uid: 'b', identity: { uid: 'i', name: 'ci' }, role: { uid: 'r' } };
    expect(decodeResponse(roleBinding, response)).toMatchObject({
      identityUid: 'i',
      roleUid: 'r',
      identity: { name: 'ci' },
    });
    expect(decodeResponse(roleBinding, { ...response, identityUid: 'own' })).toMatchObject({ identityUid: 'own' });
    expect(decodeResponse(roleBinding, { ...response, identityUid: '', role_uid: '' })).toMatchObject({
      identityUid: 'i',
      roleUid: 'r',
    });
    expect(decodeResponse(roleBinding, { uid: 'b', identity: 'gone' })).toMatchObject({ identityUid: '' });
  });

  it('leaves open content unchanged, for any JSON', () => {
    for (const content of [{ unique_tags: true, isNull: null, nested: [{ a: 1 }, 'x'] }, false, 0, '', []]) {
      const read = responseSchema(repo).parse(decodeResponse(repo, { uid: 'u', name: 'n', syncConfig: content }));
      expect(read.sync_config).toEqual(content);
    }
    for (const json of [{ uid: 'u' }, { uid: 'u', sync_config: null }])
      expect(decodeResponse(repo, json)).not.toHaveProperty('sync_config');
  });

  it('drops fields that are not declared, and keeps those that no resource manages while they are set', () => {
    const decoded = decodeResponse(group, { uid: 'u', kind: 'ORG_KIND_X', status: '', other: 1 });
    expect(decoded).toMatchObject({ kind: 'ORG_KIND_X' });
    expect(Object.keys(decoded)).not.toEqual(expect.arrayContaining(['other']));
    expect(Object.keys(decoded)).not.toEqual(expect.arrayContaining(['status']));
  });

  it('reads both representations of every field of every kind', () => {
    for (const { fields } of declarations) {
      const values = Object.fromEntries(Object.keys(fields).map((name) => [name, `value of ${name}`]));
      const snake = Object.fromEntries(Object.entries(values).map(([name, value]) => [snakeCase(name), value]));
      expect(canonicalNames(fields, snake)).toEqual(canonicalNames(fields, values));
    }
  });

  it('leaves the keys of maps and undeclared names unchanged', () => {
    const claims = { repository_owner: 'a', repositoryOwner: 'b', _x: 'c' };
    expect(canonicalNames(identity.fields, { claim_match: { issuer_pattern: 'x', claims }, not_declared: 1 })).toEqual({
      claimMatch: { issuerPattern: 'x', claims },
      not_declared: 1,
    });
  });

  it('takes no field from a key that JavaScript gives a meaning of its own', () => {
    const hostile = JSON.parse('{"__proto__": {"name": "planted"}, "constructor": 1, "toString": 2}') as Record<
      string,
      unknown
    >;
    const named = canonicalNames(group.fields, hostile);
    expect(named['name']).toBeUndefined();
    expect(Object.keys(named)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(decodeResponse(group, hostile)).toMatchObject({ name: '' });
  });

  it('translates capabilities to dotted names, and back in a request', () => {
    const response = decodeResponse(role, { uid: 'u', name: 'n', capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_FUTURE'] });
    expect(response['capabilities']).toEqual(['groups.list', 'CAP_FUTURE']);
    expect(encodeBody(role, { name: 'n', capabilities: ['groups.list'] })).toEqual({
      ...{ name: 'n', capabilities: ['CAP_IAM_GROUPS_LIST'] },
    });
  });

  it('gives again what a request sent, except for what is never in a response', () => {
    for (const declaration of declarations) {
      const sent = encodeBody(declaration, declaration.examples.create);
      const shown = Object.entries(declaration.examples.create).filter(
        ([name]) => !behaves(declaration.fields[name]!, 'inputOnly'),
      );
      const decoded = decodeResponse(declaration, JSON.parse(JSON.stringify(sent)) as Record<string, unknown>);
      expect(decoded).toMatchObject(Object.fromEntries(shown));
    }
  });
});

describe('encoding a body', () => {
  it('leaves out what is undefined and nothing else', () => {
    expect(encodeBody(group, { name: 'n', description: undefined, extra: null })).toEqual({ name: 'n', extra: null });
    expect(encodeBody(group, { description: '' })).toEqual({ description: '' });
  });
});

describe('names', () => {
  it('come out the same when they are canonical already', () => {
    const fields: Fields = identity.fields;
    const name = fc.oneof(fc.constantFrom(...Object.keys(fields)), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (json) => {
        const once = canonicalNames(fields, json);
        expect(canonicalNames(fields, once)).toEqual(once);
      }),
    );
  });
});

describe('the zero value', () => {
  it.each<[FieldType, unknown]>([
    [{ is: 'string' }, ''],
    [{ is: 'string', format: 'timestamp' }, undefined],
    [{ is: 'bool' }, false],
    [{ is: 'integer' }, 0],
    [{ is: 'list', of: { is: 'string' } }, []],
    [{ is: 'map', of: { is: 'string' } }, {}],
    [{ is: 'json' }, undefined],
    [{ is: 'message', fields: {} }, undefined],
  ])('of %j is %j', (type, value) => {
    expect(zeroValue(type)).toEqual(value);
  });
});

describe('the normalized value of a text', () => {
  const moment = (text: string) => canonicalText({ is: 'string', format: 'timestamp' }, text);
  const capability = (text: string) => canonicalText({ is: 'string', format: 'capability' }, text);

  it('is the same for one moment with another offset or more zeros', () => {
    expect(moment('2026-01-02T03:04:05.000000Z')).toBe(moment('2026-01-02T03:04:05Z'));
    expect(moment('2026-01-02T04:04:05+01:00')).toBe(moment('2026-01-02T03:04:05Z'));
    expect(moment('2026-01-02T03:04:05.001Z')).not.toBe(moment('2026-01-02T03:04:05Z'));
    expect(moment('soon')).toBe('soon');
  });

  it('is the same for both names of a capability, whether or not it is in the table', () => {
    expect(capability('CAP_IAM_GROUPS_LIST')).toBe(capability('groups.list'));
    expect(capability('CAP_FIGS_LIST')).toBe(capability('figs.list'));
    expect(capability('CAP_LIBRARIES_JAVA_LIST')).toBe(capability('libraries.java.list'));
  });

  it('is the text itself where nothing else is declared', () => {
    expect(canonicalText({ is: 'string' }, 'CAP_IAM_GROUPS_LIST')).toBe('CAP_IAM_GROUPS_LIST');
  });
});

test.each([undefined, null, ''])('an absent text means the same as %j', (value) => {
  expect(semanticEquals(text, undefined, value)).toBe(true);
});

test('false, an empty list, map or message mean the same as nothing', () => {
  expect(semanticEquals({ is: 'bool' }, undefined, false)).toBe(true);
  expect(semanticEquals(names, undefined, [])).toBe(true);
  expect(semanticEquals(tags, null, {})).toBe(true);
  expect(semanticEquals(claimMatch, undefined, { issuer: '', claims: {} })).toBe(true);
});

test('something never means the same as nothing', () => {
  expect(semanticEquals(text, 'a', '')).toBe(false);
  expect(semanticEquals(claimMatch, { issuer: 'a' }, undefined)).toBe(false);
});

test('timestamps are moments, with any number of decimals', () => {
  expect(semanticEquals(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000000Z')).toBe(true);
  expect(semanticEquals(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z')).toBe(false);
});

test('order counts in a list and not in a set', () => {
  expect(semanticEquals(names, ['a', 'b'], ['b', 'a'])).toBe(true);
  expect(semanticEquals(ordered, ['a', 'b'], ['b', 'a'])).toBe(false);
  expect(semanticEquals(names, ['a', 'b'], ['a'])).toBe(false);
});

test('a key of a map is data, even with nothing as its value', () => {
  expect(semanticEquals(tags, { a: '', b: '1' }, { b: '1' })).toBe(false);
  expect(semanticEquals(tags, { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
});

test('messages are compared field by field, absent ones as empty', () => {
  expect(semanticEquals(claimMatch, { issuer: 'a' }, { issuer: 'a', audience: '', claims: {} })).toBe(true);
  expect(semanticEquals(claimMatch, { issuer: 'a', audience: 'x' }, { issuer: 'a' })).toBe(false);
});
