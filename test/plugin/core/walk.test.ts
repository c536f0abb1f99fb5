import { UNKNOWN, type Schema } from '../../../src/plugin';
import { eachAttribute, getFields, mapAttributes } from '../../../src/plugin/core/walk';
import { pathText } from '../../../src/plugin/sdk/diagnostics';

const text = (mode: 'optional' | 'computed' = 'optional') => ({ type: 'string', mode }) as const;
const schema: Schema = {
  attributes: { name: text() },
  blocks: {
    rule: { nesting: 'list', attributes: { port: text(), id: text('computed') } },
    tag: { nesting: 'set', attributes: { key: text(), id: text('computed') } },
    by: { nesting: 'map', attributes: { value: text() } },
    one: { nesting: 'single', attributes: { inner: text() } },
  },
};
const object = (values: object) => ({ name: null, rule: [], tag: [], by: {}, one: null, ...values });

function visited(triple: { config: unknown; prior: unknown; plan: unknown }) {
  const nodes: Record<string, unknown[]> = {};
  eachAttribute(schema, triple, ({ path, config, prior, plan }) => {
    nodes[pathText(path)] = [config, prior, plan];
  });
  return nodes;
}

test('attributes in blocks are visited with their paths', () => {
  const all = object({ name: 'a', rule: [{ port: '1', id: 'x' }], by: { k: { value: 'v' } }, one: { inner: 'i' } });
  expect(Object.keys(visited({ config: all, prior: null, plan: all }))).toEqual([
    ...['name', 'rule[0].port', 'rule[0].id', 'by.k.value', 'one.inner'],
  ]);
});

test('elements of a list are matched by index, and a new one has no prior value', () => {
  const plan = object({
    rule: [
      { port: '1', id: null },
      { port: '2', id: null },
    ],
  });
  const prior = object({ rule: [{ port: '0', id: 'x' }] });
  expect(visited({ config: plan, prior, plan })).toMatchObject({
    'rule[0].port': ['1', '0', '1'],
    'rule[1].port': ['2', null, '2'],
  });
});

test('elements of a set are matched by what the user decides, each once', () => {
  const prior = object({
    tag: [
      { key: 'b', id: '2' },
      { key: 'a', id: '1' },
    ],
  });
  const plan = object({
    tag: [
      { key: 'a', id: UNKNOWN },
      { key: 'a', id: UNKNOWN },
      { key: 'b', id: UNKNOWN },
    ],
  });
  const mapped = mapAttributes(schema, { config: plan, prior, plan }, ({ attribute, prior: before, plan: planned }) =>
    attribute.mode === 'computed' ? before : planned,
  );
  expect(mapped['tag']).toEqual([
    { key: 'a', id: '1' },
    { key: 'a', id: null },
    { key: 'b', id: '2' },
  ]);
});

test('an unknown block is not entered, and a part of an unknown object is unknown', () => {
  const plan = object({ one: UNKNOWN });
  expect(Object.keys(visited({ config: plan, prior: null, plan }))).toEqual(['name']);
  expect(visited({ config: UNKNOWN, prior: null, plan: object({ name: 'a' }) })['name']).toEqual([UNKNOWN, null, 'a']);
});

test('a map key from outside cannot replace a prototype', () => {
  const by = JSON.parse('{"__proto__":{"value":"v"}}') as object;
  const mapped = mapAttributes(
    schema,
    { config: object({ by }), prior: null, plan: object({ by }) },
    ({ plan }) => plan,
  );
  expect(Object.keys(mapped['by'] as object)).toEqual(['__proto__']);
});

test('the fields of a body are computed once', () => {
  expect(getFields(schema)).toBe(getFields(schema));
  expect(getFields(schema).map(({ name }) => name)).toEqual(['name', 'rule', 'tag', 'by', 'one']);
});
