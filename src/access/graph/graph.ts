/** Links groups, identities, roles and grants into a graph, and gives every node its path. */
import { canonicalCapability, isUid, parentUid } from '../../model/api';
import { plural } from '../../base/text/words';
import { conditionalName, holderKeys, includePeople, isBinding, describePlace } from './conditional-grants';
import type {
  AccessGraph,
  AccessInput,
  GrantInput,
  GrantNode,
  GroupInput,
  GroupNode,
  IdentityInput,
  IdentityNode,
  RoleInput,
  RoleNode,
} from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { groupBy, joinPath, segments } from './paths';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * Returns the graph of these nodes. Adds a group or an identity that is only referenced by its uid, but not a role,
 * because its capabilities would be unknown. Throws a `TypeError` that names the node for a duplicate key, an
 * unresolved reference, or a cycle of groups.
 */
export function createAccessGraph(input: AccessInput): AccessGraph {
  const groups = linkGroups(input);
  const getGroup = (key: string, of: Referrer) => found(groups.byKey, key, of, 'a group');
  const roles = byKey('role', input.roles ?? [], (role) => linkRole(role, getGroup));
  const grantInputs = [...(input.grants ?? [])];
  const getHolder = holderKeys(grantInputs);
  const identities = byKey(
    'identity',
    withImplied(input.identities ?? [], grantInputs, groups.byKey, getHolder),
    (identity) => linkIdentity(identity, getGroup),
  );
  const grants = byKey('grant', grantInputs, (grant): GrantNode => {
    const of = { what: 'grant', key: grant.key };
    return {
      key: grant.key,
      source: grant.source ?? 'role_binding',
      name: isBinding(grant) ? undefined : grant.name,
      ...(!isBinding(grant) && grant.provider !== undefined && { provider: grant.provider }),
      ...(!isBinding(grant) && grant.recipient !== undefined && { recipient: grant.recipient }),
      identity: found(identities, getHolder(grant), of, 'an identity'),
      role: found(roles, grant.role, of, 'a role'),
      group: getGroup(grant.group, of),
    };
  });
  const effective = [...grants.values()].filter(hasEffect);
  for (const grant of effective) {
    (grant.identity.grants as GrantNode[]).push(grant);
    (grant.group.grants as GrantNode[]).push(grant);
  }
  includePeople(effective, identities);
  for (const identity of identities.values())
    (identity.group?.identities as IdentityNode[] | undefined)?.push(identity);
  namePaths([...roles.values()] as Mutable<RoleNode>[]);
  namePaths([...identities.values()] as Mutable<IdentityNode>[]);
  return {
    groups: groups.inOrder,
    identities: byPath(identities.values()),
    roles: byPath(roles.values()),
    grants: effective,
    refusedGrants: [...grants.values()].filter((grant) => !hasEffect(grant)),
    group: lookUp('group', groups.byKey),
    identity: lookUp('identity', identities),
    role: lookUp('role', roles),
  };
}

/**
 * Returns false for a grant that the service refuses: a custom role outside of its group (contract A7), or sign-in to a group
 * that is not a root group.
 */
function hasEffect({ source, role, group }: GrantNode): boolean {
  if (source === 'identity_provider' && group.parent !== undefined) return false;
  const home = role.group?.key ?? (isUid(role.key) ? parentUid(role.key) : undefined);
  if (home === undefined) return true;
  for (let node: GroupNode | undefined = group; node !== undefined; node = node.parent)
    if (node.key === home) return true;
  return false;
}

interface LinkedGroups {
  readonly byKey: ReadonlyMap<string, GroupNode>;
  readonly inOrder: readonly GroupNode[];
}

function linkGroups(input: AccessInput): LinkedGroups {
  const given = byKey('group', input.groups ?? [], (group) => group);
  const all = new Map<string, GroupInput & { readonly implied?: boolean }>(given);
  const imply = (from: string | undefined, of: Referrer): void => {
    for (let key = from; key !== undefined && !all.has(key); key = parentUid(key)) {
      if (!isUid(key))
        throw new TypeError(`${nameReferrer(of)} refers to a group that is not in the graph: ${quoted(key)}`);
      all.set(key, { key, name: key.slice(key.lastIndexOf('/') + 1), parent: parentUid(key), implied: true });
    }
  };
  for (const uid of input.mentioned ?? []) imply(uid, { what: 'what is mentioned' });
  for (const { key, parent } of given.values()) imply(parent, { what: 'group', key });
  for (const { key, group } of input.identities ?? []) imply(group, { what: 'identity', key });
  for (const { key, group } of input.roles ?? []) imply(group, { what: 'role', key });
  for (const grant of input.grants ?? []) {
    const of = { what: 'grant', key: grant.key };
    imply(grant.group, of);
    if (isBinding(grant) && isUid(grant.identity)) imply(parentUid(grant.identity), of);
  }
  return inTreeOrder(all);
}

