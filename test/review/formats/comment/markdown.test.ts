// @slow
/** Tests the comment: safe for all names and descriptions, never too long, and with important parts first. */
import {
  COMMENT_MARKER,
  formatJson,
  formatMarkdown,
  formatText,
  LONGEST_COMMENT,
  type Report,
} from '../../../../src/review';
import { headlineSentences } from '../../../../src/review/formats/sentences/headline';
import { corpusNames, reviewOf } from '../../corpus';

const mermaidOf = (text: string) => /```mermaid\n([^]*?)\n```/.exec(text)?.[1] ?? '';

test('a report without changes has two lines', () => {
  for (const name of ['nothing-to-do', 'address-moved', 'other-providers']) {
    expect(formatMarkdown(reviewOf(name)).trimEnd().split('\n')).toHaveLength(2);
    // The second line says what the JSON of a plan does not show, and is wrapped.
    expect(formatText(reviewOf(name)).trimEnd().split('\n')).toHaveLength(3);
  }
  expect(formatMarkdown(reviewOf('other-providers'))).toContain('Not evaluated: 2 `terraform_data`.');
});

test('a row that counts one other row is replaced with it', () => {
  const report = reviewOf('owner-added');
  const [line] = report.access.lines.gained;
  const getSeen = (count: number) => {
    const gained = Array.from({ length: count }, (_, n) => ({
      ...line!,
      identity: `acme/ci${n}`,
      cause: `cause ${n}`,
    }));
    const text = formatMarkdown({ ...report, access: { ...report.access, lines: { gained, lost: [] } } } as Report);
    return text.split('<details')[0] ?? '';
  };
  expect(getSeen(9)).toContain('`acme/ci8`');
  expect(getSeen(9)).not.toContain(' more |');
  expect(getSeen(10)).toContain('| … | 2 more |');
});

test('the counts name identities that lose access if the headline does not', () => {
  const report = reviewOf('owner-added');
  const lost = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...report.access.lines.gained[0]!,
    identity: `acme/${name}`,
  }));
  expect(formatMarkdown({ ...report, access: { ...report.access, lines: { gained: [], lost } } })).toContain(
    '5 identities lose access: `acme/a`, `acme/b`, `acme/c` and 2 more.',
  );
});

