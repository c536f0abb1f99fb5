import fc from 'fast-check';
import {
  builtInRole,
  createAccessGraph,
  diffAccess,
  EVERY_OTHER_CAPABILITY,
  type AccessGraph,
  type AccessInput,
  type AccessRow,
} from '../../../src/access/graph';
import { CAPABILITIES, isKnownCapability } from '../../../src/model/api';
import { search } from '../../support/search';
import { Model, twoOrganizations } from './arbitrary-organization';

/** As a program would read the rows that knows nothing but the paths of the groups. */
function expanded(rows: readonly AccessRow[], graph: AccessGraph): string[] {
  const isWithin = (path: string, scope: string) => path === scope || path.startsWith(`${scope}/`);
  return rows.flatMap(({ identity, group, except, capabilities }) =>
    graph.groups
      .map(({ path }) => path)
      .filter((path) => isWithin(path, group) && !except.some((other) => isWithin(path, other)))
      .flatMap((path) => capabilities.map((capability) => `${identity} ${capability} ${path}`)),
  );
}

describe('the diff, against the definition', () => {
  it('expanded, the rows are exactly the changes, without duplicates', () => {
    fc.assert(
      fc.property(twoOrganizations(), ([before, after]) => {
        const [was, is] = [createAccessGraph(before), createAccessGraph(after)];
        const inRoles = [was, is].flatMap(({ roles }) => roles.flatMap(({ capabilities }) => capabilities));
        const names = [...new Set([...CAPABILITIES, ...inRoles, 'never.named'])];
        const [heldBefore, heldAfter] = [new Model(before).triples(names), new Model(after).triples(names)];
        const { gained, lost } = diffAccess(was, is);
        const named = (triple: string) => triple.replace(' never.named ', ` ${EVERY_OTHER_CAPABILITY} `);
        expect(expanded(gained, is).sort()).toEqual(
          [...heldAfter]
            .filter((one) => !heldBefore.has(one))
            .map(named)
            .sort(),
        );
        expect(expanded(lost, was).sort()).toEqual(
          [...heldBefore]
            .filter((one) => !heldAfter.has(one))
            .map(named)
            .sort(),
        );
      }),
      { numRuns: 200 * search },
    );
  });

  it('each row names the grants that bring it, and only these', () => {
    fc.assert(
      fc.property(twoOrganizations(), ([before, after]) => {
        const [was, is] = [createAccessGraph(before), createAccessGraph(after)];
        const { gained, lost } = diffAccess(was, is);
        for (const [rows, graph] of [
          [gained, is],
          [lost, was],
        ] as const)
          for (const row of rows) {
            const bringing = graph.identity(row.identity).grants.filter(({ group, role }) => {
              // A capability outside the table may have a name in another role of the graph.
              const gives = (name: string) =>
                role.capabilities.includes(name) || (role.holdsUnknown && !isKnownCapability(name));
              const isAbove = row.group === group.path || row.group.startsWith(`${group.path}/`);
              return isAbove && row.capabilities.some(gives);
            });
            expect(row.through.map(({ grant }) => grant).sort()).toEqual(bringing.map(({ key }) => key).sort());
          }
      }),
    );
  });

  it('turned round, what is gained is lost', () => {
    fc.assert(
      fc.property(twoOrganizations(true), ([before, after]) => {
        const [was, is] = [createAccessGraph(before), createAccessGraph(after)];
        const { gained, lost } = diffAccess(was, is);
        expect(diffAccess(is, was)).toEqual({ gained: lost, lost: gained });
      }),
    );
  });

  it('what did not change has no rows, also where names are not unique', () => {
    fc.assert(
      fc.property(twoOrganizations(true), ([, after]) => {
        expect(diffAccess(createAccessGraph(after), createAccessGraph(after))).toEqual({ gained: [], lost: [] });
      }),
    );
  });

  it('by key, new names and new keys alone change nothing', () => {
    fc.assert(
      fc.property(twoOrganizations(), ([, after]) => {
        const renamed = <T extends { readonly key: string; readonly name: string }>(nodes: readonly T[]) =>
          nodes.map((node) => ({ ...node, name: `${node.name} of ${node.key}` }));
        const other = { ...after, groups: renamed(after.groups), identities: renamed(after.identities) };
        const [was, is] = [createAccessGraph(after), createAccessGraph(other)];
        expect(diffAccess(was, is, { matchBy: 'key' })).toEqual({ gained: [], lost: [] });
      }),
    );
  });
});

