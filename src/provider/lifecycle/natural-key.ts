/** Natural keys: what makes two objects the same for a person. Finds the objects that exist with one, and plans that create one twice. */
import { camelCase, snakeCase, type Values } from '../../api';
import { type Client, isNotFound, type MalformedObject } from '../../client';
import { listInV1 } from '../../client/list-in-v1';
import { DiagError, type Diags, isUnknown } from '../../plugin';
import {
  canonicalText,
  type Declaration,
  isDefaultValue,
  isInclusion,
  isPresent,
  kindInWords,
  offers,
  onceFor,
  parentUidOf,
  semanticEquals,
  typeName,
} from '../../schema';
import { apiObject, parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';
import type { RecentObjects } from '../recent-objects';
import { subjectOf } from './messages';

/** Parent and the fields of the natural key; `parent` is undefined for what lies in no group. */
export interface Key {
  readonly parent: string | undefined;
  /** The object may lie in any group. @default false */
  readonly anywhere?: boolean;
  readonly values: Values;
}

export function keyOf(declaration: Declaration, parent: string | undefined, object: Values): Key {
  return { parent, values: Object.fromEntries(declaration.naturalKey.map((name) => [name, object[name]])) };
}

/** Whether the key tells an object from all others: without a part of it there may be several, such as invites for nobody in particular. */
export function isDistinct(declaration: Declaration, { values }: Pick<Key, 'values'>): boolean {
  return ownKeyFields(declaration).every((name) => isPresent(values[name]));
}

/** The key as text, to compare and to lock by: the same for all that `semanticEquals` takes for the same. */
export function keyText(declaration: Declaration, { parent, values }: Key): string {
  const named = ownKeyFields(declaration).map((name) => {
    const type = declaration.fields[name]?.type;
    const value = values[name];
    if (type === undefined || isDefaultValue(type, value)) return null;
    return type.is === 'string' ? canonicalText(type, String(value)) : value;
  });
  return JSON.stringify([declaration.kind, parent ?? null, ...named]);
}

/** The fields of the key beside the parent; none for what goes by its group's uid (contract U4). */
function ownKeyFields({ uidScheme, naturalKey }: Declaration): readonly string[] {
  return uidScheme === 'parentUid' ? [] : naturalKey;
}

export interface FindOptions {
  readonly signal: AbortSignal;
  readonly recent: Pick<RecentObjects, 'corrected'>;
}

/** Returns every object with this key, in the order of the list. */
export async function findExisting(
  client: Client,
  declaration: Declaration,
  key: Key,
  { signal, recent }: FindOptions,
): Promise<Values[]> {
  // An object that goes by its group's uid (contract U4): there is one, or none.
  if (declaration.uidScheme === 'parentUid' && key.anywhere !== true) {
    const { parent } = key;
    if (parent === undefined) return [];
    const found = await single(client, declaration, parent, signal);
    return recent.corrected(declaration, found, (object) => uidOf(declaration, object) === parent);
  }
  if (!offers(declaration, 'list')) return [];
  const filters = Object.entries(declaration.filters).flatMap(([name, filter]): [string, string][] => {
    const value = isInclusion(filter) ? undefined : key.values[filter.matches];
    return typeof value === 'string' && value !== '' ? [[camelCase(name), value]] : [];
  });
  const query = { childrenOf: key.parent, ...Object.fromEntries(filters), ...inclusions(declaration) };
  const found: Values[] = [];
  const doubtful: MalformedObject[] = [];
  const onMalformed = (object: MalformedObject): void => {
    if (mayHaveKey(declaration, object, key)) doubtful.push(object);
  };
  for await (const object of client.list(declaration, query, { signal, onMalformed })) found.push(object);
  if (doubtful.length > 0) throw undecided(declaration, doubtful);
  // Compared here again: a service that ignores a filter (contract L2) must not change what is found.
  return recent.corrected(declaration, found, (object) => hasKey(declaration, object, key));
}

/** The filters by which a list includes what it leaves out by default: what has the key may be just that. */
export function inclusions({ filters }: Declaration): Readonly<Record<string, true>> {
  const names = Object.keys(filters).filter((name) => filters[name] !== undefined && isInclusion(filters[name]));
  return Object.fromEntries(names.map((name) => [camelCase(name), true]));
}

/** Returns true if the object has the key. */
export function hasKey(declaration: Declaration, object: Values, { parent, anywhere, values }: Key): boolean {
  return (
    (anywhere === true || parentUidOf(declaration, uidOf(declaration, object)) === parent) &&
    declaration.naturalKey.every((name) => {
      const field = declaration.fields[name];
      return field !== undefined && semanticEquals(field.type, object[name], values[name]);
    })
  );
}

/** Whether an object that can only be read in part may have the key. */
export function mayHaveKey(declaration: Declaration, { uid, readable }: MalformedObject, key: Key): boolean {
  const elsewhere = uid !== undefined && key.anywhere !== true && parentUidOf(declaration, uid) !== key.parent;
  if (elsewhere) return false;
  return declaration.naturalKey.every((name) => {
    const field = declaration.fields[name];
    return !Object.hasOwn(readable, name) || (field && semanticEquals(field.type, readable[name], key.values[name]));
  });
}

function undecided(declaration: Declaration, doubtful: readonly MalformedObject[]): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Cannot tell whether there is such a ${kind}`,
    [
      `The service lists one that may be it, in a form that cannot be understood:`,
      ...doubtful.map(({ subject, problem }) => `  ${subject}: ${problem}`),
      `Nothing was done. Report it to those who run the service, or name the ${kind} by its uid.`,
    ].join('\n'),
  );
}

async function single(client: Client, declaration: Declaration, uid: string, signal: AbortSignal): Promise<Values[]> {
  try {
    return [await client.get(declaration, uid, { signal })];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/**
 * Two resources of one plan for one object: both create it, or one keeps what the other creates. The apply would stop at the
 * second, or with on_existing = "adopt" change the object of the first, so the plan stops. A plan names no addresses, and a
 * replacement is planned like a creation. Resources that may be replaced therefore pass: a plan refused by mistake is worse
 * than a mistake that only the apply finds.
 */
export interface PlannedCreates {
  /** Records that an object with this key is in the state: it may be planned again, as a replacement. */
  exists(declaration: Declaration, attributes: Values): void;
  /** Records a resource that keeps its object. Returns true if another resource of this plan creates the same object. */
  keeps(declaration: Declaration, attributes: Values): boolean;
  /** Returns true if another resource of this plan creates or keeps the same object. */
  isTaken(declaration: Declaration, attributes: Values, isReplacement?: boolean): boolean;
}

/**
 * For one configuration of the provider. Terraform and OpenTofu plan the creation of a resource once for each; other
 * hosts, whose version has another form, may plan it repeatedly, so nothing is concluded there.
 */
export function createPlannedCreates(terraformVersion: string): PlannedCreates {
  const plansOnce = isTerraform(terraformVersion);
  const existing = new Set<string>();
  const kept = new Set<string>();
  const created = new Set<string>();
  /** The key as text; `undefined` if nothing is concluded from it. */
  const textOf = (declaration: Declaration, attributes: Values): string | undefined => {
    const key = keyOfAttributes(declaration, attributes);
    return plansOnce && key !== undefined && isDistinct(declaration, key) ? keyText(declaration, key) : undefined;
  };
  return {
    exists(declaration, attributes) {
      const text = textOf(declaration, attributes);
      if (text !== undefined) existing.add(text);
    },
    keeps(declaration, attributes) {
      const text = textOf(declaration, attributes);
      if (text === undefined) return false;
      kept.add(text);
      return created.has(text);
    },
    isTaken(declaration, attributes, isReplacement = false) {
      const text = textOf(declaration, attributes);
      if (text === undefined || isReplacement) return false;
      const isSecond = created.size === created.add(text).size;
      return kept.has(text) || (isSecond && !existing.has(text));
    },
  };
}

/** Terraform or OpenTofu: other hosts have versions of another form. */
export function isTerraform(version: string): boolean {
  return /^\d+\.\d+\./.test(version);
}

/** The error for it, at the last attribute of the key. */
export function plannedTwice(declaration: Declaration, plan: Values, diags: Diags): void {
  const names = keyAttributes(declaration);
  diags.error(
    `Two resources declare the same ${subjectOf(declaration, plan)}`,
    [
      `Another ${typeName(declaration)} of this plan creates or manages it too. Only one of the two can have the object.`,
      `Remove one of the two resources, or let them differ in ${names.join(', ')}. To have two such objects all the same, set on_existing = "create" in the provider block.`,
    ].join('\n'),
    names.slice(-1),
  );
}

/** The attributes that tell two objects of a kind apart, the parent first. */
export const keyAttributes = onceFor((declaration: Declaration): readonly string[] => {
  const parent = parentAttribute(declaration);
  const own = ownKeyFields(declaration).map(snakeCase);
  return parent === undefined ? own : [parent, ...own];
});

/** The fields of the key, with their types. */
const keyFields = onceFor((declaration: Declaration) => {
  const fields = declaration.naturalKey.map((name) => [name, declaration.fields[name]] as const);
  return fields.flatMap(([name, field]) => (field === undefined ? [] : [[name, field] as const]));
});

/** The natural key out of attributes; `undefined` while a part of it is unknown. */
export function keyOfAttributes(declaration: Declaration, attributes: Values): Key | undefined {
  if (keyAttributes(declaration).some((name) => isUnknown(attributes[name]))) return undefined;
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : attributes[attribute];
  const values = apiObject(keyFields(declaration), attributes);
  return { parent: typeof parent === 'string' ? parent : undefined, values };
}

/** The key that a change gives an object, if that is another one; `undefined` while a part of it is unknown. */
export function changedKey(declaration: Declaration, prior: Values, plan: Values): Key | undefined {
  const [former, next] = [keyOfAttributes(declaration, prior), keyOfAttributes(declaration, plan)];
  if (next === undefined) return undefined;
  const isSame = former !== undefined && keyText(declaration, former) === keyText(declaration, next);
  return isSame ? undefined : next;
}

/** Returns the objects with the key in the list of v1, which contains uids only (contract L9); `undefined` if v1 has no such list. */
export async function findInV1(
  client: Client,
  { declaration, key }: { readonly declaration: Declaration; readonly key: Key },
  signal: AbortSignal,
): Promise<Values[] | undefined> {
  const { parent, anywhere, values } = key;
  const name = typeof values['name'] === 'string' ? values['name'] : undefined;
  const query = { childrenOf: parent, inRoot: parent === undefined && anywhere !== true, name };
  const listed = await listInV1(client, declaration, query, { signal });
  return listed?.filter((object) => hasKey(declaration, object, key));
}
