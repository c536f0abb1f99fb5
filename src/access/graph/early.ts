/**
 * The access of every part of a change. A grant gives its access through three objects: the identity that people assume, the
 * grant itself and its role. An apply that stops early leaves some of them as before and some as afterwards. The union over all
 * of these states is the access of all such chains: no state is enumerated.
 */
import { diffAccess, toThrough, type AccessRow } from './diff';
import { createAccessGraph, type LinkedIdentityInput } from './graph';
import { joinGraphs } from './joint';
import type { AccessGraph, BindingInput, GrantNode, GroupNode, IdentityNode, RoleInput, RoleNode } from './nodes';
import { groupBy } from './paths';
import { findChangedRoles, getKeys, getVersionsOfGrants, type Holders } from './versions';

export type { Holders } from './versions';

/** A grant, its role and its holders. A part of them is already changed, and a part is not. */
export interface EarlyChain {
  readonly grant: GrantNode;
  readonly role: RoleNode;
  readonly holders: Holders;
  /** Keys of objects that the apply has created or updated in this state. */
  readonly done: readonly string[];
  /** Keys of objects that the apply has not updated or deleted yet in this state. */
  readonly open: readonly string[];
}

/** The keys of the objects whose change decides who can assume an identity; absent if nobody is added or removed. */
export interface TrustChange {
  /** Some hold the identity only until this object changes. */
  readonly before?: string | undefined;
  /** Some hold the identity only after this object has changed. */
  readonly after?: string | undefined;
}

export interface EarlyOptions {
  /** By the keys of identities. */
  readonly trust: ReadonlyMap<string, TrustChange>;
  /** Returns true if the engine is known to change the object `first` before it changes `then`. */
  readonly isFirst: (first: string, then: string) => boolean;
}

/** Access that an identity has neither before nor after the change. */
export interface EarlyRow extends AccessRow {
  readonly holders: Holders;
  /** The path of the identity in the graphs. It also names the holders. */
  readonly node: string;
  readonly chains: readonly EarlyChain[];
  /** The number of groups beneath with the same access. */
  readonly beneath: number;
}

export interface EarlyAccess {
  /** Every chain that can exist only if the apply stops early, also if it gives no further access. */
  readonly chains: readonly EarlyChain[];
  readonly rows: readonly EarlyRow[];
  /** The access before and afterwards in one graph. */
  readonly either: AccessGraph;
  /** The same with the access of the chains. */
  readonly early: AccessGraph;
}

/** Returns the access that exists only if the apply stops early; undefined without any. */
export function findEarlyAccess(
  before: AccessGraph,
  after: AccessGraph,
  options: EarlyOptions,
): EarlyAccess | undefined {
  const chains = findChains(before, after, options);
  if (chains.length === 0) return undefined;
  const { either, early, getOrigin, getHolders } = createUnionGraphs(before, after, chains);
  const rows = diffAccess(either, early, { matchBy: 'key' }).gained.map(({ through, ...row }): EarlyRow => {
    const origins = through.flatMap(({ grant }) => getOrigin(grant) ?? []);
    const [scope, excepted] = [early.group(row.group), row.except.map((path) => early.group(path))];
    return {
      ...row,
      node: row.identity,
      ...getHolders(row.identity),
      beneath: excepted.reduce((sum, { order, end }) => sum - (end - order + 1), scope.end - scope.order),
      chains: origins,
      through: through.flatMap(({ grant, group }) => {
        const origin = getOrigin(grant);
        return origin === undefined ? [] : [{ ...toThrough({ ...origin.grant, role: origin.role }), group }];
      }),
    };
  });
  return { chains, rows: withoutRowsOfAll(rows), either, early };
}

