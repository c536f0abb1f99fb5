/** Loads a seed into the store: first uids and names, so that everything can refer to everything, then the records. */
import { formatTimestamp, illFormedAt, isObject, isUid, MUST_BE_WELL_FORMED, nearest } from '../../model/api';
import { declarations, parentKind } from '../../model/kinds';
import { inputFields, kindInWords, offers, servedFields, type Declaration } from '../../model/schema';
import { onceFor } from '../../base/cache/once-for';
import { withArticle } from '../../base/text/words';
import { personUid } from '../auth';
import { behaviors } from '../behavior';
import type { BehaviorContext } from '../service/kind-behavior';
import { checkValues } from '../service/read-body';
import { derivedValues, getRecordName, newUid, sharedUid, stripDefaults, withoutSecretFields } from '../service/record';
import type { StoredRecord } from '../store/row';
import type { Store } from '../store/store';
import { ServiceError } from '../wire/errors';
import { moveFormerMappingsIn } from './former-mappings';
import { createNames, type NamedObject, type SeedNames } from './names';
import { resolveReference } from './reference';
import { UNDECLARED, type SeedObject, type SeedTree } from './seed';

/** An object of the seed with its kind, parent and uid. */
interface SeedNode {
  readonly declaration: Declaration;
  readonly parent: SeedNode | undefined;
  readonly uid: string;
  /** False for a new uid. */
  readonly isGivenUid: boolean;
  readonly object: SeedObject;
  /** Its place in the collection of the parent. */
  readonly index: number;
}

export interface LoadOptions {
  /** True for objects of another service, which may follow other rules: only their references are checked. @default false */
  readonly isForeign?: boolean;
}

/** Adds everything in the tree. Throws an `Error` that names the place in the tree, and then adds nothing. */
export function loadSeed(context: BehaviorContext, tree: SeedTree, { isForeign = false }: LoadOptions = {}): void {
  const { store } = context;
  const illFormed = illFormedAt(tree);
  if (illFormed !== undefined) throw problem(illFormed, MUST_BE_WELL_FORMED);
  store.transaction(() => {
    const isStored = createStoredCheck(store);
    const nodes = getNodes(context, moveFormerMappingsIn(tree), isStored);
    // Objects can refer to objects of any place in the seed.
    const names = createNames(store, (kind) =>
      nodes.filter(({ declaration }) => declaration.kind === kind).map(toNamedObject),
    );
    const options = { names, now: formatTimestamp(context.clock()), isForeign };
    const isReferring = (node: SeedNode): boolean => givenReferences(node).length > 0;
    const givenUids = new Set<string>();
    for (const node of nodes) {
      const { declaration, uid, isGivenUid } = node;
      const key = `${declaration.kind} ${uid}`;
      if (isGivenUid && (givenUids.has(key) || isStored(declaration.kind, uid)))
        throw problem(placeInSeed(node), `the uid ${uid} is taken`);
      if (isGivenUid) givenUids.add(key);
    }
    const insert = (node: SeedNode): void => store.insert(wholeRecord(context, node, options));
    for (const node of nodes) if (!isReferring(node)) insert(node);
    for (const node of nodes) if (isReferring(node)) insert(node);
  });
}

type StoredCheck = (kind: string, uid: string) => boolean;

/** Returns a check if the store has had an object, without a query for each object of a kind that it has had none of. */
function createStoredCheck(store: Store): StoredCheck {
  const empty = new Set(declarations.map(({ kind }) => kind).filter((kind) => store.count(kind, []) === 0));
  return (kind, uid) => !empty.has(kind) && store.get(kind, uid) !== undefined;
}

function getNodes(context: BehaviorContext, tree: SeedTree, isStored: StoredCheck): SeedNode[] {
  const nodes: SeedNode[] = [];
  const collections = new Map(declarations.map((declaration) => [declaration.collection, declaration]));
  const addChildren = (objects: SeedObject, parent: SeedNode | undefined): void => {
    for (const [key, value] of Object.entries(objects)) {
      const declaration = collections.get(key);
      const fail = (description: string): never => {
        throw problem(placeIn(parent, key), description);
      };
      if (parent !== undefined && isOwnKey(parent.declaration, key)) continue;
      if (declaration === undefined) return fail(unknownKey(key, parent?.declaration, [...collections.keys()]));
      if (!Array.isArray(value)) return fail('must be a list');
      if (parent !== undefined && offers(declaration, 'create') && parent.declaration !== parentKind(declaration))
        return fail(misplaced(declaration));
      for (const [index, entry] of value.entries()) {
        const place = () => placeIn(parent, `${key}[${index}]`);
        if (typeof entry !== 'object' || entry === null) throw problem(place(), 'must be an object');
        const object = entry as SeedObject;
        const given = object['uid'] ?? accountUid(object, parent) ?? sharedUid(declaration, parent?.uid);
        const isTaken = (candidate: string): boolean => isStored(declaration.kind, candidate);
        const uid = given ?? newUid(context, declaration, parent?.uid, isTaken);
        if (!isUid(uid)) throw problem(place(), 'uid is not a uid');
        const node: SeedNode = { declaration, parent, uid, isGivenUid: given !== undefined, object, index };
        nodes.push(node);
        addChildren(object, node);
      }
    }
  };
  addChildren(tree, undefined);
  return nodes;
}

