/**
 * Finds deleted objects that look like created ones: a group with the same contents, an identity or role with the same fields, or an
 * identity of the same repository with the same grants. They are probably one object with another name. Changes do not depend on it,
 * because it can be wrong.
 */
import { groupBy } from '../../access/graph/paths';
import { isObject } from '../../model/api';
import { containerKind, getDeclaration, identity, parentKind, roleBinding } from '../../model/kinds';
import { inputFields, getAttribute, toAttribute, parentAttribute } from '../../model/schema';
import { UNKNOWN_VALUE } from '../input/plan/plan';
import { attribute, isSensitive, textAttribute } from '../input/plan/values';
import type { ReviewedOrganization } from './assemble';
import { objectId, type Instance, type Objects, type PlatformObject } from './objects/objects';
import { createReferences, referenceAttributes } from './objects/references';
import { pairOverlapping } from './overlapping-groups';
import { createKeys, pairObjects, type SameObject, type SameObjects } from './same-objects';

export interface Lookalike extends SameObject {
  /** `moved`: to another group, which the API can do with no object. */
  readonly relation: 'renamed' | 'moved';
  /** The object itself, and everything that depends on it and keeps its place and name. */
  readonly parts: readonly SameObject[];
}

/** Returns the lookalikes, each group without those in it. An ambiguous object is none. */
export function findLookalikes(
  organization: ReviewedOrganization,
  [gone, made]: readonly [readonly PlatformObject[], readonly PlatformObject[]],
): Lookalike[] {
  if (gone.length === 0 || made.length === 0) return [];
  const [before, after] = [createSide(organization.before), createSide(organization.after)];
  const found: Omit<Lookalike, 'parts'>[] = [];
  const isFound = (object: PlatformObject, side: 'before' | 'after') =>
    found.some((one) => (side === 'before' ? before : after).isIn(object, one[side]));
  const pair = (
    signature: (side: Side, object: PlatformObject) => string | undefined,
    pairOthers: (unpaired: Pick<SameObjects, 'gone' | 'made'>) => readonly SameObject[] = () => [],
  ) => {
    const exact = pairObjects(
      gone.filter((object) => !isFound(object, 'before')),
      made.filter((object) => !isFound(object, 'after')),
      { before: (object) => signature(before, object), after: (object) => signature(after, object) },
    );
    const all = [...exact.same, ...pairOthers(exact)].flatMap((object) => {
      const relation = findRelation(before, object.before, after, object.after);
      return relation === undefined ? [] : [{ ...object, relation }];
    });
    // A group first: it explains the objects in it.
    const isTopmost = ({ before: inner }: SameObject) =>
      !all.some(({ before: outer }) => outer !== inner && before.isIn(inner, outer));
    found.push(...all.filter(isTopmost));
  };
  pair(
    (side, object) => side.contents(object),
    (unpaired) => pairOverlapping(unpaired.gone, unpaired.made, { before: before.names, after: after.names }),
  );
  pair((side, object) => side.fields(object, 'in its group'));
  pair((side, object) => side.fields(object, 'with its name'));
  pair((side, object) => side.grants(object));
  return withParts(found, organization, gone, made);
}

interface Side {
  readonly parentKey: (object: PlatformObject) => string | undefined;
  /** Returns true for the group itself, and for an object in it or beneath it. */
  readonly isIn: (object: PlatformObject, group: PlatformObject) => boolean;
  /** Returns the names and kinds of the contents of a group; undefined for another object, or if a name is unknown. */
  readonly names: (object: PlatformObject) => readonly string[] | undefined;
  /** Returns a text that is equal for groups with the same names and kinds of contents; undefined if they are too few. */
  readonly contents: (object: PlatformObject) => string | undefined;
  /** Returns a text that is equal for objects with the same fields, apart from the name or from the group. */
  readonly fields: (object: PlatformObject, where: 'in its group' | 'with its name') => string | undefined;
  /** Returns a text that is equal for identities of a group with the same grants that trust workloads of the same repository. */
  readonly grants: (object: PlatformObject) => string | undefined;
}

