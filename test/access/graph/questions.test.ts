// @slow
import fc from 'fast-check';
import {
  builtInRole,
  capabilitiesAt,
  createAccessGraph,
  EVERY_OTHER_CAPABILITY,
  holds,
  isRedundant,
  whereCan,
  whoCan,
  why,
} from '../../../src/access/graph';
import { CAPABILITIES } from '../../../src/model/api';
import { askedCapabilities, Model, organizations, type Organization } from './arbitrary-organization';

const acme = createAccessGraph({
  groups: [
    { key: 'acme', name: 'acme' },
    { key: 'pay', name: 'payments', parent: 'acme' },
    { key: 'cards', name: 'cards', parent: 'pay' },
    { key: 'shop', name: 'shop', parent: 'acme' },
  ],
  identities: [
    { key: 'ci', name: 'ci', group: 'pay' },
    { key: 'ada', name: 'ada@example.com' },
  ],
  roles: [
    builtInRole('viewer'),
    builtInRole('owner'),
    { key: 'apk', name: 'apk', group: 'acme', capabilities: ['figs.create'] },
  ],
  grants: [
    { key: 'ci-views', identity: 'ci', role: 'viewer', group: 'pay' },
    { key: 'ci-views-cards', identity: 'ci', role: 'viewer', group: 'cards' },
    { key: 'ada-owns', identity: 'ada', role: 'owner', group: 'acme' },
    { key: 'ada-apk', identity: 'ada', role: 'apk', group: 'shop' },
    { key: 'invite', source: 'group_invite', role: 'viewer', group: 'shop' },
    { key: 'idp', source: 'identity_provider', name: 'corp', role: 'viewer', group: 'acme' },
  ],
});

describe('the questions, by example', () => {
  it('holds: in the group of the grant and beneath, and nowhere else', () => {
    expect(
      ['acme', 'acme/payments', 'acme/payments/cards', 'acme/shop'].map((group) =>
        holds(acme, 'ci', 'groups.list', group),
      ),
    ).toEqual([false, true, true, false]);
    expect(holds(acme, 'acme/payments/ci', 'groups.update', 'pay')).toBe(false);
  });

  it('a capability has two representations, and owner holds the unknown ones', () => {
    expect(holds(acme, 'ci', 'CAP_IAM_GROUPS_LIST', 'pay')).toBe(true);
    expect(holds(acme, 'ada@example.com', 'rocket.launch', 'shop')).toBe(true);
    expect(holds(acme, 'ci', 'rocket.launch', 'pay')).toBe(false);
  });

  it('capabilitiesAt: dotted names, those that a role made known, and a sign for all others', () => {
    expect(capabilitiesAt(acme, 'ci', 'acme')).toEqual([]);
    const held = capabilitiesAt(acme, 'ada', 'pay');
    expect(held).toEqual(expect.arrayContaining(['figs.create', 'groups.create', 'repo.blobs.get']));
    expect(held.at(-1)).toBe(EVERY_OTHER_CAPABILITY);
  });

  it('whoCan: by path, with the grants, and anyone who may come', () => {
    const holders = whoCan(acme, 'groups.list', 'acme/shop');
    expect(holders.map(({ identity, grants }) => [identity.path, grants.map(({ key }) => key)])).toEqual([
      ['acme/(anyone who signs in through corp)', ['idp']],
      ['acme/shop/(anyone who accepts an invite)', ['invite']],
      ['ada@example.com', ['ada-owns']],
    ]);
  });

  it('whereCan: the topmost groups', () => {
    expect(whereCan(acme, 'ci', 'groups.list').map(({ path }) => path)).toEqual(['acme/payments']);
    expect(whereCan(acme, 'ada', 'figs.create').map(({ path }) => path)).toEqual(['acme']);
    expect(whereCan(acme, 'ci', 'groups.update')).toEqual([]);
  });

  it('why: every grant, its role, and the way down', () => {
    const reasons = why(acme, 'ci', 'groups.list', 'cards');
    expect(reasons.map(({ grant, role, path }) => [grant.key, role.path, path.map((group) => group.path)])).toEqual([
      ['ci-views-cards', 'viewer', ['acme/payments/cards']],
      ['ci-views', 'viewer', ['acme/payments', 'acme/payments/cards']],
    ]);
    expect(why(acme, 'ci', 'groups.list', 'shop')).toEqual([]);
  });

  it('a grant is redundant if others give the same', () => {
    const redundant = acme.grants.filter((grant) => isRedundant(acme, grant)).map(({ key }) => key);
    expect(redundant).toEqual(['ci-views-cards', 'ada-apk']);
  });

  it('say what the graph does not have', () => {
    expect(() => holds(acme, 'bob', 'groups.list', 'acme')).toThrow('the graph has no identity "bob"');
    expect(() => whoCan(acme, 'groups.list', 'acme/none')).toThrow('the graph has no group "acme/none"');
  });
});