/** Returns a place in the seed, for messages: `groups[0].identities[1]`. */
function placeIn(parent: SeedNode | undefined, place: string): string {
  return parent === undefined ? place : `${placeInSeed(parent)}.${place}`;
}

function placeInSeed({ parent, declaration, index }: SeedNode): string {
  return placeIn(parent, `${declaration.collection}[${index}]`);
}

function toNamedObject({ declaration: { kind }, parent, uid, object }: SeedNode): NamedObject {
  return { kind, uid, parent: parent?.uid, name: getRecordName(object) };
}

/** Returns the uid of a person with an account: the one that a look-up of the account returns. */
function accountUid({ account }: SeedObject, parent: SeedNode | undefined): string | undefined {
  if (parent !== undefined || !isObject(account)) return undefined;
  const { issuer, subject } = account;
  return typeof issuer === 'string' && typeof subject === 'string' ? personUid(issuer, subject) : undefined;
}

function unknownKey(key: string, owner: Declaration | undefined, collections: readonly string[]): string {
  const fields = owner === undefined ? [] : Object.keys(servedFields(owner));
  const meant = nearest(key, [...fields, ...collections]);
  if (meant !== undefined) return `unknown field or collection. Did you mean ${meant}?`;
  const own = fields.length === 0 ? '' : ` The fields are ${fields.join(', ')}.`;
  return `unknown field or collection.${own} The collections are ${collections.join(', ')}`;
}

/** Returns true if a key of an object is one of its own fields, rather than a collection of its children. */
function isOwnKey(declaration: Declaration, key: string): boolean {
  const fields = servedFields(declaration);
  return (
    [key, `${key}Uid`].some((name) => Object.hasOwn(fields, name)) ||
    ['createTime', 'updateTime', ...UNDECLARED].includes(key)
  );
}

function wholeRecord(
  context: BehaviorContext,
  node: SeedNode,
  { names, now, isForeign }: { readonly names: SeedNames; readonly now: string; readonly isForeign: boolean },
): StoredRecord {
  const { declaration, parent, uid, object } = node;
  const behavior = behaviors.get(declaration) ?? {};
  const fields = servedFields(declaration);
  const given = stripDefaults(fields, { ...object, ...referencesIn(names, node) });
  const values = behavior.withServerDefaults?.(given, context) ?? given;
  const { createTime = now, updateTime = createTime } = object;
  const times = { createTime: String(createTime), updateTime: String(updateTime) };
  const name = getRecordName(values);
  const draft = { kind: declaration.kind, uid, parent: parent?.uid, name, values, ...times };
  const complete = { ...behavior.initial?.(draft, context), ...values };
  try {
    // A person has no group and nothing of what an identity in a group must have.
    const isCreatable = parent !== undefined || declaration.parent?.is === 'groupOrNone';
    if (isCreatable && !isForeign) checkValues(declaration, values);
  } catch (error) {
    throw error instanceof ServiceError ? problem(placeInSeed(node), error.message) : error;
  }
  const undeclared = Object.fromEntries(Object.entries(object).filter(([key]) => UNDECLARED.includes(key)));
  const kept = withoutSecretFields(fields, complete);
  return { ...draft, values: { ...kept, ...derivedValues(declaration, behavior, complete), ...undeclared } };
}

interface GivenReference {
  readonly name: string;
  /** The name without `Uid`. */
  readonly short: string;
  readonly kind: string;
  readonly reference: string;
}

/** Returns the references that the seed gives: `role: viewer` means the same as `roleUid: <uid>`. */
function givenReferences({ declaration, object }: SeedNode): GivenReference[] {
  return referenceFields(declaration).flatMap(({ name, short, kind }) => {
    const reference = object[name] ?? object[short];
    return typeof reference === 'string' ? [{ name, short, kind, reference }] : [];
  });
}

const referenceFields = onceFor((declaration: Declaration) =>
  inputFields(declaration).flatMap(([name, { type }]) =>
    type.is === 'string' && type.refersTo !== undefined
      ? [{ name, short: name.replace(/Uid$/, ''), kind: type.refersTo }]
      : [],
  ),
);

/** Returns the references of the object as uids. */
function referencesIn(names: SeedNames, node: SeedNode): SeedObject {
  const references: Record<string, unknown> = {};
  for (const { name, short, kind, reference } of givenReferences(node))
    try {
      references[short] = undefined;
      references[name] = resolveReference(names, { kind, reference, from: node.parent?.uid });
    } catch (error) {
      throw problem(`${placeInSeed(node)}.${name}`, (error as Error).message);
    }
  return references;
}

function misplaced(declaration: Declaration): string {
  const parent = parentKind(declaration);
  const kind = kindInWords(declaration);
  return `${withArticle(kind)} must be in ${withArticle(kindInWords(parent))}. Move the list to an object in \`${parent.collection}\``;
}

function problem(at: string, description: string): Error {
  return new Error(`The seed is wrong at ${at}: ${description}${/[.?]$/.test(description) ? '' : '.'}`);
}
