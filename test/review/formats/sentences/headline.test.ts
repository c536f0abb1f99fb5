// @slow
/** Tests the first line of every format: the effects of the change, severe ones first. */
import { formatMarkdown, formatText, type Report, type ReportedFinding } from '../../../../src/review';
import { capabilitiesText } from '../../../../src/review/access/capability-text';
import { createClauses } from '../../../../src/review/formats/sentences/first-clause';
import { headline, headlineSentences, summary } from '../../../../src/review/formats/sentences/headline';
import { hintSections } from '../../../../src/review/formats/sentences/hints';
import { moveBlocks } from '../../../../src/review/formats/move-blocks';
import { createFirstSentence, createNameFinder } from '../../../../src/review/formats/sentences/marked-names';
import { BUILT_IN_ROLES } from '../../../../src/model/api';
import { corpusNames, reviewOf } from '../../corpus';

const base = reviewOf('owner-added');
const [line] = base.access.lines.gained as [Report['access']['lines']['gained'][number]];
const withGained = (...gained: Partial<typeof line>[]): Report => ({
  ...base,
  access: { ...base.access, lines: { gained: gained.map((one) => ({ ...line, ...one })), lost: [] } },
});

test('it contains new owners, and identities that outsiders can assume', () => {
  const two = withGained({ identity: 'acme/payments/ci' }, { identity: 'acme/shop/ci' });
  expect(headline(two)).toBe('acme/payments/ci and acme/shop/ci become owners of acme/payments.');
  const four = withGained(...['payments/ci', 'b', 'c', 'd'].map((name) => ({ identity: `acme/${name}` })));
  expect(headline(four)).toBe('4 workloads become owners of acme/payments.');
  expect(headline({ ...two, assume: reviewOf('claim-anybody').assume })).toBe(
    'Outsiders can assume acme/payments/ci: anyone who registers a GitHub owner whose name begins with acme. acme/payments/ci and acme/shop/ci become owners of acme/payments.',
  );
  expect(headline(reviewOf('one-cause', { configuration: { owners: ['github:acme'] } }))).toBe(
    '14 workloads gain role_bindings.create in 10 groups.',
  );
  expect(headline(reviewOf('mass-removal'))).toMatch(/^This change deletes 5 of 14 managed role bindings/);
  expect(headline(reviewOf('nothing-to-do'))).toBe('No changes.');
  expect(headline(reviewOf('renamed'))).toBe('Nobody gains or loses access.');
});

test('identities that trust undeclared parties are no identities that outsiders can assume', () => {
  const [{ witness: _, ...finding }] = base.findings as [ReportedFinding];
  const trusting = (name: string, paste?: string): ReportedFinding => ({
    ...finding,
    ...{ id: 'outsider-can-assume', subject: name, identity: name, reason: `Reason of ${name}.` },
    affected: [1, 2].map(() => ({ ...finding, identity: name })),
    ...(paste !== undefined && { cause: { key: name, text: name, paste } }),
  });
  const live = (...findings: ReportedFinding[]): Report => ({
    ...withGained(),
    ...{ current: { owners: [] }, assume: [], findings },
  });
  const undeclared = [
    trusting('a', '"trustedIssuers": ["https://a.example"]'),
    trusting('b', '"trustedIssuers": ["https://b.example"]'),
    trusting('c', '"trustedAccounts": ["012345678901"]'),
  ];
  const sentence = '6 identities trust 2 issuers and 1 account that review.config.json does not declare.';
  expect(headline(live(...undeclared))).toBe(sentence);
  expect(headline(live(...undeclared, trusting('d')))).toBe(`${sentence} Reason of d.`);
  expect(headline(live(...undeclared, trusting('d'), trusting('e')))).toBe(
    `${sentence} Reason of d. Outsiders may be able to assume 1 more identity: e.`,
  );
  // The first sentence names it already.
  expect(headline(live(trusting('d'), trusting('d')))).toBe('Reason of d.');
});

