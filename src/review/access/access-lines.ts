/** Gained and lost access for readers: one line for each identity and scope, with the cause. */
import {
  capabilitiesAt,
  type AccessGraph,
  type AccessRow,
  type GrantNode,
  type GroupNode,
  type IdentityNode,
} from '../../access/graph';
import { canonicalCapability } from '../../model/api';
import {
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../model/kinds';
import { byWeight } from './capability-weight';
import type { ObjectMatch } from '../organization/object-matches';

/** The cause of gained or lost access. */
export type Cause =
  | 'granted'
  | 'grant updated'
  | 'grant deleted'
  | 'identity recreated'
  | 'identity deleted'
  | 'role widened'
  | 'role narrowed'
  | 'group recreated'
  | 'group deleted'
  | 'group moved'
  /** The identity has the access in the parent group, or in the previous parent group. */
  | 'inherited in a created group'
  | 'inherited in a deleted group';

export interface AccessLine {
  readonly identity: string;
  readonly group: string;
  readonly except: readonly string[];
  /** The number of groups beneath it with the same access. */
  readonly beneath: number;
  /** Sorted: the most dangerous first. */
  readonly capabilities: readonly string[];
  /** The capabilities that the identity lacks in the nearest parent group that exists on both sides. */
  readonly fresh: readonly string[];
  /** Paths of the roles that give the access. */
  readonly roles: readonly string[];
  /** Keys of grants. */
  readonly grants: readonly string[];
  readonly cause: Cause;
}

/** The two sides of a comparison. */
export interface Compared {
  /** The side of the rows. */
  readonly here: AccessGraph;
  readonly there: AccessGraph;
  readonly side: 'before' | 'after';
  readonly matches: readonly ObjectMatch[];
}

/** Converts the rows of one side to lines. */
export function accessLines(rows: readonly AccessRow[], { here, there, side, matches }: Compared): AccessLine[] {
  if (rows.length === 0) return [];
  const other = side === 'after' ? 'before' : 'after';
  const counterpart = new Map<string, ObjectMatch>();
  for (const match of matches) {
    const object = match[side];
    if (object !== undefined) counterpart.set(`${match.declaration.kind} ${object.key}`, match);
  }
  const find = (kind: string, key: string) => counterpart.get(`${kind} ${key}`);
  const keyThere = (kind: string, key: string) => {
    const match = find(kind, key);
    // An object that the API does not delete keeps its key.
    return match?.[other]?.key ?? key;
  };
  const grants = new Map(here.grants.map((grant) => [grant.key, grant]));
  const nodesHere = new Map(here.identities.map((node) => [node.path, node]));
  const nodesThere = {
    groups: new Map(there.groups.map((node) => [node.key, node])),
    identities: new Map(there.identities.map((node) => [node.key, node])),
  };
  const groupThere = (node: GroupNode) => nodesThere.groups.get(keyThere(group.kind, node.key));
  const pathsThere = new Map(there.identities.map((node) => [node.path, node]));
  const identityThere = (node: IdentityNode): IdentityNode | undefined => {
    const same = [nodesThere.identities.get(keyThere(identity.kind, node.key)), pathsThere.get(node.path)];
    const people = same.find((identityNode) => identityNode?.people === node.people);
    // Without the external group, its people are among those who sign in there.
    return node.people === undefined ? same[0] : (people ?? (node.includedIn && identityThere(node.includedIn)));
  };

  const lines = rows.map((row): AccessLine => {
    const scope = groupAt(here, row.group);
    const through = row.through.flatMap(({ grant }) => grants.get(grant) ?? []);
    const isOwn = (grant: string) => grants.get(grant)?.identity.path === row.identity;
    const named = nodesHere.get(row.identity);
    // All grants of a row have one holder, except those of people who sign in.
    const who = named?.includedIn === undefined ? through[0]?.identity : named;
    const above = scope === undefined ? undefined : nearest(scope, groupThere);
    const whoThere = who && identityThere(who);
    const held =
      whoThere === undefined || above === undefined
        ? new Set<string>()
        : new Set(capabilitiesAt(there, whoThere.key, above.key));
    const fresh = byWeight(row.capabilities.filter((name) => !held.has(name)));
    const isNew = scope !== undefined && groupThere(scope) === undefined;
    const isMoved = above !== undefined && scope !== undefined && isBeneathMoved(scope, find);
    return {
      identity: row.identity,
      group: row.group,
      except: row.except,
      beneath: scope === undefined ? 0 : scope.end - scope.order - exceptions(here, row.except),
      capabilities: byWeight(row.capabilities),
      fresh,
      roles: [...new Set(row.through.map((one) => one.role))],
      // The place of a line is that of its first grant. People of an external group also have the role of all who sign in.
      grants: row.through.map(({ grant }) => grant).sort((a, b) => Number(isOwn(b)) - Number(isOwn(a))),
      cause:
        (isNew || isMoved) && fresh.length === 0
          ? inheritedCause(side)
          : isMoved
            ? 'group moved'
            : getCause(through, side, find, ({ identity: { key } }) => nodesThere.identities.has(key)),
    };
  });
  return merged(lines);
}

/** Merges rows that differ only in their exceptions to one line for each identity and scope. */
function merged(lines: readonly AccessLine[]): AccessLine[] {
  const found = new Map<string, AccessLine>();
  for (const line of lines) {
    const id = JSON.stringify([line.identity, line.group]);
    const other = found.get(id);
    const [first, second] =
      other !== undefined && other.fresh.length >= line.fresh.length ? [other, line] : [line, other];
    found.set(
      id,
      second === undefined
        ? first
        : {
            ...first,
            except: first.except.filter((path) => second.except.includes(path)),
            beneath: Math.max(first.beneath, second.beneath),
            capabilities: byWeight([...first.capabilities, ...second.capabilities]),
            fresh: byWeight([...first.fresh, ...second.fresh]),
            roles: [...new Set([...first.roles, ...second.roles])],
            grants: [...new Set([...first.grants, ...second.grants])],
          },
    );
  }
  return [...found.values()];
}

/** Returns true if the group, or a parent, is recreated in another group. */
function isBeneathMoved(scope: GroupNode, find: (kind: string, key: string) => ObjectMatch | undefined): boolean {
  for (let node: GroupNode | undefined = scope; node !== undefined; node = node.parent)
    if (find(group.kind, node.key)?.status === 'replaced') return true;
  return false;
}

function inheritedCause(side: 'before' | 'after'): Cause {
  return side === 'after' ? 'inherited in a created group' : 'inherited in a deleted group';
}

function getCause(
  through: readonly GrantNode[],
  side: 'before' | 'after',
  find: (kind: string, key: string) => ObjectMatch | undefined,
  isKept: (grant: GrantNode) => boolean,
): Cause {
  const isGain = side === 'after';
  const who = through.map((grant) => find(identity.kind, grant.identity.key)?.status);
  if (who.includes('recreated')) return 'identity recreated';
  if (!isGain && who.includes('removed') && !through.some(isKept)) return 'identity deleted';
  const statuses = through.map(({ key, source }) => find(kindsOfGrants[source], key)?.status);
  if (statuses.includes(isGain ? 'added' : 'removed')) return isGain ? 'granted' : 'grant deleted';
  if (statuses.includes('replaced')) return 'grant updated';
  if (through.some((grant) => hasOtherCapabilities(find(role.kind, grant.role.key))))
    return isGain ? 'role widened' : 'role narrowed';
  return statuses.includes('recreated') ? 'group recreated' : 'grant updated';
}

const kindsOfGrants = {
  role_binding: roleBinding.kind,
  group_invite: groupInvite.kind,
  identity_provider: identityProvider.kind,
  external_group_role_mapping: externalGroupRoleMapping.kind,
} as const;

function hasOtherCapabilities(match: ObjectMatch | undefined): boolean {
  const of = (side: 'before' | 'after') => {
    const names: unknown = match?.[side]?.instances[0].values['capabilities'];
    return JSON.stringify(Array.isArray(names) ? names.map(String).map(canonicalCapability).sort() : names);
  };
  return match !== undefined && of('before') !== of('after');
}

function groupAt(graph: AccessGraph, path: string): GroupNode | undefined {
  try {
    return graph.group(path);
  } catch {
    return undefined;
  }
}

function nearest(scope: GroupNode, there: (node: GroupNode) => GroupNode | undefined): GroupNode | undefined {
  for (let node: GroupNode | undefined = scope; node !== undefined; node = node.parent) {
    const found = there(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function exceptions(graph: AccessGraph, paths: readonly string[]): number {
  return paths
    .map((path) => groupAt(graph, path))
    .reduce((sum, node) => sum + (node === undefined ? 0 : node.end - node.order + 1), 0);
}
