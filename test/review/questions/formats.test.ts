import { formatAnswerCsv, formatAnswerJson, formatAnswerText, type Answer } from '../../../src/review';

const row: Answer['rows'][number] = {
  ...{ identity: 'acme/ci', identityUid: 'i', role: 'editor', roleUid: 'r', rights: 'writes' },
  ...{ capabilities: ['groups.create', 'repo.create'], group: 'acme', groupUid: 'g', beneath: 2 },
  ...{ by: 'role_binding', grant: 'b', isManaged: true, address: 'platform_role_binding.ci', plan: 'plan' },
};
const answer = (rows: Answer['rows'], more: Partial<Answer> = {}): Answer => ({
  ...{ version: 1, question: { ask: 'who-can', capability: 'groups.create', path: 'acme' } },
  ...{ holds: rows.length > 0, rows, problems: [], isLive: true },
  ...more,
});

test('JSON contains the whole answer', () => {
  expect(JSON.parse(formatAnswerJson(answer([row])))).toEqual(answer([row]));
});

test('CSV has a heading and one line for each grant', () => {
  const [heading = '', line = '', ...rest] = formatAnswerCsv(answer([row]))
    .trimEnd()
    .split(/\r?\n/);
  expect(rest).toEqual([]);
  expect(heading.split(',').slice(0, 2)).toEqual(['identity', 'email']);
  expect(line.split(',')).toHaveLength(heading.split(',').length);
  expect(line).toContain('groups.create repo.create');
});

test('CSV has the columns that people sort by before uids and capabilities', () => {
  const exposure = { to: 'outsiders', text: 'Outsiders can assume it: the owner evilcorp', names: [] } as const;
  const rows = [{ ...row, email: 'ada@acme.example', exposure }];
  const [heading = '', line = ''] = formatAnswerCsv(answer(rows)).split('\r\n');
  expect(heading).toMatch(/^identity,email,exposed_to,exposure,assumed_by,role,rights,group,/);
  expect(heading).toMatch(/,identity_uid,.*,capabilities$/);
  expect(line).toMatch(/^acme\/ci,ada@acme\.example,outsiders,Outsiders can assume it: the owner evilcorp,/);
});

test('text has what others can do before the trust policy, and the e-mail address of a person', () => {
  const exposure = { to: 'outsiders', text: 'Outsiders can assume it: the owner evilcorp', names: [] } as const;
  const open = formatAnswerText(answer([{ ...row, exposure, assumedBy: 'any workflow' }]));
  expect(open).toContain('acme/ci  (Outsiders can assume it: the owner evilcorp; any workflow)');
  const person = { ...row, identity: 'ada at login.acme.example', email: 'ada@acme.example', assumedBy: 'the person' };
  expect(formatAnswerText(answer([person]))).toContain('(ada@acme.example; the person)');
});

test('text groups the grants by identity', () => {
  const text = formatAnswerText(answer([row, { ...row, role: 'viewer', grant: 'c' }]));
  expect(text.match(/^acme\/ci/gm)).toHaveLength(1);
  expect(text).toContain('editor in acme and 2 groups beneath');
  expect(text).toContain('viewer in acme');
});

test('text keeps to the width of the terminal, but no address, construct or uid is broken: they are copied', () => {
  const grant = `0123456789abcdef0123456789abcdef01234567${'/0123456789abcdef'.repeat(4)}`;
  const construct = `org/${'team/'.repeat(30)}ci`;
  const texts = [{ construct }, { isManaged: false, grant }].map((more) =>
    formatAnswerText(answer([{ ...row, ...more }]), { width: 60 }),
  );
  expect(texts[0]?.split(/[\s,()]+/)).toContain(construct);
  expect(texts[1]?.split(/\s+/)).toContain(`${grant},`);
  for (const line of texts.join('').split('\n'))
    if (line.trim().includes(' ')) expect(line.length).toBeLessThanOrEqual(60);
});

test('the text of a role that only reads names lists first', () => {
  const capabilities = ['guardener.actions.migrate', 'repo.list', 'a.check', 'groups.list', 'roles.list'];
  const question = { ask: 'who-can', capability: '*', path: 'acme' } as const;
  const reads = { ...answer([{ ...row, rights: 'reads', capabilities }]), question };
  expect(formatAnswerText(reads)).toMatch(/read-only \(groups\.list, repo\.list, roles\.list and 2 more\)/);
});

test('external text stays on its line', () => {
  const text = formatAnswerText(answer([{ ...row, identity: 'acme/a\nb\u202e' }]));
  expect(text).not.toMatch(/^b/m);
  expect(text).not.toContain('\u202e');
});

test.each([
  ['reads', 'read-only'],
  ['writes', 'can write'],
  ['changes access', 'can change access'],
  ['owns', 'full control'],
] as const)('the text explains the class "%s" of a role in words, and marks a uid as one', (rights, words) => {
  const text = formatAnswerText(answer([{ ...row, rights, isManaged: false, grant: 'c'.repeat(40) }]));
  expect(text).toContain(`: ${words}\n`);
  expect(text).toContain(`role binding, uid ${'c'.repeat(40)}, not managed here`);
});