test('outsiders of an unknown party may be able to assume an identity', () => {
  const { assume } = reviewOf('claim-anybody');
  const who = 'it is unknown who can obtain its tokens (issuer https://a.example is not declared)';
  const undeclared = { list: 'trustedIssuers', name: 'https://a.example' } as const;
  const one = { ...assume[0]!, outsiders: [{ who, undeclared }] };
  expect(headline({ ...withGained(), findings: [], assume: [one] })).toBe(
    `Outsiders may be able to assume acme/payments/ci: ${who}.`,
  );
  expect(headline({ ...withGained(), findings: [], assume: [one, { ...one, identity: 'acme/shop/ci' }] })).toBe(
    '2 identities trust 1 issuer that review.config.json does not declare.',
  );
});

test('a sentence about trust policies names the identities, the tokens, and the power of the identity', () => {
  const { assume, findings } = reviewOf('claim-anybody');
  const widened = { ...assume[0]!, outsiders: [], relation: 'wider', before: 'main', after: 'any branch' } as const;
  const of = (...paths: readonly string[]) => paths.map((identity) => ({ ...widened, identity }));
  const report = { ...withGained(), findings: [] };
  expect(headline({ ...report, assume: of('acme/ci') })).toBe(
    'More workloads can assume acme/ci: any branch. Before: main.',
  );
  expect(headline({ ...report, assume: of('a', 'b', 'c', 'd', 'e') })).toBe(
    'More workloads can assume 5 identities: a, b, c and 2 more.',
  );
  const other = { ...widened, relation: 'disjoint' } as const;
  expect(headline({ ...report, assume: [other] })).toBe(
    'Other workloads can assume acme/payments/ci: any branch. Before: main.',
  );
  expect(headline({ ...report, assume: ['a', 'b', 'c', 'd'].map((identity) => ({ ...other, identity })) })).toBe(
    'Other workloads can assume 4 identities: a, b, c, d.',
  );
  const [long] = of('acme/ci').map((one) => ({ ...one, after: 'x'.repeat(300) }));
  expect(headline({ ...report, assume: [long!] })).toBe('The trust policy of acme/ci accepts more tokens.');
  const { identity: _, ...finding } = findings[0]!;
  const powerful = { ...finding, id: 'claim-widened', severity: 'high', identity: 'acme/ci' } as const;
  expect(headline({ ...report, assume: of('acme/ci'), findings: [powerful] })).toContain(
    'More workloads can assume acme/ci, which can change access: any branch.',
  );
});

test('identities of a wider role gain its new capabilities, and not the role', () => {
  const wider = { roles: ['acme/releaser'], cause: 'role widened', capabilities: ['repo.create'] } as const;
  const report = withGained({ ...wider, identity: 'acme/a' }, { ...wider, identity: 'acme/b' });
  expect(headline({ ...report, findings: [] })).toBe('acme/a and acme/b gain repo.create in acme/payments.');
});

test('another role of an identity is one sentence', () => {
  const report = withGained();
  const [change] = base.changes;
  const lost = [{ ...line, identity: 'acme/search/ci', group: 'acme/search', roles: ['editor'] }];
  const changes = [
    {
      ...change!,
      ...({ status: 'changed', kind: 'role binding', group: 'acme/search' } as const),
      connects: { identity: 'acme/search/ci', role: 'viewer' },
      fields: [{ field: 'role_uid', before: 'editor', after: 'viewer' }],
    },
  ];
  const access = { ...report.access, lines: { gained: [], lost } };
  expect(headline({ ...report, access, changes, findings: [] })).toBe(
    'acme/search/ci: editor → viewer in acme/search.',
  );
});

test('the deletion of groups is the first sentence, or the next one after outsiders', () => {
  const [finding] = base.findings as [ReportedFinding];
  const [change] = base.changes;
  const removed = { ...change!, status: 'removed', kind: 'group', path: 'acme/data', group: 'acme' } as const;
  const inside = { ...removed, kind: 'identity', path: 'acme/data/ci', group: 'acme/data' } as const;
  const { assume } = reviewOf('claim-anybody');
  expect(headline({ ...withGained({}), assume, changes: [removed, inside], findings: [] })).toMatch(
    / acme\/payments\/ci becomes an owner of acme\/payments\. The group acme\/data is deleted, with 1 object\.$/,
  );
  const findings = [{ ...finding, id: 'mass-removal', reason: 'Many.' } as const];
  expect(headline({ ...withGained({}), assume, changes: [removed, inside], findings })).toMatch(
    /^Outsiders can assume acme\/payments\/ci: .*\. The group acme\/data is deleted, with 1 object\. acme\/payments\/ci becomes/,
  );
  expect(headline({ ...withGained({}), changes: [removed], findings })).toMatch(
    /^The group acme\/data is deleted\. acme\/payments\/ci becomes an owner of acme\/payments\.$/,
  );
});

