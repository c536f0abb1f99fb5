import { formatMarkdown, formatText, type ReportedFinding } from '../../../../src/review';
import { findingsByCause, listedFindings } from '../../../../src/review/formats/sentences/finding-entries';
import { reviewOf } from '../../corpus';
import { reviewEdit, type EditedObject } from '../../edited-plan';

test('inherited access is one sentence', () => {
  expect(formatText(reviewOf('example'))).toContain('2 identities had inherited access in the deleted group acme/');
});

/** Returns the report of the first change of an organization: each team has 8 objects, and some identities trust undeclared issuers. */
function reviewFirst(teams: number, issuers: number) {
  const objects: Record<string, EditedObject> = {
    acme: { type: 'group', values: { name: 'acme' } },
    viewer: { type: 'role', in: 'acme', values: { name: 'viewing', capabilities: ['groups.list'] } },
  };
  for (let index = 0; index < teams; index++) {
    const team = `team${index}`;
    objects[team] = { type: 'group', in: 'acme', values: { name: `team-${index}` } };
    objects[`${team}services`] = { type: 'group', in: team, values: { name: 'services' } };
    for (const name of ['ci', 'deployer', 'reporter']) {
      const issuer =
        name === 'ci' && issuers > 0
          ? `https://k8s-${index % issuers}.example`
          : 'https://token.actions.githubusercontent.com';
      const subject = issuer.includes('k8s')
        ? 'system:serviceaccount:shop:ci'
        : `repo:acme@1/${name}@${index + 2}:ref:refs/heads/main`;
      const values = { name, claim_match: { issuer, subject } };
      objects[`${team}${name}`] = { type: 'identity', in: team, values };
      objects[`${team}${name}bound`] = { type: 'role_binding', in: team, identity: `${team}${name}`, role: 'viewer' };
    }
  }
  return reviewEdit({ acme: objects['acme']! }, objects, { configuration: { owners: ['github:1'] } });
}

test.each([
  [12, 0],
  [12, 3],
])('a first review of %i teams that trust %i undeclared issuers fits into 60 lines', (teams, issuers) => {
  const report = reviewFirst(teams, issuers);
  const text = formatText(report, { gate: 'high' });
  const decisions = text.split('\n').filter((line) => line.startsWith('  high ')).length;
  expect(decisions).toBe(issuers);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60 + Math.max(0, decisions - 20));
  // The entry to paste for each issuer that has room.
  expect(text.includes('"trustedIssuers": ["https://k8s-0.example"]')).toBe(issuers > 0);
  const first = text.split('\n')[0];
  expect(first?.includes('trust') ?? false).toBe(issuers > 0);
  const rest = text.slice(Math.max(0, text.lastIndexOf('  high ')));
  expect(rest).toMatch(/Access gained[^]*Structure[^]*Digest/);
  const rows = formatMarkdown(report)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  for (const row of rows) expect((row.match(/acme\/team-/g) ?? []).length).toBeLessThanOrEqual(8);
});

test('the count of access names the first identities, those with the most dangerous access first', () => {
  const { access, ...report } = reviewFirst(40, 30);
  const [first, ...rest] = access.lines.gained;
  const owner = { ...first!, identity: 'acme/team-0/admin', roles: ['owner'], capabilities: ['role_bindings.create'] };
  const text = formatText({ ...report, access: { ...access, lines: { ...access.lines, gained: [...rest, owner] } } });
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Access gained: 120 workloads in 40 groups: acme\/team-0\/admin, acme\/\S+, acme\/\S+ and 117 more/,
  );
});