/** Leaves out the access of the holders of one trust policy that a row of all holders contains. */
function withoutRowsOfAll(rows: readonly EarlyRow[]): EarlyRow[] {
  const getId = ({ identity, group }: EarlyRow) => JSON.stringify([identity, group]);
  const ofAll = groupBy(
    rows.filter(({ holders }) => holders === 'all'),
    getId,
  );
  return rows.flatMap((row) => {
    if (row.holders === 'all') return [row];
    const known = (ofAll.get(getId(row)) ?? []).filter(({ except }) =>
      except.every((path) => row.except.includes(path)),
    );
    const capabilities = row.capabilities.filter(
      (name) => !known.some((earlyRow) => earlyRow.capabilities.includes(name)),
    );
    return capabilities.length === 0 ? [] : [{ ...row, capabilities }];
  });
}

function findChains(before: AccessGraph, after: AccessGraph, { trust, isFirst }: EarlyOptions): EarlyChain[] {
  if (before === after) return [];
  const roles = findChangedRoles(before, after);
  if (roles.size === 0 && trust.size === 0) return [];
  const [identities, roleKeys, groups] = [
    [getKeys(before.identities), getKeys(after.identities)],
    [getKeys(before.roles), getKeys(after.roles)],
    [getKeys(before.groups), getKeys(after.groups)],
  ] as const;
  return getVersionsOfGrants(before, after).flatMap(({ node: grant, version }) => {
    const admitted = trust.get(grant.identity.key);
    const role = roles.get(grant.role.key) ?? [{ node: grant.role, version: 'all' as const }];
    return role.flatMap((which) =>
      (['all', 'before', 'after'] as const).flatMap((holders): EarlyChain[] => {
        const trusted = holders === 'all' ? undefined : admitted?.[holders];
        if (holders !== 'all' && trusted === undefined) return [];
        const parts = [
          { key: grant.key, version },
          { key: grant.role.key, version: which.version },
          ...(trusted === undefined ? [] : [{ key: trusted, version: holders }]),
        ];
        const ofVersion = (one: Holders) => parts.flatMap((part) => (part.version === one ? [part.key] : []));
        const [done, open] = [ofVersion('after'), ofVersion('before')];
        if (done.length === 0 || open.length === 0) return [];
        // A grant exists only while its identity, its role and its group do.
        const own = [
          [grant.identity.key, identities],
          [grant.role.key, roleKeys],
          [grant.group.key, groups],
        ] as const;
        for (const [key, [were, are]] of own) {
          if (version === 'before' && !are.has(key)) open.push(key);
          if (version === 'after' && !were.has(key)) done.push(key);
        }
        const isImpossible = open.some((first) => done.some((then) => first === then || isFirst(first, then)));
        return isImpossible ? [] : [{ grant, role: which.node, holders, done, open }];
      }),
    );
  });
}