describe('a deleted group with unmanaged objects', () => {
  const [{ cause: _, affected: __, ...finding }] = base.findings as [ReportedFinding];
  const [change] = base.changes;
  const of = (name: string) => {
    const path = `acme/${name}`;
    const reason = `The group "${path}" stays: it contains 3 unmanaged objects (1 group, 2 identities), and the API refuses the deletion. Delete the unmanaged objects first.`;
    const unmanaged = {
      count: 3,
      objects: [{ kind: 'group', name: 'acme/b: the API refuses the deletion', uid: 'b' }],
    };
    return {
      finding: { ...finding, id: 'destroys', severity: 'high', subject: path, reason, unmanaged } as const,
      change: { ...change!, status: 'removed', kind: 'group', path, group: 'acme', stays: true } as const,
    };
  };
  const headlineOf = (...names: string[]) =>
    headline({
      ...withGained(),
      changes: names.map((name) => of(name).change),
      findings: names.map((name) => of(name).finding),
    });

  test('is named once, with the number of these objects', () => {
    expect(headlineOf('shop')).toBe(
      'The group "acme/shop" stays: it contains 3 unmanaged objects (1 group, 2 identities), and the API refuses the deletion.',
    );
    expect(headlineOf('shop It contains 5', 'b')).toBe(
      '2 deleted groups stay: they contain unmanaged objects, and the API refuses the deletions.',
    );
  });

  test('is named, too, if the plan recreates it', () => {
    const { finding: destroyed } = of('shop');
    expect(headline({ ...withGained(), changes: [], findings: [destroyed] })).toBe(
      'The group "acme/shop" stays: it contains 3 unmanaged objects (1 group, 2 identities), and the API refuses the deletion.',
    );
  });
});

test('kinds of objects that one change deletes are one finding of every list', () => {
  const [{ cause: _, identity: __, group: ___, ...finding }] = base.findings as [ReportedFinding];
  const of = (kind: string, count: number) => {
    const reason = `This change deletes ${count} of 20 managed ${kind}.`;
    return { ...finding, id: 'mass-removal', subject: `${kind} of acme`, reason } as const;
  };
  const report = { ...base, findings: [of('groups', 9), of('roles', 8)] };
  expect(summary(report)).toContain('Findings: 2 high.');
  expect(formatText(report).replace(/\s+/g, ' ')).toContain(
    '2 kinds of objects are deleted in large part. For example: This change deletes 9 of 20',
  );
});

test('renames precede the many deletions that they explain', () => {
  const [finding] = base.findings as [ReportedFinding];
  const findings = [{ ...finding, id: 'mass-removal', reason: 'This change deletes 3 of 4 groups.' } as const];
  const blocks = ['a', 'b'].map((name) => ({ plan: 'org', block: `moved { ${name} }` }));
  const rename = { kind: 'group', path: 'acme/apps', from: 'acme/mobile', relation: 'renamed', blocks } as const;
  const lookalikes = [rename, { ...rename, relation: 'moved', blocks: undefined }] as unknown as NonNullable<
    Report['lookalikes']
  >;
  const verdict = { ...base.verdict, counts: { ...base.verdict.counts, removed: 3 } };
  const sentences =
    'acme/mobile is probably renamed to acme/apps, but this plan deletes and recreates it, with 1 object. To keep them, paste the blocks of this report.';
  const changes = ['acme/mobile', 'acme/shop'].map((group) => ({
    ...{ kind: 'identity', path: `${group}/ci`, group, status: 'removed' as const, fields: [] },
    ...{ address: `platform_identity.${group}`, plan: 'org' },
  }));
  const report = { ...withGained(), findings, lookalikes, verdict, changes };
  expect(headline(report)).toBe(`${sentences} This change deletes 3 of 4 groups.`);
  expect(headline({ ...report, findings: [] })).toBe(sentences);
  const other = { ...rename, path: 'acme/web', from: 'acme/shop' };
  expect(headline({ ...report, findings: [], lookalikes: [...lookalikes, other] as typeof lookalikes })).toBe(
    '2 objects are probably renamed, but this plan deletes and recreates them, 4 objects in total: acme/mobile → acme/apps, acme/shop → acme/web. To keep them, paste the blocks of this report.',
  );
});