test('98 and 2,000 new objects fit into 60 lines with up to 20 decisions, and each further one is one line', () => {
  const large = reviewFirst(250, 60);
  const { findings } = large;
  const decisions = findings.filter(({ severity }) => severity === 'high');
  expect(decisions.length).toBe(60);
  for (const [report, counts] of [
    [reviewFirst(12, 0), [0, 1, 19, 20, 21, 22, 27, 60]],
    [large, [20, 60]],
  ] as const) {
    const others = report.findings.filter(({ severity }) => severity !== 'high');
    for (const count of counts) {
      const shown = { ...report, findings: [...decisions.slice(0, count), ...others] };
      const lines = formatText(shown, { gate: 'high' }).trimEnd().split('\n');
      expect(lines.filter((line) => line.startsWith('  high ')).length).toBe(count);
      if (report === large)
        expect(lines.join('\n')).toMatch(
          /Trust policies[^]*\d+ identities[^]*Structure: \d+ created: \d+ groups, [^]*--verbose/,
        );
      expect({ count, excess: Math.max(0, lines.length - 60 - Math.max(0, count - 20)) }).toEqual({ count, excess: 0 });
    }
  }
});

test('the shortest form of findings about issuers has three names and the entry to paste', () => {
  const report = reviewFirst(250, 20);
  const high = report.findings.filter(({ severity }) => severity === 'high');
  expect(high).toHaveLength(20);
  const lines = formatText(report, { gate: 'high' }).split('\n');
  const shown = lines.filter((line) => line.startsWith('  high '));
  for (const line of shown) expect(line.match(/acme\/team-\d+\/ci/g)?.length ?? 3).toBe(3);
  const at = lines.findIndex((line) => line.includes('→ Add the entries that are yours to review.config.json:'));
  expect(lines[at + 1]).toMatch(/^ {12}"trustedIssuers": \["https:\/\/k8s-\d+\.example", .*\] and 15 more$/);
});

test('identities that trust one undeclared issuer, account or service principal are the subject of their sentence', () => {
  const text = formatText(reviewFirst(12, 3), { gate: 'high' }).replace(/\s+/g, ' ');
  const why = (list: string) =>
    `review.config.json does not declare it in ${list}: it is unknown who can obtain its tokens.`;
  const names = [0, 3, 6, 9].map((team) => `acme/team-${team}/ci`);
  expect(text).toContain(`${names.join(', ')} trust issuer https://k8s-0.example. ${why('trustedIssuers')}`);
  const comment = formatMarkdown(reviewFirst(12, 3)).replaceAll('\u2060', '');
  expect(comment).toContain(`\`acme/team-9/ci\` trust issuer \`https://k8s-0.example\`. ${why('`trustedIssuers`')}`);
});

test('a merged finding names its identities once', () => {
  const report = reviewFirst(12, 3);
  const [comment = ''] = formatMarkdown(report).split('<details>');
  for (const text of [formatText(report, { gate: 'high' }), comment])
    expect(text.split('To declare it')[0]?.match(/acme\/team-3\/ci/g)).toHaveLength(1);
});

test('alike outsiders have their roles in a list, and alike escalations the path of one', () => {
  const base = reviewOf('owner-added');
  const [finding] = base.findings as [ReportedFinding];
  const of = (id: 'outsider-can-assume' | 'escalation-path', name: string, text: string, holds?: string) =>
    ({
      ...finding,
      id,
      subject: name,
      identity: name,
      group: undefined,
      cause: undefined,
      holds,
      reason: `${text}.`,
    }) as const;
  const outsider = (name: string, role: string) =>
    of(
      'outsider-can-assume',
      name,
      `Outsiders can assume ${name}, which is ${role} in acme: anyone`,
      `${role} in acme`,
    );
  const escalation = (name: string) =>
    of('escalation-path', name, `${name} can escalate to owner in acme: it can change acme/ci`);
  const findings = [outsider('acme/a', 'owner'), outsider('acme/b', 'viewer'), escalation('ada'), escalation('edsger')];
  for (const format of [formatText({ ...base, findings }), formatMarkdown({ ...base, findings }).replaceAll('`', '')]) {
    const text = format.replace(/\s+/g, ' ');
    expect(text).toContain('Outsiders can assume 2 workloads: anyone.');
    expect(text).toContain('acme/b: viewer in acme');
    expect(text).toMatch(
      /2 (?:people|identities) can escalate their access\. For example: ada can escalate to owner in acme: it can change acme\/ci\./,
    );
  }
});

