import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { table, tableLines, withinLimit, type Section } from '../../../src/review/formats/comment-limit';

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

describe('a table', () => {
  const path = (length: number) => 'a'.repeat(length);

  test('stays a table if a comment can break its lines', () => {
    const rows = [`| ${'acme/engineering/payments/'.repeat(8)} | ${'many words '.repeat(40)} |`];
    expect(tableLines(['Group', 'Reason'], rows)).toEqual(['| Group | Reason |', '|---|---|', ...rows]);
  });

  test('that is a list has no border of a cell in it, also in the item that counts further rows', () => {
    const wide = `| high | \`${path(90)}\` | a \\| b |`;
    for (const more of ['| … | | 3 more findings below high severity |', '| … | 3 more | | |']) {
      const lines = tableLines(['Severity', 'Finding', 'Reason'], [wide, more]);
      const html = new MarkdownIt().render(lines.join('\n'));
      expect(html.match(/<li>/g)).toHaveLength(2);
      expect(html.replaceAll('a | b', '')).not.toContain('|');
      expect(html).toMatch(/<li>… 3 more[a-z ]*<\/li>/);
    }
  });

  test('that would be wider than a comment is a list with the names of its columns, where an empty cell keeps its place', () => {
    const rows = [`| ${path(50)} |  | ${path(60)} a \\| b |`];
    const list = ['**Identity · Before · After**', '', `- ${path(50)} · – · ${path(60)} a \\| b`];
    expect(tableLines(['Identity', 'Before', 'After'], rows)).toEqual(list);
    expect(table('Trust policies', ['Identity', 'Before', 'After'], rows)).toMatchObject({
      head: list.slice(0, 2),
      rows: list.slice(2),
    });
  });
});

it('is a list exactly if the longest words of all rows are wider than a comment', () => {
  const word = fc.string({ unit: fc.constantFrom('a', '-', '/', ' '), maxLength: 70 });
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 6 }), (cells) => {
      const longest = (column: 0 | 1) =>
        Math.max(4, ...cells.flatMap((row) => row[column].split(/ |(?<=[/-])/)).map((one) => one.length));
      const { head } = table(
        'Title',
        ['Name', 'Text'],
        cells.map((row) => `| ${row.join(' | ')} |`),
      );
      expect(head[0]).toBe(longest(0) + longest(1) + 8 <= 100 ? '| Name | Text |' : '**Name · Text**');
    }),
    { numRuns: 2000 },
  );
});
