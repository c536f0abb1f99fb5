/** Addresses of unmanaged objects and formats of drift. The lists themselves: `test/cli/commands/drift.test.ts`. */
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import {
  createDrift,
  findExistingDeclared,
  formatDriftMarkdown,
  formatDriftText,
  type Drift,
  type Review,
  type TerraformPlan,
} from '../../../src/review';

const root = 'a'.repeat(40);
const object = (path: string, index: number, more: object = {}) => ({
  ...{ kind: 'group', node: 'group', name: '', path, status: 'kept', changes: [], isManaged: false },
  after: { key: `${root}/${String(index).padStart(16, '0')}`, fields: {} },
  ...more,
});
const managedRoot = object('acme', 0, { isManaged: true, after: { key: root, fields: {} } });
const review = (objects: readonly object[], grants: readonly object[] = []) =>
  ({
    objects,
    after: { grants },
    undeclaredOwners: [],
    report: { drift: [], verdict: { problems: [] } },
  }) as unknown as Review;

test('an address consists of the path, is valid in Terraform, and is used once', () => {
  const paths = ['acme/a b', 'acme/a.b', 'acme/Zürich', '7/seven', '🏔'];
  const { unmanaged } = createDrift(review(paths.map((path, index) => object(path, index))), { roots: [root] });
  expect(unmanaged.map(({ to }) => to)).toEqual([
    'platform_group.acme_a_b',
    'platform_group.acme_a_b_2',
    'platform_group.acme_zurich',
    'platform_group.object_7_seven',
    'platform_group.object_',
  ]);
});

test('objects of other organizations, managed objects, and objects that no longer exist are not listed', () => {
  const others = [
    object('acme/managed', 1, { isManaged: true }),
    object('acme/gone', 2, { after: undefined }),
    object('other/group', 3, { after: { key: `${'b'.repeat(40)}/${'1'.repeat(16)}`, fields: {} } }),
    object('acme', 4, { after: { key: root, fields: {} } }),
  ];
  expect(createDrift(review(others), { roots: [root] })).toMatchObject({
    compared: { objects: 1, roots: ['acme'] },
    unmanaged: [],
  });
});

test('objects that the next apply imports count as managed, and one line names the command', () => {
  const [first, second] = [object('acme/a', 1), object('acme/b', 2)];
  const pending = new Set([first, second].map(({ after }) => `platform_group ${after.key}`));
  const found = createDrift(review([first, second]), { roots: [root], pending });
  expect(found).toMatchObject({ compared: { objects: 2 }, unmanaged: [], pending: 2 });
  const line = '2 objects await the first apply. Run "terraform -chdir=a apply".';
  expect(formatDriftText(found, { apply: 'terraform -chdir=a apply' })).toMatch(/^No drift: [^]*\n2 objects await/);
  expect(formatDriftText(found, { apply: 'terraform -chdir=a apply' })).toContain(`\n${line}\n`);
  expect(formatDriftMarkdown(found, { apply: 'terraform -chdir=a apply' })).toContain(`\n\n${line}\n`);
  // An import of another type is not an import of the object.
  const others = new Set([`platform_role ${first.after.key}`]);
  expect(createDrift(review([first]), { roots: [root], pending: others }).unmanaged).toHaveLength(1);
});

test('objects that the stacks declare as new ones have a lost state, and no command deletes or declares them', () => {
  const objects = [object('acme/payments', 1), object('acme/other', 2)];
  const declared = new Set([`platform_group ${root}/${'1'.padStart(16, '0')}`]);
  const found = createDrift(review(objects), { roots: [root], declared });
  expect(found.unmanaged.map(({ path, isDeclared }) => [path, isDeclared])).toEqual([
    ['acme/payments', true],
    ['acme/other', undefined],
  ]);
  expect(found).not.toHaveProperty('deletions');
  for (const text of [formatDriftText(found, { adopt: 'adopt' }), formatDriftMarkdown(found, { adopt: 'adopt' })]) {
    expect(text.replaceAll('`', '')).toContain(
      'The stacks declare acme/payments, and no state contains it. A state is probably lost: copy its file',
    );
    expect(text).not.toMatch(/DELETE|run.*adopt/);
  }
  // Without plans of the stacks, a state may be lost.
  const unknown = createDrift(review(objects), { roots: [root], declared: 'unknown' });
  expect(unknown).not.toHaveProperty('deletions');
  expect(formatDriftText(unknown)).not.toContain('DELETE');
  const complete = createDrift(review([managedRoot, ...objects]), { roots: [root], declared: new Set() });
  expect(complete.deletions).toHaveLength(2);
});

