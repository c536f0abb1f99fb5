/** Who gains or loses what, as people read it: one line for each identity and scope, and why. */
import {
  capabilitiesAt,
  EVERY_OTHER_CAPABILITY,
  type AccessGraph,
  type AccessRow,
  type GrantNode,
  type GroupNode,
  type IdentityNode,
} from '../../access';
import { BUILT_IN_ROLES, isKnownCapability } from '../../api';
import {
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../resources';
import type { ObjectMatch } from '../organization/object-matches';

/** Why somebody gains or loses something. */
export type Cause =
  | 'granted'
  | 'grant changed'
  | 'grant removed'
  | 'identity made again'
  | 'identity removed'
  | 'role widened'
  | 'role narrowed'
  | 'group made again'
  | 'group removed'
  | 'group moved'
  /** Somebody holds it in the group above already, or where the group lay before. */
  | 'inherited in a new group'
  | 'inherited in a group that goes';

export interface AccessLine {
  readonly identity: string;
  readonly group: string;
  readonly except: readonly string[];
  /** How many groups lie beneath it in which the same holds. */
  readonly beneath: number;
  /** The weightiest first. */
  readonly capabilities: readonly string[];
  /** Those of them that the identity has not in the nearest group above that there is on both sides. */
  readonly fresh: readonly string[];
  /** Paths of roles that bring them. */
  readonly roles: readonly string[];
  /** Keys of grants. */
  readonly grants: readonly string[];
  readonly cause: Cause;
}

/** What an owner has beyond an editor: rights over rights. */
const OWNERS_OWN: ReadonlySet<string> = new Set([
  ...ownersOwn(),
  // And whatever this package does not know.
  EVERY_OTHER_CAPABILITY,
]);

function ownersOwn(): readonly string[] {
  const of = (name: string) => BUILT_IN_ROLES.find((one) => one.name === name)?.capabilities ?? [];
  return of('owner').filter((name) => !of('editor').includes(name));
}

export function isOwnersOwn(capability: string): boolean {
  return OWNERS_OWN.has(capability) || !isKnownCapability(capability);
}

/** Writes of these change who can do what; those that give most at one stroke first. */
const IAM_KINDS = [
  'role_bindings',
  'identity',
  'identity_providers',
  'group_invites',
  'roles',
  'groups',
  'account_associations',
];

const IAM_WRITE = new RegExp(`^(${IAM_KINDS.join('|')})\\.(create|update|delete)$`);

/** Whether it changes who can do what. */
export function isIamWrite(capability: string): boolean {
  return IAM_WRITE.test(capability);
}

/** Returns whether a role gives more than reading: an editor, or anything that is unknown. */
export function canWrite(role: { readonly holdsUnknown: boolean; readonly capabilities: readonly string[] }): boolean {
  return role.holdsUnknown || role.capabilities.some((name) => !isKnownCapability(name) || WRITE.test(name));
}

const WRITE = /\.(create|update|delete)$/;

/** Writes of IAM kinds first, then other writes, then what this package does not know, then reads. */
export function byWeight(capabilities: readonly string[]): string[] {
  const weight = (name: string) => {
    const [kind] = IAM_WRITE.exec(name)?.slice(1) ?? [];
    if (kind !== undefined) return IAM_KINDS.indexOf(kind) - IAM_KINDS.length;
    if (name === EVERY_OTHER_CAPABILITY) return 1;
    if (WRITE.test(name)) return 2;
    return isKnownCapability(name) ? 4 : 3;
  };
  return [...capabilities].sort((one, other) => weight(one) - weight(other) || (one < other ? -1 : 1));
}

/** The two sides of a comparison. */
export interface Compared {
  /** The side on which the rows hold. */
  readonly here: AccessGraph;
  readonly there: AccessGraph;
  readonly side: 'before' | 'after';
  readonly matches: readonly ObjectMatch[];
}

/** The rows of one side as lines. */
export function accessLines(rows: readonly AccessRow[], { here, there, side, matches }: Compared): AccessLine[] {
  const other = side === 'after' ? 'before' : 'after';
  const counterpart = new Map<string, ObjectMatch>();
  for (const match of matches) {
    const object = match[side];
    if (object !== undefined) counterpart.set(`${match.declaration.kind} ${object.key}`, match);
  }
  const find = (kind: string, key: string) => counterpart.get(`${kind} ${key}`);
  const keyThere = (kind: string, key: string) => {
    const match = find(kind, key);
    return match === undefined ? key : match[other]?.key;
  };
  const grants = new Map(here.grants.map((grant) => [grant.key, grant]));
  const nodesThere = {
    groups: new Map(there.groups.map((node) => [node.key, node])),
    identities: new Map(there.identities.map((node) => [node.key, node])),
  };
  const groupThere = (node: GroupNode) => nodesThere.groups.get(keyThere(group.kind, node.key) ?? '');
  const identityThere = (node: IdentityNode) => nodesThere.identities.get(keyThere(identity.kind, node.key) ?? '');

  const lines = rows.map((row): AccessLine => {
    const scope = groupAt(here, row.group);
    const through = row.through.flatMap(({ grant }) => grants.get(grant) ?? []);
    const who = through[0]?.identity;
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
      grants: row.through.map(({ grant }) => grant),
      cause:
        (isNew || isMoved) && fresh.length === 0
          ? inheritedCause(side)
          : isMoved
            ? 'group moved'
            : causeOf(through, side, find),
    };
  });
  return merged(lines);
}

/** Rows differ in their exceptions; people want one line for each identity and scope. */
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

/** Whether the group, or one above it, is made again in another place. */
function isBeneathMoved(scope: GroupNode, find: (kind: string, key: string) => ObjectMatch | undefined): boolean {
  for (let node: GroupNode | undefined = scope; node !== undefined; node = node.parent)
    if (find(group.kind, node.key)?.status === 'replaced') return true;
  return false;
}

function inheritedCause(side: 'before' | 'after'): Cause {
  return side === 'after' ? 'inherited in a new group' : 'inherited in a group that goes';
}

function causeOf(
  through: readonly GrantNode[],
  side: 'before' | 'after',
  find: (kind: string, key: string) => ObjectMatch | undefined,
): Cause {
  const isGain = side === 'after';
  const who = through.map((grant) => find(identity.kind, grant.identity.key)?.status);
  if (who.includes('recreated')) return 'identity made again';
  if (!isGain && who.includes('removed')) return 'identity removed';
  const statuses = through.map(({ key, source }) => find(kindsOfGrants[source], key)?.status);
  if (statuses.includes(isGain ? 'added' : 'removed')) return isGain ? 'granted' : 'grant removed';
  if (statuses.includes('replaced')) return 'grant changed';
  if (through.some((grant) => hasOtherCapabilities(find(role.kind, grant.role.key))))
    return isGain ? 'role widened' : 'role narrowed';
  return statuses.includes('recreated') ? 'group made again' : 'grant changed';
}

const kindsOfGrants = {
  role_binding: roleBinding.kind,
  group_invite: groupInvite.kind,
  identity_provider: identityProvider.kind,
  external_group_role_mapping: externalGroupRoleMapping.kind,
} as const;

function hasOtherCapabilities(match: ObjectMatch | undefined): boolean {
  const of = (side: 'before' | 'after') => JSON.stringify(match?.[side]?.instances[0].values['capabilities']);
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
