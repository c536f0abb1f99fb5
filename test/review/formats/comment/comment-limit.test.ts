import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import {
  createLateRow,
  shortestLength,
  table,
  tableLines,
  withinLimit,
  type Section,
} from '../../../../src/review/formats/comment/comment-limit';
import { codeSpan } from '../../../../src/base/text/markdown';
import { displayed } from '../../../../src/base/text/visible';
import { createMarkdownSentence } from '../../../../src/review/formats/sentences/marked-names';

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

/** Texts with everything that a format shortens, escapes or marks. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom('0', 'a', 'f'), maxLength: 45 }),
      fc.constantFrom(
        ' ',
        '  ',
        '/',
        '|',
        '`',
        '"',
        '. ',
        '@',
        '&',
        '<',
        'acme/shop',
        '"acme/shop"',
        'an owner',
        '\n',
        '\u202e',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

it('writes no text shorter than the bound of its length', () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (written, names) => {
      const sentence = createMarkdownSentence({ others: [...names, 'acme/shop', 'owner'] });
      for (const cell of [sentence(written), codeSpan(displayed(written))])
        expect(cell.trim().length).toBeGreaterThanOrEqual(shortestLength(written));
    }),
    { numRuns: 3000 },
  );
});

it('has the same lines if rows are only written where they can fit', () => {
  const row = fc.tuple(text, text);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 500, max: 3000 }), (cells, longest) => {
      const rows = cells.map(([name, rest]) => [
        name,
        rest,
        `| ${codeSpan(displayed(name))} | ${codeSpan(displayed(rest))} |`,
      ]);
      const written = table(
        'Title',
        ['Name', 'Text'],
        rows.map(([, , line = '']) => line),
      );
      const late = table(
        'Title',
        ['Name', 'Text'],
        rows.map(([name = '', rest = '', line = '']) => createLateRow([name, rest], () => line)),
      );
      expect(withinLimit(['# Top'], [late], longest)).toBe(withinLimit(['# Top'], [written], longest));
    }),
    { numRuns: 1000 },
  );
});

it('writes few of the rows that do not fit', () => {
  let written = 0;
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const name = `${'x'.repeat(100)}${index}`;
    return createLateRow([name], () => {
      written += 1;
      return `| ${codeSpan(name)} |`;
    });
  });
  withinLimit(['# Top'], [table('Title', ['Name'], rows)], 3000);
  expect(written).toBeLessThan(50);
});
