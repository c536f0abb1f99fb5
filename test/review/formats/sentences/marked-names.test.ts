/** Tests that no name of a plan becomes a part of a sentence: in every format, it is inside of marks. */
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import {
  createReview,
  formatAtlantis,
  formatCodeQuality,
  formatDifferences,
  formatHtml,
  formatJson,
  formatMarkdown,
  formatSarif,
  formatText,
  readPlan,
  type ReportedChange,
  type ReportedFinding,
  type Review,
} from '../../../../src/review';
import {
  createFirstSentence,
  createMarkdownSentence,
  createNameFinder,
  createPlainSentence,
} from '../../../../src/review/formats/sentences/marked-names';
import { pageData } from '../../../../src/review/formats/browser/page-data';
import { dataIn } from '../../page/page-data';
import { createSearchLog, search } from '../../../support/search';
import { corpusNames, corpusTexts, reviewOf } from '../../corpus';

jest.setTimeout(120_000 * search);

const withName = (names: readonly string[]) => new RegExp(`"name": ?"(?:${names.join('|')})"`, 'g');

/** Returns true if an object of the plan has one of the names. Without it, the report of the plan cannot contain the hostile name. */
const hasName = (plan: string, names: readonly string[]) =>
  corpusTexts(plan).some(({ text }) => withName(names).test(text));

/** Returns a review of a plan. Each object with one of the replaced names has the hostile name. */
function reviewWith(plan: string, name: string, replaced = NAMES): Review {
  const named = withName(replaced);
  const plans = corpusTexts(plan).map((text) =>
    readPlan(
      text.text.replace(named, () => `"name":${JSON.stringify(name)}`),
      text.name,
    ),
  );
  return createReview(plans, { now: new Date('2026-11-22T12:00:00Z') });
}

const NAMES = ['payments', 'ci', 'shop', 'deployer', 'ada', 'helper', 'auditor', 'lab'];

/** Returns the text outside of quotes. */
const unquoted = (text: string) => text.replace(/"(?:\\.|[^"\\])*"/gs, '""');

/** Returns a message of SARIF without its escapes for links. */
const unescaped = (text: string) => (text.includes('\\](') ? text.replace(/\\([[\]\\])/g, '$1') : text);

const markdown = new MarkdownIt();
/** Returns the text of a comment outside of code. */
const withoutCode = (comment: string) =>
  markdown
    .parse(comment, {})
    .flatMap(({ children, type, content }) => children ?? (type === 'fence' ? [] : [{ type: 'text', content }]))
    .filter(({ type }) => type !== 'code_inline')
    .map(({ content }) => content)
    .join('\n');

/** Returns the own words of sentences: a page has the names in objects. */
const ownWords = (value: unknown): string =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('\n') : '';

/** Returns the texts outside of marks, by format. */
function outsideOf(review: Review): Readonly<Record<string, string>> {
  const { report } = review;
  const [text = ''] = formatText(report, { width: 1_000_000 }).split('\nBlocks that keep recreated objects');
  const sarif = JSON.parse(formatSarif(report)) as {
    runs: [{ results: { message: { text: string } }[] }];
  };
  const issues = JSON.parse(formatCodeQuality(report)) as { description: string }[];
  const html = formatHtml(review);
  const { title, lead, problems, review: reviewed } = dataIn(html);
  const findings = (reviewed?.findings ?? []).flatMap((finding) => [finding, ...(finding.affected ?? [])]);
  const header = /<header>.*<\/header>/s.exec(html)?.[0] ?? '';
  return {
    Markdown: withoutCode(formatMarkdown(report, { longest: 10_000_000 })),
    text: unquoted(text),
    Atlantis: unquoted(formatAtlantis({ report, hasFailed: true, failOn: 'low' })),
    SARIF: sarif.runs[0].results.map(({ message }) => unquoted(unescaped(message.text))).join('\n'),
    GitLab: issues.map(({ description }) => unquoted(description)).join('\n'),
    page: [...title, lead, ...problems, ...findings.map(({ reason }) => reason)].map(ownWords).join('\n'),
    header: header.replace(/<(bdi|code)>.*?<\/\1>/gs, ''),
  };
}

/** A word that no sentence of ours contains. */
const WORD = 'zyzzyva';

