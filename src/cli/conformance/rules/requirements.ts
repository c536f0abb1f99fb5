/** Requirements that several cases have. */
import { isObject, type Values } from '../../../model/api';
import { RuleDifference, requireCode, requireOffered, requireSame, requireThat } from '../http/difference';
import { type HttpAnswer, getDetail } from '../http/answer';
import type { AssumedCaller, NamedCaller, KitCollection, Kit, QueryParameters } from '../session/kit';
import { withDefaults } from '../session/objects';
import { ISSUER } from '../session/signed-token';

export const NOBODY: NamedCaller = { name: 'nobody' };
/** The last segment of a uid that no object has. */
export const MISSING = '0123456789abcdef';
export const READ = 'CAP_IAM_GROUPS_LIST';
export const trust = { issuer: ISSUER, subject: 'nobody' };
export const fullTrust = { issuer: ISSUER, subject: 'first', audience: 'api', claims: { ref: 'main' } };

/** Returns the value at a path of names: `claimMatch.subject`. */
export function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => (isObject(at) ? at[name] : undefined), object);
}

/** Throws a `Difference` unless each path has the value. An empty value may be absent (contract V2). */
export function requireFields(answer: HttpAnswer, fields: Values, object: unknown = answer.json): void {
  for (const [path, expected] of Object.entries(fields)) {
    const found = valueAt(object, path);
    const isEmpty = [null, '', false].includes(expected as null) || ['[]', '{}'].includes(JSON.stringify(expected));
    requireSame(isEmpty ? (found ?? expected) : found, expected, path, answer);
  }
}

/** Throws a `Difference` unless the create is INVALID_ARGUMENT. Other fields that the kind requires have values. */
export async function requireRejected(
  kit: Kit,
  collection: KitCollection,
  values: Values,
  { field, group = kit.group }: { readonly field?: string; readonly group?: string } = {},
): Promise<void> {
  const body = await withDefaults(kit, collection, values);
  await kit.fails('INVALID_ARGUMENT', 'POST', `${collection}/${group}`, {
    body,
    ...(field !== undefined && { field }),
  });
}

/** Throws a `Difference` unless the deletion is FAILED_PRECONDITION with a violation of the type. */
export async function requireUndeletable(kit: Kit, target: string, type: string): Promise<[Values, HttpAnswer]> {
  const answer = await kit.fails('FAILED_PRECONDITION', 'DELETE', target);
  const violations = getDetail(answer, 'PreconditionFailure')?.['violations'];
  const found = (Array.isArray(violations) ? violations : []).filter(isObject).find((each) => each['type'] === type);
  if (found === undefined) throw new RuleDifference(`a violation has the type ${type}`, answer);
  return [found, answer];
}

/** Sends a filtered list, and requires exactly these objects. */
export async function requireList(
  kit: Kit,
  collection: KitCollection,
  query: QueryParameters,
  uids: readonly string[],
): Promise<void> {
  const { answer, uids: found } = await kit.page(collection, {
    ...{ 'uidp.descendants_of': kit.group, page_size: 200 },
    ...query,
  });
  requireSame(found.toSorted(), uids.toSorted(), `the list of ${collection} by ${Object.keys(query).join()}`, answer);
}

/** Sends a change, with a mask if one is given. */
export function patch(kit: Kit, target: string, body: Values, mask?: string, name = 'updateMask'): Promise<HttpAnswer> {
  return kit.send('PATCH', target, { body, ...(mask !== undefined && { query: { [name]: mask } }) });
}

/** Sends a change that must succeed, and returns the response to a get. */
export async function changed(kit: Kit, target: string, ...change: [Values, string?, string?]): Promise<HttpAnswer> {
  const answer = await patch(kit, target, ...change);
  requireThat(answer.code === 'OK', 'the change succeeds', answer);
  return kit.ok('GET', target);
}

/** Returns an identity that holds two capabilities in a group, and that group. */
export async function assumeReader(kit: Kit, ...more: readonly string[]): Promise<[AssumedCaller, string]> {
  const group = await kit.subgroup('a');
  return [await kit.assume(['groups.list', ...(more.length === 0 ? ['roles.list'] : more)], group), group];
}

/** Creates a role binding of a new identity and a new role. */
export async function makeBinding(kit: Kit, group = kit.group) {
  const parts = [kit.makeUid('identities', {}, group), kit.makeUid('roles', {}, group)] as const;
  const [identityUid, roleUid] = await Promise.all(parts);
  return { identityUid, roleUid, uid: await kit.makeUid('roleBindings', { identityUid, roleUid }, group) };
}

/** Returns an identity with static keys that holds two capabilities, and exchanges for it. */
export async function createAssumable(kit: Kit) {
  const [{ identity }] = await assumeReader(kit);
  const { sign } = await kit.signer();
  const [audience] = valueAt(identity, 'staticKeys.audiences') as readonly string[];
  const claims = { sub: valueAt(identity, 'staticKeys.subject'), aud: audience };
  /** `claims`: claims that differ. */
  async function exchange(
    method: 'GET' | 'POST',
    more: QueryParameters = {},
    options: { claims?: Values; as?: 'json' } = {},
  ) {
    const query = { aud: kit.baseUrl, identity: String(identity['uid']), ...more };
    const { claims: others, ...form } = options;
    const answer = await kit.exchange(method, query, { token: sign({ ...claims, ...others }), ...form });
    requireOffered(answer, 'the token exchange');
    return answer;
  }
  /** Returns a caller with a token that the parameters narrow. */
  async function narrowed(more: QueryParameters): Promise<NamedCaller> {
    const answer = await exchange('GET', more);
    requireCode(answer, 'OK');
    return { name: 'a narrowed token', token: String(answer.json['token']) };
  }
  return { claims, exchange, narrowed };
}