describe('the questions, against the definition', () => {
  const check = (property: (organization: Organization, model: Model) => void) =>
    fc.assert(fc.property(organizations, (organization) => property(organization, new Model(organization))));

  it('holds', () => {
    check((organization, model) => {
      const graph = createAccessGraph(organization);
      const wrong = model.identities().flatMap(({ key, path }) =>
        organization.groups.flatMap((group) =>
          askedCapabilities
            .filter((capability) => {
              const expected = model.holds(key, capability, group.key);
              const found = [[key, group.key] as const, [path, model.path(group.key)] as const];
              return found.some(([identity, where]) => holds(graph, identity, capability, where) !== expected);
            })
            .map((capability) => ({ path, group: group.key, capability })),
        ),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('capabilitiesAt', () => {
    check((organization, model) => {
      const graph = createAccessGraph(organization);
      const inRoles = graph.roles.flatMap(({ capabilities }) => capabilities);
      const names = [...new Set([...CAPABILITIES, ...inRoles])].sort();
      for (const { key } of model.identities())
        for (const group of organization.groups) {
          const held = names.filter((name) => model.holds(key, name, group.key));
          const others = model.holds(key, 'never.named', group.key) ? [EVERY_OTHER_CAPABILITY] : [];
          expect(capabilitiesAt(graph, key, group.key)).toEqual([...held, ...others]);
        }
    });
  });

  it('whoCan, whereCan and why', () => {
    check((organization, model) => {
      const graph = createAccessGraph(organization);
      const groupKeys = organization.groups.map(({ key }) => key);
      for (const capability of askedCapabilities) {
        for (const group of groupKeys) {
          const expected = model.identities().filter(({ key }) => model.holds(key, capability, group));
          expect(whoCan(graph, capability, group).map(({ identity }) => identity.path)).toEqual(
            expected.map(({ path }) => path).sort(),
          );
        }
        for (const { key } of model.identities()) {
          const where = groupKeys.filter((group) => model.holds(key, capability, group));
          const topmost = where.filter(
            (group) =>
              !model
                .upwards(group)
                .slice(1)
                .some((above) => where.includes(above)),
          );
          expect(
            whereCan(graph, key, capability)
              .map((group) => group.key)
              .sort(),
          ).toEqual(topmost.sort());
          const reasons = groupKeys.map((group) => why(graph, key, capability, group));
          expect(groupKeys.filter((_, index) => reasons[index]!.length > 0)).toEqual(where);
          const ways = reasons.map((found) => found.map(({ path }) => path.map((node) => node.key)));
          expect(ways).toEqual(
            groupKeys.map((group, index) => {
              const above = model.upwards(group);
              return reasons[index]!.map(({ grant }) => above.slice(0, above.indexOf(grant.group.key) + 1).reverse());
            }),
          );
        }
      }
    });
  });

  it('what is redundant can go, and nothing else', () => {
    check((organization, model) => {
      const graph = createAccessGraph(organization);
      const names = [...new Set(graph.roles.flatMap(({ capabilities }) => capabilities)), 'never.named'];
      for (const grant of graph.grants) {
        const without = new Model({
          ...organization,
          grants: organization.grants.filter(({ key }) => key !== grant.key),
        });
        const isSame = organization.groups.every((group) =>
          names.every(
            (name) =>
              model.holds(grant.identity.key, name, group.key) === without.holds(grant.identity.key, name, group.key),
          ),
        );
        expect(isRedundant(graph, grant)).toBe(isSame);
      }
    });
  });
});
