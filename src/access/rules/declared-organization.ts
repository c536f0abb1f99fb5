/** The organization of synthesized stacks, for rules. References that only Terraform knows are reported. */
import type { GroupNode } from '../graph';
import { accountIn, displayedPerson, withoutSlashes } from '../../base/text/person-account';
import { groupBy } from '../graph/paths';
import { isUid, parentUid, snakeCase, type Values } from '../../model/api';
import { existingGroupName, knownGroupNames, type GroupNames } from './group-names';
import type { RuledObject, RuledOrganization, UnresolvedAttribute } from './organization';
import { accessGraph, isBuiltIn } from './stack/graph';
import { accessKinds, assumptions, type AccessKind, type AccessObject, type AccessCollection } from './stack/kinds';
import { readStackObjects, type StackJson, type StackObject } from './stack/objects';
import { findOrigin } from '../../model/stack';
import { readTrustPolicy, type IdentityTrustPolicy } from './read-trust-policy';
import { attribute, hasUnknown, knownValues, objectAttribute, textAttribute, UNKNOWN_VALUE } from './values';

export interface DeclaredOrganization extends RuledOrganization {
  /** By key. The address of an unresolved attribute is the key of its object. */
  readonly declared: ReadonlyMap<string, StackObject>;
}

/**
 * Returns the organization that the stacks declare.
 *
 * @param given names of existing groups
 */
export function readDeclaredOrganization(stacks: readonly StackJson[], given: GroupNames = {}): DeclaredOrganization {
  const names = new Map(Object.entries(knownGroupNames(given)));
  const { declared, found } = readStackObjects(stacks);
  const all = [...found, ...declared];
  const objects = new Map(all.map((object) => [object.key, object]));
  const placed = placedGroups(all);
  const unresolved: UnresolvedAttribute[] = [];
  const unknownRoles = new Set<string>();
  const trustPolicies = new Map<string, IdentityTrustPolicy | undefined>();
  const issuers = new Map<string, string>();
  const inGraph: AccessObject[] = [];
  const managed: { readonly object: StackObject; readonly values: Values; readonly label: string }[] = [];
  for (const object of all) {
    const kind: AccessKind = accessKinds[object.collection];
    const values = knownValues(object.attributes);
    const isExisting = object.collection === 'groups' && object.isReferredTo === true;
    const own = getLabel(object, values);
    const label = isExisting ? existingGroupName(object.key, own, names) : own;
    const miss = (name: string): void => {
      unresolved.push({ address: object.key, attribute: name });
    };
    const refer = (key: string | undefined, field: string, collection: AccessCollection): string | undefined => {
      const name = snakeCase(field);
      if (key !== undefined && (objects.get(key)?.collection === collection || isUid(key))) return key;
      if (key !== undefined || attribute(values, name) !== undefined) miss(name);
      return undefined;
    };
    for (const name of ['name', 'count', 'for_each'])
      if (hasUnknown(values[name]) || (name !== 'name' && values[name] !== undefined)) miss(name);
    const group = refer(object.parent, kind.parent, 'groups');
    const parent = group === undefined || isUid(group) || placed.has(group) ? group : undefined;
    const isPlaced = parent !== undefined || attribute(values, snakeCase(kind.parent)) === undefined;
    if (object.isReferredTo !== true) managed.push({ object, values, label });
    if (object.collection === 'groups' && !placed.has(object.key)) continue;
    const reading: Reading = { object, values, isPlaced, miss };
    inGraph.push({
      ...{ collection: object.collection, key: object.key, name: label, account: accountIn(values), parent },
      identity: kind.identity && refer(object.identity, kind.identity, 'identities'),
      role: kind.role && refer(object.role, kind.role, 'roles'),
      provider: object.provider,
      fields: {},
      ...(object.isReferredTo === true && isPlaced && { isReferredTo: true }),
      ...details[object.collection]?.(reading, { unknownRoles, trustPolicies, issuers }),
    });
  }
  const groups = new Set(inGraph.map(({ key }) => key));
  for (const [key, name] of names)
    if (!groups.has(key))
      inGraph.push({ ...{ collection: 'groups' as const, key, name, fields: {} }, parent: parentUid(key) });
  const graph = accessGraph([...inGraph, ...undescribedRoles(inGraph, unknownRoles)]);
  const isUncertain = unresolved.some(({ attribute: name }) => name !== 'name') || unknownRoles.size > 0;
  const nodes = new Map([...graph.groups, ...graph.identities, ...graph.roles].map((node) => [node.key, node]));
  return {
    ...{ graph, unknownRoles, trustPolicies, issuers, unresolved, declared: objects },
    objects: managed
      .filter(({ object: { collection } }) => 'isNamed' in accessKinds[collection])
      .map(({ object, values, label }): RuledObject => {
        const isGroup = object.collection === 'groups';
        const place = nodes.get(isGroup ? object.key : (object.parent ?? ''));
        const group = place !== undefined && 'children' in place ? place : undefined;
        const description = attribute(values, 'description');
        return {
          ...{ key: object.key, kind: accessKinds[object.collection].kind, isGroup, group },
          path: nodes.get(object.key)?.path ?? (group === undefined ? label : `${group.path}/${label}`),
          name: textAttribute(values, 'name'),
          isDescribed: description === UNKNOWN_VALUE ? undefined : description !== undefined && description !== '',
        };
      }),
    isOpen: (group) => openReason(group, objects) ?? (isUncertain ? 'only Terraform knows a part of it' : undefined),
  };
}

