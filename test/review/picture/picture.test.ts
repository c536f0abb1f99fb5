/** The picture in the README is of what the report says today. */
import { readFileSync } from 'node:fs';
import { reviewOf, told } from '../corpus';
import { textOf, withText } from './png-text';

test('the picture shows what the report on its plan says: else make it anew, with test/review/picture/make.ts', () => {
  const png = readFileSync('src/review/comment.png');
  expect(textOf(png, 'Shown')?.split('\n')).toEqual(told(reviewOf('example')));
  expect(png.length).toBeLessThan(200_000);
  expect(readFileSync('README.md', 'utf8')).toContain('](src/review/comment.png)');
});

test('a text is found in a picture, and nothing where there is none', () => {
  const png = readFileSync('src/review/comment.png');
  expect(textOf(withText(png, 'Other', 'a\nb'), 'Other')).toBe('a\nb');
  expect(textOf(png, 'Other')).toBeUndefined();
});
