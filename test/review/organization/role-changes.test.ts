/** Tests grants with another role: one role binding is deleted, and one is created. */
import fc from 'fast-check';
import { formatMarkdown, formatText, type Report } from '../../../src/review';
import { reviewEdit, trusts, type EditedObjects } from '../edited-plan';

const capabilities: Readonly<Record<string, readonly string[]>> = {
  reader: ['groups.list', 'repo.list'],
  writer: ['groups.list', 'repo.create'],
  granter: ['role_bindings.create', 'role_bindings.list'],
};
const base: EditedObjects = {
  acme: { type: 'group' },
  mirror: { type: 'group', in: 'acme' },
  shop: { type: 'group', in: 'acme' },
  ci: { type: 'identity', in: 'mirror', values: trusts('mirror') },
  bot: { type: 'identity', in: 'acme', values: trusts('bot') },
  ...Object.fromEntries(
    Object.entries(capabilities).map(([name, all]) => [
      name,
      { type: 'role' as const, in: 'acme', values: { capabilities: all } },
    ]),
  ),
};
const grant = (identity: string, role: string, group: string) =>
  ({ type: 'role_binding', in: group, identity, role }) as const;
/** An identity, its role, and the group. */
type Granted = readonly [identity: string, role: string, group: string];
/** Adds grants at the addresses that constructs give them: another role has another address. */
const withGrants = (...all: readonly Granted[]): EditedObjects => ({
  ...base,
  ...Object.fromEntries(all.map(([who, what, where]) => [`${who}_${what}_on_${where}`, grant(who, what, where)])),
});
const ids = ({ findings }: Report) => findings.map(({ id }) => id);

const edit = reviewEdit(withGrants(['ci', 'reader', 'mirror']), withGrants(['ci', 'granter', 'mirror']));

test('another role is one change, and only its access counts', () => {
  expect(edit.roleChanges).toEqual([
    {
      identity: 'acme/mirror/ci',
      group: 'acme/mirror',
      before: 'acme/reader',
      after: 'acme/granter',
      from: 'platform_role_binding.ci_reader_on_mirror',
      address: 'platform_role_binding.ci_granter_on_mirror',
      plan: 'org',
      order: 'any',
      blocks: [
        {
          plan: 'org',
          block:
            'moved {\n  from = platform_role_binding.ci_reader_on_mirror\n  to   = platform_role_binding.ci_granter_on_mirror\n}',
        },
      ],
      call: "x.wasAt('platform_role_binding.ci_reader_on_mirror')",
    },
  ]);
  expect(edit.verdict.counts).toMatchObject({ replaced: 1, removed: 0, added: 0 });
  expect(ids(edit)).toContain('owner-gained');
  expect(ids(edit)).not.toContain('destroys');
});

test('both writes stay in the list of the approval', () => {
  expect(edit.approvedWrites.map(({ action, kind }) => `${action} ${kind}`).sort()).toEqual([
    'create RoleBinding',
    'delete RoleBinding',
  ]);
});

