/** Resolves listed objects to a tree with references, and separates the objects that a project cannot declare. */
import { isObject, parentUid, parseTimestamp, valueAtPath, type Values } from '../../model/api';
import { containerKind, getPlace, role, roleBinding } from '../../model/kinds';
import {
  checkFields,
  errorsAmong,
  isDefaultValue,
  kindInWords,
  string,
  type Declaration,
  type Fields,
} from '../../model/schema';
import { counted, nounFor } from '../../base/text/words';
import { declaredValues, neededSecrets, getObjectReferences, secretsIn, type ObjectReference } from './declared-values';
import type { AdoptedGroup, AdoptedObject, NotAdopted, AdoptedOrganization, Target } from './model';
import { findOpenOwners } from './open-owners';
import { createReasons, type ListedObject } from './reasons';
import { adoptableKinds, type ListedOrganization } from './read-organization';

export interface ResolveOptions {
  /** The current time: expired objects are not adopted. */
  readonly now: Date;
  /** Returns true for the path of names of an object to adopt. @default all */
  readonly isSelected?: (path: string) => boolean;
  /** The people to refer to by uid, with the reason. @default none */
  readonly byUid?: ReadonlyMap<string, string> | undefined;
  /** Returns true for an object that a project manages already: it is not adopted again. @default none */
  readonly isManaged?: (declaration: Declaration, uid: string) => boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface MutableGroup extends Mutable<AdoptedGroup> {
  contents: Map<Declaration, AdoptedObject[]>;
}

/** Returns the organization as a tree. The objects of a group that is not adopted are not adopted either. */
export function resolveOrganization(listed: ListedOrganization, options: ResolveOptions): AdoptedOrganization {
  const root = getRoot(listed.root);
  const groups = new Map([[root.uid, root]]);
  const adopted = new Map<string, AdoptedObject>();
  const excluded = new Map<string, Mutable<NotAdopted>>();
  const notAdopted: Mutable<NotAdopted>[] = [];
  const { isManaged = () => false } = options;
  const managedGroups: MutableGroup[] = [];
  const objects = listedObjects(listed).map((object) => ({
    ...object,
    isManaged: isManaged(object.declaration, object.uid),
  }));
  const toPath = createPaths(listed.root, objects);
  const reasonFor = createReasons(objects, toPath, options);
  const references: [Mutable<AdoptedObject>, Values][] = [];

  for (const listedObject of objects) {
    const { declaration, uid, parent, object } = listedObject;
    if (listedObject.isManaged) {
      if (declaration !== containerKind) continue;
      const above = getRoot(object);
      // Reports name the group by its path, although the code refers to it by uid.
      const group = { ...above, names: [...(groups.get(parent)?.names ?? []), above.name] };
      groups.set(uid, group);
      managedGroups.push(group);
      continue;
    }
    const home = groups.get(parent);
    const outside = excluded.get(parent);
    const reason = home === undefined ? undefined : reasonFor(listedObject);
    if (home === undefined || reason !== undefined) {
      if (outside !== undefined) outside.contents++;
      const entry = outside ?? {
        declaration,
        uid,
        path: toPath(listedObject),
        contents: 0,
        ...(reason ?? groupIsHidden),
      };
      if (outside === undefined) notAdopted.push(entry);
      if (declaration === containerKind) excluded.set(uid, entry);
      continue;
    }
    const values = declaredValues(declaration, object);
    const name = typeof object['name'] === 'string' ? object['name'] : '';
    const made = { declaration, uid, name, values, references: {}, secrets: neededSecrets(declaration, values) };
    const isGroup = declaration === containerKind;
    const inTree = isGroup
      ? { ...made, group: home, names: [...home.names, name], contents: new Map<Declaration, AdoptedObject[]>() }
      : { ...made, group: home };
    if (isGroup) groups.set(uid, inTree as MutableGroup);
    home.contents.set(declaration, [...(home.contents.get(declaration) ?? []), inTree]);
    adopted.set(key(declaration, uid), inTree);
    references.push([inTree, object]);
  }

  const getTarget = createTargets(listed, adopted, objects, options.byUid);
  for (const [object, values] of references)
    object.references = Object.fromEntries(
      getObjectReferences(object.declaration, values).flatMap((reference): [string, Target][] => {
        // The group of the object is its place in the project.
        const isOwnGroup = reference.kind === containerKind.kind && reference.uid === object.group.uid;
        const target = isOwnGroup ? undefined : getTarget(reference, values);
        return target === undefined ? [] : [[reference.field, target]];
      }),
    );
  for (const group of groups.values())
    for (const [declaration, members] of group.contents) group.contents.set(declaration, members.sort(byNames));
  const used = managedGroups.filter(({ contents }) => contents.size > 0);
  const notes = getNotes(listed, [...adopted.values()], objects, toPath, options.byUid);
  const objectsByUid = new Map(objects.map((object) => [object.uid, object]));
  const openOwners = findOpenOwners(listed, {
    now: options.now,
    isAdopted: (uid) => adopted.has(key(roleBinding, uid)),
    findPath: (uid) => {
      const object = objectsByUid.get(uid);
      return object === undefined ? undefined : toPath(object);
    },
  });
  return { root, managedGroups: used, notAdopted, openOwners, notes };
}

/** The reason for an object in a group that no list contains. */
const groupIsHidden = {
  reason: 'The lists do not contain its group.',
  nextStep: 'Check that the token can list all groups.',
};

function getRoot(object: Values): MutableGroup {
  const [uid, name] = [String(object['uid']), String(object['name'])];
  const nothing = { values: {}, references: {}, secrets: [], names: [], group: undefined };
  return { declaration: containerKind, uid, name, ...nothing, contents: new Map() };
}

/** Returns the objects beneath the root: each group before its contents, older objects before newer ones. */
function listedObjects({ objects, root }: ListedOrganization): ListedObject[] {
  const all = adoptableKinds.flatMap((declaration) =>
    (objects.get(declaration) ?? []).flatMap((object): ListedObject[] => {
      const uid = String(object['uid']);
      const parent = getPlace(declaration, uid, object);
      const isRoot = declaration === containerKind && uid === root['uid'];
      return parent === undefined || isRoot ? [] : [{ declaration, uid, parent, object }];
    }),
  );
  const depth = ({ declaration, uid }: ListedObject) => (declaration === containerKind ? uid.length : Infinity);
  // Texts of times have 0, 3, 6 or 9 decimals (contract V3), so that their order is another one.
  const age = ({ object }: ListedObject) => parseTimestamp(String(object['createTime']))?.getTime() ?? 0;
  return all.sort(
    (a, b) => (depth(a) === depth(b) ? 0 : depth(a) - depth(b)) || age(a) - age(b) || compare(a.uid, b.uid),
  );
}

/** Returns a function for the paths of names from the root group. */
function createPaths(root: Values, objects: readonly ListedObject[]): (one: ListedObject) => string {
  const names = new Map([[String(root['uid']), String(root['name'])]]);
  for (const { declaration, uid, parent, object } of objects)
    if (declaration === containerKind) names.set(uid, `${names.get(parent) ?? parent}/${String(object['name'])}`);
  return ({ declaration, uid, parent, object }) => {
    const own = object['name'] ?? object['email'];
    if (declaration === containerKind) return names.get(uid) ?? uid;
    const last = typeof own === 'string' && own !== '' ? own : uid.slice(uid.lastIndexOf('/') + 1);
    return `${names.get(parent) ?? parent}/${last}`;
  };
}

/** Returns a function for the object that a field refers to: undefined for an empty field. */
function createTargets(
  { builtInRoles }: ListedOrganization,
  adopted: ReadonlyMap<string, AdoptedObject>,
  objects: readonly ListedObject[],
  byUid: ReadonlyMap<string, string> = new Map(),
) {
  const builtIn = new Map(
    builtInRoles.flatMap(({ uid, name }) => (isValid(ROLE, { name }) ? [[uid, String(name)] as const] : [])),
  );
  const names = new Map(objects.map(({ declaration, uid, object }) => [key(declaration, uid), object['name']]));
  const managed = new Set(
    objects.flatMap((object) => (object.isManaged === true ? [key(object.declaration, object.uid)] : [])),
  );
  return ({ kind, uid, from }: ObjectReference, values: Values): Target | undefined => {
    if (typeof uid !== 'string' || uid === '') return undefined;
    const referred = adopted.get(`${kind} ${uid}`);
    if (referred !== undefined) return { is: 'adopted', object: referred };
    const name = builtIn.get(uid);
    if (name !== undefined) return { is: 'builtIn', name, uid };
    // A role binding contains the identity (contract K4). People belong to no group (contract U3).
    const described = values[from?.split('.')[0] ?? ''];
    const description = isObject(described) ? described : {};
    if (parentUid(uid) === undefined && isPerson(description) && !byUid.has(uid)) {
      const { issuer, subject } = description;
      return { is: 'person', issuer, subject, uid };
    }
    const known = names.get(`${kind} ${uid}`) ?? description['name'];
    const isManaged = managed.has(`${kind} ${uid}`);
    return { is: 'other', uid, name: isText(known) ? known : undefined, ...(isManaged && { isManaged }) };
  };
}

function getNotes(
  { counts }: ListedOrganization,
  adopted: readonly AdoptedObject[],
  objects: readonly ListedObject[],
  toPath: (object: ListedObject) => string,
  byUid: ReadonlyMap<string, string> = new Map(),
): string[] {
  const byKey = new Map(objects.map((object) => [key(object.declaration, object.uid), object]));
  const bindings = adopted.filter(({ declaration }) => declaration === roleBinding);
  const people = new Map(
    bindings.flatMap(({ references: { identityUid: target } }) => {
      const isPersonal = target !== undefined && 'uid' in target && parentUid(target.uid) === undefined;
      return isPersonal ? [[target.uid, target.is] as const] : [];
    }),
  );
  const byAccount = [...people.values()].filter((is) => is === 'person').length;
  return [
    ...(byAccount === 0
      ? []
      : [
          `${counted(people.size, 'person has', 'people have')} roles. The project refers to ${byAccount === people.size ? nounFor(byAccount, 'this person', 'them') : `${byAccount} of them`} by the account to sign in with.`,
        ]),
    ...[...byUid].map(([uid, reason]) => `The project refers to the person ${uid} by uid: ${reason}.`).sort(),
    ...[...counts].map(
      ([declaration, count]) =>
        `${counted(count, kindInWords(declaration))} in the registry. No resource manages ${count === 1 ? 'it' : 'them'}.`,
    ),
    ...adopted
      .flatMap(({ declaration, uid, secrets }) => {
        const listed = byKey.get(key(declaration, uid));
        if (listed === undefined) return [];
        const subject = `The ${kindInWords(declaration)} ${toPath(listed)}`;
        return [
          ...Object.entries(declaration.unmanagedFields ?? {})
            .filter(([, { administratorOnly = false }]) => !administratorOnly)
            .filter(([path, { type }]) => !isDefaultValue(type, valueAtPath(listed.object, path)))
            .map(
              ([path]) => `${subject} has a value in ${path}. No resource manages this field, and an apply keeps it.`,
            ),
          ...secretsIn(declaration.fields).map(([message = '', secret = '']) =>
            secrets.some(([a, b]) => a === message && b === secret)
              ? `${subject} has a ${secret} that the API never returns. An apply keeps it. To change it, set its variable and a new ${secret}WoVersion.`
              : `${subject} may have a ${secret} that the API never returns. Add it before you change ${message}: a change without it removes it.`,
          ),
        ];
      })
      .sort(),
  ];
}

function key({ kind }: Declaration, uid: string): string {
  return `${kind} ${uid}`;
}

function byNames(a: AdoptedObject, b: AdoptedObject): number {
  return compare(a.name, b.name) || compare(sortText(a), sortText(b));
}

/** Objects without names are sorted by what they connect, so that code does not depend on uids of new objects. */
function sortText({ values, references, uid }: AdoptedObject): string {
  const named = Object.values(references).map((target) =>
    target.is === 'adopted' ? [...(target.object.group?.names ?? []), target.object.name].join('/') : getName(target),
  );
  return JSON.stringify([...named, values['email'] ?? values['externalGroupId'] ?? '', uid]);
}

function getName(target: Exclude<Target, { is: 'adopted' }>): string {
  if (target.is === 'person') return target.subject;
  return target.name ?? target.uid;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The code can refer to a person only with values that a look-up accepts. */
function isPerson(described: Values): described is Values & { issuer: string; subject: string } {
  const { issuer, subject } = described;
  return isText(issuer) && isText(subject) && isValid(PERSON, { issuer, subject });
}

const PERSON: Fields = {
  issuer: string(['required'], 'The URL of the issuer.', { format: 'httpsUrl' }),
  subject: string(['required'], 'The subject of the person at the issuer.'),
};

/** The code can refer to a built-in role only with a name that a look-up accepts. */
const ROLE: Fields = { name: role.fields['name'] };

function isValid(fields: Fields, values: Values): boolean {
  return errorsAmong(checkFields(fields, [], values)).length === 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
