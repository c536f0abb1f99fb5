import { withinLimit, type Section } from '../../../src/review/formats/comment-limit';

const section = (title: string, rows: number): Section => ({
  title,
  head: ['| a |', '| --- |'],
  rows: Array.from({ length: rows }, (_, index) => `| row ${index} |`),
  end: [],
});

test('keeps everything that fits', () => {
  const text = withinLimit(['# Title'], [section('One', 3)], 10_000);
  expect(text).toContain('| row 2 |');
  expect(text).toContain('<summary>One</summary>');
  expect(text).not.toMatch(/do(es)? not fit/);
});

test('omits whole rows and counts them', () => {
  const text = withinLimit(['# Title'], [section('One', 500), section('Two', 500)], 3000);
  expect(text.length).toBeLessThanOrEqual(3000);
  const kept = text.match(/\| row \d+ \|/g)?.length ?? 0;
  const [, cut] = /(\d+) lines do not fit into a comment;/.exec(text) ?? [];
  expect(kept + Number(cut)).toBe(1000);
  expect(text.match(/<details/g)?.length).toBe(text.match(/<\/details>/g)?.length);
});