const NAME = 'name';
/** Texts for people identify nothing. */
const IGNORED: ReadonlySet<string> = new Set([NAME, 'description', 'rotateOn']);

function createSide(objects: Objects): Side {
  const refer = createReferences(objects);
  const referredKey = (instance: Instance, name: string): string | undefined => {
    const found = refer(instance, name);
    return 'key' in found ? found.key : undefined;
  };
  const parentKey = ({ instances: [instance] }: PlatformObject) => {
    const name = parentAttribute(instance.declaration);
    return name === undefined ? undefined : referredKey(instance, name);
  };
  const children = groupBy(
    [...objects.values()].filter(({ isManaged }) => isManaged),
    parentKey,
  );

  const bindings = groupBy(
    [...objects.values()].filter(({ isManaged, declaration }) => isManaged && declaration === roleBinding),
    ({ instances: [instance] }) => referredKey(instance, 'identity_uid'),
  );

  /** Returns the kind and name of an object in a group. References show the place in the group, otherwise the uid. */
  const nameWithin = (groupKey: string, object: PlatformObject): string | undefined => {
    const {
      declaration,
      instances: [instance],
    } = object;
    const parts = declaration.naturalKey.map((field) => {
      const attribute = getAttribute(declaration, field);
      const kind = referenceAttributes(declaration).find(({ name }) => name === attribute)?.kind;
      if (kind === undefined) return findName(instance, field);
      const key = referredKey(instance, attribute);
      const referred = key === undefined ? undefined : objects.get(objectId(getDeclaration(kind), key));
      const isInside = referred !== undefined && parentKey(referred) === groupKey;
      return isInside ? `in it: ${findName(referred.instances[0], NAME) ?? ''}` : key;
    });
    return parts.includes(undefined) ? undefined : JSON.stringify([declaration.kind, ...parts]);
  };

  /** Returns the parent of an object. Groups of a wrong plan can contain each other. */
  const findParent = (object: PlatformObject) =>
    objects.get(objectId(parentKind(object.declaration), parentKey(object) ?? ''));

  const namesIn: Side['names'] = ({ declaration, key }) => {
    if (declaration !== containerKind) return undefined;
    const names = (children.get(key) ?? []).map((object) => nameWithin(key, object));
    return names.every((name) => name !== undefined) ? names.sort() : undefined;
  };

  return {
    parentKey,
    names: namesIn,
    isIn: (object, group) => {
      const seen = new Set<PlatformObject>();
      for (let at: PlatformObject | undefined = object; at !== undefined && !seen.has(at); at = findParent(at)) {
        if (at === group) return true;
        seen.add(at);
      }
      return false;
    },
    contents: (object) => {
      const names = namesIn(object) ?? [];
      const isEnough = names.length > 1 || children.get(object.key)?.[0]?.declaration === identity;
      return isEnough ? JSON.stringify(names) : undefined;
    },
    fields: (object, where) => {
      const {
        declaration,
        instances: [instance],
      } = object;
      if (declaration === containerKind || !(NAME in declaration.fields)) return undefined;
      const place = where === 'in its group' ? parentKey(object) : findName(instance, NAME);
      const values = findFields(instance);
      return place === undefined || values === undefined
        ? undefined
        : JSON.stringify([declaration.kind, place, values]);
    },
    grants: (object) => {
      const [place, trusted] = [parentKey(object), findTrusted(object)];
      const grants = (bindings.get(object.key) ?? []).map((binding) =>
        JSON.stringify([parentKey(binding), referredKey(binding.instances[0], 'role_uid')]),
      );
      const isKnown = place !== undefined && trusted !== undefined && grants.length > 0;
      return isKnown && grants.every((grant) => !grant.includes('null'))
        ? JSON.stringify([place, trusted, grants.sort()])
        : undefined;
    },
  };
}

function findName({ declaration, values, sensitive }: Instance, field: string): string | undefined {
  const name = getAttribute(declaration, field);
  return isSensitive(sensitive, name) ? undefined : textAttribute(values, name);
}

