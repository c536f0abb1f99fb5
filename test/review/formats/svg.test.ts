/** Tests the picture: well-formed for all names, of a readable size, and with counts of omitted parts. */
import fc from 'fast-check';
import { formatSvg, type Report, type ReportedChange } from '../../../src/review';
import { treeLines } from '../../../src/review/formats/tree';
import { corpusNames, reviewOf } from '../corpus';
import { CLIENT_SECRET } from '../corpus/parts';
import { anyCharacter } from '../../support/any-text';

const base = reviewOf('owner-added');
const statuses = ['removed', 'recreated', 'replaced', 'added', 'changed', 'imported', 'forgotten'] as const;

function reportOf(changes: readonly Pick<ReportedChange, 'kind' | 'path' | 'group' | 'status'>[]): Report {
  const { address, plan } = base.changes[0] as ReportedChange;
  const counts = Object.fromEntries(
    statuses.map((status) => [status, changes.filter((change) => change.status === status).length]),
  ) as Report['verdict']['counts'];
  return {
    ...base,
    verdict: { ...base.verdict, counts },
    changes: changes.map((change) => ({ address, plan, fields: [], ...change })),
  };
}

const groups = (count: number, path: (index: number) => string) =>
  reportOf(
    Array.from({ length: count }, (_, index) => ({
      kind: 'group',
      path: path(index),
      group: path(index).slice(0, path(index).lastIndexOf('/')),
      status: index === count - 1 ? ('removed' as const) : ('added' as const),
    })),
  );

/** Returns the texts. Throws if elements are not nested correctly, or if an `&` begins no entity. */
function textsOf(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', , empty] of svg.matchAll(/<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  const texts = svg.split(/<\/?[a-z]+(?: [a-zA-Z:-]+="[^"<]*")*\/?>/);
  for (const text of texts) expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot);)/);
  return texts;
}

test.each(corpusNames)('%s is drawn', (name) => {
  const svg = formatSvg(reviewOf(name));
  expect(svg).not.toContain(CLIENT_SECRET);
  expect(textsOf(svg).join('')).toContain(name === 'nothing-to-do' ? 'No changes.' : '');
});

test('it has colors for light and dark pages, and a legend of the used signs', () => {
  const svg = formatSvg(reviewOf('group-moved'));
  expect(svg).toContain('@media (prefers-color-scheme:dark)');
  // Every text and shape has its color as an attribute, because some sites remove style sheets.
  for (const [text] of svg.matchAll(/<(?:text|tspan|rect) [^>]*>/g)) expect(text).toMatch(/ fill="#|^<text x=/);
  expect(formatSvg(base)).toMatch(/>created<\/text>/);
  expect(formatSvg(base)).not.toMatch(/>deleted<\/text>/);
});

test('names cannot break markup or reverse text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
      const path = `acme/${name.replaceAll('/', '')}x`;
      const svg = formatSvg(reportOf([{ kind: 'role', path, group: 'acme', status: 'added' }]));
      expect(textsOf(svg).join('')).not.toMatch(/[\u0000-\u0008\u202e\ufffe\uffff]|\p{Cs}/u);
    }),
  );
  const svg = formatSvg(reportOf([{ kind: 'role', path: 'a/<img> &"', group: 'a', status: 'removed' }]));
  expect(svg).toContain('&lt;img&gt; &amp;&quot;');
});

test.each([
  ['wide', (index: number) => `acme/team ${index}`],
  ['deep', (index: number) => `acme/${Array.from({ length: index % 300 }, (_, level) => level).join('/')}/${index}`],
  ['both', (index: number) => `acme/${index % 7}/${index % 49}/${index % 343}/${index}`],
])('500 and 20,000 changes (%s) are folded and counted, and deletions are visible', (_, path) => {
  for (const count of [500, 20_000]) {
    const report = groups(count, path);
    const lines = treeLines(report, 100);
    expect(lines.length).toBeLessThanOrEqual(100);
    const folded = lines.flatMap(({ note }) =>
      [...note.matchAll(/(\d+) (?:deleted|created)/g)].map(([, number]) => Number(number)),
    );
    const seen = lines.filter(({ status }) => status !== undefined).length;
    expect(seen + folded.reduce((sum, number) => sum + number, 0)).toBe(count);
    const svg = formatSvg(report);
    expect(svg.length).toBeLessThan(100_000);
    expect(svg).toMatch(/>-<\/text>|1 deleted/);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    expect(Number(width)).toBeLessThan(2000);
    expect(Number(height)).toBeLessThan(3000);
  }
});

test('no text is wider than the picture, also with the widest font, and none is truncated', () => {
  const name = '名'.repeat(300);
  const svg = formatSvg(reportOf([{ kind: 'group', path: `acme/${name}`, group: 'acme', status: 'added' }]));
  const [, width] = /width="(\d+)"/.exec(svg) ?? [];
  const parts = [...svg.matchAll(/<text x="([\d.]+)"[^>]*><tspan [^>]*>(名+\/?)</g)];
  expect(parts.map(([, , text]) => text).join('')).toBe(`${name}/`);
  // The width of a Chinese character equals the height of the font.
  for (const [, x, text] of parts) expect(Number(x) + (text?.length ?? 0) * 13).toBeLessThan(Number(width));
});

test('a new value wraps, is shown completely, and the picture is readable at 400 pixels', () => {
  const after = `^repo:acme/(${Array.from({ length: 40 }, (_, n) => `service-${n}`).join('|')}):ref:refs/heads/main$`;
  const [like] = base.changes;
  const fields = [{ field: 'claim_match.subject_pattern', before: '^repo:acme/shop$', after }];
  const svg = formatSvg({ ...base, changes: [{ ...(like as ReportedChange), status: 'changed', fields }] });
  expect(textsOf(svg).join('')).toContain(after);
  const [, width] = /width="(\d+)"/.exec(svg) ?? [];
  // In a column of 400 pixels, the font of 13 pixels is at least 10.5 pixels high.
  expect((400 / Number(width)) * 13).toBeGreaterThan(10.5);
});
