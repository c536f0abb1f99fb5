/** Owners that no configuration declares: the main one of each platform is a sentence, and every other one with new access a finding. */
import { createReview, formatMarkdown, formatText, readPlan, type ReviewConfiguration } from '../../../src/review';
import { pageData } from '../../../src/review/formats/browser/page-data';
import { editedPlan, reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';

/** The trust policy of one workload of an owner on each platform: by name, by id, or by both. */
const platforms: Readonly<Record<string, (owner: string, id: string) => { claims: object; entry: string }>> = {
  github: (owner, id) => ({
    claims: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: `repo:${owner}@${id}/app@5:ref:refs/heads/main`,
    },
    entry: `github:${id}`,
  }),
  'github by name': (owner) => ({
    claims: { issuer: 'https://token.actions.githubusercontent.com', subject: `repo:${owner}/app:environment:live` },
    entry: `github:${owner}`,
  }),
  gitlab: (owner) => ({
    claims: { issuer: 'https://gitlab.com', subject: `project_path:${owner}/app:ref_type:branch:ref:main` },
    entry: `gitlab:${owner}`,
  }),
  terraform: (owner) => ({
    claims: {
      issuer: 'https://app.terraform.io',
      subject: `organization:${owner}:project:main:workspace:live:run_phase:apply`,
    },
    entry: `terraform:${owner}`,
  }),
};

const roles = {
  viewer: ['medium', ['groups.list']],
  editor: ['high', ['repo.create']],
  owner: ['high', ['role_bindings.create', 'groups.list']],
} as const;

type Policy = (owner: string, id: string) => { claims: object; entry: string };

/** An organization of some identities of one owner that read, and those of others with a role. */
function organization(policy: Policy, own: number, others: readonly (readonly [string, string, keyof typeof roles])[]) {
  const objects: Record<string, EditedObject> = { acme: { type: 'group' } };
  for (const [name, [, capabilities]] of Object.entries(roles))
    objects[`is-${name}`] = { type: 'role', in: 'acme', values: { name, capabilities } };
  const add = (label: string, [owner, id, role]: readonly [string, string, string]) => {
    objects[label] = { type: 'identity', in: 'acme', values: { claim_match: policy(owner, id).claims } };
    objects[`${label}-bound`] = { type: 'role_binding', in: 'acme', identity: label, role: `is-${role}` };
  };
  for (let index = 0; index < own; index++) add(`ci${index}`, ['acme', '1', 'viewer']);
  others.forEach((other, index) => add(`other${index}`, other));
  return objects as EditedObjects & { acme: EditedObject };
}

function findingsIn(after: EditedObjects & { acme: EditedObject }, configuration: ReviewConfiguration = {}) {
  const report = reviewEdit({ acme: after.acme }, after, { configuration });
  return { report, found: report.findings.filter(({ id }) => id === 'undeclared-owner') };
}

const cases = Object.keys(platforms).flatMap((platform) =>
  (Object.keys(roles) as (keyof typeof roles)[]).map((role) => [platform, role] as const),
);

test.each(cases)('on %s, another owner with the role %s is a finding with its entries', (platform, role) => {
  const policy = platforms[platform]!;
  const { report, found } = findingsIn(organization(policy, 4, [['evilcorp', '9', role]]));
  const [own, foreign] = [policy('acme', '1').entry, policy('evilcorp', '9').entry];
  const decision = `Only if this owner is yours, add "${foreign}" to "owners". Otherwise, remove its grants.`;
  expect(found).toMatchObject([
    { severity: roles[role][0], identity: 'acme/other0', reason: expect.stringContaining(decision) as string },
  ]);
  expect(found[0]?.reason).toMatch(/^acme\/other0 gets acme\/\w+ in acme, and trusts the .*evilcorp/);
  const line = `"owners": ["${own}"]`;
  expect(report.undeclaredOwners).toMatchObject({
    line,
    next: expect.stringMatching(/The line with the main ones:$/) as string,
  });
  expect(report.undeclaredOwners?.owners).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        new RegExp(`^"${foreign}"( \\(evilcorp\\))?: acme/other0, acme/${role} in acme$`),
      ) as string,
    ]),
  );
  expect(formatMarkdown(report)).toContain(`The line with the main ones: \`${line}\``);
  expect(formatText(report)).toContain(`\n  ${line}\n`);
  for (const text of [formatText(report), formatMarkdown(report)]) expect(text).toContain(foreign.split(':')[1]);
  expect(findingsIn(organization(policy, 4, [['evilcorp', '9', role]]), { owners: [own] }).found).toEqual([]);
});

test.each(Object.keys(platforms))('on %s, one owner is a sentence with its entry, and no finding', (platform) => {
  const policy = platforms[platform]!;
  const { report, found } = findingsIn(organization(policy, 4, []));
  expect(found).toEqual([]);
  expect(report.undeclaredOwners).toMatchObject({
    text: expect.stringContaining('Trust policies name this owner:') as string,
    next: 'Add the entry to "owners" in review.config.json only if this owner is yours. The line:',
    line: `"owners": ["${policy('acme', '1').entry}"]`,
  });
});

