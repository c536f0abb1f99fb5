import { completeFrom, emptyObject } from '../../../src/plugin/core/complete';
import { UNKNOWN, type Schema } from '../../../src/plugin';

const attribute = { type: 'string', mode: 'optional' } as const;
const inner = { attributes: { a: attribute } };
const schema: Schema = {
  attributes: { name: attribute, size: attribute },
  blocks: {
    one: { nesting: 'single', ...inner },
    grouped: { nesting: 'group', ...inner },
    list: { nesting: 'list', ...inner },
    set: { nesting: 'set', ...inner },
    map: { nesting: 'map', ...inner },
  },
};

test('an empty configuration has null for attributes, and no elements in blocks', () => {
  expect(emptyObject(schema)).toEqual({
    name: null,
    size: null,
    one: null,
    grouped: { a: null },
    list: [],
    set: [],
    map: {},
  });
});

test('a missing attribute comes from the first fallback that knows it', () => {
  const complete = completeFrom(schema, { name: 'a' }, null, { size: UNKNOWN, list: [{ a: UNKNOWN }] }, { size: '2' });
  expect(complete).toMatchObject({ name: 'a', size: '2', list: [] });
});

test('null is a value, and no fallback replaces it', () => {
  expect(completeFrom(schema, { name: null }, { name: 'b' })['name']).toBeNull();
});

test('attributes that the schema lacks are kept, so that they are reported as mistakes', () => {
  expect(completeFrom(schema, { nonsense: 1 })).toMatchObject({ nonsense: 1, name: null });
});
