/** Tests that the picture in the README shows the current report. */
import { readFileSync } from 'node:fs';
import { shownText, toText, withText } from './png-text';
import { createPictureReport } from './report';

test('the picture is up to date; if not, run test/review/picture/make.ts', () => {
  const png = readFileSync('src/review/comment.png');
  expect(toText(png, 'Shown')?.split('\n')).toEqual(shownText(createPictureReport()).split('\n'));
  expect(toText(png, 'Shown')).not.toContain('does not show all code');
  expect(png.length).toBeLessThan(200_000);
  expect(readFileSync('README.md', 'utf8')).toContain('](src/review/comment.png)');
});

test('finds the text of a picture, and nothing in a picture without text', () => {
  const png = readFileSync('src/review/comment.png');
  expect(toText(withText(png, 'Other', 'a\nb'), 'Other')).toBe('a\nb');
  expect(toText(png, 'Other')).toBeUndefined();
});