/** Returns the graph of the access before and afterwards, and the graph that also has the chains. */
function createUnionGraphs(before: AccessGraph, after: AccessGraph, chains: readonly EarlyChain[]) {
  const joint = joinGraphs(before, after, 'key');
  const getGroup = (group: GroupNode): GroupNode => {
    const versions = joint.findGroup(group);
    return versions.after ?? versions.before ?? group;
  };
  const matched = new Map<IdentityNode, IdentityNode>();
  for (const { before: former, after: latest } of joint.identities)
    for (const node of [former, latest]) if (node !== undefined) matched.set(node, latest ?? node);
  const getIdentity = (node: IdentityNode): IdentityNode => matched.get(node) ?? node;
  const roles = findChangedRoles(before, after);
  const roleKey = ({ key }: RoleNode, isBefore: boolean) => (isBefore && roles.has(key) ? `${key} before` : key);
  const toRole = (role: RoleNode, isBefore = false): RoleInput => ({
    key: roleKey(role, isBefore),
    name: role.name,
    group: role.group && getGroup(role.group).key,
    capabilities: role.capabilities,
    holdsUnknown: role.holdsUnknown,
  });
  const isAfter = getKeys(after.roles);
  const roleInputs = [
    ...after.roles.map((role) => toRole(role)),
    ...before.roles.filter(({ key }) => !isAfter.has(key)).map((role) => toRole(role)),
    ...[...roles.values()].flatMap(([former]) => (former === undefined ? [] : [toRole(former.node, true)])),
  ];
  const identities = new Map<string, LinkedIdentityInput>();
  /** The node of each identity: most identities have several grants. */
  const added = new Map<string, IdentityNode>();
  const divisions = new Map<string, { readonly key: string; readonly holders: Holders }>();
  const toIdentity = (node: IdentityNode, holders: Holders): string => {
    const latest = getIdentity(node);
    const { key, name, group, account, email, assumption, grantedBy, implied } = latest;
    const identityKey = holders === 'all' ? key : `${key} ${holders}`;
    if (added.get(identityKey) === latest) return identityKey;
    added.set(identityKey, latest);
    identities.set(identityKey, {
      key: identityKey,
      name: [name, formatHolders(holders)].join(' ').trim(),
      group: group && getGroup(group).key,
      account,
      email,
      assumption,
      grantedBy,
      implied,
    });
    if (holders !== 'all') divisions.set(identityKey, { key, holders });
    return identityKey;
  };
  for (const node of matched.values()) toIdentity(node, 'all');
  const inputs = new Map<string, BindingInput>();
  const origins = new Map<string, EarlyChain>();
  const add = (grant: GrantNode, role: RoleNode, holders: Holders, isBefore: boolean): string => {
    const identity = toIdentity(grant.identity, holders);
    const input = { identity, role: roleKey(role, isBefore), group: getGroup(grant.group).key };
    const key = `${grant.key} ${input.identity} ${input.role} ${input.group}`;
    inputs.set(key, { key, ...input });
    return key;
  };
  const divided = new Map<IdentityNode, Set<Holders>>();
  for (const { grant, holders } of chains)
    if (holders !== 'all') {
      const node = getIdentity(grant.identity);
      divided.set(node, (divided.get(node) ?? new Set()).add(holders));
    }
  for (const [graph, side] of [
    [before, 'before'],
    [after, 'after'],
  ] as const)
    for (const grant of graph.grants) {
      add(grant, grant.role, 'all', side === 'before');
      if (divided.get(getIdentity(grant.identity))?.has(side) === true) add(grant, grant.role, side, side === 'before');
    }
  const beforeRoles = new Set(before.roles);
  const addChain = (chain: EarlyChain, holders: Holders) =>
    origins.set(add(chain.grant, chain.role, holders, beforeRoles.has(chain.role)), chain);
  const create = () =>
    createAccessGraph({
      groups: [
        ...new Map(
          joint.groups
            .map((versions) => versions.after ?? versions.before)
            .filter((node) => node !== undefined)
            .map(({ key, name, parent }) => [key, { key, name, parent: parent && getGroup(parent).key }]),
        ).values(),
      ],
      identities: [...identities.values()],
      roles: roleInputs,
      grants: [...inputs.values()],
    });
  for (const chain of chains) toIdentity(chain.grant.identity, chain.holders);
  // Before the chains are added: the access that exists before or afterwards.
  const either = create();
  for (const chain of chains) addChain(chain, chain.holders);
  // A chain of all holders also gives access to those of one trust policy. It can be new for them without being new for all.
  for (const chain of chains.filter(({ holders }) => holders === 'all'))
    for (const holders of divided.get(getIdentity(chain.grant.identity)) ?? []) addChain(chain, holders);
  const early = create();
  const byPath = new Map(
    [...divisions].map(([identityKey, { key, holders }]) => [
      early.identity(identityKey).path,
      { identity: early.identity(key).path, holders },
    ]),
  );
  return {
    ...{ either, early },
    getOrigin: (key: string) => origins.get(key),
    getHolders: (path: string) => byPath.get(path) ?? { identity: path, holders: 'all' as const },
  };
}

/** Returns the words that tell holders apart; empty for all. */
export function formatHolders(holders: Holders): string {
  return holders === 'all' ? '' : `(only with the ${holders === 'before' ? 'previous' : 'new'} trust policy)`;
}