/** Returns the keys of the groups with a known place, up to a root group or a uid. */
function placedGroups(objects: readonly StackObject[]): ReadonlySet<string> {
  const groups = objects.filter(({ collection }) => collection === 'groups');
  const beneath = groupBy(groups, ({ parent }) => parent);
  const isRoot = ({ attributes, parent }: StackObject) =>
    parent === undefined ? attribute(attributes, snakeCase(accessKinds.groups.parent)) === undefined : isUid(parent);
  const waiting = groups.filter(isRoot);
  const placed = new Set<string>();
  for (const { key } of waiting) {
    placed.add(key);
    for (const group of beneath.get(key) ?? []) waiting.push(group);
  }
  return placed;
}

interface Reading {
  readonly object: StackObject;
  readonly values: Values;
  /** False if only Terraform knows its group. */
  readonly isPlaced: boolean;
  readonly miss: (attribute: string) => void;
}

interface Facts {
  readonly unknownRoles: Set<string>;
  readonly trustPolicies: Map<string, IdentityTrustPolicy | undefined>;
  readonly issuers: Map<string, string>;
}

/** Reads the facts that only objects of one collection have. */
const details: Partial<Readonly<Record<AccessCollection, (reading: Reading, facts: Facts) => Partial<AccessObject>>>> =
  {
    identities: ({ object: { key, isReferredTo }, values, miss }, { trustPolicies, issuers }) => {
      // A person is found by an account, and a workload by its name.
      const isPerson = isReferredTo === true && attribute(values, 'subject') !== undefined;
      const issuer = textAttribute(values, 'issuer');
      if (issuer !== undefined) issuers.set(key, issuer);
      const trust = readTrustPolicy(values);
      if (isPerson || isReferredTo !== true) trustPolicies.set(key, trust);
      if (trust?.isUnknown === true) miss(trust.by);
      const given = Object.entries(assumptions).filter(([, name]) => attribute(values, name) !== undefined);
      return { fields: Object.fromEntries(given), assumption: isPerson ? 'sign_in' : 'claim_match' };
    },
    identityProviders: ({ object: { key }, values }, { issuers }) => {
      const issuer = textAttribute(objectAttribute(values, 'oidc') ?? {}, 'issuer');
      if (issuer !== undefined) issuers.set(key, issuer);
      return {};
    },
    roles: ({ object, values, isPlaced, miss }, { unknownRoles }) => {
      if (isPlaced && isBuiltIn({ ...object, name: textAttribute(values, 'name') ?? '' })) return {};
      const capabilities = attribute(values, 'capabilities');
      const isUnknown = !Array.isArray(capabilities) || hasUnknown(capabilities);
      if (isUnknown) unknownRoles.add(object.key);
      if (isUnknown && object.isReferredTo !== true) miss('capabilities');
      const known = Array.isArray(capabilities) ? capabilities.filter((name) => typeof name === 'string') : [];
      return { fields: { capabilities: known } };
    },
  };

/** Returns the roles that grants name by a uid. Their capabilities are unknown. */
function undescribedRoles(objects: readonly AccessObject[], unknownRoles: Set<string>): AccessObject[] {
  const known = new Set(objects.map(({ key }) => key));
  const missing = new Set(objects.flatMap(({ role }) => (role === undefined || known.has(role) ? [] : [role])));
  for (const key of missing) unknownRoles.add(key);
  return [...missing].map((key) => ({
    ...{ collection: 'roles' as const, key, name: key.slice(key.lastIndexOf('/') + 1), parent: undefined, fields: {} },
  }));
}

/** Returns the name in paths: the name, the account of a person, or the id of the construct. */
function getLabel({ address, attributes, collection }: StackObject, values: Values): string {
  const { name: field = 'name' }: AccessKind = accessKinds[collection];
  const name = textAttribute(values, field);
  const id = findOrigin(attributes)?.construct.split('/').at(-1) ?? address;
  return name === undefined
    ? (displayedPerson({ account: accountIn(values) }) ?? withoutSlashes(id))
    : withoutSlashes(name);
}

/** An existing group can have grants that the program does not declare, and so can the groups beneath it. */
function openReason(group: GroupNode, objects: ReadonlyMap<string, StackObject>): string | undefined {
  for (let node: GroupNode | undefined = group; node !== undefined; node = node.parent) {
    const object = objects.get(node.key);
    if (object === undefined || object.isReferredTo === true) return `${node.path} exists and can have other grants`;
  }
  return undefined;
}
