/** Puts a seed into the store: uids first, so that everything can refer to everything, then the objects. */
import { formatTimestamp, isUid } from '../../api';
import { inputFields, type Declaration } from '../../schema';
import { ServiceError } from '../errors';
import type { BehaviourOf, Context } from '../service';
import { nameOf } from '../service/create';
import { derivedValues } from '../service/derived';
import { checkValues } from '../service/read-body';
import { tidy, withoutSecrets } from '../service/tidy';
import { newUid } from '../service/uid';
import { illFormedAt, MUST_BE_WELL_FORMED } from '../well-formed';
import type { StoredRecord } from '../store';
import { resolveReference } from './reference';
import { UNDECLARED, type SeedObject, type SeedTree } from './tree';

/** An object of the seed that has its place: all that is left is to read its fields. */
interface Placed {
  readonly declaration: Declaration;
  readonly parentUid: string | undefined;
  readonly uid: string;
  readonly object: SeedObject;
  /** Where it stands in the seed, for messages: `groups[0].identities[1]`. */
  readonly at: string;
}

/** What a seed is planted in. */
export interface Ground {
  readonly context: Context;
  readonly declarations: readonly Declaration[];
  readonly behaviourOf: BehaviourOf;
  /** The kind that holds others. */
  readonly holder: Declaration;
}

/** Adds everything in the tree. Throws an `Error` that names the place in the tree, and then adds nothing. */
export function plant({ context, declarations, behaviourOf, holder }: Ground, tree: SeedTree): StoredRecord[] {
  const { store } = context;
  const illFormed = illFormedAt(tree);
  if (illFormed !== undefined) throw problem(illFormed, MUST_BE_WELL_FORMED);
  return store.transaction(() => {
    const placed = placeAll(context, declarations, tree);
    const now = formatTimestamp(context.clock());
    // First as bare names, so that references find them whatever their order.
    for (const { declaration, parentUid, uid, object, at } of placed) {
      if (store.get(declaration.kind, uid) !== undefined) throw problem(at, `the uid ${uid} is taken`);
      store.insert(bare(declaration, parentUid, uid, object, now));
    }
    return placed.map((one) => {
      const record = complete(context, behaviourOf, holder.kind, one, now);
      store.replace(record);
      return record;
    });
  });
}

function placeAll(context: Context, declarations: readonly Declaration[], tree: SeedTree): Placed[] {
  const collections = new Map(declarations.map((declaration) => [declaration.collection, declaration]));
  const place = (objects: SeedObject, parent: Placed | undefined, prefix: string): Placed[] =>
    Object.entries(objects).flatMap(([key, value]) => {
      const declaration = collections.get(key);
      if (parent !== undefined && isOwnKey(parent.declaration, key)) return [];
      if (declaration === undefined)
        throw problem(`${prefix}${key}`, `there is no such field or collection: ${[...collections.keys()].join(', ')}`);
      if (!Array.isArray(value)) throw problem(`${prefix}${key}`, 'must be a list');
      return value.flatMap((entry: unknown, index) => {
        const at = `${prefix}${key}[${index}]`;
        if (typeof entry !== 'object' || entry === null) throw problem(at, 'must be an object');
        const object = entry as SeedObject;
        const parentUid = parent?.uid;
        const uid = object['uid'] ?? newUid(context, declaration, parentUid);
        if (!isUid(uid)) throw problem(at, 'uid is not a uid');
        const one: Placed = { declaration, parentUid, uid, object, at };
        return [one, ...place(object, one, `${at}.`)];
      });
    });
  return place(tree, undefined, '');
}

/** Whether an object's key says something of itself, rather than what lies in it. */
function isOwnKey({ fields }: Declaration, key: string): boolean {
  return [key, `${key}Uid`].some((name) => name in fields) || ['createTime', 'updateTime', ...UNDECLARED].includes(key);
}

function bare(
  { kind }: Declaration,
  parent: string | undefined,
  uid: string,
  object: SeedObject,
  now: string,
): StoredRecord {
  const { createTime = now, updateTime = createTime } = object;
  const times = { createTime: String(createTime), updateTime: String(updateTime) };
  return { kind, uid, parent, name: nameOf(object), values: { name: nameOf(object) }, ...times };
}

function complete(
  context: Context,
  behaviourOf: BehaviourOf,
  holderKind: string,
  placed: Placed,
  now: string,
): StoredRecord {
  const { declaration, parentUid, uid, object, at } = placed;
  const references = inputFields(declaration).map(([name, { type }]) => {
    // `role: viewer` says the same as `roleUid: <uid>`.
    const short = name.replace(/Uid$/, '');
    const given = object[name] ?? object[short];
    if (type.is !== 'string' || type.refersTo === undefined || typeof given !== 'string') return {};
    const reference = { kind: type.refersTo, holderKind, reference: given, from: parentUid };
    try {
      return { [short]: undefined, [name]: resolveReference(context.store, reference) };
    } catch (error) {
      throw problem(`${at}.${name}`, (error as Error).message);
    }
  });
  const behaviour = behaviourOf(declaration);
  const said = tidy(declaration.fields, Object.assign({}, object, ...references) as SeedObject);
  const values = behaviour.fillIn?.(said, context) ?? said;
  const draft = { ...bare(declaration, parentUid, uid, object, now), name: nameOf(values), values };
  const behaved = { ...behaviour.initial?.(draft, context), ...values };
  try {
    // People stand alone and have none of what an identity in a group must have.
    if (parentUid !== undefined || declaration.parent?.is === 'groupOrNone') checkValues(declaration, values);
  } catch (error) {
    throw error instanceof ServiceError ? problem(at, error.message) : error;
  }
  const undeclared = Object.fromEntries(Object.entries(object).filter(([key]) => UNDECLARED.includes(key)));
  const kept = withoutSecrets(declaration.fields, behaved);
  return { ...draft, values: { ...kept, ...derivedValues(declaration, behaviour, behaved), ...undeclared } };
}

function problem(at: string, description: string): Error {
  return new Error(`The seed is wrong at ${at}: ${description}${/[.?]$/.test(description) ? '' : '.'}`);
}