test.each([
  ['text', formatText],
  ['Markdown', formatMarkdown],
])('%s shows the line, the gap between both writes and the call', (_, format) => {
  const text = format(edit).replaceAll('\u2060', '').replaceAll('\\', '').replace(/\s+/g, ' ');
  expect(text).toContain('ci: acme/reader → acme/granter in acme/mirror');
  expect(text).toContain('Between both writes, or after an interrupted apply, the identity can lack both roles.');
  expect(text).toContain("x.wasAt('platform_role_binding.ci_reader_on_mirror')");
  expect(text).toContain("grant(…, { id: '…' })");
  expect(text).toContain('Role binding replaced');
  expect(text).toMatch(/Blocks to paste into a \.tf file of the stack(?:<\/summary> ```hcl)? moved \{/);
  expect(text).toContain('moved { from = platform_role_binding.ci_reader_on_mirror');
});

test('the digest of two edits that differ in the new role, or in the deleted grant, differs', () => {
  const edits: readonly (readonly [Granted, Granted])[] = [
    [
      ['ci', 'reader', 'mirror'],
      ['ci', 'granter', 'mirror'],
    ],
    [
      ['ci', 'reader', 'mirror'],
      ['ci', 'writer', 'mirror'],
    ],
    [
      ['ci', 'writer', 'mirror'],
      ['ci', 'granter', 'mirror'],
    ],
  ];
  const digests = edits.map(([before, after]) => reviewEdit(withGrants(before), withGrants(after)).digest);
  expect(new Set(digests).size).toBe(3);
});

test.each([
  ['the applying identity', 'acme/mirror/ci', ['destroys']],
  ['another identity', 'acme/bot', []],
])('a role of %s', (_, appliesAs, expected) => {
  const { findings } = reviewEdit(withGrants(['ci', 'reader', 'mirror']), withGrants(['ci', 'writer', 'mirror']), {
    configuration: { appliesAs },
  });
  const found = findings.filter(({ id }) => id === 'destroys');
  expect(found.map(({ id }) => id)).toEqual(expected);
  for (const { reason } of found) expect(reason).toMatch(/may lack the access to create it after the deletion\.$/);
});

test.each<[string, Granted[], Granted[]]>([
  ['another identity', [['ci', 'reader', 'mirror']], [['bot', 'writer', 'mirror']]],
  ['another group', [['ci', 'reader', 'mirror']], [['ci', 'writer', 'shop']]],
  [
    'two deleted grants',
    [
      ['ci', 'reader', 'mirror'],
      ['ci', 'granter', 'mirror'],
    ],
    [['ci', 'writer', 'mirror']],
  ],
  [
    'two created grants',
    [['ci', 'reader', 'mirror']],
    [
      ['ci', 'writer', 'mirror'],
      ['ci', 'granter', 'mirror'],
    ],
  ],
])('%s is a deletion', (_, before, after) => {
  const report = reviewEdit(withGrants(...before), withGrants(...after));
  expect(report.roleChanges).toBeUndefined();
  expect(ids(report)).toContain('destroys');
});

test('the grant of a recreated identity is a deletion', () => {
  const before = withGrants(['ci', 'reader', 'mirror']);
  const granted = withGrants(['ci', 'writer', 'mirror']);
  const after: EditedObjects = { ...granted, ci: { type: 'identity', in: 'shop', values: trusts('mirror') } };
  const report = reviewEdit(before, after);
  expect(report.roleChanges).toBeUndefined();
  expect(ids(report)).toContain('destroys');
});

test('for any grants before and after, each deletion is a finding or one of the role changes, and access is exact', () => {
  const any = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('ci', 'bot'),
      fc.constantFrom(...Object.keys(capabilities)),
      fc.constantFrom('acme', 'mirror', 'shop'),
    ),
    { selector: (one) => one.join(), maxLength: 8 },
  );
  fc.assert(
    fc.property(any, any, (before, after) => {
      const report = reviewEdit(withGrants(...before), withGrants(...after));
      const gone = before.filter((one) => !after.some((other) => other.join() === one.join()));
      const made = after.filter((one) => !before.some((other) => other.join() === one.join()));
      const place = ([who, , where]: readonly string[]) => `${who} ${where}`;
      const alone = (all: typeof gone, one: readonly string[]) =>
        all.filter((other) => place(other) === place(one)).length === 1;
      const changed = gone.filter((one) => alone(gone, one) && alone(made, one));
      const deleted = report.findings.filter(({ id }) => id === 'destroys').map(({ address }) => address);
      const addresses = (all: typeof gone) =>
        all.map(([who, what, where]) => `platform_role_binding.${who}_${what}_on_${where}`).sort();
      expect((report.roleChanges ?? []).map(({ from }) => from).sort()).toEqual(addresses(changed));
      expect([...deleted].sort()).toEqual(addresses(gone.filter((one) => !changed.includes(one))));
      expect(report.approvedWrites).toHaveLength(gone.length + made.length);
      // No grant hides in a pair: the same edit through an empty organization gives the same access.
      const [all, none] = [
        reviewEdit(withGrants(), withGrants(...after)),
        reviewEdit(withGrants(), withGrants(...before)),
      ];
      expect(held(all, none)).toEqual(held(report));
    }),
    { numRuns: 60 },
  );
});

/** Returns the gained access of a report that another one does not give, by identity, group and capability. */
function held({ access: { gained } }: Report, without?: Report): string[] {
  const rows = (report: readonly (typeof gained)[number][]) =>
    report.flatMap(({ identity, group, except, capabilities: all }) =>
      ['acme', 'acme/mirror', 'acme/shop']
        .filter((path) => `${path}/`.startsWith(`${group}/`) && !except.some((end) => `${path}/`.startsWith(`${end}/`)))
        .flatMap((path) => all.map((name) => `${identity} ${path} ${name}`)),
    );
  const others = new Set(without === undefined ? [] : rows(without.access.gained));
  return [...new Set(rows(gained))].filter((row) => !others.has(row)).sort();
}