test('the details of a comment have one row for a merged finding, with its first 8 objects', () => {
  const report = reviewFirst(12, 1);
  const [, details = ''] = formatMarkdown(report).split(/<summary>Findings \(\d+\)/);
  const rows = details.slice(0, details.indexOf('</details>')).split('\n');
  const [row = '', ...others] = rows.filter((line) => line.includes('`outsider-can-assume`'));
  expect(others).toEqual([]);
  expect(row.match(/<br>`acme\/team-\d+\/ci`/g)).toHaveLength(8);
  expect(row).toContain('and 4 more. Run `platform-iac review --format text --verbose` to list all.');
});

describe('findings that need a decision', () => {
  const base = reviewOf('owner-added', { configuration: { owners: ['github:acme'] } });
  const [finding] = base.findings as [ReportedFinding];
  const decisionsOf = (...findings: Partial<ReportedFinding>[]) => {
    const text = formatText({ ...base, findings: findings.map((one) => ({ ...finding, ...one })) });
    return text.slice(text.indexOf('Findings\n'), text.indexOf('To accept findings'));
  };

  test('are sorted by danger, and each has a sentence before any has a list', () => {
    const ids = [
      ...(['unresolved', 'owner-gained', 'outsider-can-assume', 'escalation-path'] as const),
      ...(['pull-request-can-write', 'early-access'] as const),
    ];
    const affected = Array.from({ length: 9 }, (_, index) => ({ ...finding, subject: `acme/team-${index}/ci` }));
    const text = decisionsOf(
      ...ids.flatMap((id) =>
        [1, 2, 3].map((n) => ({
          ...{ id, reason: `Reason ${n} of ${id}. Its second sentence.` },
          ...{ cause: { key: `${id} ${n}`, text: 'Cause' }, affected },
        })),
      ),
    );
    expect([...text.matchAll(/^ {2}high {4}([\w-]+):?\s+Reason 1/gm)].map(([, id]) => id)).toEqual([
      // A token of an outsider proves more than one of an unreviewed pull request.
      ...['outsider-can-assume', 'pull-request-can-write', 'owner-gained', 'escalation-path', 'early-access'],
      'unresolved',
    ]);
    expect(text.match(/Reason \d of /g)).toHaveLength(18);
    expect(text.match(/Its second sentence/g)).toHaveLength(18);
  });

  test('have their common cause once, and one clause for each kind', () => {
    const cause = { key: 'role acme/deployer', text: 'Role acme/deployer gains role_bindings.create' };
    const reason = (clause: string) => `${cause.text}: ${clause}`;
    const findings = [
      { id: 'owner-gained', cause, reason: reason('2 identities gain administrative access.') },
      { id: 'outsider-can-assume', cause, reason: reason('2 identities trust issuer https://k8s.example.') },
    ] as const;
    const text = decisionsOf(...findings).replace(/\s+/g, ' ');
    expect(text.split(cause.text)).toHaveLength(2);
    expect(text).toContain('owner-gained 2 identities gain administrative access.');
    expect(text).toContain('outsider-can-assume 2 identities trust issuer https://k8s.example.');
    const comment = formatMarkdown({ ...base, findings: findings.map((one) => ({ ...finding, ...one })) });
    const [row = ''] = comment.split('\n').filter((line) => line.includes('`outsider-can-assume`'));
    expect(row.split('role\\_bindings.create').length + row.split('role_bindings.create').length).toBe(3);
    expect(row).toContain('<br>2 identities gain administrative access.<br>');
  });

  test('are one sentence and a list if they differ only in their objects', () => {
    const owners = Array.from({ length: 11 }, (_, index) => ({
      ...({ id: 'owner-gained', identity: `person-${index}`, group: `acme/team-${index}` } as const),
      ...{ reason: `person-${index} becomes an owner of acme/team-${index} and ${index} groups beneath.` },
      ...{ subject: `person-${index} in acme/team-${index}`, source: { file: 'main.ts', line: 7 } },
      cause: { key: `binding ${index}`, text: 'A block grants owner' },
    }));
    const other = {
      ...owners[0]!,
      identity: 'acme/ci',
      reason: 'acme/ci becomes an owner of acme/team-0.',
      cause: undefined,
    };
    const elsewhere = { ...owners[0]!, source: { file: 'main.ts', line: 8 }, cause: undefined };
    const text = decisionsOf(...owners, other, elsewhere);
    const items = owners.map(({ identity, group }) => `          - ${identity} → ${group}\n`).join('');
    expect(text).toContain(`owner-gained  main.ts:7\n          11 people gain the role owner.\n${items}`);
    expect(text.match(/becomes an owner/g)).toHaveLength(2);
    const comment = formatMarkdown({ ...base, findings: owners.map((one) => ({ ...finding, ...one })) });
    const [seen = ''] = comment.split('<details>');
    expect(seen.split('\n').filter((line) => line.includes('`owner-gained`'))).toHaveLength(1);
    expect(seen).toContain('11 people gain the role `owner`.<br>`person-0 → acme/team-0`<br>');
    for (const { identity, group } of owners)
      expect(comment.replaceAll('`', '')).toContain(`${identity} becomes an owner of ${group} `);
    const same = owners.slice(0, 3).map((one) => ({ ...one, ...{ identity: 'acme/ci', reason: 'acme/ci gains it.' } }));
    expect(decisionsOf(...same)).toContain('acme/ci gains it. 2 more findings are alike.');
  });

  test('below the gate name the identities of a cause', () => {
    const low = { ...finding, id: 'owner-held', severity: 'low', subject: 'owners of acme' } as const;
    const affected = ['ada', 'grace', 'linus', 'ken'].map((identity) => ({
      ...finding,
      identity,
      subject: `${identity} in acme`,
    }));
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...finding,
      cause: undefined,
      reason: `Reason ${index}.`,
    }));
    const others = Array.from({ length: 60 }, (_, index) => ({ ...low, cause: undefined, subject: `other ${index}` }));
    const text = formatText({ ...base, findings: [...many, { ...low, cause: undefined, affected }, ...others] });
    expect(text.replace(/\s+/g, ' ')).toContain(
      'owner-held: 61 findings about 64 objects: ada, grace, linus and 61 more',
    );
  });

  test('are one entry if several of each cause differ only in their objects', () => {
    const findings = ['payments', 'shop', 'search'].flatMap((team): ReportedFinding[] => {
      const [identity, holds] = [`acme/${team}/ci`, `editor in acme/${team}`];
      const cause = { key: `trust ${identity}`, text: `The trust policy of ${identity} changes` };
      const own = { ...finding, subject: identity, identity, group: undefined, cause } as ReportedFinding;
      const policies = `Before: "branch main of acme/${team}". After: "any branch of acme/${team}".`;
      return [
        {
          ...own,
          id: 'outsider-can-assume',
          holds,
          reason: `Outsiders can assume ${identity}, which is ${holds}: anyone.`,
        },
        {
          ...own,
          id: 'pull-request-can-write',
          holds,
          reason: `Code can assume ${identity}, which is ${holds}: anyone.`,
        },
        { ...own, id: 'claim-widened', reason: `More workloads can assume ${identity}. ${policies}` },
      ];
    });
    const text = decisionsOf(...findings).replace(/\s+/g, ' ');
    const [seen = '', folded = ''] = formatMarkdown({ ...base, findings })
      .replaceAll('`', '')
      .split('<summary>Findings');
    for (const shown of [text, seen]) {
      for (const one of [
        'outsider-can-assume',
        'pull-request-can-write',
        'claim-widened',
        'Code can assume',
        'Before:',
      ])
        expect([one, shown.split(one).length - 1]).toEqual([one, 1]);
      for (const team of ['payments', 'shop', 'search'])
        expect(shown).toContain(`acme/${team}/ci: editor in acme/${team}`);
    }
    // The folded section has the first sentences only, and none of an entry that has a row of its own above.
    expect(folded.split('</details>')[0]).not.toContain('Before: ');
    const [, alone] = formatMarkdown({ ...base, findings: findings.slice(0, 2) }).split('<summary>Findings');
    expect(alone).not.toContain('Outsiders can assume');
  });
});

