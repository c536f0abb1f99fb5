/** The patches of `reopen.ts` replace texts of the sources. This test fails if a source changes, and its patches do not. */
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { holes } from './holes';
import { patchedTexts } from './holes/hole';

const root = join(__dirname, '../..');

test.each(holes)('the patch "$name" applies to the sources', (hole) => {
  const texts = patchedTexts(hole, root);
  expect(texts.size).toBeGreaterThan(0);
  for (const [file, text] of texts)
    expect(() => transformSync(text, { filename: file, jsc: { parser: { syntax: 'typescript' } } })).not.toThrow();
});

test('each patch has its own name', () => {
  const names = holes.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
