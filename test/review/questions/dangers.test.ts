/** The order of dangerous grants, and their lines. */
import { formatDanger } from '../../../src/review';
import { assumedText, findDangers } from '../../../src/review/questions/dangers';
import { compareRisk, type AnswerRow } from '../../../src/review/questions/rows';

type Exposure = NonNullable<AnswerRow['exposure']>;
const pull = 'An unreviewed pull request can assume it: everyone';
const to = (kind: Exposure['to'], own: Partial<Exposure> = {}): Exposure => ({
  ...{ to: kind, text: kind === 'unreviewed code' ? pull : `${kind} can assume it`, names: [] },
  ...(kind === 'unreviewed code' && { unreviewed: pull }),
  ...own,
});

function createRow(identity: string, rights: AnswerRow['rights'], own: Partial<AnswerRow> = {}): AnswerRow {
  return {
    ...{ identity, rights, role: rights === 'owns' ? 'owner' : rights, roleUid: rights, capabilities: [] },
    ...{ group: 'acme', groupUid: 'a', beneath: 0, by: 'role_binding', grant: identity, isManaged: true },
    ...{ assumption: 'claim_match', assumedBy: 'a workflow', ...own },
  };
}

// In the expected order.
const rows: readonly AnswerRow[] = [
  createRow('both-owns', 'owns', { exposure: to('outsiders', { entries: ['github:1'], unreviewed: pull }) }),
  createRow('outsider-owns', 'owns', { exposure: to('outsiders') }),
  createRow('unreviewed-owns', 'owns', { exposure: to('unreviewed code') }),
  createRow('unknown-owns-unmanaged', 'owns', { exposure: to('unknown'), isManaged: false }),
  createRow('unknown-owns', 'owns', { exposure: to('unknown') }),
  createRow('outsider-writes', 'writes', { exposure: to('outsiders', { entries: ['github:2'] }) }),
  createRow('unreviewed-writes', 'writes', { exposure: to('unreviewed code') }),
  createRow('workload-owns', 'owns'),
  createRow('ada', 'owns', { assumption: 'sign_in', email: 'ada@acme.example' }),
  createRow('outsider-reads', 'reads', { exposure: to('outsiders') }),
  createRow('unknown-writes', 'writes', { exposure: to('unknown') }),
  createRow('reads', 'reads'),
];

test('writes of outsiders and unreviewed code precede owners, and everything else follows', () => {
  const names = rows.map(({ identity }) => identity);
  for (const shuffled of [rows.toReversed(), rows.toSorted((a, b) => (a.identity < b.identity ? -1 : 1))])
    expect(shuffled.toSorted(compareRisk).map(({ identity }) => identity)).toEqual(names);
  expect(findDangers(rows.toReversed()).map((danger) => danger.rows.map(({ identity }) => identity))).toEqual([
    names.slice(0, 7),
    names.slice(7, 9),
  ]);
});

test('a grant that leads to more access precedes owners, and its line says how', () => {
  const escalation = 'helper can escalate to owner.* in acme: it can change the trust policy of ci';
  const found = findDangers([...rows, createRow('helper', 'changes access', { escalation })]);
  expect(found.map(({ heading, rows: all }) => [heading, all.length])).toEqual([
    ['Outsiders or unreviewed code may be able to use grants to write', 7],
    ['1 grant gives more access in several steps', 1],
    ['2 other owners', 2],
  ]);
  expect(found.slice(1, 2).flatMap(formatDanger)).toEqual([
    `helper: changes access in acme. ${escalation}. It can be assumed by a workflow.`,
  ]);
  expect(assumedText(createRow('helper', 'changes access', { escalation }))).toBe(`A workflow. ${escalation}`);
});

test('a line has the identity, the role, the group and who can assume it', () => {
  const [exposed, owners] = findDangers(rows).map(formatDanger);
  expect(exposed).toEqual([
    `both-owns: owner in acme. ${pull} (undeclared: github:1).`,
    'outsider-owns: owner in acme. outsiders can assume it.',
    `unreviewed-owns: owner in acme. ${pull}.`,
    'unknown-owns-unmanaged: owner in acme, in no stack. It can be assumed by a workflow (its owner is not declared).',
    'unknown-owns: owner in acme. It can be assumed by a workflow (its owner is not declared).',
    'outsider-writes: writes in acme. It can be assumed by a workflow (undeclared: github:2).',
    `unreviewed-writes: writes in acme. ${pull}.`,
  ]);
  expect(owners).toEqual([
    'workload-owns: owner in acme. It can be assumed by a workflow.',
    'ada: owner in acme. A person, ada@acme.example.',
  ]);
});

test('without a dangerous grant, there is nothing to list, and a long list ends with the number of others', () => {
  expect(findDangers([createRow('reads', 'reads')])).toEqual([]);
  const many = Array.from({ length: 11 }, (_, index) => createRow(`ci-${index}`, 'owns'));
  expect(formatDanger(findDangers(many)[0]!).at(-1)).toBe('… and 3 more in access.csv, in this order');
});

test('grants of unusual owners come first, and unknown rows have no number', () => {
  const own = createRow('deployer', 'owns', { exposure: to('unknown') });
  const foreign = [createRow('vendor', 'writes', { exposure: to('unknown') }), createRow('partner', 'writes')];
  const reader = createRow('reader', 'reads');
  const found = findDangers([own, ...foreign, reader], new Set(['vendor', 'partner', 'reader']));
  expect(found.map(({ heading, rows: listed }) => [heading, listed.map(({ identity }) => identity)])).toEqual([
    ['Unusual owners can use 2 grants to write', ['vendor', 'partner']],
    ['Outsiders or unreviewed code may be able to use grants to write', ['deployer']],
  ]);
});

test('a cell has the people of a trust policy once', () => {
  const row = createRow('ci', 'writes', {
    exposure: to('unreviewed code', { text: pull, unreviewed: pull }),
    assumedBy: 'everyone: GitHub Actions, subject like ^repo:acme/.*$',
  });
  expect(assumedText(row)).toBe(`${pull} (GitHub Actions, subject like ^repo:acme/.*$)`);
  expect(assumedText({ ...row, assumedBy: 'any job' })).toBe(`${pull}. Any job`);
});