/** The parts of a subject that name the repository: `repo:acme/shop`, `project_path:acme/shop`. */
const REPOSITORY_PARTS = 2;

/** Returns the issuer and the repository of the workloads that can assume an identity; undefined if they are unknown. */
function findTrusted({ declaration, instances: [{ values, sensitive }] }: PlatformObject): string | undefined {
  const policy = declaration === identity ? attribute(values, TRUST_POLICY) : undefined;
  if (!isObject(policy) || isSensitive(sensitive, TRUST_POLICY)) return undefined;
  const { issuer, subject = policy['subject_pattern'] } = policy;
  if (typeof issuer !== 'string' || typeof subject !== 'string') return undefined;
  return JSON.stringify([issuer, subject.split(':', REPOSITORY_PARTS)]);
}

const TRUST_POLICY = 'claim_match';

/** Returns the fields that decide what the object does; undefined if one is unknown or sensitive, or if all are unset. */
function findFields({ declaration, values, sensitive }: Instance): string | undefined {
  const names = inputFields(declaration)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, field]) => toAttribute(name, field));
  if (names.some((name) => isSensitive(sensitive, name))) return undefined;
  const text = JSON.stringify(names.map((name) => [name, comparable(attribute(values, name))]));
  const isUnset = names.every((name) => comparable(attribute(values, name)) === null);
  return isUnset || text.includes(JSON.stringify(UNKNOWN_TEXT)) ? undefined : text;
}

const UNKNOWN_TEXT = '(unknown)';

/** Returns a value without unset members, and with sorted members and elements. */
function comparable(value: unknown): unknown {
  if (value === UNKNOWN_VALUE) return UNKNOWN_TEXT;
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((inner) => JSON.stringify(comparable(inner))).sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, comparable(inner)] as const);
  const set = members.filter(([, inner]) => inner !== null).sort(([a], [b]) => (a < b ? -1 : 1));
  return set.length === 0 ? null : Object.fromEntries(set);
}

/** Returns undefined for objects that only share their place and name: their path is the same, so they are recreated. */
function findRelation(
  before: Side,
  was: PlatformObject,
  after: Side,
  is: PlatformObject,
): Lookalike['relation'] | undefined {
  const isSameGroup = before.parentKey(was) === after.parentKey(is);
  const isSameName = findName(was.instances[0], NAME) === findName(is.instances[0], NAME);
  if (isSameGroup) return isSameName ? undefined : 'renamed';
  return 'moved';
}

function withParts(
  found: readonly Omit<Lookalike, 'parts'>[],
  { before, after }: ReviewedOrganization,
  gone: readonly PlatformObject[],
  made: readonly PlatformObject[],
): Lookalike[] {
  const numbers = new Map(found.flatMap((one, index) => [[one.before, index] as const, [one.after, index] as const]));
  const known = (object: PlatformObject): string | undefined => {
    const id = objectId(object.declaration, object.key);
    if (numbers.has(object)) return `lookalike ${numbers.get(object)}`;
    return before.has(id) && after.has(id) ? id : undefined;
  };
  const keys = { before: createKeys(before, { known }), after: createKeys(after, { known }) };
  const refer = createReferences(before);
  const findNumber = (object: PlatformObject, depth = 0): number | undefined => {
    const own = numbers.get(object);
    if (own !== undefined || depth > 100) return own;
    const [instance] = object.instances;
    for (const { name, kind } of referenceAttributes(object.declaration)) {
      const referred = refer(instance, name);
      const target = 'key' in referred ? before.get(objectId(getDeclaration(kind), referred.key ?? '')) : undefined;
      const number = target && findNumber(target, depth + 1);
      if (number !== undefined) return number;
    }
    return undefined;
  };
  const parts = groupBy(pairObjects(gone, made, keys).same, ({ before: object }) => findNumber(object));
  return found.map((one, index) => ({ ...one, parts: parts.get(index) ?? [] }));
}
