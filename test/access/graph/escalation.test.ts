import fc from 'fast-check';
import {
  builtInRole,
  createAccessGraph,
  escalationPaths,
  EVERY_OTHER_CAPABILITY,
  holds,
  newEscalationPaths,
  type AccessGraph,
  type AccessInput,
  type EscalationPath,
  type GrantInput,
} from '../../../src/access/graph';
import { CAPABILITIES } from '../../../src/model/api';
import { organizations, twoOrganizations } from './arbitrary-organization';

/** Returns the identities that `path` can become in one step, by definition. */
function becomes(graph: AccessGraph, path: string): string[] {
  return graph.identities
    .filter(({ group, grantedBy }) => {
      if (group === undefined || grantedBy === 'group_invite') return false;
      const may = (capability: string) => holds(graph, path, capability, group.key);
      return grantedBy === undefined
        ? may('identity.update')
        : may('identity_providers.update') && may('role_bindings.create');
    })
    .map((identity) => identity.path);
}

/** Returns the identities that `path` can become in any number of steps. */
function everybodyFrom(graph: AccessGraph, path: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const other of becomes(graph, next)) if (!reached.has(other)) waiting.push(reached.add(other) && other);
  return reached;
}

const namesIn = (...graphs: readonly AccessGraph[]) => {
  const inRoles = graphs.flatMap(({ roles }) => roles.flatMap(({ capabilities }) => capabilities));
  return [...new Set([...CAPABILITIES, ...inRoles, 'never.named'])];
};
const shown = (name: string) => (name === 'never.named' ? EVERY_OTHER_CAPABILITY : name);

/** Returns the capabilities that the paths of an identity give in a group, including gains under it. */
function gainedAt(paths: readonly EscalationPath[], identity: string, group: string): Set<string> {
  return new Set(
    paths
      .filter((path) => path.identity === identity)
      .flatMap(({ gains }) => gains)
      .filter((gain) => group === gain.group || group.startsWith(`${gain.group}/`))
      .flatMap(({ capabilities }) => capabilities),
  );
}

const escalations = organizations.map((organization) => {
  const graph = createAccessGraph(organization);
  return { graph, paths: escalationPaths(graph), names: namesIn(graph) };
});

