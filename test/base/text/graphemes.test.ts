import { graphemesOf } from '../../../src/base/text/graphemes';

test('a text is split into the characters that a reader sees', () => {
  expect(graphemesOf('né👍🏽x')).toEqual(['n', 'é', '👍🏽', 'x']);
  expect(graphemesOf('')).toEqual([]);
});

test.each(['hcl', 'columns'])('loading the module %s creates no segmenter, which takes 10 ms', (name) => {
  const create = jest.spyOn(Intl, 'Segmenter');
  jest.isolateModules(() => void jest.requireActual(`../../../src/base/text/${name}`));
  expect(create).not.toHaveBeenCalled();
  create.mockRestore();
});
