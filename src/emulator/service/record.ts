/**
 * An object as the service stores it: a uid of its own, its values without defaults and secrets, values for filters; and as
 * a response shows it: every scalar, list and map with its zero value when unset (contract V2), the members of a choice,
 * messages and enumerations left out when unset, never a secret, and a field that is shown elsewhere (`from`) not twice.
 * A caller who may not list the object sees only what they sent, and of other objects only the uids (contract A9).
 */
import { onceFor } from '../../base/cache/once-for';
import type { Values } from '../../model/api';
import {
  behaves,
  type Declaration,
  encodeBody,
  type Field,
  type Fields,
  type FieldType,
  identifierField,
  isInclusion,
  servedFields,
  unsetInResponse,
} from '../../model/schema';
import { inclusionField } from '../store/indexes';
import type { StoredRecord } from '../store/row';
import type { Caller } from '../wire/route';
import type { KindBehavior, BehaviorContext, LookUp } from './kind-behavior';

/** A uid that is free: a segment of 16 hexadecimal digits beneath the parent, or 40 for a root (contract U1). */
export function newUid(
  { store, random }: BehaviorContext,
  declaration: Declaration,
  parentUid: string | undefined,
  isTaken = (uid: string): boolean => store.get(declaration.kind, uid) !== undefined,
): string {
  const shared = sharedUid(declaration, parentUid);
  if (shared !== undefined) return shared;
  const hex = (length: number) => Buffer.from(random(length)).toString('hex');
  const candidate = () => (parentUid === undefined ? hex(20) : [parentUid, hex(8)].join('/'));
  let uid = candidate();
  while (isTaken(uid)) uid = candidate();
  return uid;
}

/** The uid of the parent, if it also identifies the object (contract U4). */
export function sharedUid({ uidScheme }: Declaration, parentUid: string | undefined): string | undefined {
  return uidScheme === 'parentUid' ? parentUid : undefined;
}

/** The name among the values; empty for a kind without names. */
export function getRecordName(values: Values): string {
  const name = values['name'];
  return typeof name === 'string' ? name : '';
}

/** Without nulls, empty text, empty lists and maps, `false` and `0`, also within messages (contract V2). */
export function stripDefaults(fields: Fields, values: Values): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = withoutDefaults(field.type, values[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function withoutDefaults(type: FieldType, value: unknown): unknown {
  if (type.is === 'json') return value ?? undefined;
  if (value === undefined || value === null || value === '' || value === false || value === 0) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  if (type.is === 'message') return stripDefaults(type.fields, value as Values);
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Replaces a secret: its existence decides which fields a PATCH may omit (contract M6). */
const SECRET = '(a secret)';

/** With {@link SECRET} instead of every secret: no response, snapshot or data file can reveal one. */
export function withoutSecretFields(fields: Fields, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      if (field === undefined) return [name, value];
      if (behaves(field, 'sensitive') && behaves(field, 'inputOnly')) return [name, SECRET];
      const { type } = field;
      const nested = type.is === 'message' && typeof value === 'object' && value !== null;
      return [name, nested ? withoutSecretFields(type.fields, value as Values) : value];
    }),
  );
}

/** Values for filters alone: from the declaration's inclusion filters, and from the kind's own behavior. */
export function derivedValues({ filters }: Declaration, behavior: KindBehavior, values: Values): Values {
  const leftOut = Object.entries(filters).flatMap(([name, filter]) => {
    const value = values[filter.matches];
    const matches = typeof value === 'string' && new RegExp(filter.pattern ?? '', 'u').test(value);
    return isInclusion(filter) && matches ? [[inclusionField(name), true] as const] : [];
  });
  return { ...Object.fromEntries(leftOut), ...behavior.derive?.(values) };
}

/** The resource in JSON. */
export function toResponse(
  declaration: Declaration,
  record: StoredRecord,
  behavior: KindBehavior,
  lookUp: LookUp,
): Values {
  const known: Values = {
    ...record.values,
    createTime: record.createTime || undefined,
    updateTime: record.updateTime || undefined,
    ...behavior.expand?.(record, lookUp),
    [identifierField(declaration)]: record.uid,
  };
  return encodeBody(declaration, show({ ...getZeros(declaration) }, servedFields(declaration), known));
}

/** The values of unset fields in a response of the kind. */
const getZeros = onceFor((declaration: Declaration): Values => {
  const choices = new Set(declaration.rules?.flatMap((rule) => rule.fields));
  const shown = Object.entries(declaration.fields).filter(
    ([name, field]) => !choices.has(name) && !isHidden(field) && !behaves(field, 'sensitive'),
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, unsetInResponse(field.type)]));
});

/** The part of a referenced object that a response shows (contract K4). */
export function reference({ uid, values }: StoredRecord): Values {
  const { name, description } = values;
  return { uid, name, description };
}

/** Returns a {@link LookUp} that reads each record from the store once. */
export function rememberingLookUp(get: LookUp): LookUp {
  const found = new Map<string, StoredRecord | undefined>();
  return (kind, uid) => {
    const key = `${kind} ${uid}`;
    if (!found.has(key)) found.set(key, get(kind, uid));
    return found.get(key);
  };
}

/** Adds the values that a response shows to `shown`. */
function show(shown: Record<string, unknown>, fields: Fields, values: Values): Record<string, unknown> {
  for (const [name, inside] of shownFields(fields)) {
    const value = values[name];
    if (value !== undefined) shown[name] = inside === undefined ? value : show({}, inside, value as Values);
  }
  return shown;
}

/** The fields that a response may hold, a message with its own. */
const shownFields = onceFor((fields: Fields) =>
  Object.entries(fields)
    .filter(([, field]) => !isHidden(field))
    .map(([name, { type }]) => [name, type.is === 'message' ? type.fields : undefined] as const),
);

function isHidden(field: Field): boolean {
  return behaves(field, 'inputOnly') || field.from !== undefined;
}

/** Returns true if the caller can see more of the object than the values that they sent (contract A9). */
export function mayList({ access }: BehaviorContext, caller: Caller, declaration: Declaration, uid: string): boolean {
  return access.holds(caller, `${declaration.capability}.list`, uid);
}

/** Returns the record in the response to a caller who changed it and cannot list it. */
export function onlySent({ kind, uid, parent }: StoredRecord, sent: Values): StoredRecord {
  return { kind, uid, parent, name: '', values: sent, createTime: '', updateTime: '' };
}

/** Finds records with only their uids. */
export function onlyUids(lookUp: LookUp): LookUp {
  return (kind, uid) => {
    const found = lookUp(kind, uid);
    return found && onlySent(found, {});
  };
}
