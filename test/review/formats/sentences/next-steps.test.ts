import { nextStep } from '../../../../src/review/formats/sentences/next-steps';
import { formatText, type Report } from '../../../../src/review';
import { reviewOf } from '../../corpus';

const { findings: given, ...report } = reviewOf('owner-added');
const [{ cause: _, affected: __, ...finding }] = given as [Report['findings'][number]];
const of = (id: string, severity: string, name: string, paste?: string) =>
  ({
    ...{ ...finding, id, severity, subject: name, identity: name, reason: `${name} is found.` },
    ...(paste !== undefined && { cause: { key: name, text: name, paste } }),
  }) as Report['findings'][number];

const current = (findings: readonly Report['findings'][number][]) =>
  ({
    ...report,
    current: { states: [], owners: [] },
    findings,
    access: { ...report.access, lines: { gained: [], lost: [] } },
  }) as Report;

test('each kind of finding about the current organization has its next step once, below the last one', () => {
  const findings = [
    ...Array.from({ length: 4 }, (_value, index) => of('escalation-path', 'high', `acme/high-${index}`)),
    ...Array.from({ length: 4 }, (_value, index) => of('owner-held', 'medium', `acme/medium-${index}`)),
    ...Array.from({ length: 4 }, (_value, index) => of('owner-held', 'low', `acme/low-${index}`)),
  ];
  for (const isWhole of [false, true]) {
    const text = formatText(current(findings), { width: 80, isWhole });
    expect(text.match(/→ Give these identities fewer roles/g)).toHaveLength(1);
    expect(text.match(/→ Give everyone who needs less access another role/g)).toHaveLength(1);
    expect(text.indexOf('→ Give everyone')).toBeGreaterThan(text.indexOf('acme/low-0'));
  }
  expect(formatText({ ...report, findings }, { width: 80 })).not.toContain('→ Give');
});

test('the step about undeclared parties has an entry of each list, and the number of the rest', () => {
  const issuers = Array.from({ length: 7 }, (_value, index) => `https://k8s-${index}.example`);
  const findings = [
    ...issuers.map((name) =>
      of('outsider-can-assume', 'high', `acme/${name.slice(8)}`, `"trustedIssuers": ["${name}"]`),
    ),
    of('outsider-can-assume', 'high', 'acme/syncer', '"trustedAccounts": ["SYNCER"]'),
  ];
  expect(nextStep(findings)?.entries).toEqual([
    `"trustedIssuers": [${issuers
      .slice(0, 5)
      .map((name) => `"${name}"`)
      .join(', ')}] and 2 more`,
    '"trustedAccounts": ["SYNCER"]',
  ]);
});

test('each kind of finding that a review without a change can have has a next step', () => {
  const ids = [
    ...['owner-held', 'escalation-path', 'outsider-can-assume', 'nobody-can-assume', 'pull-request-can-write'],
    ...[
      'audience-shared',
      'assume-hidden',
      'sign-in-opened',
      'account-associated',
      'static-keys-expire',
      'invite-open',
    ],
    ...['static-keys-open', 'grant-unneeded', 'invariant-broken', 'unresolved', 'last-owners', 'unmanaged-grants'],
    ...['assertion-failed', 'invariant-idle'],
  ];
  expect(ids.filter((id) => nextStep([of(id, 'high', 'acme/ci')]) === undefined)).toEqual([]);
});