test('the page has each owner, and the line to paste', () => {
  const after = organization(platforms['github']!, 4, [['evilcorp', '9', 'editor']]);
  const { undeclaredOwners } = pageData(
    createReview([{ ...readPlan(editedPlan({ acme: after.acme }, after), 'org'), reviews: [] }]),
  );
  expect(undeclaredOwners?.line).toBe('"owners": ["github:1"]');
  expect(JSON.stringify(undeclaredOwners?.owners[0])).toContain('{"name":"github:9"}');
});

test('without a main owner, each is a finding, and several identities of one owner are one finding', () => {
  const policy = platforms['github']!;
  const tied = findingsIn(
    organization(policy, 2, [
      ['evilcorp', '9', 'editor'],
      ['evilcorp', '9', 'viewer'],
    ]),
  );
  expect(tied.found.map(({ severity, cause }) => [severity, cause?.key])).toEqual([
    ['high', 'owner github:9'],
    ['medium', 'owner github:1'],
  ]);
  expect(tied.found[0]?.affected).toHaveLength(2);
  expect(tied.found[0]?.reason).toMatch(
    /^acme\/other0, acme\/other1 get access, and trust .* Otherwise, remove their grants\.$/,
  );
  // Nothing to paste declares an outsider.
  expect(tied.report.undeclaredOwners).not.toHaveProperty('line');
  for (const text of [formatText(tied.report), formatMarkdown(tied.report)]) expect(text).not.toMatch(/"owners": *\[/);
});

test('owners of higher access come first, also before unreviewed code, in the headline and among the findings', () => {
  const policy = platforms['github']!;
  const others = [
    ['aaa', '7', 'viewer'],
    ['bbb', '8', 'editor'],
    ['evilcorp', '9', 'owner'],
  ] as const;
  const after: Record<string, EditedObject> = { ...organization(policy, 4, others) };
  const pulls = { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1/app@5:pull_request' };
  after['pulls'] = { type: 'identity', in: 'acme', values: { claim_match: pulls } };
  after['pulls-bound'] = { type: 'role_binding', in: 'acme', identity: 'pulls', role: 'is-editor' };
  const { report, found } = findingsIn(after as EditedObjects & { acme: EditedObject });
  expect(found.map(({ subject }) => subject)).toEqual(['acme/other2', 'acme/other1', 'acme/other0']);
  const text = formatText(report).replace(/\s+/g, ' ');
  expect(text).toMatch(/^acme\/other2 gets .* Other undeclared owners can use 1 more identity: acme\/other1\./);
  const table = formatMarkdown(report).split('| Gains access |')[1] ?? '';
  expect(table.indexOf('acme/other2')).toBeGreaterThan(0);
  for (const path of ['acme/other1', 'acme/other0', 'acme/ci0'])
    expect(table.indexOf('acme/other2')).toBeLessThan(table.indexOf(path));
  for (const listed of [text.slice(text.indexOf('Findings:')), formatMarkdown(report)])
    expect(listed.indexOf('acme/other2')).toBeLessThan(listed.indexOf('acme/pulls'));
});

test('an id without the name of the main owner, and the name with another id, are other owners', () => {
  const github = platforms['github']!;
  expect(findingsIn(organization(github, 3, [['acme', '9', 'viewer']])).found).toHaveLength(1);
  // The name alone is the owner of this name.
  const byName = { ...organization(github, 3, []) } as Record<string, EditedObject>;
  byName['named'] = {
    type: 'identity',
    in: 'acme',
    values: { claim_match: platforms['github by name']!('Acme', '').claims },
  };
  byName['named-bound'] = { type: 'role_binding', in: 'acme', identity: 'named', role: 'is-editor' };
  const { report, found } = findingsIn(byName as EditedObjects & { acme: EditedObject });
  expect(found).toEqual([]);
  expect(report.undeclaredOwners?.line).toBe('"owners": ["github:1", "github:acme"]');
});

test('an existing identity that accepts another owner is a finding, and unchanged access is none', () => {
  const github = platforms['github']!;
  const before = organization(github, 3, [['acme', '1', 'editor']]);
  const after = organization(github, 3, [['evilcorp', '9', 'editor']]);
  expect(reviewEdit(before, after).findings).toContainEqual(
    expect.objectContaining({ id: 'undeclared-owner', severity: 'high' }),
  );
  const added = { ...after, team: { type: 'group', in: 'acme' } };
  const { findings, assumptions = [] } = reviewEdit(after, added);
  expect(findings.filter(({ id }) => id === 'undeclared-owner')).toEqual([]);
  expect(assumptions).toEqual([]);
});

describe('every trust policy of a shared platform is a finding, unless its owner is the main one', () => {
  const github = 'https://token.actions.githubusercontent.com';
  const anySubject = { issuer: github, subject_pattern: '.*' };
  const main = { ref: 'refs/heads/main' };
  const gitlab = { issuer: 'https://gitlab.com', subject_pattern: '.*' };
  const expensive = '^repo:acme/(.*a.{15}b.*|.*b.{15}a.*):ref:refs/heads/main$';
  test.each<[string, object, string, string]>([
    ['an invalid pattern', { issuer: github, subject_pattern: '(' }, 'outsider-can-assume', 'is not valid RE2'],
    ['an invalid issuer', { issuer_pattern: '(', subject: 'x' }, 'outsider-can-assume', 'is not valid RE2'],
    ['too expensive', { issuer: github, subject_pattern: expensive }, 'outsider-can-assume', 'steps'],
    [
      'one of two names',
      { issuer: github, subject_pattern: '^repo:(acme|evil)/shop:ref:refs/heads/main$' },
      'undeclared-owner',
      '"github:evil"',
    ],
    [
      'many names',
      { issuer: github, subject_pattern: '^repo:acme[0-9]{3}/shop:ref:refs/heads/main$' },
      'outsider-can-assume',
      'any workflow',
    ],
    [
      'a name in a claim',
      { ...anySubject, claims: { repository: 'evil/sync', ...main } },
      'undeclared-owner',
      '"github:evil"',
    ],
    [
      'a repository without its owner',
      { ...anySubject, claims: { repository_id: '66601', ...main } },
      'undeclared-owner',
      'the repository "github:repository_id=66601"',
    ],
    [
      'a project without its owner',
      { ...gitlab, claims: { project_id: '7', ref_protected: 'true' } },
      'undeclared-owner',
      'the project "gitlab:project_id=7"',
    ],
  ])('%s', (_, claims, id, text) => {
    const own = organization(platforms['github']!, 4, []);
    const gitlabOwn = organization(platforms['gitlab']!, 4, []);
    const objects = {
      ...own,
      ...Object.fromEntries(
        Object.entries(gitlabOwn).flatMap(([label, object]) =>
          label.startsWith('ci') && object.type === 'identity' ? [[`gitlab-${label}`, object]] : [],
        ),
      ),
      other: { type: 'identity', in: 'acme', values: { claim_match: claims } },
      'other-bound': { type: 'role_binding', in: 'acme', identity: 'other', role: 'is-editor' },
    } as typeof own;
    const { findings } = reviewEdit({ acme: own.acme }, objects, { configuration: {} });
    const found = findings.filter((finding) => finding.severity === 'high' && finding.identity === 'acme/other');
    expect(found.map((finding) => [finding.id, finding.reason])).toEqual([
      [id, expect.stringContaining(text) as string],
    ]);
  });
});

test.each([
  ['asterisk', { subject: 'repo:acme@1/*:ref:refs/heads/main' }, 'nobody-can-assume'],
  ['incomplete ref', { subject_pattern: '^repo:acme@1/app@5:ref:main$' }, 'nobody-can-assume'],
  ['unknown format', { issuer: 'https://app.terraform.io', subject: 'novel' }, 'undeclared-owner'],
])(
  'an owner that a trust policy does not show is reported if anyone can meet the policy: %s',
  (_, claims, expected) => {
    const own = organization(platforms['github']!, 4, []);
    const claimMatch = { issuer: 'https://token.actions.githubusercontent.com', ...claims };
    const objects = {
      ...own,
      other: { type: 'identity', in: 'acme', values: { claim_match: claimMatch } },
      'other-bound': { type: 'role_binding', in: 'acme', identity: 'other', role: 'is-editor' },
    } as typeof own;
    const { findings } = reviewEdit({ acme: own.acme }, objects, { configuration: {} });
    const found = findings.filter(({ id, identity }) => id !== 'access-gained' && identity === 'acme/other');
    expect(found.map(({ id }) => id)).toEqual([expected]);
  },
);

test('a sensitive trust policy is a finding without its owner', () => {
  const after = organization(platforms['github']!, 4, [['evilcorp', '9', 'editor']]);
  const plan = JSON.parse(editedPlan({ acme: after.acme }, after)) as {
    resource_changes: { address: string; change: { after_sensitive: unknown } }[];
  };
  for (const { address, change } of plan.resource_changes)
    if (address === 'platform_identity.other0') change.after_sensitive = { claim_match: true };
  const { report } = createReview([{ ...readPlan(JSON.stringify(plan), 'org'), reviews: [] }]);
  const found = report.findings.filter(({ id }) => id === 'undeclared-owner');
  expect(found).toMatchObject([{ severity: 'high', identity: 'acme/other0' }]);
  expect(found[0]?.reason).toContain(
    'its trust policy shows no single owner. It is unknown if outsiders can assume it',
  );
  expect(JSON.stringify(report)).not.toContain('evilcorp');
});

test.each([
  [3, 'editor', ['"github:1"']],
  [1, 'viewer', undefined],
] as const)('a platform with one identity has no main owner: %s identities of another platform', (own, role, line) => {
  const github = organization(platforms['github']!, own, []);
  const gitlab = organization(platforms['gitlab']!, 0, [['evilcorp', '', role]]);
  const { report, found } = findingsIn({ ...github, ...gitlab });
  expect(found.map(({ identity }) => identity)).toContain('acme/other0');
  expect(report.undeclaredOwners?.line).toBe(line && `"owners": [${line.join()}]`);
});