test('with constructs, the call and its line replace the blocks', () => {
  const lookalike = {
    ...{ kind: 'group', path: 'acme/apps', from: 'acme/mobile', relation: 'renamed', plan: 'org', address: 'a' },
    ...{ construct: 'org/acme/apps', source: { file: 'main.ts', line: 32 }, call: "x.wasAt('acme/mobile')" },
    blocks: [{ plan: 'org', block: 'moved {}' }],
  };
  const lookalikes = [lookalike] as unknown as NonNullable<Report['lookalikes']>;
  const verdict = { ...base.verdict, counts: { ...base.verdict.counts, removed: 1 } };
  expect(headline({ ...withGained(), findings: [], lookalikes, verdict })).toBe(
    `acme/mobile is probably renamed to acme/apps, but this plan deletes and recreates it. To keep it, call x.wasAt('acme/mobile') on the construct at main.ts:32.`,
  );
  expect(hintSections({ ...base, lookalikes }).flatMap(({ hints }) => hints.map(({ note }) => note))).toContain(
    `To keep the objects, call x.wasAt('acme/mobile'). Here x is org/acme/apps (main.ts:32).`,
  );
});

test('a line that creates several constructs has the call in a condition, and no blocks: Git ignores their folder', () => {
  const lookalike = {
    ...{ kind: 'group', path: 'acme/apps', from: 'acme/mobile', relation: 'renamed', plan: 'org', address: 'a' },
    ...{ construct: 'org/acme/apps', source: { file: 'main.ts', line: 32 }, call: "x.wasAt('acme/mobile')" },
    ...{ blocks: [{ plan: 'org', block: 'moved {}' }], sharesLine: true },
  };
  const lookalikes = [lookalike] as unknown as NonNullable<Report['lookalikes']>;
  const verdict = { ...base.verdict, counts: { ...base.verdict.counts, removed: 1 } };
  expect(headline({ ...withGained(), findings: [], lookalikes, verdict })).toBe(
    `acme/mobile is probably renamed to acme/apps, but this plan deletes and recreates it. To keep it, call x.wasAt('acme/mobile') for this construct alone at main.ts:32, which creates several.`,
  );
  expect(moveBlocks({ ...base, lookalikes })).toEqual([]);
  const notes = hintSections({ ...base, lookalikes }).flatMap(({ hints }) => hints.map(({ note }) => note));
  expect(notes).toContain(
    "To keep the objects, call x.wasAt('acme/mobile'). Here x is org/acme/apps (main.ts:32). Its line creates several constructs: make the call for this construct alone. In a loop: if (name === 'apps') x.wasAt('acme/mobile')",
  );
  const ci = [{ ...lookalike, kind: 'identity', path: 'acme/apps/ci' }] as unknown as typeof lookalikes;
  const [note] = hintSections({ ...base, lookalikes: ci }).flatMap(({ hints }) => hints.map((hint) => hint.note));
  expect(note).toContain("In a Team, x is team.identity('ci').");
});

test('the counts name new access as the only finding', () => {
  const [finding] = base.findings as [ReportedFinding];
  const findings = [{ ...finding, id: 'access-gained', severity: 'low' } as const];
  expect(summary({ ...base, findings })).toContain('No findings except the new access (low).');
});

test('the counts follow it', () => {
  expect(summary(reviewOf('example'))).toBe(
    '1 identity gains access. 1 trust policy changes. 1 deleted, 1 created, 1 updated. Findings: 2 high, 1 medium. The input does not show all code that the apply executes: create it with `platform-iac plan`.',
  );
});

