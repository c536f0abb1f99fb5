/** Loads a seed into the store: first uids and names, so that everything can refer to everything, then the fields. */
import { formatTimestamp, illFormedAt, isObject, isUid, MUST_BE_WELL_FORMED, nearest } from '../../model/api';
import { declarations, parentKind } from '../../model/kinds';
import { inputFields, kindInWords, offers, servedFields, type Declaration } from '../../model/schema';
import { onceFor } from '../../base/cache/once-for';
import { withArticle } from '../../base/text/words';
import { personUid } from '../auth';
import { behaviors } from '../behavior';
import type { Context } from '../service/kind-behavior';
import { checkValues } from '../service/read-body';
import { derivedValues, getRecordName, newUid, sharedUid, stripDefaults, withoutSecrets } from '../service/record';
import type { StoredRecord } from '../store/row';
import { ServiceError } from '../wire/errors';
import { moveFormerMappingsIn } from './former-mappings';
import { resolveReference } from './reference';
import { UNDECLARED, type SeedObject, type SeedTree } from './seed';

/** An object of the seed with its kind, parent and uid. */
interface SeedNode {
  readonly declaration: Declaration;
  readonly parentUid: string | undefined;
  readonly uid: string;
  /** False for a new uid. */
  readonly isGivenUid: boolean;
  readonly object: SeedObject;
  /** Its place in the seed, for messages: `groups[0].identities[1]`. */
  readonly at: string;
}

export interface LoadOptions {
  /** True for objects of another service, which may follow other rules: only their references are checked. @default false */
  readonly isForeign?: boolean;
}

/** Adds everything in the tree. Throws an `Error` that names the place in the tree, and then adds nothing. */
export function loadSeed(context: Context, tree: SeedTree, { isForeign = false }: LoadOptions = {}): void {
  const { store } = context;
  const illFormed = illFormedAt(tree);
  if (illFormed !== undefined) throw problem(illFormed, MUST_BE_WELL_FORMED);
  store.transaction(() => {
    const nodes = getNodes(context, moveFormerMappingsIn(tree));
    const now = formatTimestamp(context.clock());
    const options = { now, isForeign };
    const referring = nodes.filter((node) => givenReferences(node).length > 0);
    const isReferring = new Set(referring);
    // Names first, so that references find them in any order of the objects.
    for (const node of nodes) {
      const { declaration, uid, isGivenUid, at } = node;
      if (isGivenUid && store.get(declaration.kind, uid) !== undefined) throw problem(at, `the uid ${uid} is taken`);
      store.insert(isReferring.has(node) ? namedRecord(node, now) : wholeRecord(context, node, options));
    }
    for (const node of referring) store.replace(wholeRecord(context, node, options));
  });
}

function getNodes(context: Context, tree: SeedTree): SeedNode[] {
  const collections = new Map(declarations.map((declaration) => [declaration.collection, declaration]));
  const getChildren = (objects: SeedObject, parent: SeedNode | undefined, prefix: string): SeedNode[] =>
    Object.entries(objects).flatMap(([key, value]) => {
      const declaration = collections.get(key);
      if (parent !== undefined && isOwnKey(parent.declaration, key)) return [];
      if (declaration === undefined)
        throw problem(`${prefix}${key}`, unknownKey(key, parent?.declaration, [...collections.keys()]));
      if (!Array.isArray(value)) throw problem(`${prefix}${key}`, 'must be a list');
      if (parent !== undefined && offers(declaration, 'create') && parent.declaration !== parentKind(declaration))
        throw problem(`${prefix}${key}`, misplaced(declaration));
      return value.flatMap((entry: unknown, index) => {
        const at = `${prefix}${key}[${index}]`;
        if (typeof entry !== 'object' || entry === null) throw problem(at, 'must be an object');
        const object = entry as SeedObject;
        const parentUid = parent?.uid;
        const given = object['uid'] ?? accountUid(object, parentUid) ?? sharedUid(declaration, parentUid);
        const uid = given ?? newUid(context, declaration, parentUid);
        if (!isUid(uid)) throw problem(at, 'uid is not a uid');
        const node: SeedNode = { declaration, parentUid, uid, isGivenUid: given !== undefined, object, at };
        return [node, ...getChildren(object, node, `${at}.`)];
      });
    });
  return getChildren(tree, undefined, '');
}

/** Returns the uid of a person with an account: the one that a look-up of the account returns. */
function accountUid({ account }: SeedObject, parentUid: string | undefined): string | undefined {
  if (parentUid !== undefined || !isObject(account)) return undefined;
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

function namedRecord({ declaration: { kind }, parentUid: parent, uid, object }: SeedNode, now: string): StoredRecord {
  const { createTime = now, updateTime = createTime } = object;
  const times = { createTime: String(createTime), updateTime: String(updateTime) };
  return { kind, uid, parent, name: getRecordName(object), values: { name: getRecordName(object) }, ...times };
}

function wholeRecord(
  context: Context,
  node: SeedNode,
  { now, isForeign }: { readonly now: string; readonly isForeign: boolean },
): StoredRecord {
  const { declaration, parentUid, object, at } = node;
  const behavior = behaviors.get(declaration) ?? {};
  const fields = servedFields(declaration);
  const given = stripDefaults(fields, { ...object, ...referencesIn(context, node) });
  const values = behavior.withServerDefaults?.(given, context) ?? given;
  const draft = { ...namedRecord(node, now), name: getRecordName(values), values };
  const complete = { ...behavior.initial?.(draft, context), ...values };
  try {
    // A person has no group and nothing of what an identity in a group must have.
    const isCreatable = parentUid !== undefined || declaration.parent?.is === 'groupOrNone';
    if (isCreatable && !isForeign) checkValues(declaration, values);
  } catch (error) {
    throw error instanceof ServiceError ? problem(at, error.message) : error;
  }
  const undeclared = Object.fromEntries(Object.entries(object).filter(([key]) => UNDECLARED.includes(key)));
  const kept = withoutSecrets(fields, complete);
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
function referencesIn({ store }: Context, node: SeedNode): SeedObject {
  const references: Record<string, unknown> = {};
  for (const { name, short, kind, reference } of givenReferences(node))
    try {
      references[short] = undefined;
      references[name] = resolveReference(store, { kind, reference, from: node.parentUid });
    } catch (error) {
      throw problem(`${node.at}.${name}`, (error as Error).message);
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
