/** Creates the organization that the constructs in a scope declare. */
import type { IConstruct } from 'constructs';
import type { GroupNode } from '../../src/access';
import { isUid } from '../../src/api';
import { group, identity, role } from '../../src/resources';
import type { RuledOrganization, TrustPolicy } from '../../src/rules';
import { collect, type Collected } from './collected';
import type {
  DeclaredBinding,
  DeclaredGroup,
  DeclaredIdentity,
  DeclaredObject,
  DeclaredOrganization,
  DeclaredRole,
  UnknownValue,
} from './declared';
import { createDeclaredGraph, isPerson } from './declared-graph';

/** The organization with the facts that the policies of this package need. */
export interface Facts {
  readonly organization: DeclaredOrganization;
  /** The construct that a policy is added to. */
  readonly scope: IConstruct;
  readonly unknown: readonly UnknownValue[];
  /** Keys of grants whose number is unknown. */
  readonly uncertain: ReadonlySet<string>;
  readonly unknownRoles: ReadonlySet<string>;
  /** The trust policies of workloads that the program manages. */
  readonly trust: ReadonlyMap<DeclaredObject, TrustPolicy>;
  /** Returns the object of a key of the graph. */
  readonly find: (key: string) => DeclaredObject | undefined;
  /** Returns the organization for rules. `names`: names of existing groups by uid. */
  readonly ruled: (names: Readonly<Record<string, string>>) => RuledOrganization;
}

export function declaredOrganization(scope: IConstruct): Facts {
  const collection = collect(scope);
  const { graph, unknownRoles, trustPolicies, unknown, ruled } = createDeclaredGraph(collection);
  const { objects, mentions } = collection;
  const found = new Map<string, DeclaredObject>();
  const paths = new Map([...graph.identities, ...graph.roles].map(({ key, path }) => [key, path]));
  const constructOf = (key: string): IConstruct =>
    objects.get(key)?.construct ?? mentions.get(key) ?? mentionedBeneath(key, mentions) ?? scope;
  const add = <T extends DeclaredObject>(key: string, object: T): T => {
    found.set(key, object);
    return object;
  };
  const groupOf = (key: string | undefined) => (key === undefined ? undefined : (found.get(key) as DeclaredGroup));
  const groups = graph.groups.map((node): DeclaredGroup => {
    const object = objects.get(node.key);
    const parent = groupOf(node.parent?.key);
    const own = object === undefined ? node.name : (object.name ?? object.construct.node.id);
    return add(node.key, {
      kind: group.kind,
      construct: constructOf(node.key),
      name: object?.name,
      path: parent === undefined ? own : `${parent.path}/${own}`,
      group: parent,
      isManaged: object?.isManaged ?? false,
      depth: depthOf(node, objects),
    });
  });
  const describe = (key: string, kind: string, path: string | undefined, parent: string | undefined) => {
    const object = objects.get(key);
    const place = groupOf(parent);
    const own = object?.name ?? object?.construct.node.id ?? key;
    return {
      kind,
      construct: constructOf(key),
      name: object?.name,
      path: place === undefined ? (path ?? own) : `${place.path}/${own}`,
      group: place,
      isManaged: object?.isManaged ?? false,
    };
  };
  const identities = graph.identities
    .filter(({ grantedBy }) => grantedBy === undefined)
    .map((node): DeclaredIdentity => {
      const object = objects.get(node.key);
      const isWorkload = isUid(node.key) ? node.key.includes('/') || undefined : object && !isPerson(object);
      return add(node.key, {
        ...describe(node.key, identity.kind, node.path, node.group?.key),
        isPerson: isWorkload === undefined ? undefined : !isWorkload,
      });
    });
  const roles = graph.roles.map((node): DeclaredRole => {
    const capabilities = unknownRoles.has(node.key) ? undefined : node.capabilities;
    return add(node.key, { ...describe(node.key, role.kind, node.path, node.group?.key), capabilities });
  });
  const bindings = [...objects.values()].filter(isGrant).map((object): DeclaredBinding => {
    const { key, references, declaration, parent } = object;
    const [who, what] = [references.get('identity'), references.get('role') ?? references.get('defaultRole')];
    return add(key, {
      ...describe(key, declaration.kind, undefined, parent),
      identity: who === undefined ? undefined : (found.get(who) as DeclaredIdentity | undefined),
      role: what === undefined ? undefined : (found.get(what) as DeclaredRole | undefined),
    });
  });
  for (const { key, declaration, parent } of objects.values())
    if (!found.has(key)) add(key, describe(key, declaration.kind, paths.get(key), parent));
  const inside = [...objects.values()].filter(({ isInside }) => isInside);
  const organization = {
    objects: inside.flatMap(({ key }) => found.get(key) ?? []),
    ...{ groups, identities, roles, bindings, graph },
  };
  const uncertain = new Set([...objects.values()].filter(({ isRepeated }) => isRepeated).map(({ key }) => key));
  const trust = new Map<DeclaredObject, TrustPolicy>();
  for (const [key, policy] of trustPolicies) {
    const object = found.get(key);
    if (object !== undefined && policy !== undefined) trust.set(object, policy);
  }
  return { organization, scope, trust, unknown, uncertain, unknownRoles, find: (key) => found.get(key), ruled };
}

/** Returns true for an object that gives a role. */
function isGrant({ declaration }: Collected): boolean {
  return Object.values(declaration.fields).some(({ type }) => type.is === 'string' && type.refersTo === role.kind);
}

/** The depth of an existing group follows from its uid. */
function depthOf(group: GroupNode, objects: ReadonlyMap<string, Collected>): number | undefined {
  let depth = 0;
  for (let node: GroupNode | undefined = group; node !== undefined; node = node.parent) {
    depth += 1;
    const object = objects.get(node.key);
    // A group without a name and without a uid: only Terraform knows which group it is.
    const isOpen = object !== undefined && (object.hasUnknownParent || isNameless(object));
    if (isOpen) return undefined;
  }
  return depth;
}

function isNameless({ isManaged, name, key }: Collected): boolean {
  return !isManaged && name === undefined && !isUid(key);
}

/** Returns the construct that names an object beneath a group by its uid. */
function mentionedBeneath(key: string, mentions: ReadonlyMap<string, IConstruct>): IConstruct | undefined {
  for (const [uid, construct] of mentions) if (uid.startsWith(`${key}/`)) return construct;
  return undefined;
}
