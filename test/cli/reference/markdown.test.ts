import {
  bullets,
  inlineCode,
  fencedCode,
  firstSentence,
  frontMatter,
  page,
  markdownTable,
} from '../../../src/cli/reference/markdown';

test('a page leaves out empty parts, and ends with one line feed', () => {
  expect(page('# A', '', 'b')).toBe('# A\n\nb\n');
});

test('a bar in a cell does not end the cell', () => {
  expect(markdownTable(['a', 'b'], [['x|y', inlineCode('z')]])).toBe('| a | b |\n| --- | --- |\n| x\\|y | `z` |');
});

test('the first sentence ends at a mark with a blank after it', () => {
  expect(firstSentence('Such as v1.2 names. More.')).toBe('Such as v1.2 names.');
  expect(firstSentence('The format: a list.')).toBe('The format.');
  expect(firstSentence('One; two')).toBe('One.');
  expect(firstSentence('No end')).toBe('No end');
});

test('code and lists', () => {
  expect(fencedCode('hcl', 'a = 1')).toBe('```hcl\na = 1\n```');
  expect(bullets(['a', 'b'])).toBe('- a\n- b');
});

test('a title cannot end the metadata of a page', () => {
  expect(
    frontMatter('a"\n---', 'b')
      .split('\n')
      .filter((line) => line === '---'),
  ).toHaveLength(2);
});