test('the width of the terminal decides nothing', () => {
  const squeezed = (text: string) => text.replace(/\s+/g, '');
  for (const report of [
    reviewFirst(3, 0),
    reviewFirst(7, 3),
    reviewFirst(12, 0),
    reviewFirst(12, 3),
    reviewOf('example'),
  ]) {
    const [first, ...others] = [60, 80, 100, 120, 200].map((width) => squeezed(formatText(report, { width })));
    for (const other of others) expect(other).toBe(first);
  }
});

test('trust policies and the tokens of outsiders are more important than the structure', () => {
  for (let teams = 1; teams < 14; teams++) {
    const text = formatText(reviewFirst(teams, 0));
    const hasStructure = text.includes('\nStructure\n');
    expect(hasStructure && /Trust policies: /.test(text)).toBe(false);
    expect(text).toMatch(/\nTrust policies\n {2}\+ (?:acme\/team-0\/ci|\d+ identities): /);
  }
  const report = reviewOf('trust-cluster');
  const { findings } = reviewFirst(12, 0);
  const text = formatText({ ...report, findings: [...report.findings, ...findings] });
  for (const { id, witness } of report.findings)
    if (id === 'outsider-can-assume' && witness !== undefined) expect(text).toContain(witness);
});

test('every format has the findings in the same order, and counts them', () => {
  const report = reviewOf('example');
  const text = formatText(report, { gate: 'low', isWhole: true });
  const comment = formatMarkdown(report);
  const found = text.slice(text.indexOf('\nFindings\n'));
  const inText = [...found.matchAll(/^ {2}(high|medium|low) /gm)].map(([, severity]) => severity);
  const causes = findingsByCause(listedFindings(report.findings));
  expect(inText).toEqual(causes.map(({ severity }) => severity));
  const rows = comment
    .slice(0, comment.indexOf('<details>'))
    .split('\n')
    .flatMap((line) => /^\| \S+&nbsp;\w+ \| `([\w-]+)`/.exec(line)?.slice(1) ?? []);
  expect(rows).toEqual(causes.map(({ findings: [{ id }] }) => id));
  expect(listedFindings(report.findings).length).toBeGreaterThan(causes.length);
  expect(comment).toContain(`<summary>Findings (${causes.length})`);
  // Findings with one cause are one line, and count once.
  for (const format of [text.replace(/\s+/g, ' '), comment]) expect(format).toContain('Findings: 2 high, 1 medium.');
});