test.each([
  `sandbox. nobody gains or loses access ${WORD}`,
  `${WORD} becomes an owner of acme.\n\n### 🟢 No findings. ${WORD}`,
  `\`${WORD}\` | **${WORD}** "${WORD}" \\" ${WORD} \\`,
  `x ${WORD.repeat(10_000)} y`,
])('the name %# is marked in every format', (name) => {
  for (const plan of ['owner-added', 'group-moved', 'claim-any-branch', 'mass-removal', 'drift-gives-access']) {
    const review = reviewWith(plan, name);
    expect(formatJson(review.report)).toContain(WORD);
    for (const [format, outside] of Object.entries(outsideOf(review)))
      expect(`${format}: ${outside}`).not.toContain(WORD);
  }
});

test.each(NAMES)('the name of %s alone is marked in every format and plan', (replaced) => {
  // Four of the names are in nearly all plans: each has its part of the plans, unless a search is long.
  const named = corpusNames.filter((plan) => hasName(plan, [replaced]));
  const isIncluded = (index: number) => search > 1 || named.length < 30 || index % 4 === NAMES.indexOf(replaced) % 4;
  const plans = named.filter((_, index) => isIncluded(index));
  expect(plans.length).toBeGreaterThan(0);
  const found = plans.flatMap((plan) =>
    Object.entries(outsideOf(reviewWith(plan, `x. ${WORD}`, [replaced]))).flatMap(([format, outside]) =>
      outside.split('\n').flatMap((line) => (line.includes(WORD) ? [`${plan}, ${format}: ${line}`] : [])),
    ),
  );
  expect(found).toEqual([]);
});

const pieces = fc.array(
  fc.constantFrom(
    ...[
      ' ',
      '. ',
      '"',
      '\\',
      '`',
      '``',
      '|',
      '\n',
      '/',
      '*',
      '](',
      '<b>',
      ' in ',
      ' is ',
      '@',
      '{0}',
      '\u202e',
      '$',
      '😀',
    ],
    ...['nobody gains access', 'No findings.', 'acme', 'owner', 'the', 'FAIL - ', '<details>', '- ', '### ', '…', "'"],
  ),
  { maxLength: 8 },
);

const log = createSearchLog('reports with hostile names');

test('no part of a name is outside of the marks, for any plan', () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpusNames), pieces, pieces, fc.subarray(NAMES), (plan, first, last, replaced) => {
      const name = `${first.join('')} ${WORD} ${last.join('')}`;
      const texts = log.run({ plan, name, replaced }, () => outsideOf(reviewWith(plan, name, replaced)));
      for (const [format, outside] of Object.entries(texts))
        if (outside.includes(WORD)) throw new Error(`${format}: ${outside.replace(/^(?!.*zyzzyva).*\n/gm, '')}`);
    }),
    { numRuns: 30 * search },
  );
});

test('the texts of others in reasons are marked: of checks, rules and suppressions', () => {
  const base = reviewOf('owner-added');
  const [finding] = base.findings as [ReportedFinding];
  const text = (quoted: string) =>
    formatMarkdown({ ...base, findings: [{ ...finding, reason: `It failed: ${quoted}` }], mentioned: [quoted] });
  expect(text('Nobody gains access.')).toContain('It failed: `Nobody gains access.`');
  const suppression = { reason: 'Nobody gains access.', expires: '2027-01-01' };
  const suppressed = formatText({ ...base, suppressed: [{ ...finding, suppression }] });
  expect(suppressed).toContain(': "Nobody gains access."');
});

test.each([
  ['claim-anybody', 'anyone who registers a GitHub owner whose name begins with `acme`.'],
  ['issuer-swapped', '(issuer `https://tokens.example.net` is not a known platform'],
  ['strangers', '(AWS account `210987654321` is neither declared'],
])('only the foreign part of a description of outsiders is marked: %s', (name, expected) => {
  expect(corpusNames).toContain(name);
  expect(formatMarkdown(reviewOf(name))).toContain(expected);
});

test('differences of reports have marked names', () => {
  const base = reviewOf('owner-added');
  const [change] = base.changes as [ReportedChange];
  const renamed = { ...base, changes: [{ ...change, path: `sandbox. ${WORD}`, connects: undefined }] };
  expect(unquoted(formatDifferences(base, renamed, { width: 10_000 }))).not.toContain(WORD);
});

test('a name that ends where another begins does not hide it', () => {
  const base = reviewOf('owner-added');
  const report = { ...base, plans: [], findings: [], provenance: { organizations: ['of acme', 'acme/x. nobody'] } };
  const parts = createNameFinder(report)('ci becomes an owner of acme/x. nobody gains access.');
  expect(parts.filter((part) => typeof part === 'string').join('')).not.toContain('nobody');
});

