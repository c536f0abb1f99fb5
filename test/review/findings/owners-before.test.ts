/** Without declared owners, the access before a change decides which owner is the main one: a change must not vote about itself. */
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';

type Role = 'viewer' | 'editor';

/** An identity: the owner of its workloads, its role, and its platform. */
interface Spec {
  readonly owner: string;
  readonly role?: Role;
  readonly on?: 'github' | 'gitlab';
  /** A pattern of the owner with its id, instead of one subject. */
  readonly isPattern?: true;
  /** The name of the owner without its id. */
  readonly isByName?: true;
}

const ids: Readonly<Record<string, string>> = { acme: '1', globex: '2', evilcorp: '666' };
const [acme, evil] = [{ owner: 'acme', role: 'viewer' }, { owner: 'evilcorp' }] as const satisfies Spec[];

function claims({ owner, on = 'github', isPattern, isByName }: Spec): object {
  if (on === 'gitlab')
    return { issuer: 'https://gitlab.com', subject: `project_path:${owner}/app:ref_type:branch:ref:main` };
  const issuer = 'https://token.actions.githubusercontent.com';
  const names = owner.split('|').map((name) => `${name}@${ids[name]}`);
  if (isByName) return { issuer, subject_pattern: `^repo:${owner}(@[0-9]+)?/app(@5)?:ref:refs/heads/main$` };
  return isPattern
    ? { issuer, subject_pattern: `^repo:(${names.join('|')})/app@5:ref:refs/heads/main$` }
    : { issuer, subject: `repo:${names[0]}/app@5:ref:refs/heads/main` };
}

/** Returns an organization with these identities by label. */
function organization(identities: Readonly<Record<string, Spec>>): EditedObjects {
  const objects: Record<string, EditedObject> = { acme: { type: 'group' } };
  const capabilities = { viewer: ['groups.list'], editor: ['repo.create'] };
  for (const name of ['viewer', 'editor'] as const)
    objects[`is-${name}`] = { type: 'role', in: 'acme', values: { name, capabilities: capabilities[name] } };
  for (const [label, spec] of Object.entries(identities)) {
    objects[label] = { type: 'identity', in: 'acme', values: { claim_match: claims(spec) } };
    if (spec.role !== undefined)
      objects[`${label}-bound`] = { type: 'role_binding', in: 'acme', identity: label, role: `is-${spec.role}` };
  }
  return objects;
}

function several(count: number, name: string, spec: Spec): Readonly<Record<string, Spec>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, spec]));
}

function review(before: Readonly<Record<string, Spec>>, after: Readonly<Record<string, Spec>>) {
  const report = reviewEdit(organization(before), organization({ ...before, ...after }), { configuration: {} });
  const found = report.findings.filter(({ id }) => id === 'undeclared-owner');
  const all = found.flatMap((finding) => finding.affected ?? [finding]);
  return {
    report,
    found,
    severities: Object.fromEntries(all.map(({ identity = '', severity }) => [identity, severity])),
    line: report.undeclaredOwners?.line,
  };
}

const twelve = several(12, 'ci', acme);

