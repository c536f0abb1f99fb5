import { block, list, map, nestedList, nested, set, str, dynamic, type Path } from '../../../src/plugin';
import { linePathToWire, pathToWire, schemaToWire } from '../../../src/plugin/server/to-wire';

const optional = { mode: 'optional' } as const;
const body = {
  attributes: {
    name: str(optional),
    tags: map('string', optional),
    zones: list('string', optional),
    members: set('string', optional),
    any: dynamic(optional),
    rows: nestedList({ cell: map('string', optional) }, optional),
    one: nested({ inner: str(optional) }, optional),
  },
  blocks: {
    rule: block('list', {
      attributes: { port: str(optional) },
      blocks: { deep: block('single', { attributes: { x: list('string', optional) } }) },
    }),
    label: block('set', { attributes: { text: str(optional) } }),
    quota: block('map', { attributes: { most: str(optional) } }),
  },
};

const steps = (path: ReturnType<typeof pathToWire>): unknown[] =>
  (path?.steps ?? []).map(({ attributeName, elementKeyString, elementKeyInt }) =>
    attributeName === undefined ? { at: elementKeyString ?? elementKeyInt } : attributeName,
  );

test.each<[Path, unknown[], unknown[]]>([
  [['name'], ['name'], ['name']],
  [
    ['tags', 'a.b'],
    ['tags', { at: 'a.b' }],
    ['tags', { at: 'a.b' }],
  ],
  [
    ['zones', 1],
    ['zones', { at: 1 }],
    ['zones', { at: 1 }],
  ],
  [['members', 0], ['members'], ['members']],
  [['any', 'x'], ['any'], ['any']],
  [
    ['rows', 0, 'cell', 'k'],
    ['rows', { at: 0 }, 'cell', { at: 'k' }],
    ['rows', { at: 0 }],
  ],
  [
    ['one', 'inner'],
    ['one', 'inner'],
    ['one', { at: 'inner' }],
  ],
  [
    ['rule', 1, 'port'],
    ['rule', { at: 1 }, 'port'],
    ['rule', { at: 1 }, 'port'],
  ],
  [
    ['rule', 0, 'deep', 'x', 2],
    ['rule', { at: 0 }, 'deep', 'x', { at: 2 }],
    ['rule', { at: 0 }, 'deep', 'x', { at: 2 }],
  ],
  [['label', 0, 'text'], ['label'], ['label']],
  [
    ['quota', 'disk', 'most'],
    ['quota', { at: 'disk' }, 'most'],
    ['quota', { at: 'disk' }, 'most'],
  ],
  [['nowhere', 'x'], [], []],
  [[], [], []],
])('%j is addressed as far as Terraform can follow', (path, address, line) => {
  expect(steps(pathToWire(path, body))).toEqual(address);
  expect(steps(linePathToWire(path, body))).toEqual(line);
});

test.each([
  ['required', { required: true, optional: false, computed: false }],
  ['optional', { required: false, optional: true, computed: false }],
  ['computed', { required: false, optional: false, computed: true }],
  ['optional+computed', { required: false, optional: true, computed: true }],
] as const)('an attribute with the mode %s', (mode, flags) => {
  const attributes = { name: str({ mode }), one: nested({ inner: str({ mode }) }, { mode }) };
  const found = schemaToWire({ attributes }).block?.attributes ?? [];
  expect([...found, ...(found[1]?.nestedType?.attributes ?? [])]).toMatchObject([flags, flags, flags]);
});