test.each(corpusNames)(
  'the comment of %s has the important parts in its first 30 lines, and folds the rest',
  (name) => {
    const report = reviewOf(name);
    const text = formatMarkdown(report);
    expect(text.startsWith(`${COMMENT_MARKER}\n`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    const seen = text.split('<details')[0] ?? '';
    // High findings are never folded, also if they are many.
    const high = report.findings.filter(({ severity }) => severity === 'high').length;
    // Each sentence about an effect, and each owner to decide about, has a line of its own.
    const listed = headlineSentences(report).length + (report.undeclaredOwners?.owners.length ?? -5) + 5;
    expect(seen.split('\n').length).toBeLessThanOrEqual(30 + Math.max(0, high - 5) + listed);
    for (const id of new Set(
      report.findings.filter(({ severity }) => severity === 'high').map((finding) => finding.id),
    ))
      expect(seen).toContain(`\`${id}\``);
    expect(text.match(/<details/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(mermaidOf(text).length).toBeLessThan(50_000);
  },
);

test('the heading is the first sentence, and the others are a list', () => {
  const [marker, heading = '', empty, ...others] = formatMarkdown(reviewOf('strangers')).split('\n');
  expect([marker, empty]).toEqual([COMMENT_MARKER, '']);
  expect(heading).toMatch(/^### 🔴 [^]*\.$/);
  const sentences = headlineSentences(reviewOf('strangers')).length;
  expect(sentences).toBeGreaterThan(2);
  expect(others.slice(0, sentences - 1).every((line) => line.startsWith('- '))).toBe(true);
  expect(others[sentences - 1]).toBe('');
});

test('each of many findings has its reason, those that differ only in their objects share a row, and the rest is counted', () => {
  const report = reviewOf('owner-added');
  const [finding] = report.findings;
  const create = (index: number, own: object) => ({
    ...finding!,
    ...{ cause: undefined, identity: undefined, group: undefined, subject: `acme/ci${index}`, ...own },
  });
  const findings = [
    ...Array.from({ length: 14 }, (_, index) => create(index, { reason: `Reason ${index}.` })),
    ...Array.from({ length: 11 }, (_, index) => create(index, { reason: `acme/ci${index} gains access.` })),
    ...['medium', 'low'].map((severity) => create(0, { severity, reason: `Severity ${severity}.` })),
  ] as Report['findings'];
  const [seen = ''] = formatMarkdown({ ...report, findings }).split('<details');
  const rows = seen.split('\n').filter((line) => line.startsWith('| 🔴'));
  expect(rows).toHaveLength(15);
  for (let index = 0; index < 14; index++) expect(rows.some((row) => row.includes(`Reason ${index}.`))).toBe(true);
  expect(seen).toContain('Findings: 25 high, 1 medium, 1 low.');
  expect(seen).toContain('| … | | 2 more findings below high severity: 1 medium, 1 low |');
});

test('the JSON is the report', () => {
  expect(JSON.parse(formatJson(reviewOf('owner-added')))).toEqual(reviewOf('owner-added'));
});

const hostile = [
  '`@everyone` <img src=x onerror=alert(1)> | [x](javascript:1)',
  '\u202egnp.exe\u2066 a\nb\r\n| c | --> <!-- d --> ``` ~~~',
  'https://evil.example www.evil.example acme/shop#1 !2 ~bug %3 &4 $x$',
];

/** Returns the report with all external texts replaced. */
function poisoned(report: Report, text: string): Report {
  const poison = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return names.has(name) ? text : value;
    if (Array.isArray(value)) return value.map((inner) => poison(inner, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poison(inner, key)]));
  };
  return poison(report) as Report;
}
const names = new Set([
  'subject',
  'reason',
  'witness',
  'address',
  'identity',
  'group',
  'roles',
  'path',
  'before',
  'after',
  'from',
]);

test.each(hostile)('%j mentions nobody, shows no image and breaks no markup', (text) => {
  for (const name of ['owner-added', 'renamed', 'claim-anybody', 'drift', 'hostile-text']) {
    const comment = formatMarkdown(poisoned(reviewOf(name), text));
    const bare = withoutCode(comment);
    expect(bare).not.toMatch(/@(?!\u2060)\w|<img|\u202e|\u2066|https?:\/\/|<!-- d/);
    expect(bare).not.toMatch(/(^|[^\\])[[\]`]/);
    expect(comment.match(/<details/g)?.length).toBe(comment.match(/<\/details>/g)?.length);
    for (const row of comment.split('\n').filter((line) => line.startsWith('| '))) expect(row).toMatch(/ \|$/);
    expect(formatText(poisoned(reviewOf(name), text), { color: false })).not.toMatch(/\u202e|\r|\u001b/);
  }
});

/** Removes code, which has no special meaning for GitHub. */
function withoutCode(text: string): string {
  return text
    .replace(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
    .replace(/(?<![\\`])(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '')
    .replace(COMMENT_MARKER, '');
}

function large(count: number): Report {
  const report = reviewOf('owner-added');
  const times = <T extends object>(one: T | undefined, of: (index: number) => Partial<T>): T[] =>
    Array.from({ length: count }, (_, index) => ({ ...(one as T), ...of(index) }));
  const [line] = report.access.lines.gained;
  return {
    ...report,
    findings: times(report.findings[0], (n) => ({
      subject: `acme/team ${n}`,
      fingerprint: String(n),
      cause: { key: String(n), text: `Cause ${n}` },
    })),
    changes: times(report.changes[0], (n) => ({ path: `acme/team ${n}/ci`, group: `acme/team ${n}` })),
    access: {
      ...report.access,
      lines: {
        gained: times(line, (n) => ({ identity: `acme/team ${n % 50}/ci ${n}`, group: `acme/x ${n}` })),
        lost: [],
      },
    },
  };
}

test.each([
  // Each high finding has a line as long as all of them fit.
  [500, 530],
  [2000, 30],
  [20_000, 30],
])('%i changes fit into a comment, and omitted lines are counted', (count, most) => {
  const text = formatMarkdown(large(count));
  expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(text).toMatch(/\n\d+ lines do not fit into a comment; `--format json` contains everything\.\n$/);
  const graph = mermaidOf(text);
  expect(graph.length).toBeGreaterThan(50);
  expect(graph.length).toBeLessThan(50_000);
  expect(graph.split('\n').filter((line) => line.includes('==>')).length).toBeLessThanOrEqual(60);
  expect((text.split('<details')[0] ?? '').split('\n').length).toBeLessThanOrEqual(most);
});

test('merged nodes are counted separately for gained and lost access', () => {
  const report = large(500);
  const { gained } = report.access.lines;
  const lost = gained.slice(0, 40).map((line) => ({ ...line, identity: `${line.identity} of old` }));
  const graph = mermaidOf(formatMarkdown({ ...report, access: { ...report.access, lines: { gained, lost } } }));
  expect(graph.split('\n')).toEqual(
    expect.arrayContaining([
      '  n0(["500 identities of acme"])',
      '  n1["owner in 500 groups of acme"]',
      '  n2(["40 identities of acme"])',
      '  n3["owner in 40 groups of acme"]',
      '  n0 ==> n1',
      '  n2 -.-> n3',
    ]),
  );
});

test('identities with access in a group each are pairs, a count is not formatted as a name, and shown rows are not repeated', () => {
  expect(formatMarkdown(large(500))).toMatch(
    /\n\| `acme\/team 0\/ci 0 → acme\/x 0`, .* and 497 more \| 500 groups \| `owner`: /,
  );
  expect(formatMarkdown(large(500))).toContain('<summary>Access gained</summary>');
  expect(formatMarkdown(reviewOf('owner-added'))).not.toContain('<summary>Access gained</summary>');
});

test('a wider trust policy does not count as nobody gaining access', () => {
  expect(formatMarkdown(reviewOf('claim-anybody'))).toMatch(
    /### 🔴 Outsiders can assume `acme\/payments\/ci`, which is viewer in `acme\/payments`: anyone who registers a GitHub owner whose name begins with `acme`\.\n\n`acme`\n\n1 trust policy changes\./,
  );
  expect(formatMarkdown(reviewOf('claim-rewritten'))).toContain('Nobody gains or loses access.');
});
