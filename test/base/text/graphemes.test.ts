import { splitGraphemes } from '../../../src/base/text/graphemes';

test('a text is split into the characters that a reader sees', () => {
  expect(splitGraphemes('né👍🏽x')).toEqual(['n', 'é', '👍🏽', 'x']);
  expect(splitGraphemes('')).toEqual([]);
});

test.each(['write-hcl', 'columns'])('loading the module %s creates no segmenter, which takes 10 ms', (name) => {
  const create = jest.spyOn(Intl, 'Segmenter');
  jest.isolateModules(() => void jest.requireActual(`../../../src/base/text/${name}`));
  expect(create).not.toHaveBeenCalled();
  create.mockRestore();
});
