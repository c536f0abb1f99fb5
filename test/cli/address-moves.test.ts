import type { AddressMoves, AddressRow } from '../../src/review';
import { movesAsBlocks, movesAsCalls, movesAsText } from '../../src/cli/address-moves';

const row = (stack: string, path: string, more: Partial<AddressRow> = {}): AddressRow => ({
  stack,
  address: `platform_group.${path.replaceAll('/', '_')}`,
  construct: `${stack}/${path}`,
  kind: 'group',
  name: path,
  ...more,
});
const moved = (...pairs: readonly (readonly [AddressRow, AddressRow])[]): AddressMoves => ({
  moves: pairs.map(([from, to]) => ({ from, to })),
  gone: [],
  made: [],
});

test('a move within a stack is a moved block', () => {
  const blocks = movesAsBlocks(moved([row('a', 'old'), row('a', 'new')]));
  expect(blocks).toMatch(/^moved \{\n {2}from *= platform_group\.old\n {2}to *= platform_group\.new\n\}\n$/);
});

test('a move between stacks removes in one and imports in the other, each under its name', () => {
  const blocks = movesAsBlocks(moved([row('a', 'x', { uid: 'u1' }), row('b', 'x')]));
  expect(blocks).toMatch(/^# Stack a\n\nremoved \{[^]*# Stack b\n\nimport \{[^]*"u1"/);
});

test('a move between stacks without a uid says which state is missing', () => {
  expect(movesAsBlocks(moved([row('a', 'x'), row('b', 'x')]))).toContain(
    'needs an import block with the uid of platform_group.x. Pass the state of a with --since.',
  );
});

test('one call covers a moved tree, and names the line of its construct', () => {
  const source = { file: 'main.ts', line: 7 };
  const calls = movesAsCalls(
    moved([row('a', 'old/inner'), row('a', 'new/inner')], [row('a', 'old'), row('a', 'new', { source })]),
  );
  expect(calls.split('\n')).toEqual([expect.stringMatching(/^x\.wasAt\('old'\).*; \/\/ x is a\/new, main\.ts:7$/), '']);
});

test('a construct that moves differently from its tree needs its own call', () => {
  const calls = movesAsCalls(moved([row('a', 'old'), row('a', 'new')], [row('a', 'elsewhere'), row('a', 'new/inner')]));
  expect(calls.trimEnd().split('\n')).toHaveLength(2);
});

test('the text names the objects that the next apply deletes and creates', () => {
  const nothing = moved();
  expect(movesAsText(nothing)).toBe('No address of an object has changed.\n');
  const text = movesAsText({ ...nothing, gone: [row('a', 'x')], made: [row('a', 'y')] });
  expect(text).not.toContain('No address');
  expect(text).toMatch(
    /^No match\. The next apply deletes:\n {2}platform_group\.x[^]*The next apply creates:\n {2}platform_group\.y/,
  );
  expect(movesAsText({ ...nothing, made: [row('a', 'y')] })).toMatch(/^New objects:\n/);
});