test.each([
  ['a group in the same group with the same name', { name: 'payments', parent_uid: root }, true],
  ['a group with another name', { name: 'other', parent_uid: root }, false],
  ['a group in another group', { name: 'payments', parent_uid: `${root}/${'2'.repeat(16)}` }, false],
])('an existing object is declared if a plan creates %s', (_, after, isFound) => {
  const uid = `${root}/${'1'.repeat(16)}`;
  const ours = { address: 'platform_group.a', type: 'platform_group', provider: PROVIDER_ADDRESS };
  const prior = [{ ...ours, mode: 'data', values: { uid, name: 'payments', parent_uid: root } }];
  const change = { ...ours, mode: 'managed', actions: ['create'], after, fate: { old: 'none', isMade: true } };
  const plans = [{ name: 'a', prior: [], changes: [change] }] as unknown as TerraformPlan[];
  const found = findExistingDeclared(plans, { plan: { prior } as unknown as TerraformPlan });
  expect([...found]).toEqual(isFound ? [`platform_group ${uid}`] : []);
});

const listed = Array.from({ length: 201 }, (_, index) => ({
  ...{ kind: 'group', path: `acme/g${index}`, uid: `${root}/${index}`, to: `platform_group.g${index}` },
  ...{ severity: 'low' as const },
  fingerprint: String(index),
}));
const drift: Drift = {
  compared: { objects: 214, roots: ['acme', 'beta\u001b[31m'] },
  changed: [
    {
      ...{
        kind: 'group',
        path: 'acme/@team|x',
        group: 'acme',
        status: 'changed',
        address: 'platform_group.a',
        plan: 'org',
        severity: 'low',
      },
      fields: [{ field: 'description', before: 'old', after: 'new\u001b[31m' }],
    },
  ],
  unmanaged: listed,
  deletions: listed.map(({ kind, uid }) => ({ kind, uid })),
  problems: ['live: the token cannot list every role of acme.'],
};

test.each([0, 1])('an incomplete comparison with %i changes never claims that every object is managed', (count) => {
  const fields = [
    { field: 'description', after: 'x' },
    { field: 'title', before: 'y' },
  ];
  const changed = drift.changed.slice(0, count).map((change) => ({ ...change, fields }));
  const text = formatDriftText({ ...drift, changed, unmanaged: [], deletions: [] });
  expect(text).not.toMatch(/every object is managed/i);
  expect(text).toContain('The comparison is incomplete.');
  expect(text.includes('description: unset → x') && text.includes('title: y → unset')).toBe(count > 0);
});

const OTHER_STACKS =
  'Only the compared stacks are known. If another stack manages an object, pass its state with --state.';

test('the text shows old and new values without control characters', () => {
  expect(formatDriftText(drift)).toContain(
    '1 object changed since the last apply:\n  low     changed group "acme/@team|x"  platform_group.a (org)\n    description: old → "new\\u001b[31m"',
  );
  expect(formatDriftText(drift)).not.toContain('\u001b');
  expect(formatDriftText(drift)).toContain('Compared 214 objects in acme and "beta\\u001b[31m".');
});

test('the Markdown escapes names, limits the tables, and shows what is incomplete', () => {
  const text = formatDriftMarkdown(drift);
  expect(text).toContain(
    '| changed | group `acme/@team\\|x` | `description`: `old` → `new\\u001b[31m` | `platform_group.a` |',
  );
  expect(text).toContain('Compared 214 objects in `acme` and `beta\\u001b[31m`.');
  expect(text).toContain('1 more: see the JSON.');
  expect(text).toContain(`${OTHER_STACKS} To delete the first 200, run in this order:`);
  expect(text).toContain('**Incomplete:** live: the token cannot list every role of `acme`.');
});

