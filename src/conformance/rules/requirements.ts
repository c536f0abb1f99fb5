/** Requirements that several cases have. */
import { isObject, type Code, type Values } from '../../api';
import { Difference, requireSame, requireThat } from '../http/difference';
import { type Answer, getDetail, violatedFields } from '../http/answer';
import type { Collection, Kit, RequestOptions } from '../session/kit';

/** Throws a `Difference` unless the response has the code, and if given, names the field. */
export function requireCode(answer: Answer, code: Code, field?: string): void {
  requireThat(answer.code === code, `the code is ${code}`, answer);
  if (field === undefined) return;
  const fields = violatedFields(answer);
  requireThat(
    fields.some((name) => name.startsWith(field)),
    `a field violation names ${field}`,
    answer,
  );
}

/** Throws a `Difference` unless the create is INVALID_ARGUMENT. */
export async function requireRejected(
  kit: Kit,
  collection: Collection,
  body: Values,
  { field, group = kit.group }: { readonly field?: string; readonly group?: string } = {},
): Promise<Answer> {
  const answer = await kit.send('POST', kit.path(collection, group), { body });
  requireCode(answer, 'INVALID_ARGUMENT', field);
  return answer;
}

/** Throws a `Difference` unless FAILED_PRECONDITION has a violation of the type. */
export function requirePrecondition(answer: Answer, type: string): Values {
  requireThat(answer.code === 'FAILED_PRECONDITION', 'the code is FAILED_PRECONDITION', answer);
  const violations = getDetail(answer, 'PreconditionFailure')?.['violations'];
  const found = (Array.isArray(violations) ? violations : []).filter(isObject).find((one) => one['type'] === type);
  if (found === undefined) throw new Difference(`a violation has the type ${type}`, answer);
  return found;
}

/** Returns the uids in a list, in the order of the service. */
export async function listedUids(
  kit: Kit,
  collection: Collection,
  query: NonNullable<RequestOptions['query']>,
): Promise<string[]> {
  return (await kit.list(collection, query)).map(({ uid }) => String(uid));
}

export function uidOf(object: Values | undefined): string {
  return String(object?.['uid']);
}

/** Returns a message in an object. Throws a `Difference` without one. */
export function messageIn(answer: Answer, name: string): Values {
  const value = answer.json[name];
  if (!isObject(value)) throw new Difference(`the response has the message ${name}`, answer);
  return value;
}

export function itemsOf({ json }: Answer, collection: Collection): readonly Values[] {
  const items = json[collection];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Sends a filtered list, and requires exactly these objects. */
export async function requireList(
  kit: Kit,
  collection: Collection,
  query: readonly (readonly [string, string])[],
  uids: readonly unknown[],
): Promise<void> {
  const answer = await kit.ok('GET', kit.path(collection), {
    query: [['uidp.descendants_of', kit.group], ['page_size', '200'], ...query],
  });
  const found = ((answer.json[collection] ?? []) as readonly Values[]).map(({ uid }) => uid);
  requireSame(
    [...found].sort(),
    [...uids].sort(),
    `the list of ${collection} by ${query.map(([name]) => name).join()}`,
    answer,
  );
}

/** Sends a change, with a mask if one is given. */
export function patch(
  kit: Kit,
  collection: Collection,
  uid: string,
  body: Values,
  mask?: string,
  name = 'updateMask',
): Promise<Answer> {
  return kit.send('PATCH', kit.path(collection, uid), { body, ...(mask !== undefined && { query: [[name, mask]] }) });
}

/** Sends a change that must succeed, and returns the object as a get shows it. */
export async function changed(
  kit: Kit,
  collection: Collection,
  uid: string,
  ...change: [Values, string?, string?]
): Promise<Answer> {
  const answer = await patch(kit, collection, uid, ...change);
  requireThat(answer.code === 'OK', 'the change succeeds', answer);
  return kit.ok('GET', kit.path(collection, uid));
}
