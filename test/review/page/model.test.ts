import { builtInRole, type AccessInput } from '../../../src/access/graph';
import type { PageFinding, PageObject, PageReview } from '../../../src/review/page/data';
import { createModel } from '../../../src/review/page/model';
import { dataOf } from './page-data';

const organization: AccessInput = {
  groups: [
    { key: 'g1', name: 'acme' },
    { key: 'g2', name: 'shop', parent: 'g1' },
  ],
  identities: [
    { key: 'i1', name: 'ci', group: 'g2' },
    { key: 'p1', name: 'ada@acme.example' },
  ],
  roles: [builtInRole('owner')],
  grants: [{ key: 'b1', identity: 'i1', role: builtInRole('owner').key, group: 'g1' }],
};
const object = (more: Partial<PageObject> & Pick<PageObject, 'kind' | 'name' | 'path'>): PageObject => ({
  status: 'kept',
  ...more,
});

test('a node is in its group, and people and built-in roles have their own nodes', () => {
  const model = createModel(dataOf(organization));
  expect(model.roots.map(({ label }) => label)).toEqual(['acme', 'People', 'Built-in roles']);
  expect(model.byPath('identity', 'acme/shop/ci')?.parent?.path).toBe('acme/shop');
  expect(model.byPath('identity', 'ada@acme.example')?.parent?.label).toBe('People');
  expect(model.byPath('role', 'owner')?.parent?.label).toBe('Built-in roles');
});

test('a renamed group is one node, with its keys on both sides', () => {
  const renamed = {
    ...organization,
    groups: [
      { key: 'g1', name: 'acme' },
      { key: 'g2', name: 'store', parent: 'g1' },
    ],
  };
  const model = createModel(dataOf(organization, renamed));
  expect(model.sides.map(({ name }) => name)).toEqual(['before', 'after']);
  expect(model.find('before', 'group', 'g2')).toBe(model.find('after', 'group', 'g2'));
  expect(model.find('after', 'group', 'g2')?.label).toBe('store');
});

test('groups count the changes that they contain', () => {
  const side = { key: 'i1', group: 'g2', fields: {} };
  const objects = [
    object({ kind: 'identity', node: 'identity', name: 'ci', path: 'acme/shop/ci', status: 'added', after: side }),
    ...['g1', 'g2'].map((key, index) =>
      object({
        ...{
          kind: 'group',
          node: 'group',
          name: ['acme', 'shop'][index] ?? '',
          path: ['acme', 'acme/shop'][index] ?? '',
        },
        after: { key, ...(index === 1 && { group: 'g1' }), fields: {} },
      }),
    ),
  ];
  const model = createModel({ ...dataOf(organization), objects });
  expect(model.byPath('group', 'acme')?.total).toEqual({ added: 1, removed: 0, changed: 0, findings: 0 });
});

test('a role is unknown if only its uid is known', () => {
  const data = { ...dataOf(organization), unknownRoles: [builtInRole('owner').key] };
  const model = createModel(data);
  expect(model.sides[0]?.graph.roles.map((role) => model.isUnknown(role))).toEqual([true]);
});

test('a mapping of an external group shows its role and its group of people', () => {
  const mapping: AccessInput = {
    groups: [{ key: 'g', name: 'acme' }],
    roles: [{ key: 'r', name: 'auditor', group: 'g', capabilities: ['groups.list'] }],
    grants: [{ key: 'm1', role: 'r', group: 'g', source: 'external_group_role_mapping', name: 'security' }],
  };
  const one = object({ kind: 'external group role mapping', name: '73b95a0d', path: 'acme/73b95a0d' });
  const after = { key: 'm1', group: 'g', fields: {} };
  const { nodes } = createModel({ ...dataOf(mapping), objects: [{ ...one, node: 'grant', after }] });
  expect(nodes.map(({ label }) => label)).toContain('auditor ← anyone in security');
});

test('each finding counts once in each group, as in the summary, and a merged one once for all of its objects', () => {
  const cause = { key: 'trust policy of acme/shop/ci', text: ['The new identity'] };
  const finding = (id: string, more: object = {}): PageFinding => ({
    ...({ id, severity: 'high', subject: id, reason: [], accept: id, object: 0 } as const),
    ...more,
  });
  const objects = [
    object({
      ...{ kind: 'identity', node: 'identity', name: 'ci', path: 'acme/shop/ci' },
      after: { key: 'i1', group: 'g2', fields: {} },
    }),
    object({ kind: 'group', node: 'group', name: 'acme', path: 'acme', after: { key: 'g1', fields: {} } }),
  ];
  const findings = [finding('a', { cause }), finding('b', { cause }), finding('c', { object: 1 })];
  const merged = finding('d', {
    affected: [0, 1].map((at) => ({ severity: 'high', subject: `d${at}`, reason: [], object: at })),
  });
  const review = { findings: [...findings, merged] } as unknown as PageReview;
  const model = createModel({ ...dataOf(organization), objects, review });
  expect(model.byPath('identity', 'acme/shop/ci')?.total.findings).toBe(3);
  expect(model.byPath('group', 'acme')?.total.findings).toBe(4);
});

test('an identity that strangers can assume has a warning, and so have its grants', () => {
  const objects: PageObject[] = [
    object({ kind: 'identity', node: 'identity', name: 'ci', path: 'acme/shop/ci', after: { key: 'i1', fields: {} } }),
    object({ kind: 'role binding', node: 'grant', name: 'b1', path: 'b1', after: { key: 'b1', fields: {} } }),
    object({ kind: 'group', node: 'group', name: 'acme', path: 'acme', after: { key: 'g1', fields: {} } }),
  ];
  const review = { findings: [], strangers: { 'acme/shop/ci': 'undeclared owner' } } as unknown as PageReview;
  const toWarnings = (all: readonly PageObject[], more: object) =>
    createModel({ ...dataOf(organization), objects: all, ...more }).nodes.map(({ warning }) => warning);
  expect(toWarnings(objects, { review }).slice(0, 3)).toEqual(['undeclared owner', 'undeclared owner', undefined]);
  const exposure = { to: 'outsiders' as const, text: 'Outsiders can assume it: the owner evilcorp' };
  const exposed = objects.slice(0, 1).map((one) => ({ ...one, after: { key: 'i1', fields: {}, exposure } }));
  expect(toWarnings(exposed, {})[0]).toBe('outsiders');
});
