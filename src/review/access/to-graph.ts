/** Converts objects to an access graph. Objects in unknown groups are omitted and reported. */
import { GRANTABLE_CAPABILITIES, isPlaceholderUid, isUid } from '../../model/api';
import {
  createAccessGraph,
  type AccessGraph,
  type AccessInput,
  type Assumption,
  type GroupNode,
} from '../../access/graph';
import { isBuiltInRole } from '../../access/graph/built-in-roles';
import {
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../model/kinds';
import { parentAttribute } from '../../model/schema';
import { isEnded } from './ended';
import { existingGroupName } from '../../access/rules';
import { unknownAccessFields } from '../organization/objects/access-fields';
import { findRecipient, readSignIn } from '../organization/objects/sign-in';
import { attribute } from '../input/plan/values';
import {
  isPerson,
  isPlanned,
  getName,
  objectId,
  personIn,
  type Instance,
  type Objects,
  type PlatformObject,
} from '../organization/objects/objects';
import { createReferences, type Unresolved } from '../organization/objects/references';
import { nameExternalGroups } from './external-groups';

export interface OrganizationGraph {
  readonly graph: AccessGraph;
  readonly unresolved: readonly Unresolved[];
  /** Keys of roles with unknown capabilities. */
  readonly unknownRoles: ReadonlySet<string>;
}

type Input = {
  readonly [K in keyof Required<AccessInput>]: (NonNullable<AccessInput[K]> extends Iterable<infer E> ? E : never)[];
};

interface Placed {
  readonly key: string;
  readonly name: string;
  /** Distinguishes a planned object from others with its name. */
  readonly suffix: string | undefined;
  readonly instance: Instance;
  /** Other instances of the object. */
  readonly others: readonly Instance[];
  /** The key of its parent; undefined for a root group. */
  readonly parent: string | undefined;
  /** The name of the external group of a mapping, if it is known. */
  readonly externalGroup: string | undefined;
  /** Returns the key that an attribute refers to. Returns `undefined` and records the attribute if it is unknown. */
  readonly refer: (attribute: string) => string | undefined;
  /** Like `refer`, and also records an attribute without a value: a service that does not show it hides the access. */
  readonly referRequired: (attribute: string) => string | undefined;
  /** Returns the identity provider with a key, if it is known. */
  readonly getProvider: (key: string | undefined) => Instance | undefined;
}

/** Adds objects of each kind to the graph. Other kinds give no access. */
const parts: Readonly<Record<string, (placed: Placed, input: Input) => void>> = {
  [group.kind]: ({ key, name, parent }, { groups }) => {
    groups.push({ key, name, parent });
  },
  [identity.kind]: ({ key, name, parent, instance, others }, { identities }) => {
    const person = [instance, ...others].filter(isPerson).map(personIn);
    const account = person.find((one) => one.account !== undefined)?.account;
    const email = person.find((one) => one.email !== undefined)?.email;
    identities.push({ key, name, group: parent, account, email, assumption: findAssumption(instance) });
  },
  [role.kind]: ({ key, name, parent, instance }, { roles }) => {
    const isBuiltIn = parent === undefined && isBuiltInRole({ key, group: undefined });
    roles.push({
      key,
      name,
      group: parent,
      capabilities: knownCapabilities(instance),
      holdsUnknown: isBuiltIn && name === 'owner',
    });
  },
  [roleBinding.kind]: ({ key, parent, refer }, { grants }) => {
    const [who, what] = [refer('identity_uid'), refer('role_uid')];
    if (who !== undefined && what !== undefined && parent !== undefined)
      grants.push({ key, identity: who, role: what, group: parent });
  },
  [groupInvite.kind]: ({ key, suffix, parent, instance, refer }, { grants }) => {
    const what = refer('role_uid');
    const recipient = findRecipient(instance);
    if (what !== undefined && parent !== undefined)
      grants.push({ key, source: 'group_invite', name: suffix, recipient, role: what, group: parent });
  },
  [identityProvider.kind]: ({ key, name, parent, instance, refer }, { grants }) => {
    const what = refer('default_role');
    const { people } = readSignIn(instance);
    if (what !== undefined && parent !== undefined)
      grants.push({ key, source: 'identity_provider', name, people, role: what, group: parent });
  },
  [externalGroupRoleMapping.kind]: (
    { key, parent: provider, externalGroup: name, refer, referRequired, getProvider },
    { grants },
  ) => {
    const signsIn = getProvider(provider);
    const people = signsIn && readSignIn(signsIn).groups;
    const [what, scope] = [refer('role_uid'), referRequired('scope_uid')];
    if (what !== undefined && scope !== undefined)
      grants.push({
        ...{ key, source: 'external_group_role_mapping', name, provider, people },
        ...{ role: what, group: scope },
      });
  },
};

export interface GraphOptions {
  /** Names of groups that no plan manages. They precede the names in a state and in the API. */
  readonly names: ReadonlyMap<string, string>;
  /** Grants that expired before this time give no access. */
  readonly now: Date;
  /** Uids of existing groups that no object here mentions. */
  readonly mentioned?: readonly string[];
  /** True if the whole organization was read: other data adds nothing then. */
  readonly isLive?: boolean;
  /** The assumed capabilities of a role that no plan describes. @default nothing */
  readonly undescribed?: 'nothing' | 'everything';
  /** Returns true if a grant of such a role counts. @default every grant counts */
  readonly counts?: (grant: { readonly key: string; readonly role: string }) => boolean;
}

/** Creates the graph. Throws a `TypeError` if groups contain each other. */
export function toGraph(
  objects: Objects,
  { names, now, mentioned = [], isLive = false, undescribed = 'nothing', counts = () => true }: GraphOptions,
): OrganizationGraph {
  const resolve = createReferences(objects);
  const unresolved: Unresolved[] = [];
  const input: Input = { groups: [], mentioned: [...mentioned], identities: [], roles: [], grants: [] };
  const known = (instance: Instance, name: string): string | undefined => {
    const referred = resolve(instance, name);
    if ('key' in referred) return referred.key;
    unresolved.push(referred.unresolved);
    return undefined;
  };
  const placed = placeable(objects, resolve, unresolved);
  const getSuffix = suffixes(placed);
  const getExternalGroup = nameExternalGroups(objects);
  for (const one of placed) {
    const { instance, others, key, parent } = one;
    const { kind } = instance.declaration;
    if (isEnded(instance, now)) continue;
    for (const name of unknownAccessFields(instance))
      unresolved.push({ instance, attribute: name, reason: 'it is unknown until apply', mentions: [] });
    const suffix = getSuffix(one);
    const isExisting = instance.declaration === group && ![instance, ...others].some(({ isManaged }) => isManaged);
    const own = isExisting ? existingGroupName(key, getName(instance), names) : getName(instance);
    const name = `${own}${suffix === undefined ? '' : `#${suffix}`}`;
    const refer = (attribute: string) => known(instance, attribute);
    const referRequired = (name: string) => {
      if ((attribute(instance.values, name) ?? '') === '')
        unresolved.push({ instance, attribute: name, reason: 'the service does not show it', mentions: [] });
      return refer(name);
    };
    const externalGroup = getExternalGroup(instance);
    const getProvider = (provider = '') => objects.get(objectId(identityProvider, provider))?.instances[0];
    parts[kind]?.(
      { key, name, suffix, parent, externalGroup, instance, others, refer, referRequired, getProvider },
      input,
    );
  }
  const given = new Set(input.groups.map(({ key }) => key));
  for (const [uid, name] of names) if (!given.has(uid)) input.groups.push({ key: uid, name, parent: findParent(uid) });
  const roles = new Set(input.roles.map(({ key }) => key));
  const unknownRoles = new Set(input.grants.map((grant) => grant.role).filter((key) => !roles.has(key)));
  const held =
    undescribed === 'nothing' ? { capabilities: [] } : { capabilities: GRANTABLE_CAPABILITIES, holdsUnknown: true };
  for (const key of unknownRoles) input.roles.push({ key, name: undescribedRole(key, isLive), ...held });
  const grants = input.grants.filter((grant) => !unknownRoles.has(grant.role) || counts(grant));
  return { graph: createAccessGraph({ ...input, grants }), unresolved, unknownRoles };
}

/** Returns a name for a role that no plan describes. Terraform omits unused data sources, so the previous role of a binding can be unknown. */
function undescribedRole(key: string, isLive: boolean): string {
  const last = key.slice(key.lastIndexOf('/') + 1);
  const uid = last === key ? `uid ${key}` : `uid ending in ${last}`;
  return `a role that no plan describes (${isLive ? uid : `${uid}; --live names it`})`;
}

/** Returns the address of a planned object if others of its kind and group have the same name. */
function suffixes(all: readonly Lying[]): (one: Lying) => string | undefined {
  // The name of an invite does not identify a person.
  const getId = ({ instance, parent = '' }: Lying) =>
    JSON.stringify([instance.declaration.kind, parent, instance.declaration === groupInvite ? '' : getName(instance)]);
  const planned = new Set(all.filter(({ instance }) => isPlanned(instance)).map(getId));
  const counts = new Map<string, number>();
  if (planned.size > 0)
    for (const one of all) {
      const id = getId(one);
      if (planned.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  return (one) => {
    if (!isPlanned(one.instance) || (counts.get(getId(one)) ?? 0) < 2) return undefined;
    return one.instance.address.replaceAll('%', '%25').replaceAll('/', '%2F');
  };
}

interface Lying {
  readonly instance: Instance;
  readonly others: readonly Instance[];
  readonly key: string;
  readonly parent: string | undefined;
}

/** Returns the objects with known groups, up to the root. */
function placeable(
  objects: Objects,
  refer: ReturnType<typeof createReferences>,
  unresolved: Unresolved[],
): readonly Lying[] {
  const found: Lying[] = [];
  const beneath = new Map<string, Lying[]>();
  const newGroups = new Set(
    [...objects.values()].filter((object) => object.declaration === group && !isUid(object.key)).map(({ key }) => key),
  );
  const add = (object: PlatformObject): void => {
    const [instance, ...others] = object.instances;
    const name = parentAttribute(object.declaration);
    const referred = name === undefined ? { key: undefined } : refer(instance, name);
    if ('unresolved' in referred) {
      unresolved.push(referred.unresolved);
      return;
    }
    const lying = { instance, others, key: object.key, parent: referred.key };
    const { parent } = lying;
    if (parent === undefined || !newGroups.has(parent)) found.push(lying);
    else beneath.set(parent, [...(beneath.get(parent) ?? []), lying]);
  };
  for (const object of objects.values()) add(object);
  for (const { key } of found) {
    found.push(...(beneath.get(key) ?? []));
    beneath.delete(key);
  }
  for (const { instance } of [...beneath.values()].flat())
    unresolved.push({
      instance,
      attribute: parentAttribute(instance.declaration) ?? 'parent',
      reason: 'the parent of its group is unknown until apply',
      mentions: [],
    });
  return found;
}

function findParent(uid: string): string | undefined {
  const end = uid.lastIndexOf('/');
  return end < 0 ? undefined : uid.slice(0, end);
}

function findAssumption({ values }: Instance): Assumption | undefined {
  const ways = ['claim_match', 'static_keys', 'aws_identity', 'service_principal'] as const;
  return ways.find((way) => attribute(values, way) !== undefined);
}

function knownCapabilities({ values }: Instance): string[] {
  const capabilities = attribute(values, 'capabilities');
  return Array.isArray(capabilities) ? capabilities.filter((name): name is string => typeof name === 'string') : [];
}

/**
 * Returns the uids of groups that only one side mentions, although they exist on both: no plan creates or deletes them or a group
 * above them.
 */
export function onlyMentioned(there: AccessGraph, here: AccessGraph, others: Objects, objects: Objects): string[] {
  const known = new Set(here.groups.map(({ key }) => key));
  const isOnOneSide = (node: GroupNode): boolean => {
    for (let groupNode: GroupNode | undefined = node; groupNode !== undefined; groupNode = groupNode.parent) {
      const id = objectId(group, groupNode.key);
      if (isPlaceholderUid(groupNode.key) || (others.has(id) && !objects.has(id))) return true;
    }
    return false;
  };
  return there.groups
    .filter((node) => node.implied && !known.has(node.key) && !isOnOneSide(node))
    .map(({ key }) => key);
}
