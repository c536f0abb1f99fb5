/** Finds the objects that a project cannot declare. */
import { isObject, parseTimestamp, type Values } from '../../model/api';
import {
  behaves,
  checkFields,
  errorsAmong,
  isDefaultValue,
  isPresent,
  kindInWords,
  findParentUid,
  ownKeyFields,
  violationText,
  type Declaration,
  type Fields,
  naturalKeyText,
} from '../../model/schema';
import { declaredValues, neededSecrets, referenceFields } from './declared-values';
import type { NotAdopted } from './model';

/** The reason for an object that the user has not selected. */
export const NOT_SELECTED = 'It is not selected by --only and --exclude.';

/** An object of a list, with the uid of its group. */
export interface ListedObject {
  readonly declaration: Declaration;
  readonly uid: string;
  readonly parent: string;
  readonly object: Values;
  /** True if a project manages the object already. @default false */
  readonly isManaged?: boolean;
}

type Reason = Pick<NotAdopted, 'reason' | 'nextStep'>;

interface ReasonOptions {
  readonly now: Date;
  readonly isSelected?: (path: string) => boolean;
}

/**
 * Returns a function for the reason why an object cannot be adopted, or undefined if it can. Of objects with the same natural
 * key, the first one is adopted.
 */
export function createReasons(
  objects: readonly ListedObject[],
  toPath: (object: ListedObject) => string,
  { now, isSelected = () => true }: ReasonOptions,
): (object: ListedObject) => Reason | undefined {
  const first = new Map<string, ListedObject>();
  for (const object of [...objects].sort(managedFirst)) {
    const text = naturalKey(object);
    if (!first.has(text) && (object.isManaged === true || reasonWithoutOthers(object, now) === undefined))
      first.set(text, object);
  }
  const above = new Set(objects.map(toPath).filter(isSelected).flatMap(pathsAbove));
  return (object) => {
    const path = toPath(object);
    if (!isSelected(path) && !(object.declaration.parent?.is === 'groupOrNone' && above.has(path)))
      return { reason: NOT_SELECTED };
    const reason = reasonWithoutOthers(object, now);
    const other = first.get(naturalKey(object));
    if (reason !== undefined || other === undefined || other.uid === object.uid) return reason;
    return {
      reason: `It is a duplicate: the ${other.isManaged === true ? 'managed' : 'older'} ${kindInWords(object.declaration)} ${other.uid} has the same ${object.declaration.naturalKey.join(', ')}.`,
      nextStep: 'Delete one of them, or rename it.',
    };
  };
}

function managedFirst(a: ListedObject, b: ListedObject): number {
  return Number(b.isManaged === true) - Number(a.isManaged === true);
}

function reasonWithoutOthers({ declaration, object }: ListedObject, now: Date): Reason | undefined {
  const expired = expiredAt(declaration, object, now);
  if (expired !== undefined) return { reason: `It expired at ${expired}.`, nextStep: `Delete it, or renew it.` };
  const hidden = hiddenField(declaration.fields, object);
  if (hidden !== undefined)
    return {
      reason: `The service does not show its ${hidden}, which decides what it is.`,
      nextStep: `An import needs it, too. Use a token and a service that show the ${hidden}, or delete the object and declare it.`,
    };
  const missing = ownKeyFields(declaration).find((name) => !isPresent(object[name]));
  if (missing !== undefined)
    return {
      reason: `It has no ${missing}, so an apply without the state would create a second one.`,
      nextStep: `Delete it, or replace it with one that has the ${missing}.`,
    };
  const values = declaredValues(declaration, object);
  const [violation] = errorsAmong(
    checkFields(declaration.fields, declaration.rules ?? [], complete(declaration, object, values)),
  );
  if (violation === undefined) return undefined;
  return { reason: `The API no longer accepts it: ${violationText(violation)}.`, nextStep: 'Correct it.' };
}

/** Returns a field that every object has and that never changes, but that the response lacks. */
function hiddenField(fields: Fields, object: Values): string | undefined {
  return Object.entries(fields).find(
    ([name, field]) =>
      behaves(field, 'required') &&
      behaves(field, 'immutable') &&
      !behaves(field, 'inputOnly') &&
      isDefaultValue(field.type, object[name]),
  )?.[0];
}

/** Returns the values with references, and with a text for each secret that only the user knows. */
function complete(declaration: Declaration, object: Values, values: Values): Values {
  const references = Object.fromEntries(referenceFields(declaration).map((name) => [name, object[name]]));
  const secrets = neededSecrets(declaration, values);
  const messages = secrets.map(([name = '', secret = '']): [string, Values] => [
    name,
    { ...(values[name] as Values), [secret]: 'secret' },
  ]);
  return { ...values, ...references, ...Object.fromEntries(messages) };
}

/** Returns the time at which the object, or the only way to assume it, expired. */
function expiredAt({ fields, terraform }: Declaration, object: Values, now: Date): string | undefined {
  const own = terraform?.expiry?.expires;
  const times = [...(own === undefined ? [] : [object[own]]), ...timesAhead(fields, object)];
  return times.find((time): time is string => {
    const end = typeof time === 'string' ? parseTimestamp(time) : undefined;
    return end !== undefined && end <= now;
  });
}

/** Returns the times that must be ahead when they are set. */
function timesAhead(fields: Fields, values: Values): unknown[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const value = values[name];
    if (type.is === 'message') return isObject(value) ? timesAhead(type.fields, value) : [];
    return type.is === 'string' && type.daysAhead !== undefined ? [value] : [];
  });
}

function naturalKey({ declaration, uid, object }: ListedObject): string {
  return naturalKeyText(declaration, findParentUid(declaration, uid), (name) => object[name]);
}

function pathsAbove(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index).join('/'));
}
