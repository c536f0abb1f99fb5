import { formatMarkdown, formatText, type ReportedFinding } from '../../../src/review';
import { reviewOf } from '../corpus';
import { reviewEdit, type EditedObject } from '../edited-plan';

test('inherited access is one sentence', () => {
  expect(formatText(reviewOf('example'))).toContain('2 identities inherit access in 1 deleted group');
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
        expect(lines.join('\n')).toMatch(/Trust policies: \d+ identities[^]*Structure: \d+ created[^]*--verbose/);
      expect({ count, excess: Math.max(0, lines.length - 60 - Math.max(0, count - 20)) }).toEqual({ count, excess: 0 });
    }
  }
});

test('identities that trust one undeclared issuer, account or service principal are the subject of their sentence', () => {
  const text = formatText(reviewFirst(12, 3), { gate: 'high' }).replace(/\s+/g, ' ');
  const why = (list: string) =>
    `review.config.json does not declare it in ${list}: it is unknown who can obtain its tokens.`;
  expect(text).toContain(`4 identities trust issuer https://k8s-0.example. ${why('trustedIssuers')}`);
  const comment = formatMarkdown(reviewFirst(12, 3)).replaceAll('\u2060', '');
  expect(comment).toContain(`4 identities trust issuer \`https://k8s-0.example\`. ${why('`trustedIssuers`')}`);
});

test('the details of a comment have one row for a merged finding, with its first 8 objects', () => {
  const report = reviewFirst(12, 1);
  const [, details = ''] = formatMarkdown(report).split(/<summary>Findings \(\d+\)/);
  const rows = details.slice(0, details.indexOf('</details>')).split('\n');
  const [row = '', ...others] = rows.filter((line) => line.includes('`outsider-can-assume`'));
  expect(others).toEqual([]);
  expect(row.match(/`acme\/team-\d+\/ci`/g)).toHaveLength(8);
  expect(row).toContain('and 4 more. Run `platform-iac review --format text --verbose` to list all.');
});

describe('findings that need a decision', () => {
  const base = reviewOf('owner-added');
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
      ...['pull-request-can-write', 'outsider-can-assume', 'owner-gained', 'escalation-path', 'early-access'],
      'unresolved',
    ]);
    expect(text.match(/Reason \d of /g)).toHaveLength(18);
    expect(text.match(/Its second sentence/g)).toHaveLength(18);
  });

  test('have their common cause once, and one clause for each kind', () => {
    const cause = { key: 'role acme/deployer', text: 'Role acme/deployer gains role_bindings.create' };
    const reason = (clause: string) => `${cause.text}: ${clause}`;
    const findings = [
      { id: 'owner-gained', cause, reason: reason('2 identities gain owner-level access.') },
      { id: 'outsider-can-assume', cause, reason: reason('2 identities trust issuer https://k8s.example.') },
    ] as const;
    const text = decisionsOf(...findings).replace(/\s+/g, ' ');
    expect(text.split(cause.text)).toHaveLength(2);
    expect(text).toContain('owner-gained 2 identities gain owner-level access.');
    expect(text).toContain('outsider-can-assume 2 identities trust issuer https://k8s.example.');
    const comment = formatMarkdown({ ...base, findings: findings.map((one) => ({ ...finding, ...one })) });
    const [row = ''] = comment.split('\n').filter((line) => line.includes('`outsider-can-assume`'));
    expect(row.split('role\\_bindings.create').length + row.split('role_bindings.create').length).toBe(3);
    expect(row).toContain('<br>2 identities gain owner-level access.<br>');
  });

  test('are one paragraph if they are about one line of code', () => {
    const owners = ['ann', 'bob', 'eve'].map((name) => ({
      ...({ id: 'owner-gained', reason: `${name} becomes an owner.`, subject: name, fingerprint: name } as const),
      source: { file: 'main.ts', line: 7 },
    }));
    const many = Array.from({ length: 8 }, (_, index) =>
      owners.map((one) => ({
        ...one,
        source: { file: 'main.ts', line: index },
        cause: { key: `${one.subject} ${index}`, text: 'Cause' },
      })),
    );
    const text = decisionsOf(...many.flat());
    expect(text).toContain('ann becomes an owner. bob becomes an owner. eve becomes an owner.');
  });
});
