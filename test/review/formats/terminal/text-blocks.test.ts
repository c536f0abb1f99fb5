import fc from 'fast-check';
import { fitBlocks, type TextBlock } from '../../../../src/review/formats/terminal/text-blocks';

const lines = (count: number, name: string) => Array.from({ length: count }, (_, line) => `${name} ${line}`);

const fitted = (blocks: readonly TextBlock[], most: number, details: readonly TextBlock[] = []) => {
  const all = [...blocks, ...details];
  return fitBlocks(blocks, most, details).map((form, index) => all[index]?.[form] ?? []);
};

test('each block has its longest form if all fit', () => {
  const blocks: TextBlock[] = [[['a'], lines(2, 'a'), lines(5, 'a')], [['b']]];
  expect(fitted(blocks, 6)).toEqual([lines(5, 'a'), ['b']]);
  expect(fitted(blocks, 5)).toEqual([lines(2, 'a'), ['b']]);
});

test('details are short unless all other blocks are complete', () => {
  const block: TextBlock = [['a'], lines(2, 'a'), lines(5, 'a')];
  const details: TextBlock[] = [[['d'], lines(2, 'd')]];
  expect(fitted([block], 6, details)).toEqual([lines(5, 'a'), ['d']]);
  expect(fitted([block], 5, details)).toEqual([lines(2, 'a'), ['d']]);
  expect(fitted([block], 7, details)).toEqual([lines(5, 'a'), lines(2, 'd')]);
});

test('no block is left out, and the text is longer than the limit only if its shortest forms are', () => {
  const block = fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
    .map((sizes) => sizes.sort().map((size) => lines(size, 'line')) as unknown as TextBlock);
  fc.assert(
    fc.property(fc.array(block), fc.array(block), fc.nat(60), (blocks, details, most) => {
      const all = [...blocks, ...details];
      const forms = fitted(blocks, most, details);
      expect(forms.map((form, index) => all[index]?.includes(form))).toEqual(all.map(() => true));
      const shortest = all.reduce((sum, [first]) => sum + first.length, 0);
      expect(forms.flat().length).toBeLessThanOrEqual(Math.max(most, shortest));
    }),
  );
});