describe('escalation paths, against the definition', () => {
  it('lead to everything that can be had, and to nothing else', () => {
    fc.assert(
      fc.property(escalations, ({ graph, paths, names }) => {
        for (const { path: identity } of graph.identities) {
          const others = [...everybodyFrom(graph, identity)];
          for (const { path: group } of graph.groups) {
            const own = new Set(names.filter((name) => holds(graph, identity, name, group)).map(shown));
            const had = names.filter((name) => others.some((other) => holds(graph, other, name, group))).map(shown);
            const gained = gainedAt(paths, identity, group);
            expect(had.filter((name) => !own.has(name) && !gained.has(name))).toEqual([]);
            expect([...gained].filter((name) => !had.includes(name))).toEqual([]);
            const here = paths.filter((path) => path.identity === identity).flatMap(({ gains }) => gains);
            for (const gain of here.filter((escalationGain) => escalationGain.group === group))
              expect(gain.capabilities.filter((name) => own.has(name))).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the shortest chains, and each step is possible', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        const graph = createAccessGraph(organization);
        for (const { identity, steps } of escalationPaths(graph)) {
          const becoming = steps.filter(({ kind }) => kind !== 'bind');
          let actor = identity;
          for (const step of becoming) {
            expect(step.actor).toBe(actor);
            expect(becomes(graph, actor)).toContain(step.target);
            for (const name of step.capabilities) expect(holds(graph, actor, name, step.group)).toBe(true);
            expect(step.through.length).toBeGreaterThan(0);
            actor = step.target;
          }
          expect(becoming.length).toBe(distance(graph, identity, actor));
          for (const bind of steps.slice(becoming.length)) {
            const capabilities = ['role_bindings.create'];
            expect(bind).toMatchObject({ kind: 'bind', actor, target: identity, capabilities });
            expect(holds(graph, actor, 'role_bindings.create', bind.group)).toBe(true);
          }
        }
      }),
    );
  });

  it('lead to each capability with the fewest steps', () => {
    fc.assert(
      fc.property(escalations, ({ graph, paths, names }) => {
        for (const { path: identity } of graph.identities) {
          const distances = [...everybodyFrom(graph, identity)].map(
            (other) => [other, distance(graph, identity, other)] as const,
          );
          const own = paths.filter((path) => path.identity === identity);
          for (const { path: group } of graph.groups)
            for (const name of names) {
              const holders = distances.filter(([other]) => holds(graph, other, name, group));
              if (holders.length === 0 || holds(graph, identity, name, group)) continue;
              const leading = own.filter((path) => gainedAt([path], identity, group).has(shown(name)));
              const steps = leading.map((path) => path.steps.filter(({ kind }) => kind !== 'bind').length);
              expect(Math.min(...steps)).toBe(Math.min(...holders.map(([, far]) => far)));
            }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('do not depend on the order of the input', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        const reversed = Object.fromEntries(
          Object.entries(organization).map(([name, objects]) => [name, [...(objects as readonly unknown[])].reverse()]),
        );
        const paths = escalationPaths(createAccessGraph(organization));
        expect(escalationPaths(createAccessGraph(reversed))).toEqual(paths);
      }),
      { numRuns: 300 },
    );
  });

  it('are new if nothing led there before', () => {
    fc.assert(
      fc.property(twoOrganizations(), ([before, after]) => {
        const [was, is] = [createAccessGraph(before), createAccessGraph(after)];
        const names = namesIn(was, is);
        const found = newEscalationPaths(was, is);
        const has = (graph: AccessGraph, path: string) => graph.identities.some((identity) => identity.path === path);
        const canHave = (graph: AccessGraph, identity: string, name: string, group: string) =>
          [identity, ...everybodyFrom(graph, identity)].some((one) => holds(graph, one, name, group));
        for (const { path: identity } of is.identities)
          for (const { path: group } of is.groups) {
            if (!was.groups.some(({ path }) => path === group)) continue;
            const gained = gainedAt(found, identity, group);
            for (const name of names) {
              const isNew =
                canHave(is, identity, name, group) &&
                !holds(is, identity, name, group) &&
                !(has(was, identity) && canHave(was, identity, name, group));
              if (isNew) expect(gained).toContain(shown(name));
            }
          }
        for (const path of found)
          for (const gain of path.gains) {
            if (!has(was, path.identity) || !was.groups.some((group) => group.path === gain.group)) continue;
            const known = names.filter((name) => canHave(was, path.identity, name, gain.group)).map(shown);
            expect(gain.capabilities.filter((name) => known.includes(name))).toEqual([]);
          }
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns the number of steps from one to the other. */
function distance(graph: AccessGraph, from: string, to: string): number {
  let reached = new Set(becomes(graph, from));
  for (let steps = 1; steps < 20; steps++) {
    if (reached.has(to)) return steps;
    reached = new Set([...reached].flatMap((one) => becomes(graph, one)));
  }
  return Number.NaN;
}

describe('escalation paths, by example', () => {
  const base = {
    groups: [
      { key: 'acme', name: 'acme' },
      { key: 'dev', name: 'dev', parent: 'acme' },
      { key: 'ops', name: 'ops', parent: 'acme' },
    ],
    identities: [
      { key: 'ci', name: 'ci', group: 'dev' },
      { key: 'bot', name: 'bot', group: 'dev' },
      { key: 'deployer', name: 'deployer', group: 'ops' },
    ],
    roles: [
      { key: 'editor of identities', name: 'identity-editor', group: 'acme', capabilities: ['identity.update'] },
      builtInRole('owner'),
      builtInRole('viewer'),
    ],
  };
  const grants: GrantInput[] = [
    { key: '1', identity: 'ci', role: 'editor of identities', group: 'dev' },
    { key: '2', identity: 'bot', role: 'editor of identities', group: 'ops' },
    { key: '3', identity: 'deployer', role: 'owner', group: 'acme' },
  ];
  const graphOf = (input: AccessInput) => createAccessGraph({ ...base, ...input });

  it('three steps: through two identities, and then permanently', () => {
    const [first, path] = escalationPaths(graphOf({ grants })).filter(({ identity }) => identity === 'acme/dev/ci');
    expect(first).toMatchObject({
      steps: [{ kind: 'assume', target: 'acme/dev/bot' }],
      gains: [{ group: 'acme/ops', capabilities: ['identity.update'] }],
    });
    expect(path!.steps.map(({ kind, actor, target, group }) => [kind, actor, target, group])).toEqual([
      ['assume', 'acme/dev/ci', 'acme/dev/bot', 'acme/dev'],
      ['assume', 'acme/dev/bot', 'acme/ops/deployer', 'acme/ops'],
      ['bind', 'acme/ops/deployer', 'acme/dev/ci', 'acme'],
    ]);
    expect(path!.steps[1]!.through).toEqual([
      { grant: '2', source: 'role_binding', role: 'acme/identity-editor', group: 'acme/ops' },
    ]);
    expect(path!.gains).toEqual([{ group: 'acme', capabilities: expect.arrayContaining(['groups.delete', '*']) }]);
  });

  it('no path leads to an identity that has only a part of the access of another one', () => {
    const viewer = { key: 'a', name: 'a', group: 'ops' };
    const [editor, owner] = [grants[1]!, grants[2]!];
    const input = {
      identities: [...base.identities, viewer],
      grants: [{ ...editor, identity: 'ci' }, owner, { key: '4', identity: 'a', role: 'viewer', group: 'acme' }],
    };
    const reached = escalationPaths(graphOf(input)).map(({ steps }) => steps[0]?.target);
    expect(reached).toEqual(['acme/ops/deployer']);
  });

  it('another way to the same access makes no path longer', () => {
    const mapping: GrantInput = {
      key: '5',
      source: 'external_group_role_mapping',
      name: 'admins',
      role: 'owner',
      group: 'acme',
    };
    const editor: GrantInput = { key: '2', identity: 'ci', role: 'editor of identities', group: 'ops' };
    const paths = (further: readonly GrantInput[]) =>
      escalationPaths(graphOf({ grants: [editor, grants[2]!, ...further] })).map((path) =>
        path.steps.map(({ target }) => target),
      );
    expect(paths([mapping])).toEqual(paths([]));
    expect(paths([])).toEqual([['acme/ops/deployer', 'acme/dev/ci']]);
  });

  it('who holds everything already escalates to nothing', () => {
    const paths = escalationPaths(graphOf({ grants: grants.slice(2) }));
    expect(paths).toEqual([]);
  });

  it('who may change an identity provider, comes in through it', () => {
    const paths = escalationPaths(
      graphOf({
        roles: [
          ...base.roles,
          {
            key: 'idp',
            name: 'idp-admin',
            group: 'acme',
            capabilities: ['identity_providers.update', 'role_bindings.create'],
          },
        ],
        grants: [
          { key: 'a', identity: 'ci', role: 'idp', group: 'acme' },
          { key: 'b', source: 'identity_provider', name: 'corp', role: 'viewer', group: 'acme' },
        ],
      }),
    );
    expect(paths).toMatchObject([
      {
        identity: 'acme/dev/ci',
        steps: [{ kind: 'sign_in', target: 'acme/(anyone who signs in through corp)', group: 'acme' }],
      },
    ]);
  });

  it('by a sign-in as a member of an external group, which takes the identity provider of the root group', () => {
    const mapped = (group: string) =>
      escalationPaths(
        graphOf({
          roles: [
            ...base.roles,
            {
              key: 'idp',
              name: 'idp-admin',
              group: 'acme',
              capabilities: ['identity_providers.update', 'role_bindings.create'],
            },
          ],
          grants: [
            { key: 'a', identity: 'ci', role: 'idp', group },
            { key: 'b', source: 'external_group_role_mapping', name: 'devs', role: 'viewer', group: 'dev' },
          ],
        }),
      );
    expect(mapped('acme')).toMatchObject([
      {
        identity: 'acme/dev/ci',
        steps: [{ kind: 'sign_in', target: 'acme/(anyone in the external group devs)', group: 'acme' }],
        gains: [{ group: 'acme/dev' }],
      },
    ]);
    expect(mapped('dev')).toEqual([]);
  });

  it('only what the change brings is new', () => {
    const [before, after] = [graphOf({ grants: grants.slice(1) }), graphOf({ grants })];
    expect(new Set(newEscalationPaths(before, after).map(({ identity }) => identity))).toEqual(
      new Set(['acme/dev/ci']),
    );
    expect(newEscalationPaths(after, after)).toEqual([]);
    expect(newEscalationPaths(after, before)).toEqual([]);
  });
});

describe('who may grant, and who may become', () => {
  const staff: GrantInput = { key: 'staff', source: 'identity_provider', name: 'staff', role: 'owner', group: 'acme' };
  /** `ci` holds one right in `acme`, and all that an editor holds; `boss` is an owner. */
  const paths = (...capabilities: readonly string[]) =>
    escalationPaths(
      createAccessGraph({
        groups: [{ key: 'acme', name: 'acme' }],
        identities: [
          { key: 'ci', name: 'ci', group: 'acme' },
          { key: 'boss', name: 'boss', group: 'acme' },
        ],
        roles: [
          builtInRole('editor'),
          builtInRole('owner'),
          { key: 'helper', name: 'helper', group: 'acme', capabilities },
        ],
        grants: [
          { key: 'edits', identity: 'ci', role: 'editor', group: 'acme' },
          { key: 'helps', identity: 'ci', role: 'helper', group: 'acme' },
          { key: 'owns', identity: 'boss', role: 'owner', group: 'acme' },
          ...(capabilities[0] === 'identity.update' ? [] : [staff]),
        ],
      }),
    ).filter(({ identity }) => identity === 'acme/ci');

  it.each([
    'roles.update',
    'roles.create',
    'role_bindings.create',
    'group_invites.create',
    'identity_providers.create',
    'identity.create',
    // Without the right to bind, the service refuses a provider that gives a role.
    'identity_providers.update',
  ])('%s alone leads to nothing: nobody can give what they lack', (capability) => {
    expect(paths(capability)).toEqual([]);
  });

  it.each([
    [['identity.update'], ['assume acme/boss', 'bind acme/ci']],
    [
      ['identity_providers.update', 'role_bindings.create'],
      ['sign_in acme/(anyone who signs in through staff)', 'bind acme/ci'],
    ],
  ])('%j leads to an owner', (capabilities, steps) => {
    const [path] = paths(...capabilities);
    expect(path?.steps.map(({ kind, target }) => `${kind} ${target}`)).toEqual(steps);
    expect(path?.gains.flatMap((gain) => gain.capabilities)).toContain('roles.update');
  });
});