test('only whole words are names', () => {
  const report = { ...reviewOf('owner-added'), provenance: { organizations: ['a', 'the'] } };
  expect(createNameFinder(report)('They gain access.')).toEqual(['They gain access.']);
});

test('a word of a sentence with a hyphen is no code if only a part of it is a name', () => {
  const find = createNameFinder({ others: ['owner', 'level', 'team-a'].map((name) => ({ name })) });
  expect(find('gains 3 capabilities (administrative access)')).toEqual([
    'gains 3 capabilities (administrative access)',
  ]);
  expect(find('the role owner, and team-a')).toEqual([
    'the role ',
    { name: 'owner', isQuoted: false },
    ', and ',
    { name: 'team-a', isQuoted: false },
  ]);
});

test('a word of a sentence behind an article is no code, although a role has the same name', () => {
  const toMarkdown = createMarkdownSentence({ others: ['owner', 'initech'] });
  expect(toMarkdown('Outsiders can assume it: the owner initech. It becomes an owner.')).toBe(
    'Outsiders can assume it: the owner `initech`. It becomes an owner.',
  );
  expect(toMarkdown('Anyone who registers a GitHub owner. The owner of it.')).toBe(
    'Anyone who registers a GitHub owner. The owner of it.',
  );
  expect(toMarkdown('It is owner here, and "owner" has quotes.')).toBe('It is `owner` here, and `owner` has quotes.');
});

test.each(['this', 'that', 'these', 'If this', 'each', 'every', 'any', 'another', 'no', 'the repository', 'a GitHub'])(
  'a word behind "%s" is no code, although an object has the same name',
  (determiner) => {
    const toMarkdown = createMarkdownSentence({ others: ['owner', 'plan', 'group', 'identity'] });
    for (const noun of ['owner', 'plan', 'group', 'identity'])
      expect(toMarkdown(`${determiner} ${noun} deletes.`)).toBe(`${determiner} ${noun} deletes.`);
  },
);

test('in the findings of all plans, a word of plain language is no code', () => {
  const words = ['owner', 'plan', 'group', 'identity', 'role', 'change', 'policy', 'repository'];
  const plain = new RegExp(`\\b(?:this|that|these|each|every|any|another) \`(?:${words.join('|')})\``, 'i');
  for (const name of corpusNames) {
    const { findings } = reviewOf(name);
    const toMarkdown = createMarkdownSentence({ findings, others: words });
    const reasons = findings.flatMap(({ reason, affected = [] }) => [reason, ...affected.map((one) => one.reason)]);
    for (const reason of reasons) expect(toMarkdown(reason)).not.toMatch(plain);
  }
});

test('the name and the reason of a rule are prose in quotes in every format', () => {
  const base = reviewOf('owner-added');
  const [finding] = base.findings as [ReportedFinding];
  const [subject, why] = ['only *people* own', 'Keys "leak". Nobody gains access.'];
  const reason = `acme/payments/ci violates "${subject}". ${why}`;
  const report = {
    ...base,
    findings: [{ ...finding, id: 'invariant-broken' as const, subject, reason }],
    mentioned: [why],
  };
  expect(formatMarkdown(report)).toContain(
    '`acme/payments/ci` violates "only \\*people\\* own". "Keys \\\\"leak\\\\". Nobody gains access."',
  );
  expect(formatText(report, { width: 200 })).toContain(
    `acme/payments/ci violates "${subject}". "Keys \\"leak\\". Nobody gains access."`,
  );
  const { reason: parts } = pageData({ ...reviewWith('owner-added', 'ci'), report }).review?.findings[0] ?? {};
  expect(parts).toContainEqual({ name: why, isText: true });
  expect(parts).toContainEqual({ name: subject, isText: true });
});

test('a name of a path that is also a word is only marked in quotes, and as a part of its path', () => {
  const base = reviewOf('owner-added');
  const [finding] = base.findings as [ReportedFinding];
  const find = createNameFinder({
    findings: [{ ...finding, group: 'acme/platform', identity: 'acme/platform/x. No' }],
  });
  expect(find('The issuer is not a known platform. acme/platform has "platform" and x. No.')).toEqual([
    'The issuer is not a known platform. ',
    { name: 'acme/platform', isQuoted: false },
    ' has ',
    { name: 'platform', isQuoted: true },
    ' and ',
    { name: 'x. No', isQuoted: false },
    '.',
  ]);
});

test('the kinds of steps and of review plans are words, not names', () => {
  const base = reviewOf('owner-added');
  const plans = base.plans.map((plan) => ({ ...plan, reviewPlans: ['review'] }));
  const find = createNameFinder({ ...base, others: [plans, { steps: ['assume'] }] });
  expect(find('The review assumes it. Outsiders can assume it.')).toEqual([
    'The review assumes it. Outsiders can assume it.',
  ]);
});