test('an object that gives owner comes first and is marked, and each change has a next step', () => {
  const objects = [object('acme/empty', 1), object('acme/ada', 2, { kind: 'role binding', node: 'grant' })];
  const holds = (holdsUnknown: boolean, key: string) => ({
    key,
    role: { holdsUnknown, capabilities: [] },
    identity: { key: 'i', path: 'acme/i' },
  });
  const found = createDrift(
    review(objects, [holds(false, objects[0]!.after.key), holds(true, objects[1]!.after.key)]),
    {
      roots: [root],
    },
  );
  const advice =
    '1 unmanaged object gives owner. Confirm or delete each one first: declaring an object does not remove its access.';
  const text = formatDriftText({ ...found, changed: drift.changed });
  expect(text).toMatch(
    /:\n {2}high {4}role binding \(gives owner\) acme\/ada {2}.*\n {4}Full control\.\n {2}low {5}group acme\/empty {2}/,
  );
  expect(text).toContain(advice);
  expect(text).toContain('\nTo undo the changes, apply. To keep them, change the configuration.\n');
  const markdown = formatDriftMarkdown({ ...found, changed: drift.changed });
  expect(markdown).toMatch(
    /\| high \| role binding \(gives owner\) `acme\/ada`<br>.*\n\| low \| group `acme\/empty` \|/,
  );
  expect(markdown).toContain(advice);
  expect(markdown).toContain('To undo the changes, apply.');
  expect(formatDriftText({ ...drift, changed: [] })).not.toMatch(/gives? owner|To undo/);
});

