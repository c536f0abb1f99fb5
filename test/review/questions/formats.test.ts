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
});

const COLUMNS = 'identity,email,role,access,capabilities,group,exposed_to,assumed_by,granted,last_use,declared,grant';

test('CSV has only the columns that an auditor reads, each with a short cell', () => {
  const exposure = { to: 'outsiders', text: 'Outsiders can assume it: the owner evilcorp', names: [] } as const;
  const times = { granted: '2026-11-29T02:09:51.295Z', lastUse: 'never' };
  const rows = [{ ...row, email: 'ada@acme.example', exposure, assumedBy: 'any workflow', ...times }];
  expect(formatAnswerCsv(answer(rows)).split('\r\n')).toEqual([
    COLUMNS,
    'acme/ci,ada@acme.example,editor,writes,2,acme,outsiders,any workflow,2026-11-29,never,platform_role_binding.ci,b',
    '',
  ]);
});

test('CSV counts capabilities, and shows all of an owner', () => {
  const capabilities = [...Array.from({ length: 60 }, (_, index) => `kind${index}.create`), '*'];
  const [, line = ''] = formatAnswerCsv(answer([{ ...row, role: 'owner', rights: 'owns', capabilities }])).split(
    '\r\n',
  );
  expect(line).toContain(',owner,owns,all,acme,');
});

test('text begins with the most dangerous identity, as the CSV does', () => {
  const rows = [row, { ...row, identity: 'acme/zoe', rights: 'owns' as const }];
  expect(formatAnswerText(answer(rows))).toMatch(/\n\nacme\/zoe\n[^]*\n\nacme\/ci\n/);
});

test('CSV begins with owners and outsiders, and sorts numbers in names by value', () => {
  const outsiders = { exposure: { to: 'outsiders', text: '', names: [] } } as const;
  const rows = [
    ...['acme/team-111', 'acme/team-12', 'acme/team-2'].map((identity) => ({ ...row, identity })),
    { ...row, identity: 'acme/reader', rights: 'reads' as const },
    { ...row, identity: 'acme/stranger', rights: 'reads' as const, ...outsiders },
    { ...row, identity: 'acme/admin', rights: 'changes access' as const },
    { ...row, identity: 'acme/boss', rights: 'owns' as const },
  ];
  const names = formatAnswerCsv(answer(rows))
    .split('\r\n')
    .map((line) => line.split(',')[0]);
  expect(names.slice(1, -1)).toEqual([
    ...['acme/boss', 'acme/stranger', 'acme/admin'],
    ...['acme/team-2', 'acme/team-12', 'acme/team-111', 'acme/reader'],
  ]);
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

test('text of a pattern counts identities with some of its capabilities, those that only read last', () => {
  const question = { ask: 'who-can', capability: 'role_bindings.*', path: 'acme' } as const;
  const exposure = { to: 'outsiders', text: 'Outsiders can assume it', names: [] } as const;
  const rows = [
    { ...row, identity: 'acme/sync', exposure, capabilities: ['role_bindings.list'] },
    { ...row, identity: 'acme/zoe', rights: 'owns' as const, capabilities: ['role_bindings.create'] },
  ];
  const text = formatAnswerText(answer(rows, { question }));
  expect(text).toMatch(/^2 identities have some capability of role_bindings\.\* in acme:\n\nacme\/zoe/);
  expect(text.indexOf('acme/sync')).toBeGreaterThan(text.indexOf('acme/zoe'));
  expect(formatAnswerText(answer([], { question }))).toBe('Nobody has any capability of role_bindings.* in acme.\n');
});
