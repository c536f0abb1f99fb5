import {
  schemaProblems,
  block,
  dynamic,
  list,
  nested,
  nestedList,
  nestedSet,
  set,
  str,
  type Schema,
} from '../../../src/plugin';
import { checkSchema } from '../../../src/plugin/server/check-schema';
import { encodeSchema } from '../../../src/plugin/server';
import { createFixture } from '../../support/fixture/fixture-provider';
import { connectTo } from '../support/connect-to';

const optional = { mode: 'optional' } as const;
const of = (attributes: object, blocks: object = {}): Schema => ({ attributes, blocks }) as Schema;

test('the fixture provider has valid schemas', () => {
  expect(schemaProblems(createFixture().provider)).toEqual([]);
});

test.each<[string, Schema, string]>([
  ['a mode that does not exist', of({ a: str({ mode: 'sometimes' as never }) }), 'a: "sometimes" is not a mode'],
  ['no type', of({ a: { mode: 'optional' } }), 'a: the type is missing'],
  ['a name with a capital', of({ aB: str(optional) }), 'aB: a name has only'],
  ['a name that belongs to Terraform', of({ count: str(optional) }), 'count: this name belongs to Terraform'],
  ['a default on an optional attribute', of({ a: str({ ...optional, default: 'x' }) }), 'a: a default needs'],
  [
    'useStateForUnknown on an optional attribute',
    of({ a: str({ ...optional, useStateForUnknown: true }) }),
    'a: useStateForUnknown is for computed',
  ],
  [
    'useStateForUnknown in a list',
    of({ a: nestedList({ b: str({ mode: 'computed', useStateForUnknown: true }) }, optional) }),
    'a.b: useStateForUnknown in a list',
  ],
  [
    'write-only and computed',
    of({ a: str({ mode: 'optional+computed', writeOnly: true }) }),
    'a: a write-only attribute cannot be computed',
  ],
  [
    'write-only in a set',
    of({ a: nestedSet({ b: str({ ...optional, writeOnly: true }) }, optional) }),
    'a.b: a set cannot contain write-only',
  ],
  [
    'write-only that requires replacement',
    of({ a: str({ ...optional, writeOnly: true, requiresReplace: true }) }),
    'a: Terraform cannot see a change of a write-only',
  ],
  [
    'write-only with semanticEquals',
    of({ a: str({ ...optional, writeOnly: true, semanticEquals: () => true }) }),
    'a: a write-only attribute has no prior',
  ],
  [
    'dynamic in a nested set',
    of({ a: nestedSet({ b: dynamic(optional) }, optional) }),
    'a: a set cannot contain dynamic',
  ],
  ['dynamic in a set', of({ a: set('dynamic', optional) }), 'a: a set cannot contain dynamic'],
  ['dynamic in a set in a list', of({ a: list(['set', 'dynamic'], optional) }), 'a: a set cannot contain dynamic'],
  [
    'dynamic in a list of blocks',
    of({}, { b: block('list', { attributes: { a: dynamic(optional) } }) }),
    'b: a repeated block cannot contain dynamic',
  ],
  [
    'a block named like an attribute',
    of({ a: str(optional) }, { a: block('list', { attributes: {} }) }),
    'a: is an attribute and a block',
  ],
  [
    'a nesting that does not exist',
    of({}, { b: { nesting: 'bag', attributes: {} } }),
    'b: "bag" is not a nesting mode',
  ],
  [
    'more at least than at most',
    of({}, { b: block('list', { attributes: {}, minItems: 2, maxItems: 1 }) }),
    'b: minItems is more',
  ],
  [
    'a single block that is required twice',
    of({}, { b: block('single', { attributes: {}, minItems: 2, maxItems: 2 }) }),
    'b: a single block',
  ],
  [
    'a map of blocks with a minimum',
    of({}, { b: block('map', { attributes: {}, minItems: 1 }) }),
    'b: only lists and sets',
  ],
  [
    'a negative minimum',
    of({}, { b: block('list', { attributes: {}, minItems: -1 }) }),
    'b: minItems and maxItems are 0 or more',
  ],
  [
    'something deep inside',
    of({}, { b: block('list', { attributes: { a: nested({ C: str(optional) }, optional) } }) }),
    'b.a.C: a name has',
  ],
  ['a version that is no number', { version: -1, attributes: {} }, 'version must be'],
])('%s is found', (_, schema, problem) => {
  expect(checkSchema(schema, 'resource')).toEqual([expect.stringContaining(problem)]);
});

test('only a managed resource has write-only attributes', () => {
  expect(checkSchema(of({ a: str({ ...optional, writeOnly: true }) }), 'other')).toEqual([
    'a: only a managed resource has write-only attributes',
  ]);
});

test('a resource without an update must not have anything that can change in place', () => {
  const { provider } = createFixture();
  const still = { ...provider.resources!['fixture_note']!, update: undefined };
  expect(schemaProblems({ ...provider, resources: { fixture_note: still } })).toEqual([
    expect.stringContaining('fixture_note: text: can be set, but never changed'),
    expect.stringContaining('fixture_note: count_of: can be set, but never changed'),
  ]);
});

describe('a provider with an invalid schema', () => {
  const { provider } = createFixture();
  const invalid = {
    ...provider,
    dataSources: { fixture_bad: { schema: of({ X: str(optional) }), read: async () => ({}) } },
  };

  test('says which, and serves none', async () => {
    const answer = await connectTo(invalid).call('GetProviderSchema', {});
    expect(answer.provider).toBeUndefined();
    expect(answer.diagnostics).toMatchObject([
      { summary: 'Invalid provider schema', detail: expect.stringContaining('fixture_bad: X:') },
    ]);
  });

  test('has none that could be put into an executable', () => {
    expect(() => encodeSchema(invalid)).toThrow('fixture_bad: X:');
  });
});