test('a witness that is a token is called one', () => {
  const text = formatText(reviewOf('claim-anybody'));
  expect(text).toMatch(/^ {10}Token: "?sub=/m);
  const other = reviewOf('owner-added');
  expect(formatText(other)).not.toContain('Token: ');
  const [finding] = other.findings as [ReportedFinding];
  for (const id of ['drift', 'claim-widened'] as const) {
    const findings = [{ ...finding, id, cause: undefined, witness: 'sub=x' }];
    expect(formatText({ ...other, findings }, { isWhole: true })).toContain('\n          Token: sub=x\n');
  }
});

test('lines are wrapped after the name of another configuration file is inserted', () => {
  const base = reviewOf('owner-added');
  const [example] = base.findings as [ReportedFinding, ...ReportedFinding[]];
  const reason = 'acme/ci trusts an issuer that review.config.json does not declare. '.repeat(3).trim();
  const [short, long] = ['o.json', 'the-configuration-of-the-whole-company.json'].map((configuration) =>
    formatText(
      { ...base, findings: [{ ...example, reason, cause: undefined }], provenance: { configuration } },
      { width: 80 },
    ),
  );
  const line = (text = '') => text.split('\n').find((each) => each.includes('issuer that')) ?? '';
  expect(line(short)).toContain('issuer that o.json does not declare.');
  const named = (long ?? '').split('\n').filter((each) => each.includes('the-configuration-of-the-whole-company.json'));
  expect(named.length).toBeGreaterThan(1);
  for (const each of named) expect(each.length).toBeLessThanOrEqual(80);
});
