/** Tests hints about renamed and moved objects: deleted objects that look like created ones. */
import fc from 'fast-check';
import { formatMarkdown, formatText, type Report } from '../../../src/review';
import { createAccessGraph } from '../../../src/access/graph';
import type { PageSentenceParts } from '../../../src/review/page/data';
import { pageData } from '../../../src/review/formats/browser/page-data';
import { headline } from '../../../src/review/formats/sentences/headline';
import { CONTEXT_VERSION } from '../../../src/review/organization/context/plan-context';
import { editedPlan, reviewEdit, trusts, type EditedObject, type EditedObjects } from '../edited-plan';

const base: EditedObjects = {
  acme: { type: 'group' },
  product: { type: 'group', in: 'acme' },
  platform: { type: 'group', in: 'acme' },
  reader: { type: 'role', in: 'acme', values: { capabilities: ['repo.list'] } },
};
/** Returns a team with identities by name, each with a grant. Labels begin with the label of the team, as in constructs. */
const team = (name: string, parent: string, identities: readonly string[], label = name): EditedObjects => ({
  [label]: { type: 'group', in: parent, values: { name } },
  ...Object.fromEntries(
    identities.flatMap((identity): [string, EditedObject][] => [
      [`${label}_${identity}`, { type: 'identity', in: label, values: { name: identity, ...trusts(identity) } }],
      [
        `${label}_${identity}_reader`,
        { type: 'role_binding', in: label, identity: `${label}_${identity}`, role: 'reader' },
      ],
    ]),
  ),
});
const hints = ({ lookalikes = [] }: Report) => lookalikes.map(({ from, relation, path }) => [from, relation, path]);
const renamed = reviewEdit(
  { ...base, ...team('mobile', 'product', ['ci', 'bot', 'web']) },
  { ...base, ...team('apps', 'product', ['ci', 'bot', 'web']) },
);

test('a renamed team is named, with the blocks and the call that keep its objects', () => {
  expect(hints(renamed)).toEqual([['acme/product/mobile', 'renamed', 'acme/product/apps']]);
  const [hint] = renamed.lookalikes ?? [];
  expect(hint?.call).toBe("x.wasAt('platform_group.mobile')");
  expect(
    hint?.blocks?.map(({ block }) => /from = (\S+)\n\s+to\s+= (\S+)/.exec(block)?.slice(1).join(' → ')).sort(),
  ).toEqual([
    'platform_group.mobile → platform_group.apps',
    'platform_identity.mobile_bot → platform_identity.apps_bot',
    'platform_identity.mobile_ci → platform_identity.apps_ci',
    'platform_identity.mobile_web → platform_identity.apps_web',
    'platform_role_binding.mobile_bot_reader → platform_role_binding.apps_bot_reader',
    'platform_role_binding.mobile_ci_reader → platform_role_binding.apps_ci_reader',
    'platform_role_binding.mobile_web_reader → platform_role_binding.apps_web_reader',
  ]);
});

test('a hint lowers no finding and merges no rows', () => {
  const { findings, verdict, changes } = renamed;
  expect(findings.filter(({ id }) => id === 'destroys').map(({ subject }) => subject)).toEqual(['acme/product/mobile']);
  expect(findings.filter(({ id }) => id === 'mass-removal')).not.toEqual([]);
  expect(verdict.counts).toMatchObject({ removed: 7, added: 7, replaced: 0 });
  expect(changes).toHaveLength(14);
});

/** Returns the hints of the page with their blocks. */
function formatPage(report: Report): string {
  const { review } = pageData({ report, after: createAccessGraph({}), objects: [], unknownRoles: new Set() });
  const noteOf = (note: PageSentenceParts) =>
    note.map((part) => (typeof part === 'string' ? part : part.name)).join('');
  return [
    ...(review?.hints ?? []).flatMap(({ hints: all }) => all.map(({ line, note }) => `${line} ${noteOf(note)}`)),
    ...(review?.blocks ?? []).map(({ text }) => text),
  ].join('\n');
}