describe('the diff, by example', () => {
  const base = {
    groups: [
      { key: 'acme', name: 'acme' },
      { key: 'pay', name: 'payments', parent: 'acme' },
      { key: 'cards', name: 'cards', parent: 'pay' },
    ],
    identities: [{ key: 'ci', name: 'ci', group: 'acme' }],
    roles: [
      { key: 'reader', name: 'reader', group: 'acme', capabilities: ['groups.list', 'repo.list'] },
      { key: 'lister', name: 'lister', group: 'acme', capabilities: ['groups.list'] },
      builtInRole('owner'),
    ],
  };
  const bound = (...grants: (readonly [string, string])[]): AccessInput => ({
    ...base,
    grants: grants.map(([role, group]) => ({ key: `${role} in ${group}`, identity: 'ci', role, group })),
  });
  const diff = (before: AccessInput, after: AccessInput, matchBy?: 'key') =>
    diffAccess(createAccessGraph(before), createAccessGraph(after), { matchBy });
  const through = (role: string, key: string, group: string) => [
    { grant: `${role} in ${key}`, source: 'role_binding', role: `acme/${role}`, group },
  ];

  it('a grant that was inherited already changes nothing, nor does the end of one of two that overlap', () => {
    const [one, both] = [bound(['reader', 'acme']), bound(['reader', 'acme'], ['lister', 'pay'])];
    expect(diff(one, both)).toEqual({ gained: [], lost: [] });
    expect(diff(both, one)).toEqual({ gained: [], lost: [] });
  });

  it('what was held in a part already is an exception, capability by capability', () => {
    expect(diff(bound(['lister', 'pay']), bound(['reader', 'acme'], ['lister', 'pay']))).toEqual({
      gained: [
        {
          identity: 'acme/ci',
          group: 'acme',
          except: ['acme/payments'],
          capabilities: ['groups.list'],
          through: through('reader', 'acme', 'acme'),
        },
        {
          identity: 'acme/ci',
          group: 'acme',
          except: [],
          capabilities: ['repo.list'],
          through: through('reader', 'acme', 'acme'),
        },
      ],
      lost: [],
    });
  });

  it('a recreated group of the same name matches; a renamed one matches by key only', () => {
    const before = bound(['lister', 'pay']);
    const again = { ...before, groups: base.groups.map((group) => ({ ...group, name: group.name })) };
    const pay2 = [base.groups[0]!, { ...base.groups[1]!, key: 'pay2' }, { ...base.groups[2]!, parent: 'pay2' }];
    expect(
      diff(again, { ...before, groups: pay2, grants: [{ key: 'new', identity: 'ci', role: 'lister', group: 'pay2' }] }),
    ).toEqual({ gained: [], lost: [] });
    const renamed = { ...before, groups: [base.groups[0]!, { ...base.groups[1]!, name: 'money' }, base.groups[2]!] };
    const groupsOf = (rows: readonly AccessRow[]) => rows.map(({ group }) => group);
    const byPath = diff(before, renamed);
    expect([groupsOf(byPath.gained), groupsOf(byPath.lost)]).toEqual([['acme/money'], ['acme/payments']]);
    expect(diff(before, renamed, 'key')).toEqual({ gained: [], lost: [] });
  });

  it('by key, a group that took the name of one that went is not mistaken for it', () => {
    const beside = { key: 'b', name: 'beside', parent: 'acme' };
    const before = { ...bound(['lister', 'pay']), groups: [...base.groups, beside] };
    const after = { ...base, groups: [base.groups[0]!, { ...beside, name: 'payments' }] };
    expect(diff(before, after, 'key').lost.map(({ group }) => group)).toEqual(['acme/payments#pay']);
  });

  it('what is gained above a group that went does not name it', () => {
    const after = { ...bound(['lister', 'acme']), groups: base.groups.slice(0, 1) };
    expect(diff(bound(), after).gained).toMatchObject([{ group: 'acme', except: [] }]);
  });

  it('a new group in a group is gained by who is bound above', () => {
    const before = bound(['lister', 'acme']);
    const after = { ...before, groups: [...base.groups, { key: 'new', name: 'new', parent: 'pay' }] };
    expect(diff(before, after).gained).toEqual([
      {
        identity: 'acme/ci',
        group: 'acme/payments/new',
        except: [],
        capabilities: ['groups.list'],
        through: through('lister', 'acme', 'acme'),
      },
    ]);
  });

  it('an owner gains what no role names, also a name that only the other graph knows', () => {
    const named = { ...bound(), roles: [...base.roles, { key: 'x', name: 'x', capabilities: ['figs.create'] }] };
    const [row] = diff(named, bound(['owner', 'pay'])).gained;
    expect(row!.capabilities).toEqual(expect.arrayContaining(['figs.create', EVERY_OTHER_CAPABILITY]));
  });
});