test.each<[string, Readonly<Record<string, Spec>>, Readonly<Record<string, Spec>>, object, string | undefined]>([
  [
    'more identities of a new owner than of the only one before',
    { ci: acme },
    several(2, 'evil', { ...evil, role: 'editor' }),
    { 'acme/evil0': 'high', 'acme/evil1': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'identities without a role that outvote, and one with a role',
    twelve,
    { ...several(14, 'more', evil), evil: { ...evil, role: 'editor' } },
    { ...Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`acme/more${n}`, 'medium'])), 'acme/evil': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'a platform that no trust policy used',
    twelve,
    { evil: { ...evil, role: 'editor', on: 'gitlab' } },
    { 'acme/evil': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'a role for one of many identities that an earlier change created without a role',
    { ...twelve, ...several(14, 'evil', evil) },
    { evil3: { ...evil, role: 'editor' } },
    { 'acme/evil3': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'a role that writes for one of many identities that read',
    { ...twelve, ci0: { owner: 'acme', role: 'editor' }, ...several(14, 'evil', { ...evil, role: 'viewer' }) },
    { evil3: { ...evil, role: 'editor' } },
    { 'acme/evil3': 'high' },
    undefined,
  ],
  [
    'the first roles of an organization whose identities have none',
    several(3, 'evil', evil),
    { evil0: { ...evil, role: 'editor' } },
    { 'acme/evil0': 'high' },
    undefined,
  ],
  [
    'another owner of an identity that only reads',
    { ...twelve },
    { ci3: { ...evil, role: 'viewer' } },
    { 'acme/ci3': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'a second owner of an identity',
    { ...twelve, ci3: { owner: 'acme', role: 'editor' } },
    { ci3: { owner: 'acme|evilcorp', role: 'editor', isPattern: true } },
    { 'acme/ci3': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'a role that writes, on a platform whose identities only read',
    {
      ...twelve,
      ci0: { owner: 'acme', role: 'editor' },
      ...several(2, 'evil', { ...evil, role: 'viewer', on: 'gitlab' }),
    },
    { evil0: { ...evil, role: 'editor', on: 'gitlab' }, evil1: { ...evil, role: 'editor', on: 'gitlab' } },
    { 'acme/evil0': 'high', 'acme/evil1': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'the first role that writes of an organization whose identities only read',
    twelve,
    { ci12: { owner: 'acme', role: 'editor' } },
    { 'acme/ci12': 'high' },
    undefined,
  ],
  [
    'the name of the main owner instead of its id',
    { ...twelve, ci0: { owner: 'acme', role: 'editor' } },
    { ci12: { owner: 'acme', role: 'editor', isByName: true } },
    { 'acme/ci12': 'high' },
    '"owners": ["github:1"]',
  ],
  [
    'the name of the main owner, which other trust policies have too',
    { ...twelve, ci0: { owner: 'acme', role: 'editor' }, ci1: { owner: 'acme', role: 'editor', isByName: true } },
    { ci12: { owner: 'acme', role: 'editor', isByName: true } },
    {},
    '"owners": ["github:1", "github:acme"]',
  ],
  ['another identity of the main owner that only reads', twelve, { ci12: acme }, {}, '"owners": ["github:1"]'],
  [
    'another identity of the main owner that writes',
    { ...twelve, ci0: { owner: 'acme', role: 'editor' } },
    { ci12: { owner: 'acme', role: 'editor' } },
    {},
    '"owners": ["github:1"]',
  ],
  [
    'the main owner instead of another one',
    { ...twelve, evil: { ...evil, role: 'viewer' } },
    { evil: acme },
    {},
    '"owners": ["github:1"]',
  ],
])('%s', (_, before, after, severities, line) => {
  const reviewed = review(before, after);
  expect(reviewed.severities).toEqual(severities);
  expect(reviewed.line).toBe(line);
  expect(reviewed.report.undeclaredOwners?.text).not.toContain('first plan');
});

test('an exchange of the owner names both owners, and which access the new one can use', () => {
  const before = { ...twelve, ci3: { owner: 'globex', role: 'editor' } } as const;
  const { found, report } = review(before, { ci3: { ...evil, role: 'editor' } });
  expect(found.map(({ reason }) => reason)).toEqual([
    'Workloads of the repository owner "github:666" evilcorp can now assume acme/ci3, which is acme/editor in acme. It no longer trusts "github:2" globex. Before this change, no identity with a role trusted this owner, and review.config.json declares no owners. Only if this owner is yours, add "github:666" to "owners". Otherwise, restore its trust policy.',
  ]);
  expect(report.undeclaredOwners?.owners[0]).toContain('evilcorp');
});

test('a second owner is named alone, if the first one is not the main one either', () => {
  const before = { ci: { owner: 'acme', role: 'editor' }, other: { owner: 'globex', role: 'viewer' } } as const;
  const { found } = review(before, { ci: { owner: 'acme|evilcorp', role: 'editor', isPattern: true } });
  expect(found.map(({ severity, reason }) => [severity, reason.split('. ')[0]])).toEqual([
    [
      'high',
      'Workloads of the repository owner "github:666" evilcorp can now assume acme/ci, which is acme/editor in acme',
    ],
  ]);
});

test('a first plan uses its own majority, and the report says so', () => {
  const { severities, line, report } = review(
    {},
    { ...twelve, evil: { ...evil, role: 'editor' }, ...several(14, 'more', evil) },
  );
  expect(severities).toEqual({ 'acme/evil': 'high' });
  expect(line).toBe('"owners": ["github:1"]');
  expect(report.undeclaredOwners?.text).toContain(
    'This is the first plan, so only its own trust policies show which owner is the main one.',
  );
});