test.each([
  ['text', (report: Parameters<typeof formatText>[0]) => formatText(report, { isWhole: true })],
  ['Markdown', formatMarkdown],
  ['the page', formatPage],
])('%s shows the hint', (_, format) => {
  const text = format(renamed).replaceAll('\u2060', '').replaceAll('\\', '').replace(/\s+/g, ' ');
  expect(text).toContain('acme/product/mobile → acme/product/apps');
  expect(text).toMatch(/call ["`]?x\.wasAt\('platform_group\.mobile'\)["`]? on its construct\./);
  expect(text).toContain('from = platform_identity.mobile_ci to = platform_identity.apps_ci');
});

test.each([
  ['text', (report: Report) => formatText(report)],
  ['Markdown', (report: Report) => formatMarkdown(report)],
])('%s shows the hint before the findings, and the first blocks', (_, format) => {
  const text = format(renamed).replaceAll('\u2060', '');
  const positions = ['To keep them, paste the blocks', 'Probably renamed or moved', 'mass-removal'].map((part) =>
    text.indexOf(part),
  );
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(positions).not.toContain(-1);
  expect(text).toContain('from = platform_group.mobile\n');
});

test('the headline and the finding count the same objects, also if one of them changes with the rename', () => {
  const after: EditedObjects = {
    ...{ ...base, editor: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } } },
    ...team('apps', 'product', ['ci', 'bot', 'web']),
    apps_ci_reader: { type: 'role_binding', in: 'apps', identity: 'apps_ci', role: 'editor' },
  };
  const changed = reviewEdit({ ...base, ...team('mobile', 'product', ['ci', 'bot', 'web']) }, after);
  expect(headline(changed)).toContain('recreates it, with 6 objects.');
  expect(changed.findings.find(({ id }) => id === 'destroys')?.reason).toContain(
    'is deleted, with 6 objects that depend on it.',
  );
});

test('the headline names the deleted groups, or their renames, and counts their objects', () => {
  const gone = { ...team('fleet', 'product', ['ci', 'bot']), ...team('mobile', 'product', ['ci', 'bot', 'app']) };
  expect(headline(reviewEdit({ ...base, ...gone }, base))).toMatch(
    /^The groups acme\/product\/fleet and acme\/product\/mobile are deleted, with 10 objects\./,
  );
  expect(headline(renamed)).toMatch(
    /acme\/product\/mobile is probably renamed to acme\/product\/apps, but this plan deletes and recreates it, with 6 objects\./,
  );
  expect(headline(renamed)).not.toMatch(/is deleted|loses? access|gains? access/);
});

test.each<[string, EditedObjects, EditedObjects, string]>([
  [
    'a renamed group',
    team('mobile', 'product', ['ci', 'bot']),
    team('apps', 'product', ['ci', 'bot']),
    'It is probably renamed to "acme/product/apps". Recreated objects get other uids, and pipelines with the old ones fail. To keep it, call wasAt on its construct. Without constructs, paste the blocks of this report.',
  ],
  [
    'a moved group',
    team('mobile', 'product', ['ci', 'bot']),
    team('apps', 'platform', ['ci', 'bot']),
    'It is probably moved to "acme/platform/apps": the API cannot move it. To keep it, leave it in its group.',
  ],
  ['a deleted group', team('mobile', 'product', ['ci', 'bot']), {}, 'To keep it, declare it again.'],
])('the next step of %s', (_, before, after, step) => {
  const { findings } = reviewEdit({ ...base, ...before }, { ...base, ...after });
  const [finding, ...others] = findings.filter(({ id }) => id === 'destroys');
  expect(others).toEqual([]);
  expect(finding?.reason).toContain(step);
});

test('a rename with unmanaged contents has the next step of a rename, which keeps them', () => {
  const before = { ...base, ...team('mobile', 'product', ['ci', 'bot']) };
  const after = { ...base, ...team('apps', 'product', ['ci', 'bot']) };
  const uid = /"platform_group\.mobile".*?"uid":"([0-9a-f/]+)"/s.exec(editedPlan(before, after))![1]!;
  const contents = [{ group: uid, kind: 'Identity', count: 3, objects: [] }];
  const context = {
    version: CONTEXT_VERSION,
    names: [],
    roles: [],
    keys: [],
    contents,
    grants: [],
    unread: [],
  } as const;
  const report = reviewEdit(before, after, { context });
  const reason = report.findings.find(({ id }) => id === 'destroys')?.reason;
  expect(reason).toContain('unmanaged');
  expect(reason).toContain(
    'It is probably renamed to "acme/product/apps". Recreated objects get other uids, and pipelines with the old ones fail. To keep it, call wasAt',
  );
  expect(reason).not.toContain('import them');
  expect(headline(report)).toMatch(
    /^acme\/product\/mobile is probably renamed to acme\/product\/apps, but this plan deletes and recreates it, with 4 objects\. To keep them, [^]+\. The group "acme\/product\/mobile" stays: it contains 3 unmanaged objects \(3 identities\), and the API refuses the deletion\./,
  );
});

describe('the owner of a renamed group', () => {
  const withRole = (capabilities: readonly string[]): EditedObject => ({
    type: 'role',
    in: 'acme',
    values: { name: 'keeper', capabilities },
  });
  const granted = (group: string, role = 'keeper'): EditedObjects => ({
    [`${group}_ci_${role}`]: { type: 'role_binding', in: group, identity: `${group}_ci`, role },
  });
  const all = { ...base, keeper: withRole(['role_bindings.create']), wider: withRole(['roles.create']) };
  const findOwner = (before: EditedObjects, after: EditedObjects) => {
    const report = reviewEdit(
      { ...all, ...team('mobile', 'product', ['ci', 'bot']), ...before },
      { ...all, ...team('apps', 'product', ['ci', 'bot']), ...after },
    );
    return { report, owner: report.findings.find(({ id }) => id === 'owner-gained') };
  };
  const former = 'This is probably a rename: acme/product/mobile/ci has the same access in acme/product/mobile';

  test('had the same access before: the finding stays, and says so', () => {
    const { report, owner } = findOwner(granted('mobile'), granted('apps'));
    expect(owner?.severity).toBe('high');
    expect(owner?.reason).toContain(former);
    expect(headline(report)).toMatch(
      /^(?!.*apps\/ci gains.*renamed).* acme\/product\/apps\/ci gains role_bindings\.create in acme\/product\/apps, as before the rename\.$/,
    );
  });

  test.each([
    ['had no access before', {}, granted('apps')],
    ['had other access before', granted('mobile', 'wider'), granted('apps')],
  ])('%s: the access is new', (_, before, after) => {
    const { owner } = findOwner(before, after);
    expect(owner?.severity).toBe('high');
    expect(owner?.reason).not.toContain('rename');
  });
});

test('the headline of any mass removal contains no id of a finding', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  fc.assert(
    fc.property(names, names, (before, after) => {
      const all = (list: readonly string[]) =>
        Object.assign({}, base, ...list.map((name) => team(name, 'product', ['ci']))) as EditedObjects;
      const report = reviewEdit(all(before), all(after));
      expect(headline(report)).not.toMatch(/mass-removal|of the kind/);
    }),
    { numRuns: 40 },
  );
});

describe('by class of edit', () => {
  const ci = (label: string, place: string, name: string, repository = 'shop'): EditedObjects => ({
    [label]: { type: 'identity', in: place, values: { name, ...trusts(repository) } },
  });
  /** Returns an identity that trusts a branch, with a grant. */
  const granted = (label: string, name: string, branch: string, repository = 'shop'): EditedObjects => {
    const { claim_match: policy } = trusts(repository);
    const subject = `repo:acme/${repository}:ref:refs/heads/${branch}`;
    return {
      admin: { type: 'role', in: 'acme', values: { capabilities: ['roles.create'] } },
      [label]: { type: 'identity', in: 'product', values: { name, claim_match: { ...policy, subject } } },
      [`${label}_role`]: { type: 'role_binding', in: 'product', identity: label, role: 'reader' },
    };
  };
  const role = (label: string, place: string, name: string, ...capabilities: string[]): EditedObjects => ({
    [label]: { type: 'role', in: place, values: { name, capabilities } },
  });
  test.each<[string, EditedObjects, EditedObjects, unknown[]]>([
    [
      'a moved team',
      team('mobile', 'product', ['ci']),
      team('mobile', 'platform', ['ci'], 'other'),
      [['acme/product/mobile', 'moved', 'acme/platform/mobile']],
    ],
    [
      'a renamed identity',
      ci('a', 'product', 'ci'),
      ci('b', 'product', 'build'),
      [['acme/product/ci', 'renamed', 'acme/product/build']],
    ],
    [
      'a moved identity',
      ci('a', 'product', 'ci'),
      ci('b', 'platform', 'ci'),
      [['acme/product/ci', 'moved', 'acme/platform/ci']],
    ],
    [
      'a renamed role',
      role('a', 'acme', 'r', 'repo.list'),
      role('b', 'acme', 's', 'repo.list'),
      [['acme/r', 'renamed', 'acme/s']],
    ],
    [
      'a moved role',
      role('a', 'product', 'r', 'repo.list'),
      role('b', 'platform', 'r', 'repo.list'),
      [['acme/product/r', 'moved', 'acme/platform/r']],
    ],
    [
      'a renamed identity with the same grants and another branch',
      granted('a', 'ci', 'main'),
      granted('b', 'build', 'release'),
      [['acme/product/ci', 'renamed', 'acme/product/build']],
    ],
    [
      'an identity with the same grants and another repository',
      granted('a', 'ci', 'main'),
      granted('b', 'build', 'main', 'other'),
      [],
    ],
    [
      'an identity of the repository with another role',
      granted('a', 'ci', 'main'),
      {
        ...granted('b', 'build', 'release'),
        b_role: { type: 'role_binding', in: 'product', identity: 'b', role: 'admin' },
      },
      [],
    ],
    [
      'one deleted identity and two created ones of the repository',
      granted('a', 'ci', 'main'),
      { ...granted('b', 'build', 'release'), ...granted('c', 'deploy', 'production') },
      [],
    ],
    ['an identity with another trust policy', ci('a', 'product', 'ci'), ci('b', 'product', 'build', 'other'), []],
    ['a role with other capabilities', role('a', 'acme', 'r', 'repo.list'), role('b', 'acme', 's', 'repo.create'), []],
    ['an identity with another name in another group', ci('a', 'product', 'ci'), ci('b', 'platform', 'build'), []],
    [
      'two deleted teams and one created',
      { ...team('mobile', 'product', ['ci']), ...team('fleet', 'product', ['ci']) },
      team('apps', 'product', ['ci']),
      [],
    ],
    [
      'one deleted team and two created',
      team('apps', 'product', ['ci']),
      { ...team('mobile', 'product', ['ci']), ...team('fleet', 'product', ['ci']) },
      [],
    ],
    ['a team with other contents', team('mobile', 'product', ['ci']), team('apps', 'product', ['bot']), []],
    ['an empty team', team('mobile', 'product', []), team('apps', 'product', []), []],
    [
      'a team with a single role',
      { ...team('mobile', 'product', []), ...role('a', 'mobile', 'r', 'repo.list') },
      { ...team('apps', 'product', []), ...role('b', 'apps', 'r', 'repo.create') },
      [],
    ],
    [
      'a recreated team at another address',
      team('mobile', 'product', ['ci']),
      team('mobile', 'product', ['ci'], 'other'),
      [],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(hints(reviewEdit({ ...base, ...before }, { ...base, ...after }))).toEqual(expected);
  });
});

describe('a renamed team with groups in it, and another edit', () => {
  const all = { ...base, writer: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } } };
  const shop = (name: string): EditedObjects => ({
    ...team(name, 'product', ['ci', 'bot']),
    ...team('cart', name, ['ci', 'web'], `${name}_cart`),
    ...team('search', name, ['app'], `${name}_search`),
    ...team('stock', name, ['bot', 'web'], `${name}_stock`),
  });
  const renamedShop = shop('sales');
  const edits: Readonly<Record<string, EditedObjects>> = {
    'an added group': { ...renamedShop, ...team('returns', 'sales', ['ci'], 'sales_returns') },
    'a deleted group': Object.fromEntries(
      Object.entries(renamedShop).filter(([label]) => !label.startsWith('sales_stock')),
    ),
    'two changed bindings': Object.fromEntries(
      Object.entries(renamedShop).map(([label, object]) => [
        label,
        /^sales_(?:ci|bot)_reader$/.test(label) ? { ...object, role: 'writer' } : object,
      ]),
    ),
    'an added group and a changed group': {
      ...renamedShop,
      ...team('returns', 'sales', ['ci'], 'sales_returns'),
      ...team('cart', 'sales', ['ci', 'app'], 'sales_cart'),
    },
  };

  test.each(Object.entries(edits))('%s: the team is renamed, and no part of it has moved', (_, after) => {
    const report = reviewEdit({ ...all, ...shop('commerce') }, { ...all, ...after });
    expect(hints(report)).toEqual([['acme/product/commerce', 'renamed', 'acme/product/sales']]);
    expect(report.lookalikes?.[0]?.call).toBe("x.wasAt('platform_group.commerce')");
    expect(formatText(report, { isWhole: true })).not.toContain('cannot move');
    expect(headline(report)).toContain('acme/product/commerce is probably renamed to acme/product/sales');
  });

  test('the headline names a group that is not in the renamed one', () => {
    const report = reviewEdit({ ...all, ...shop('commerce') }, { ...all, ...edits['a deleted group'] });
    expect(headline(report)).toContain('The group acme/product/commerce/stock is deleted, with 4 objects.');
  });

  test.each(['sales', 'trade'])('two teams with the same contents are ambiguous: %s', (other) => {
    const report = reviewEdit(
      { ...all, ...team('mobile', 'product', ['ci', 'bot', 'web']), ...team('fleet', 'product', ['ci', 'bot', 'web']) },
      { ...all, ...team(other, 'product', ['ci', 'bot']) },
    );
    expect(hints(report)).toEqual([]);
  });
});

test('in any tree, a renamed team is found with its whole contents, and only once', () => {
  const identities = fc.uniqueArray(fc.constantFrom('ci', 'bot', 'app', 'web'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(identities, identities, fc.boolean(), (own, inner, hasInner) => {
      const tree = (name: string) => ({
        ...base,
        ...team(name, 'product', own),
        ...(hasInner ? team('ios', name, inner, `${name}_ios`) : {}),
      });
      const report = reviewEdit(tree('mobile'), tree('apps'));
      expect(hints(report)).toEqual([['acme/product/mobile', 'renamed', 'acme/product/apps']]);
      expect(report.lookalikes?.[0]?.blocks).toHaveLength(report.verdict.counts.removed);
    }),
    { numRuns: 30 },
  );
});