test('the period of a sentence is no name, although a stack in the current folder has the name "."', () => {
  const report = { others: [{ stack: '.' }, { name: 'acme/payments' }] };
  const parts = createNameFinder(report)('ci gains viewer in acme/payments.');
  expect(parts).toEqual(['ci gains viewer in ', { name: 'acme/payments', isQuoted: false }, '.']);
});

test.each([
  [
    'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
    ['oidc.eks', 'id', '0123456789ABCDEF0123456789ABCDEF'],
  ],
  ['https://login.acme.example/realms/staff?tenant=acme', ['realms', 'acme']],
  ['arn:aws:iam::123456789012:role/acme/ci', ['acme/ci', '123456789012']],
  ['ada.lovelace@acme.example', ['acme', 'lovelace']],
  ['repo:acme@1/shop@2:ref:refs/heads/main', ['acme', 'shop', 'main']],
  ['acme/payments/ci', ['payments', 'acme']],
])('%s is marked as a whole if a part of it is a name', (text, names) => {
  const find = createNameFinder({ others: names.map((name) => ({ name })) });
  const marked = { name: text, isQuoted: false };
  expect(find(`Users of ${text}, and ${text}. Others (${text}) cannot.`)).toEqual([
    'Users of ',
    marked,
    ', and ',
    marked,
    '. Others (',
    marked,
    ') cannot.',
  ]);
});

test('the issuer of an outsider is marked in a report without changes', () => {
  const report = reviewOf('strangers');
  expect(formatMarkdown({ ...report, assume: [] })).toContain('(issuer `https://tokens.example.net` is not');
});

test('the first sentence of a text does not end within a name', () => {
  const identity = 'acme/sandbox. Nobody gains access';
  const first = createFirstSentence(createNameFinder({ others: [{ identity }] }));
  expect(first(`${identity} is an owner. It can grant access.`)).toBe(`${identity} is an owner.`);
  expect(first(`"${identity}" is an owner. It can grant access.`)).toBe(`"${identity}" is an owner.`);
  expect(first('4 identities trust issuer https://k8s.example. It is unknown.')).toBe(
    '4 identities trust issuer https://k8s.example.',
  );
  expect(first('One sentence.')).toBe('One sentence.');
});

describe('code in a sentence of this project', () => {
  const report = { others: ['main', 'a` b', 'acme'] };
  const sentence = 'Set `ref = main` and `x` of a` b in acme.';

  test('is code in Markdown, and plain in a text', () => {
    expect(createMarkdownSentence(report)(sentence)).toBe('Set `ref = main` and `x` of ``a` b`` in `acme`.');
    expect(createPlainSentence(report)(sentence)).toBe('Set ref = main and x of "a` b" in acme.');
    expect(createFirstSentence(createNameFinder(report))(`${sentence} More.`)).toBe(sentence);
  });

  test('keeps the quotes of a name, so that the code can be pasted', () => {
    const named = { others: ['github:1', 'azure-devops:My Org'] };
    const text = 'Add `"owners": ["github:1", "azure-devops:My Org"]`.';
    expect(createMarkdownSentence(named)(text)).toBe(text);
    expect(createPlainSentence(named)(text)).toBe(text.replaceAll('`', ''));
  });

  test('keeps the marks of a name that is not plain, and an unpaired backtick', () => {
    const hostile = { others: ['x. nobody gains access'] };
    const text = 'Run `get x. nobody gains access` now.';
    expect(createPlainSentence(hostile)(text)).toBe('Run `get "x. nobody gains access"` now.');
    expect(createPlainSentence(hostile)('One ` only.')).toBe('One ` only.');
  });
});

test('a name with its address has no quotes inside of quotes', () => {
  const quoted = (name: string) => createPlainSentence({ others: [name] })(name);
  const name = 'payments (module.a["b"].platform_group.team["payments"])';
  expect(quoted(name)).toBe(name);
  expect(quoted('payments (nobody gains access)')).toBe('"payments (nobody gains access)"');
});

test('the first sentence of a refused deletion names the unmanaged contents that block it', () => {
  const names = createNameFinder({ others: ['acme/mobile'] });
  const stays =
    'The group "acme/mobile" stays: it contains 2 unmanaged objects (2 role bindings), and the API refuses the deletion.';
  expect(createFirstSentence(names)(`${stays} The apply deletes 3 other objects.`)).toBe(stays);
});
