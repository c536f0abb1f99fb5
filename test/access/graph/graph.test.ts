import { accessData, builtInRole, createAccessGraph, type RoleInput } from '../../../src/access/graph';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const child = `${root}/0123456789abcdef`;

describe('the graph', () => {
  it('gives every node its path of names', () => {
    const graph = createAccessGraph({
      groups: [
        { key: child, name: 'payments', parent: root },
        { key: root, name: 'acme' },
      ],
      identities: [
        { key: `${child}/00000000deadbeef`, name: 'ci', group: child },
        { key: 'ada', name: 'ada@example.com' },
      ],
      roles: [
        builtInRole('owner'),
        { key: 'r', name: 'auditor', group: root, capabilities: ['CAP_REPO_LIST', 'figs.create'] },
      ],
    });
    expect(graph.groups.map(({ path, order, end }) => [path, order, end])).toEqual([
      ['acme', 0, 1],
      ['acme/payments', 1, 1],
    ]);
    expect(graph.identities.map(({ path, assumption }) => [path, assumption])).toEqual([
      ['acme/payments/ci', undefined],
      ['ada@example.com', 'sign_in'],
    ]);
    expect(graph.roles.map(({ path }) => path)).toEqual(['acme/auditor', 'owner']);
    expect(graph.role('acme/auditor').capabilities).toEqual(['figs.create', 'repo.list']);
  });

  it('tells equal paths apart by the end of the key, and what lies beneath them, too', () => {
    const graph = createAccessGraph({
      groups: [
        { key: root, name: 'acme' },
        { key: child, name: 'payments', parent: root },
        { key: 'module.a["x/y%"].platform_group.p', name: 'payments', parent: root },
        { key: 'inner', name: 'inner', parent: child },
      ],
    });
    expect(graph.groups.map(({ path }) => path)).toEqual([
      'acme',
      'acme/payments#0123456789abcdef',
      'acme/payments#0123456789abcdef/inner',
      'acme/payments#module.a["x%2Fy%25"].platform_group.p',
    ]);
  });

  it('adds groups and identities that only their uids are known of', () => {
    const { groups, identities } = createAccessGraph({
      roles: [builtInRole('viewer')],
      grants: [
        { key: 'g', identity: `${child}/00000000deadbeef`, role: 'viewer', group: child },
        { key: 'h', identity: 'f'.repeat(40), role: 'viewer', group: child },
      ],
    });
    expect(groups.map(({ path, implied }) => [path, implied])).toEqual([
      [root, true],
      [`${root}/0123456789abcdef`, true],
    ]);
    expect(identities.map(({ path, implied, assumption }) => [path, implied, assumption])).toEqual([
      [`${root}/0123456789abcdef/00000000deadbeef`, true, undefined],
      ['f'.repeat(40), true, undefined],
    ]);
  });

  it.each([
    [
      'two groups "a"',
      {
        groups: [
          { key: 'a', name: 'a' },
          { key: 'a', name: 'b' },
        ],
      },
    ],
    [
      'two identities "a"',
      {
        identities: [
          { key: 'a', name: 'a' },
          { key: 'a', name: 'b' },
        ],
      },
    ],
    ['group "a" refers to a group that is not in the graph: "b"', { groups: [{ key: 'a', name: 'a', parent: 'b' }] }],
    [
      'identity "a" refers to a group that is not in the graph: "b"',
      { identities: [{ key: 'a', name: 'a', group: 'b' }] },
    ],
    [
      'grant "g" names a role that the graph does not have: "r"',
      {
        groups: [{ key: 'a', name: 'a' }],
        identities: [{ key: 'i', name: 'i' }],
        grants: [{ key: 'g', identity: 'i', role: 'r', group: 'a' }],
      },
    ],
    [
      'grant "g" names an identity that the graph does not have: "i"',
      {
        groups: [{ key: 'a', name: 'a' }],
        roles: [builtInRole('owner')],
        grants: [{ key: 'g', identity: 'i', role: 'owner', group: 'a' }],
      },
    ],
    [
      'group "a" is beneath itself',
      {
        groups: [
          { key: 'a', name: 'a', parent: 'b' },
          { key: 'b', name: 'b', parent: 'a' },
        ],
      },
    ],
  ])('refuses with: %s', (message, input) => {
    expect(() => createAccessGraph(input)).toThrow(
      new TypeError(message.startsWith('two') ? `there are ${message}` : message),
    );
  });

  describe('leaves out grants that the service refuses', () => {
    const [acme, payments, shop] = ['a'.repeat(40), `${'a'.repeat(40)}/${'1'.repeat(16)}`, 'platform_group.shop'];
    const groups = [
      { key: acme, name: 'acme' },
      { key: payments, name: 'payments', parent: acme },
      { key: shop, name: 'shop', parent: acme },
      { key: 'platform_group.till', name: 'till', parent: payments },
    ];
    const identities = [{ key: 'ci', name: 'ci', group: acme }];
    const granted = (role: RoleInput, group: string) => {
      const grants = [{ key: 'g', identity: 'ci', role: role.key, group }];
      const graph = createAccessGraph({ groups, identities, roles: [role], grants });
      expect(graph.grants.length + graph.refusedGrants.length).toBe(1);
      expect(graph.identity('ci').grants).toEqual(graph.grants);
      expect(createAccessGraph(accessData(graph)).refusedGrants).toHaveLength(graph.refusedGrants.length);
      return graph.grants.length === 1;
    };

    it('for a role outside of its group', () => {
      const role = { key: 'r', name: 'r', group: payments, capabilities: ['groups.list'] };
      const allowed = [acme, payments, shop, 'platform_group.till'].map((group) => granted(role, group));
      expect(allowed).toEqual([false, true, false, true]);
      expect(granted(builtInRole('owner'), shop)).toBe(true);
    });

    it('for a role that is known only by uid', () => {
      const role = { key: `${payments}/${'2'.repeat(16)}`, name: 'r', capabilities: ['groups.list'] };
      expect([acme, payments, shop, 'platform_group.till'].map((group) => granted(role, group))).toEqual([
        ...[false, true, false, true],
      ]);
    });

    it('for sign-in to a group that is not a root group', () => {
      const at = (group: string) => {
        const grants = [{ key: 'idp', source: 'identity_provider', role: 'owner', group } as const];
        return createAccessGraph({ groups, roles: [builtInRole('owner')], grants });
      };
      expect(at(acme).grants).toHaveLength(1);
      expect(at(payments)).toMatchObject({ grants: [], refusedGrants: [{ key: 'idp' }] });
    });
  });

  it('knows the built-in roles, and no other', () => {
    expect(builtInRole('owner', 'uid')).toMatchObject({ key: 'uid', name: 'owner', holdsUnknown: true });
    expect(() => builtInRole('king')).toThrow('there is no built-in role "king"');
  });

  it.each([
    ['groups', { key: 'x', name: 'x' }],
    ['identities', { key: 'x', name: 'x', group: 'g' }],
    ['roles', { key: 'x', name: 'x', capabilities: [] }],
    ['grants', { key: 'x', identity: 'i', role: 'r', group: 'g' }],
  ] as const)('names %s that occur twice', (kind, object) => {
    const input = {
      groups: [{ key: 'g', name: 'g' }],
      identities: [{ key: 'i', name: 'i', group: 'g' }],
      roles: [{ key: 'r', name: 'r', capabilities: [] }],
      grants: [],
    };
    const twice = { ...input, [kind]: [...input[kind], object, object] };
    expect(() => createAccessGraph(twice)).toThrow(`there are two ${kind} "x"`);
  });

  it('is as deep as you like', () => {
    const groups = Array.from({ length: 20_000 }, (_, n) => ({
      key: `g${n}`,
      name: 'g',
      parent: n === 0 ? undefined : `g${n - 1}`,
    }));
    expect(createAccessGraph({ groups }).group('g19999').order).toBe(19_999);
  });
});