test('the counts name the causes if findings that differ only in their objects are one entry', () => {
  const [finding] = base.findings as [ReportedFinding];
  const of = (identity: string) => ({
    ...finding,
    cause: undefined,
    identity,
    reason: `${identity} becomes an owner.`,
  });
  const findings = [of('acme/ci'), of('acme/payments/ci'), of('acme/shop/ci')];
  expect(summary({ ...base, findings })).toContain('Findings: 3 high.');
});

test.each(corpusNames)('%s: each high finding has its own sentence, or one about its identity', (name) => {
  const report = reviewOf(name);
  const text = headline(report);
  const { clause } = createClauses(report);
  for (const finding of report.findings.filter(({ severity }) => severity === 'high'))
    expect(getRoleNames({ ...finding, reason: clause(finding.reason) }).some((one) => text.includes(one))).toBe(true);
});

test('a headline has the first clause of a reason, without its explanation and advice', () => {
  const [finding] = base.findings as [ReportedFinding];
  const of = (reason: string, group: string) => {
    const id = 'pull-request-can-write' as const;
    const findings = [{ ...finding, id, identity: 'acme/release', subject: 'acme/release', group, reason }];
    return headline({ ...withGained(), assume: [], findings });
  };
  const who = 'anyone who can push any branch to the repository, and use an environment without protection rules';
  const reason = `Unreviewed code can assume acme/release, which is editor in acme: ${who}. On GitHub, an exact branch proves a review.`;
  expect(of(reason, 'acme')).toBe('Unreviewed code can assume acme/release, which is editor in acme.');
  const name = 'Team: A. Nobody else';
  expect(of(reason.replaceAll('editor in acme', `editor in ${name}`), name)).toBe(
    `Unreviewed code can assume acme/release, which is editor in ${name}.`,
  );
});

test.each(corpusNames)('%s: the headline contains no advice and no explanation of a finding', (name) => {
  const report = reviewOf(name);
  const findNames = createNameFinder(report);
  const own = (text: string) =>
    findNames(text)
      .filter((part) => typeof part === 'string')
      .join('');
  for (const sentence of headlineSentences(report)) expect(own(sentence).length).toBeLessThanOrEqual(200);
  for (const { reason } of report.findings) {
    const rest = reason.slice(createFirstSentence(findNames)(reason).length).trim();
    if (rest !== '') expect(headline(report)).not.toContain(rest);
  }
});

/** Returns texts. Any of them in the first line shows the finding. */
function getRoleNames({ id, reason, identity, affected = [] }: ReportedFinding): string[] {
  const short = (path: string) => path.replace(/\b([0-9a-f]{8})[0-9a-f]{8,32}\b/g, '$1…');
  const nouns = ['people', 'workloads', 'identities'].map((noun) => `${affected.length} ${noun}`);
  const counts = affected.length > 0 ? [...nouns, 'unknown until apply'] : [];
  const words: Readonly<Record<string, string>> = {
    unresolved: 'unknown until apply',
    'outsider-can-assume': 'Outsiders can assume ',
    'claim-widened': 'More workloads can assume ',
    'mass-removal': 'deleted',
    'invite-created': 'invites give access',
    'grant-refused': 'grants are rejected',
  };
  const kind = words[id] === undefined ? [] : [words[id]];
  const identities = [identity, ...affected.map((object) => object.identity)].filter((one) => one !== undefined);
  return [short(reason), ...identities.map(short), ...counts, ...kind];
}

test('the comment and the text name the organization, stack, commit and pull request', () => {
  const url = 'https://github.com/acme/infra/pull/7';
  const report = reviewOf('owner-added', {
    provenance: {
      stacks: ['org'],
      repository: 'acme/infra',
      commit: 'c0ffee1234567890',
      pullRequest: { number: 7, url },
    },
  });
  expect(report.provenance).toMatchObject({ organizations: ['acme'], stacks: ['org'] });
  expect(formatText(report).split('\n')[1]).toBe(`acme · stack org · commit c0ffee1234 · acme/infra#7 (${url})`);
  expect(formatMarkdown(report).replaceAll('\u2060', '')).toContain(
    `\n\`acme\` · stack \`org\` · commit \`c0ffee1234\` · [\`acme/infra\`\\#7](${url})\n`,
  );
  expect(report.digest).toBe(base.digest);
});