test('an apply that gives removed access again names it', () => {
  const removed = {
    ...drift.changed[0]!,
    ...{ kind: 'role binding', path: 'acme/ci is owner in acme', status: 'removed' as const },
  };
  for (const text of [formatDriftText, formatDriftMarkdown].map((format) => format({ ...drift, changed: [removed] })))
    expect(text.replaceAll(/[`"]/g, '')).toContain(
      'An apply gives the removed access again: role binding acme/ci is owner in acme. To keep it removed, delete the declaration of each first.',
    );
});

test('the access of the token is marked, and no command deletes it', () => {
  const [own, other, identity] = [1, 2, 3].map((number) =>
    object(
      `acme/grant-${number}`,
      number,
      number === 3 ? { kind: 'identity' } : { kind: 'role binding', node: 'grant' },
    ),
  );
  const owner = (key: string, who: string) => ({
    key,
    role: { holdsUnknown: true, capabilities: [] },
    identity: { key: who, path: who },
  });
  const grants = [owner(own!.after.key, identity!.after.key), owner(other!.after.key, 'someone')];
  const found = createDrift(review([managedRoot, own!, other!, identity!], grants), {
    roots: [root],
    caller: identity!.after.key,
  });
  for (const text of [formatDriftText(found), formatDriftMarkdown(found)]) {
    expect(text).toContain('role binding (gives owner, your own access)');
    expect(text).toContain('identity (your own access)');
    expect(text).toContain('Keep your own access: its deletion locks you out.');
    expect(text).toContain('1 other unmanaged object gives owner.');
    expect(text.match(/DELETE.*/g)).toEqual([expect.stringContaining(other!.after.key)]);
  }
  const alone = createDrift(review([own!], grants), { roots: [root], caller: identity!.after.key });
  expect(formatDriftText(alone)).not.toMatch(/DELETE|objects? gives? owner/);
});

test('a grant to an unusual owner is as severe as a grant to an outsider, and one to the main owner is not', () => {
  const exposure = { to: 'unknown', text: 'It is unknown if outsiders can assume it', names: [] };
  const identities = ['acme/bot', 'acme/ci'].map((path, index) =>
    object(path, index, {
      kind: 'identity',
      node: 'identity',
      after: { key: `${root}/${index}`, fields: {}, exposure },
    }),
  );
  const bindings = identities.map(({ path }, index) =>
    object(`${path} is editor`, index + 5, { kind: 'role binding', node: 'grant' }),
  );
  const grants = bindings.map(({ after: { key } }, index) => ({
    key,
    role: { name: 'editor', path: 'editor', holdsUnknown: false, capabilities: ['groups.create'] },
    group: { path: 'acme' },
    identity: { key: identities[index]!.after.key, path: identities[index]!.path },
  }));
  const toOwner = (entry: string, isMain: boolean, identity: string) => ({
    ...{ entry, otherEntries: [], name: 'oddco', isMain, identities: [identity], role: 'editor in acme' },
  });
  const undeclaredOwners = [toOwner('github:999', false, 'acme/bot'), toOwner('github:1', true, 'acme/ci')];
  const found = createDrift({ ...review([...identities, ...bindings], grants), undeclaredOwners }, { roots: [root] });
  expect(found.unmanaged.map(({ path, severity }) => [path, severity])).toEqual([
    ['acme/bot', 'high'],
    ['acme/ci', 'low'],
    ['acme/bot is editor', 'high'],
    ['acme/ci is editor', 'low'],
  ]);
  expect(formatDriftText(found)).toContain(
    'acme/bot trusts the unusual owner "github:999" (oddco), which nobody declares',
  );
});

test.each(['owner', 'editor', 'viewer'])('an open invite with the role %s is a grant to outsiders', (role) => {
  const invites = ['', 'ada@example.com'].map((email, index) =>
    object(`group invite ${index} in acme`, index, {
      kind: 'group invite',
      node: 'grant',
      after: {
        ...{ key: `${root}/${index}`, fields: { email, single_use: 'false' } },
        ...(email === '' && { exposure: { to: 'outsiders', text: 'Outsiders can use it: anyone', names: [] } }),
      },
    }),
  );
  const grants = invites.map(({ after: { key } }) => ({
    key,
    role: {
      name: role,
      path: role,
      holdsUnknown: role === 'owner',
      capabilities: [role === 'viewer' ? 'groups.list' : 'repo.create'],
    },
    group: { path: 'acme' },
    identity: { key: `invite ${key}`, path: 'x', name: '(anyone)', grantedBy: 'group_invite' },
  }));
  const { unmanaged } = createDrift(review(invites, grants), { roots: [root] });
  const [open, named] = unmanaged;
  expect(open).toMatchObject({ severity: role === 'viewer' ? 'medium' : 'high', exposure: { to: 'outsiders' } });
  expect(named?.severity).toBe(role === 'owner' ? 'high' : 'low');
  expect(named?.exposure).toBeUndefined();
});

test('nobody can assume an identity whose keys have expired', () => {
  const exposure = { to: 'possibly outsiders', text: 'Outsiders may be able to assume it: x', names: [] };
  const identities = ['2000-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'].map((time, index) =>
    object(`acme/keys ${index}`, index, {
      kind: 'identity',
      node: 'identity',
      after: { key: `${root}/${index}`, fields: { 'static_keys.expiration_time': time }, exposure },
    }),
  );
  const { unmanaged } = createDrift(review(identities), { roots: [root] });
  expect(unmanaged.map(({ severity }) => severity)).toEqual(['low', 'medium']);
});

test('the kind of an object without a name stands once before its path', () => {
  const invite = {
    kind: 'group invite',
    path: 'group invite ada@example.com in acme',
    uid: `${root}/1`,
    to: 'x',
    fingerprint: 'f',
  };
  const drift = {
    ...createDrift(review([]), { roots: [root] }),
    changed: [{ ...invite, severity: 'medium', status: 'removed', address: 'a.b', plan: 'p', fields: [] }],
    unmanaged: [{ ...invite, severity: 'low' }],
  } as unknown as Drift;
  for (const text of [formatDriftText(drift), formatDriftMarkdown(drift)]) {
    expect(text).not.toMatch(/group invite \W*group invite/);
    expect(text).toMatch(/group invite \W?ada@example\.com in acme/);
    expect(text).toMatch(/gives the removed access again: group invite \W?ada@/);
  }
});

test('a role in a group is no name in quotes', () => {
  const effect = { text: 'Anyone can assume acme/bot. It is editor in acme/pay, owner in acme', names: ['acme/bot'] };
  const bot = { kind: 'identity', path: 'acme/bot', uid: `${root}/1`, severity: 'high', to: 'x', fingerprint: 'f' };
  const exposure = {
    to: 'outsiders',
    text: 'Outsiders can assume acme/bot: x',
    names: ['x'],
    identity: 'acme/bot',
    access: 'owner in acme',
  };
  const drift = {
    ...createDrift(review([]), { roots: [root] }),
    changed: [{ ...bot, status: 'changed', address: 'a.b', plan: 'p', fields: [], effect }],
    unmanaged: [{ ...bot, exposure }],
  } as unknown as Drift;
  expect(formatDriftText(drift)).toContain('It is editor in acme/pay, owner in acme.');
});

test('objects that need a decision precede changes, and each list has the commands that delete its objects', () => {
  const binding = object('acme/ada', 2, { kind: 'role binding', node: 'grant' });
  const grants = [
    { key: binding.after.key, role: { holdsUnknown: true, capabilities: [] }, identity: { key: 'i', path: 'acme/i' } },
  ];
  const found = { ...createDrift(review([managedRoot, binding], grants), { roots: [root] }), changed: drift.changed };
  const command = `curl -fsSX DELETE -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_BASE_URL/iam/v2/roleBindings/${binding.after.key}"`;
  const text = formatDriftText(found, { version: 'v2' });
  expect(text).toContain(`\n${OTHER_STACKS} To delete it, run:\n  ${command}\n`);
  expect(text.indexOf('Declare each object')).toBeLessThan(text.indexOf(OTHER_STACKS));
  expect(text.indexOf('no stack manages')).toBeLessThan(text.indexOf('changed since the last apply'));
  const markdown = formatDriftMarkdown(found, { version: 'v2' });
  expect(markdown).toContain(`${command}\n`);
  expect(markdown.indexOf('Blocks to import')).toBeLessThan(markdown.indexOf(OTHER_STACKS));
  expect(markdown.indexOf('Not managed')).toBeLessThan(markdown.indexOf('Changed since'));
  const harmless = createDrift(review([managedRoot, object('acme/empty', 1)]), { roots: [root] });
  const plain = formatDriftText({ ...harmless, changed: drift.changed });
  expect(plain).toContain(' To delete it, run:\n  curl');
  expect(plain.indexOf('no stack manages')).toBeGreaterThan(plain.indexOf('changed since the last apply'));
});

test.each([80, 120])('at %d columns, sentences are folded, and commands and blocks stay whole', (width) => {
  const [change] = drift.changed;
  const [unmanaged] = drift.unmanaged;
  const wide = { ...change!, fields: [{ field: 'description', before: 'old '.repeat(60), after: 'new' }] };
  const adopt = `npx platform-iac adopt --unmanaged --root acme --out ${'folder/'.repeat(20)}`;
  const owned = {
    ...unmanaged!,
    kind: 'role binding',
    uid: `${root}/${'1'.repeat(16)}`,
    givesOwner: true,
    severity: 'high',
  } as const;
  const text = formatDriftText({ ...drift, changed: [wide], unmanaged: [owned], deletions: [owned] }, { width, adopt });
  const isCommand = (line: string) => /^ {2}(?:npx|curl) /.test(line);
  for (const line of text.split('\n').filter((one) => !isCommand(one))) expect(line.length).toBeLessThanOrEqual(width);
  expect(text.split('\n').filter(isCommand)).toEqual([`  ${adopt}`, expect.stringContaining('-fsSX DELETE -H')]);
  expect(formatDriftText({ ...drift, unmanaged: [unmanaged!], deletions: [] }, { width })).toContain(
    'import {\n  to = ',
  );
});

test('a program gets the command that declares unmanaged objects, instead of HCL', () => {
  const adopt = 'platform-iac adopt --unmanaged --root acme --out . --dir cdktf.out/stacks/org';
  expect(formatDriftText(drift, { adopt })).toContain(`To declare and import the objects, run:\n  ${adopt}\n`);
  expect(formatDriftMarkdown(drift, { adopt })).toContain(`run \`${adopt}\`.`);
  for (const format of [formatDriftText, formatDriftMarkdown]) {
    expect(format(drift)).toContain('import {');
    expect(format(drift, { adopt })).not.toContain('import {');
  }
});

test('a grant of an identity that outsiders can assume comes first, and both formats name the outsiders', () => {
  const entries = ['github:evilcorp'];
  const exposure = {
    to: 'outsiders',
    text: 'Outsiders can assume it: the owner evilcorp',
    names: ['evilcorp'],
    entries,
  };
  const key = (index: number) => `${root}/${String(index).padStart(16, '0')}`;
  const objects = [
    object('acme/empty', 1),
    object('acme/bot', 2, { isManaged: true, node: 'identity', after: { key: key(2), fields: {}, exposure } }),
    object('acme/bot is owner', 3, { kind: 'role binding', node: 'grant' }),
  ];
  const grants = [
    {
      ...{ key: key(3), group: { path: 'acme' }, identity: { key: key(2), path: 'acme/bot' } },
      role: { name: 'owner', path: 'owner', holdsUnknown: true, capabilities: [] },
    },
  ];
  const found = createDrift(review(objects, grants), { roots: [root] });
  const sentence = 'Outsiders can assume acme/bot: the owner evilcorp';
  expect(found.unmanaged.map(({ exposure: other }) => other?.text)).toEqual([undefined, sentence]);
  expect(formatDriftText(found)).toMatch(
    new RegExp(
      `no stack manages, .*:\n  high    role binding \\(gives owner\\) .*\n    Full control\\.\n    ${sentence}\\.\n  low     group`,
    ),
  );
  expect(formatDriftMarkdown(found).replaceAll('`', '')).toContain(`<br>${sentence}. |`);
  const decide =
    'Add only the owners that are yours to "owners" in review.config.json. Remove the access of all others:';
  expect(formatDriftText(found)).toContain(`${decide}\n  "github:evilcorp": acme/bot, owner in acme\n`);
  expect(formatDriftMarkdown(found)).toContain(`${decide}\n\n- \`"github:evilcorp": acme/bot, owner in acme\`\n`);
});

test('each undeclared owner has a line with its name, its identities and its highest access', () => {
  const key = (index: number) => `${root}/${String(index).padStart(16, '0')}`;
  const bot = (index: number, name: string, entry: string, owner: string) =>
    object(`acme/${name}`, index, {
      ...{ kind: 'identity', node: 'identity' },
      after: {
        ...{ key: key(index), fields: {} },
        exposure: { to: 'outsiders', text: 'Outsiders can assume it: x', names: [owner], entries: [entry] },
      },
    });
  const objects = [
    bot(1, 'ci', 'github:1', 'acme'),
    bot(2, 'aide', 'github:1', 'acme'),
    bot(3, 'rogue', 'github:666', 'evilcorp'),
  ];
  const held = (identity: number, name: string, path: string, more: object) => ({
    ...{ key: `grant of ${name} in ${path}`, group: { path }, identity: { key: key(identity), path: '' } },
    role: { name, path: name, key: name, holdsUnknown: false, capabilities: [], ...more },
  });
  const viewer = { capabilities: ['repo.list'] };
  const grants = [
    held(3, 'viewer', 'acme', viewer),
    held(3, 'owner', 'acme/shop', { holdsUnknown: true }),
    held(1, 'viewer', 'acme/shop', viewer),
    held(1, 'viewer', 'acme', viewer),
  ];
  const text = formatDriftText(createDrift(review(objects, grants), { roots: [root] }));
  expect(text).toContain('  "github:1" (acme): acme/aide, acme/ci, at most viewer in acme\n');
  expect(text).toContain('  "github:666" (evilcorp): acme/rogue, owner in acme/shop\n');
});

test('the Markdown shows old and new values', () => {
  const [change] = drift.changed;
  const fields = [{ field: 'description', before: 'old|x' }];
  expect(formatDriftMarkdown({ ...drift, changed: [{ ...change!, fields }] })).toMatch(
    /\| `description`: `old\\?\|x` → unset \|/,
  );
});

test('a widened grant, role or trust policy is high and comes first, and a description is low', () => {
  const identity = { assumption: 'claim_match', assumed: 'any branch' };
  const key = (index: number) => `${root}/${String(index).padStart(16, '0')}`;
  const change = (kind: string, path: string, field: object) => ({
    ...{ kind, path, group: 'acme', status: 'changed', address: `a.${path}`, plan: 'org', fields: [field] },
  });
  const objects = [
    object('acme', 0),
    object('acme/ci', 1, {
      kind: 'identity',
      node: 'identity',
      after: { key: key(1), fields: {}, assumed: 'any branch' },
    }),
    object('acme/auditor', 2, { kind: 'role', node: 'role' }),
    object('acme/bot is owner in acme', 3, { kind: 'role binding', node: 'grant' }),
    object('acme/bot', 4, {
      kind: 'identity',
      node: 'identity',
      after: { key: key(4), fields: {}, assumed: 'any tag' },
    }),
    object('acme/idle', 5, { kind: 'identity', node: 'identity', after: { key: key(5), fields: {}, assumed: 'x' } }),
  ];
  const grant = (own: string, who: [string, string], held: object) => ({
    ...{ key: own, identity: { key: who[0], path: who[1], ...identity }, group: { path: 'acme' }, role: held },
  });
  const auditor = { key: key(2), path: 'acme/auditor', holdsUnknown: false, capabilities: ['repo.update'] };
  const owner = { key: 'o', path: 'owner', holdsUnknown: true, capabilities: [] };
  const grants = [grant('g', [key(1), 'acme/ci'], auditor), grant(key(3), [key(4), 'acme/bot'], owner)];
  const drifts = [
    change('group', 'acme', { field: 'description', after: 'x' }),
    change('identity', 'acme/idle', { field: 'claim_match.subject', after: 'x' }),
    change('identity', 'acme/ci', { field: 'claim_match.subject', after: 'x' }),
    change('role', 'acme/auditor', { field: 'capabilities', added: ['role_bindings.create'] }),
    change('role binding', 'acme/bot is owner in acme', { field: 'role_uid', after: 'owner' }),
  ];
  const rated = createDrift(
    {
      objects,
      after: { grants },
      undeclaredOwners: [],
      report: { drift: drifts, verdict: { problems: [] } },
    } as unknown as Review,
    { roots: [root] },
  ).changed;
  expect(rated.map(({ severity, path, effect }) => [severity, path, effect?.text])).toEqual([
    ['high', 'acme/bot is owner in acme', 'acme/bot is owner in acme: full control. It can be assumed by any tag'],
    ['high', 'acme/ci', 'acme/ci can be assumed by any branch. It is acme/auditor in acme'],
    ['high', 'acme/auditor', 'acme/ci has acme/auditor, which now has role_bindings.create'],
    ['medium', 'acme/idle', 'acme/idle can be assumed by x. It has no role'],
    ['low', 'acme', undefined],
  ]);
});

describe('the groups of the stacks', () => {
  const uid = (...segments: readonly number[]) => [root, ...segments.map((n) => String(n).padStart(16, '0'))].join('/');
  const group = (path: string, segments: readonly number[], isManaged = false) =>
    object(path, 0, { isManaged, after: { key: uid(...segments), fields: {} } });
  const identity = (path: string, segments: readonly number[], isManaged = false) =>
    object(path, 0, { isManaged, kind: 'identity', node: 'identity', after: { key: uid(...segments), fields: {} } });
  const acme = object('acme', 0, { after: { key: root, fields: {} } });
  const organization = [acme, group('acme/area', [1]), group('acme/area/other', [1, 3]), group('acme/else', [2])];
  const ofArea = [...organization, identity('acme/area/bot', [1, 4])];

  test('objects elsewhere are counted, and no command deletes them', () => {
    const objects = [...ofArea, group('acme/area/team', [1, 5], true), group('acme/area/team/old', [1, 5, 6])];
    const found = createDrift(review(objects), { roots: [root] });
    expect(found).toMatchObject({ compared: { roots: ['acme/area'] }, others: 1 });
    expect(found.unmanaged.map(({ path, isOutside = false }) => [path, isOutside])).toEqual([
      ['acme/area/other', true],
      ['acme/area/bot', true],
      ['acme/area/team/old', false],
    ]);
    expect(found.deletions).toEqual([{ kind: 'group', uid: uid(1, 5, 6) }]);
    const text = formatDriftText(found);
    expect(text).toContain(
      '2 objects are outside of the groups that the stacks manage, so no command declares or deletes them. If another stack manages an object, pass its state with --state.',
    );
    for (const output of [text, formatDriftMarkdown(found)]) {
      expect(output).toMatch(/acme\/area\/team\/old[^]*acme\/area\/other[^]*acme\/area\/bot/);
      expect(output.match(/import \{/g)).toHaveLength(1);
    }
    expect(found.ownGroups).toEqual(['acme/area/team']);
    expect(text).toContain('No given stack manages 1 object elsewhere in acme. To list it, pass --root.');
    expect(text).not.toContain(uid(2));
  });

  test('of many objects of other stacks only the most dangerous ones are listed', () => {
    const bindings = Array.from({ length: 90 }, (_, index) =>
      object(`acme/area binding ${index}`, 0, {
        ...{ kind: 'role binding', node: 'grant', after: { key: uid(1, 100 + index), fields: {} } },
      }),
    );
    const grants = bindings.slice(0, 30).map(({ after: { key } }) => ({
      ...{ key, role: { holdsUnknown: true, capabilities: [] }, identity: { key: 'i', path: 'acme/i' } },
    }));
    const objects = [...ofArea, ...bindings, group('acme/area/team', [1, 5], true)];
    const found = createDrift(review(objects, grants), { roots: [root] });
    const text = formatDriftText(found);
    expect(text).toMatch(/92 objects are outside of [^:]*To list all, run with --format json.\n {2}high /);
    expect(text.match(/^ {2}high /gm)).toHaveLength(10);
    expect(text).not.toMatch(/To declare|Declare each|import \{|DELETE|\n {2}low/);
    expect(formatDriftMarkdown(found)).not.toMatch(/To declare|import \{|DELETE|\| low/);
  });

  test('a managed identity makes its group one of the stacks: commands delete all other objects there', () => {
    const found = createDrift(review([...ofArea, identity('acme/area/ci', [1, 7], true)]), { roots: [root] });
    expect(found.deletions?.map((deletion) => deletion.uid)).toEqual([uid(1, 4), uid(1, 3)]);
  });

  test.each(['acme/else', uid(2)])('--root %s lists the objects of the group, without commands', (scope) => {
    const objects = [...ofArea, group('acme/area/team', [1, 5], true), identity('acme/else/ci', [2, 8])];
    const found = createDrift(review(objects), { roots: [root], scopes: [scope] });
    expect(found.compared.roots).toEqual(['acme/else']);
    expect(found.unmanaged.map(({ path }) => path)).toEqual(['acme/else/ci']);
    expect(found.deletions).toEqual([]);
    expect(formatDriftText(found)).toContain(`${OTHER_STACKS} Declare each object`);
    expect(formatDriftMarkdown(found)).toContain(OTHER_STACKS);
    const missing = createDrift(review(objects), { roots: [root], scopes: ['acme/none'] });
    expect(missing.problems).toEqual(['Cannot find the group "acme/none". Correct --root: pass its uid, or its path.']);
  });

  test('objects of other stacks are managed, and no command deletes anything without their states', () => {
    const objects = [...ofArea, identity('acme/area/ci', [1, 7], true)];
    const elsewhere = new Set([`platform_identity ${uid(1, 4)}`]);
    const found = createDrift(review(objects), { roots: [root], elsewhere });
    expect(found.unmanaged.map(({ path }) => path)).toEqual(['acme/area/other']);
    const unread = createDrift(review(objects), { roots: [root], unread: ['stacks/web'] });
    expect(unread).not.toHaveProperty('deletions');
    for (const text of [formatDriftText(unread), formatDriftMarkdown(unread)]) expect(text).not.toContain('import {');
    expect(formatDriftText(unread)).toContain('The states of the other stacks stacks/web are empty or cannot be read');
  });
});
