/** Create and batchCreate: checks the body, completes it, checks it against other objects, and stores it. */
import { formatTimestamp, isObject, parentUid as readParent, snakeCase, type Values } from '../../model/api';
import { parentKind } from '../../model/kinds';
import { canonicalNames, isPresent, kindInWords, servedFields, type Declaration } from '../../model/schema';
import type { StoredRecord } from '../store/row';
import { alreadyExists, invalidField, notFound, ServiceError } from '../wire/errors';
import type { Caller } from '../wire/route';
import type { ServiceCall, BehaviorContext } from './kind-behavior';
import { checkChanges, checkValues, getInputs, readBody } from './read-body';
import { checkStrictly } from './strict';
import { derivedValues, getRecordName, newUid, sharedUid, stripDefaults, withoutSecretFields, mayList } from './record';

/** Returns the new record. Throws a `ServiceError` and writes nothing if the request is invalid. */
export function createRecord(
  context: BehaviorContext,
  { declaration, behavior, caller }: ServiceCall,
  parentUid: string | undefined,
  body: unknown,
): StoredRecord {
  const given = readBody(declaration, body);
  checkParent(context, declaration, parentUid);
  const fields = servedFields(declaration);
  const sent = stripDefaults(fields, getInputs(declaration, given));
  checkValues(declaration, sent);
  checkChanges(declaration, { now: context.clock(), before: null, after: sent });
  checkUidIsFree(context, declaration, caller, parentUid);
  const inputs = behavior.withServerDefaults?.(sent, context) ?? sent;
  const now = formatTimestamp(context.clock());
  const draft: StoredRecord = {
    kind: declaration.kind,
    uid: newUid(context, declaration, parentUid),
    parent: parentUid,
    name: getRecordName(inputs),
    values: withoutSecretFields(fields, inputs),
    createTime: now,
    updateTime: now,
  };
  const values = { ...draft.values, ...behavior.initial?.(draft, context) };
  const record = { ...draft, values: { ...values, ...derivedValues(declaration, behavior, values) } };
  checkStrictly({ declaration, body, after: record }, context);
  behavior.check?.({ declaration, caller, after: record }, context);
  context.store.insert(record);
  behavior.created?.(record, caller, context);
  return record;
}

function checkParent({ store }: BehaviorContext, declaration: Declaration, parentUid: string | undefined): void {
  if (parentUid === undefined) {
    if (declaration.parent?.is === 'groupOrNone') return;
    throw new ServiceError('UNIMPLEMENTED', `Unimplemented: a ${kindInWords(declaration)} is created in a group`);
  }
  const parent = parentKind(declaration);
  if (store.get(parent.kind, parentUid) === undefined) throw notFound(parent, parentUid);
  if (declaration.parent?.is === 'rootGroup' && readParent(parentUid) !== undefined)
    throw invalidField('parent', `parent must be a root group, and ${parentUid} is not`);
}

/** An object that is identified by its group's uid exists once in a group (contract C1). */
function checkUidIsFree(
  context: BehaviorContext,
  declaration: Declaration,
  caller: Caller,
  parentUid: string | undefined,
): void {
  const uid = sharedUid(declaration, parentUid);
  const taken = uid === undefined ? undefined : context.store.get(declaration.kind, uid);
  if (taken === undefined) return;
  const name = mayList(context, caller, declaration, taken.uid) ? taken.name : 'already';
  throw alreadyExists(declaration, taken.uid, `the group has ${kindInWords(declaration)} ${name}`);
}

interface Batch {
  readonly parent: string;
  /** The objects to create, in the order of the requests. */
  readonly bodies: readonly unknown[];
}

/**
 * Reads the body of `collection:batchCreate` (contract O4): `{parent, roleUid, requests: [{parent, roleBinding}]}` for role
 * bindings, where `roleUid` is the default of every object.
 * Throws INVALID_ARGUMENT for anything else.
 */
export function readBatch(declaration: Declaration, body: unknown): Batch {
  const batchSize = declaration.batch?.size ?? 0;
  const { parent, requests, ...others } = requireObject(body, 'body');
  const { defaults, rest: unknown } = batchDefaultsIn(declaration, others);
  checkNothingElse(unknown, '');
  if (typeof parent !== 'string' || parent === '') throw invalidField('parent', 'parent is required');
  if (!isPresent(requests)) throw invalidField('requests', 'requests is required');
  if (!Array.isArray(requests)) throw invalidField('requests', 'requests must be a list');
  if (requests.length > batchSize)
    throw invalidField('requests', `requests must have at most ${batchSize} elements, and has ${requests.length}`);
  const name = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
  const bodies = requests.map((request: unknown, index) => {
    const at = `requests.${index}`;
    const { parent: ownParent, [name]: given, [snakeCase(name)]: object = given, ...rest } = requireObject(request, at);
    checkNothingElse(rest, `${at}.`);
    if (isPresent(ownParent) && ownParent !== parent)
      throw invalidField(`${at}.parent`, `${at}.parent must equal parent`);
    if (!isPresent(object)) throw invalidField(`${at}.${name}`, `${at}.${name} is required`);
    const own = readBody(declaration, object, ['requests', String(index), name]);
    return withBatchDefaults(own, defaults, `${at}.${name}`);
  });
  return { parent, bodies };
}

/** The values that the batch gives once for all of its objects, with names in either case. */
function batchDefaultsIn({ fields, batch }: Declaration, given: Values) {
  const shared = Object.fromEntries(Object.entries(fields).filter(([name]) => batch?.defaults?.includes(name)));
  const named = Object.entries(canonicalNames(shared, given));
  const defaults = named.filter(([name]) => Object.hasOwn(shared, name));
  for (const [name, value] of defaults)
    if (isPresent(value) && typeof value !== 'string') throw invalidField(name, `${name} must be a string`);
  return {
    defaults: Object.fromEntries(defaults.filter(([, value]) => isPresent(value))),
    rest: Object.fromEntries(named.filter(([name]) => !Object.hasOwn(shared, name))),
  };
}

/** An object that has another value of its own contradicts the batch. */
function withBatchDefaults(own: Values, defaults: Values, at: string): Values {
  for (const [name, value] of Object.entries(defaults))
    if (isPresent(own[name]) && own[name] !== value)
      throw invalidField(`${at}.${name}`, `${at}.${name} must equal the ${name} of the batch`);
  return { ...own, ...defaults };
}

export function checkNothingElse(others: object, prefix: string): void {
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidField(`${prefix}${other}`, `${prefix}${other} is not a field`);
}

export function requireObject(value: unknown, at: string): Values {
  if (!isObject(value)) throw invalidField(at, `${at} must be a JSON object`);
  return value;
}