test('an address with special characters in the environment is no link', () => {
  const report = reviewOf('owner-added', {
    provenance: { pullRequest: { number: 7, url: 'https://a.example/x) <img src=x> (' } },
  });
  expect(formatMarkdown(report)).not.toContain('](');
});

test('a row names every capability that changes access, also if they are many', () => {
  const owner = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities;
  expect(capabilitiesText([...owner, '*', 'new_kind.create'])).toBe(
    'role_bindings, identity, identity_providers, roles, groups, account_associations (create, update, delete), group_invites (create, delete), identity_providers.scim.manage, 118 more and all unknown capabilities',
  );
  expect(capabilitiesText(['repo.list', 'repo.create', 'roles.update'])).toBe('roles.update, repo.create, repo.list');
});

test('text limits the number of findings, and never hides a high one', () => {
  const [finding] = base.findings as [ReportedFinding];
  const findings = Array.from({ length: 200 }, (_, n): ReportedFinding => {
    const severity = n < 60 ? 'high' : 'low';
    return { ...finding, severity, reason: `Reason ${n}.`, cause: { key: String(n), text: `Cause ${n}` } };
  });
  const report = { ...base, findings };
  const text = formatText(report);
  expect(text.match(/^ {2}high {4}/gm)).toHaveLength(60);
  expect(text).toContain(`low     ${finding.id}: 140 findings`);
  expect(text.split('\n').length).toBeLessThanOrEqual(60 + 40 + 1);
  const atLow = formatText(report, { gate: 'low' });
  expect(atLow.match(/^ {2}(high|low ) {3,4}/gm)).toHaveLength(200);
  const all = [...formatText(report, { isWhole: true }).matchAll(/^ +Reason (\d+)\./gm)].map(([, n]) => Number(n));
  expect(all.sort((one, other) => one - other)).toEqual(findings.map((_, n) => n));
});

test('lost access and trust policies are expanded in a comment if a finding is about them', () => {
  const isOpen = (name: string, title: string) =>
    new RegExp(`<details( open)?>\n<summary>${title}`).exec(formatMarkdown(reviewOf(name)))?.[1] === ' open';
  expect(isOpen('owner-removed', 'Access lost')).toBe(true);
  expect(isOpen('claim-any-branch', 'Trust policies')).toBe(true);
  expect(isOpen('claim-rewritten', 'Trust policies')).toBe(false);
});

test('it contains what could not be read if the plan deletes or replaces objects', () => {
  const unread = [
    'Cannot read 1 group that this plan refers to by uid: not found.',
    'Cannot read the names of 2 people: no.',
  ];
  const [cannotRead = '', names = ''] = unread;
  const report = { ...base, unread };
  expect(headline(report)).not.toContain(cannotRead);
  expect(summary(report)).toContain(unread.join(' '));
  const replaced = { ...report, verdict: { ...base.verdict, counts: { ...base.verdict.counts, replaced: 86 } } };
  expect(headline(replaced).endsWith(cannotRead)).toBe(true);
  expect(summary(replaced)).not.toContain(cannotRead);
  expect(summary(replaced)).toContain(names);
});

test('the first line names the owners of many identities that outsiders can assume', () => {
  const { assume } = reviewOf('claim-anybody');
  const of = (identity: string, who: string) => ({
    ...{ ...assume[0]!, identity, relation: 'added' as const },
    outsiders: [{ who, token: 'sub=x', names: [who] }],
  });
  const all = ['a', 'b', 'c'].map((name) => of(`acme/${name}`, 'the repository owner acme'));
  const others = [of('acme/d', 'the repository owner evil-corp')];
  expect(headline({ ...withGained(), assume: [...all, ...others], findings: [] })).toBe(
    'Outsiders can assume 4 identities: acme/a, acme/b, acme/c, acme/d. Of these, 3 trust the repository owner acme, 1 trusts the repository owner evil-corp.',
  );
});