/** Walks the tree with a list instead of recursion, because the input determines its depth. */
function inTreeOrder(all: ReadonlyMap<string, GroupInput & { readonly implied?: boolean }>): LinkedGroups {
  const families = groupBy(all.values(), ({ parent }) => parent);
  const nodes = new Map<string, Mutable<GroupNode>>();
  const inOrder: Mutable<GroupNode>[] = [];
  const getChildren = (parent: GroupNode | undefined): Mutable<GroupNode>[] => {
    const family = families.get(parent?.key) ?? [];
    const segment = segments([family]);
    const children = family.map((group) => ({
      key: group.key,
      name: group.name,
      path: joinPath(parent?.path, segment(group)),
      parent,
      children: [],
      grants: [],
      identities: [],
      implied: group.implied ?? false,
      order: 0,
      end: 0,
    }));
    return children.sort((a, b) => compareNames(a.path, b.path));
  };
  const waiting = getChildren(undefined).reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    node.order = inOrder.length;
    node.end = node.order;
    inOrder.push(node);
    nodes.set(node.key, node);
    node.children = getChildren(node);
    waiting.push(...(node.children as Mutable<GroupNode>[]).toReversed());
  }
  for (const node of inOrder.toReversed())
    if (node.parent !== undefined) (node.parent as Mutable<GroupNode>).end = Math.max(node.parent.end, node.end);
  const lost = [...all.keys()].find((key) => !nodes.has(key));
  if (lost !== undefined) throw new TypeError(`group ${quoted(lost)} is beneath itself`);
  return { byKey: nodes, inOrder };
}

function linkRole(role: RoleInput, findGroup: (key: string, of: Referrer) => GroupNode): RoleNode {
  return {
    key: role.key,
    name: role.name,
    path: '',
    group: role.group === undefined ? undefined : findGroup(role.group, { what: 'role', key: role.key }),
    capabilities: [...new Set(role.capabilities.map(canonicalCapability))].sort(compareNames),
    holdsUnknown: role.holdsUnknown ?? false,
  };
}

/** An identity with what only the graph adds. */
export interface LinkedIdentityInput extends IdentityInput {
  readonly implied?: boolean;
  readonly grantedBy?: IdentityNode['grantedBy'];
  readonly people?: string | undefined;
}

function linkIdentity(
  identity: LinkedIdentityInput,
  findGroup: (key: string, of: Referrer) => GroupNode,
): Mutable<IdentityNode> {
  const { key, name, group, account, email, implied = false, grantedBy, people } = identity;
  const isPerson = group === undefined && !implied;
  return {
    key,
    name,
    path: '',
    group: group === undefined ? undefined : findGroup(group, { what: 'identity', key }),
    ...(account !== undefined && { account }),
    ...(email !== undefined && { email }),
    assumption: identity.assumption ?? (isPerson ? 'sign_in' : undefined),
    grantedBy,
    ...(people !== undefined && { people }),
    grants: [],
    implied,
  };
}

/** Returns the given identities, the identities that only grants name, and those of conditional grants. */
function* withImplied(
  identities: Iterable<IdentityInput>,
  grants: readonly GrantInput[],
  groups: ReadonlyMap<string, GroupNode>,
  getHolder: (grant: GrantInput) => string,
): Iterable<LinkedIdentityInput> {
  const seen = new Set<string>();
  for (const identity of identities) {
    seen.add(identity.key);
    yield identity;
  }
  for (const grant of grants) {
    const key = getHolder(grant);
    if (seen.has(key)) continue;
    if (!isBinding(grant))
      yield {
        ...{ key, name: conditionalName(grant), group: describePlace(grant, groups) },
        ...{ grantedBy: grant.source, people: grant.people },
      };
    else if (!isUid(key)) continue;
    else {
      const parent = parentUid(key);
      const group = parent !== undefined && groups.has(parent) ? parent : undefined;
      yield { key, name: key.slice(key.lastIndexOf('/') + 1), group, implied: true };
    }
    seen.add(key);
  }
}

function namePaths(nodes: readonly Mutable<RoleNode | IdentityNode>[]): void {
  for (const [group, family] of groupBy(nodes, (node) => node.group)) {
    const segment = segments([family]);
    for (const node of family) node.path = joinPath(group?.path, segment(node));
  }
}

function byPath<T extends { readonly path: string }>(nodes: Iterable<T>): T[] {
  return [...nodes].sort((a, b) => compareNames(a.path, b.path));
}

function byKey<I extends { readonly key: string }, N>(what: string, inputs: Iterable<I>, make: (input: I) => N) {
  const nodes = new Map<string, N>();
  for (const input of inputs) {
    if (nodes.has(input.key)) throw new TypeError(`there are two ${plural(what)} ${quoted(input.key)}`);
    nodes.set(input.key, make(input));
  }
  return nodes;
}

function lookUp<N extends { readonly path: string }>(what: string, nodes: ReadonlyMap<string, N>) {
  let paths: ReadonlyMap<string, N> | undefined;
  return (keyOrPath: string): N => {
    paths ??= new Map([...nodes.values()].map((node) => [node.path, node]));
    const node = nodes.get(keyOrPath) ?? paths.get(keyOrPath);
    if (node === undefined) throw new TypeError(`the graph has no ${what} ${quoted(keyOrPath)}`);
    return node;
  };
}

/** The part of the input that refers to a node. Its name is part of an error. */
interface Referrer {
  readonly what: string;
  readonly key?: string;
}

function nameReferrer({ what, key }: Referrer): string {
  return key === undefined ? what : `${what} ${quoted(key)}`;
}

function found<N>(nodes: ReadonlyMap<string, N>, key: string, of: Referrer, what: string): N {
  const node = nodes.get(key);
  if (node === undefined)
    throw new TypeError(`${nameReferrer(of)} names ${what} that the graph does not have: ${quoted(key)}`);
  return node;
}

function quoted(key: string): string {
  return JSON.stringify(key);
}
