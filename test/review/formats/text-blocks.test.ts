import fc from 'fast-check';
import { fitBlocks, type TextBlock } from '../../../src/review/formats/text-blocks';

const lines = (count: number, name: string) => Array.from({ length: count }, (_, line) => `${name} ${line}`);

test('each block has its longest form if all fit', () => {
  const blocks: TextBlock[] = [[['a'], lines(2, 'a'), lines(5, 'a')], [['b']]];
  expect(fitBlocks(blocks, 6)).toEqual([lines(5, 'a'), ['b']]);
  expect(fitBlocks(blocks, 5)).toEqual([lines(2, 'a'), ['b']]);
});

test('no block is left out, and the text is longer than the limit only if its shortest forms are', () => {
  const block = fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
    .map((sizes) => sizes.sort().map((size) => lines(size, 'line')) as unknown as TextBlock);
  fc.assert(
    fc.property(fc.array(block), fc.nat(60), (blocks, most) => {
      const fitted = fitBlocks(blocks, most);
      expect(fitted.map((form, index) => blocks[index]?.includes(form))).toEqual(blocks.map(() => true));
      const shortest = blocks.reduce((sum, [first]) => sum + first.length, 0);
      expect(fitted.flat().length).toBeLessThanOrEqual(Math.max(most, shortest));
    }),
  );
});
