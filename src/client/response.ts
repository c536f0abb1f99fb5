/**
 * Reads successful responses leniently: drops unknown fields, and accepts both representations of a name and every
 * representation of an unset field (contract V1, V2). A contradiction to the declaration is a `ResponseShapeError`.
 */
import { canonicalCapability, isObject, isUid, snakeCase, type Values } from '../api';
import { type Declaration, decodeResponse, identifierField, type Resource } from '../schema';
import type * as Schemas from '../schema/response-schema';
import type { ApiResponse } from './call';
import { excerptOf, requestIdOf } from './error-response';
import { malformedObject, type MalformedObject, ResponseShapeError, withoutSecretsIn } from './errors';
import { isNestedTooDeeply, nestingProblem } from './http';

/** The object that a response holds. `isExpected` says whether it is the one that was asked for. */
export function readResource<D extends Declaration>(
  declaration: D,
  response: ApiResponse,
  isExpected: (uid: string) => boolean,
): Resource<D> {
  const read = createReader(declaration)(readObject(response), '');
  if (!read.isValid) throw shapeError(response, read.malformed.problem, [read.malformed]);
  const uid = uidOf(declaration, read.object);
  if (!isExpected(uid)) throw shapeError(response, `it is about another object, ${uid}`);
  return read.object;
}

export interface Page<R> {
  readonly items: readonly R[];
  /** Objects of the page that are not what they should be; they are not among the items. */
  readonly malformed: readonly MalformedObject[];
  /** `undefined` on the last page. */
  readonly nextPageToken?: string | undefined;
  /** The number of objects that match across all pages; a service may omit it. */
  readonly totalCount?: number | undefined;
  readonly skipped?: number | undefined;
}

/** The page that a response holds. An object that is malformed is one of `malformed`, and the others are `items`. */
export function readPage<D extends Declaration>(declaration: D, response: ApiResponse): Page<Resource<D>> {
  const json = readObject(response);
  const key = [declaration.collection, snakeCase(declaration.collection)].find((name) => Object.hasOwn(json, name));
  const listed = key === undefined ? undefined : json[key];
  const either = (name: string): unknown => json[name] ?? json[snakeCase(name)];
  // A foreign response must not pass for an empty list: every object would look deleted.
  const foreign = key === undefined && Object.keys(json).some((name) => !envelopeNames.has(name));
  if (foreign || (listed !== undefined && listed !== null && !Array.isArray(listed))) {
    throw notAList(response, declaration.collection);
  }
  const reader = createReader(declaration);
  const entries = ((listed ?? []) as readonly unknown[]).map((entry, index) => reader(entry, `[${index}]`));
  const token = either('nextPageToken');
  if (token !== undefined && token !== null && typeof token !== 'string') {
    throw shapeError(response, 'nextPageToken: expected a string');
  }
  return {
    items: entries.flatMap((entry) => (entry.isValid ? [entry.object] : [])),
    malformed: withoutSecretsIn(
      entries.flatMap((entry) => (entry.isValid ? [] : [entry.malformed])),
      response.secrets,
    ),
    nextPageToken: token === '' || token === null ? undefined : token,
    totalCount: count(response, 'totalCount', either('totalCount')),
    skipped: count(response, 'skipped', either('skipped')),
  };
}

/** Returns the uids of a list of v1 (contract G2). Unlike in v2, the list is present if it is empty. */
export function readUidsOfV1(response: ApiResponse, name: string | undefined): string[] {
  const { items } = readObject(response);
  if (!Array.isArray(items)) throw notAList(response, 'items');
  // v1 ignores a name where it has no such filter. An item without a name may have it.
  const hasName = (item: unknown) => !isObject(item) || typeof item['name'] !== 'string' || item['name'] === name;
  const uids = items
    .filter((item) => name === undefined || hasName(item))
    .map((item: unknown) => (isObject(item) ? item['id'] : undefined));
  if (!uids.every(isUid)) throw shapeError(response, 'items: expected objects with a uid in "id"');
  return uids;
}

/** The JSON object that a response holds. */
export function readObject(response: ApiResponse): Values {
  if (isNestedTooDeeply(response.text)) throw shapeError(response, nestingProblem);
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.text);
  } catch {
    const place = `Is ${response.baseUrl} the API's base URL?`;
    throw shapeError(response, `expected JSON, found ${excerptOf(response, response.secrets)}. ${place}`);
  }
  if (!isObject(parsed)) throw shapeError(response, 'expected a JSON object');
  return parsed;
}

/** Throws unless the response is empty or a JSON object (contract D1): an HTML page with status 200 is not the service. */
export function expectEmpty(response: ApiResponse): void {
  if (response.text.trim() !== '') readObject(response);
}

/** The uid of an object, as every response carries it. */
export function uidOf(declaration: Declaration, resource: object): string {
  return String((resource as Values)[identifierField(declaration)]);
}

export function shapeError(
  response: ApiResponse,
  problem: string,
  malformed: readonly MalformedObject[] = [],
  isNotAList = false,
): ResponseShapeError {
  const { method, url, status } = response;
  const requestId = requestIdOf(response, response.secrets);
  const clean = withoutSecretsIn({ problem, malformed }, response.secrets);
  return new ResponseShapeError({ method, url, status, requestId, ...clean, isNotAList });
}

function notAList(response: ApiResponse, name: string): ResponseShapeError {
  return shapeError(response, `expected a list ${JSON.stringify(name)}`, [], true);
}

const envelopeNames = new Set(['nextPageToken', 'totalCount', 'skipped'].flatMap((name) => [name, snakeCase(name)]));

type Read<R> =
  { readonly isValid: true; readonly object: R } | { readonly isValid: false; readonly malformed: MalformedObject };

/** Reads one object, which stands at the place `at` of a list. */
function createReader<D extends Declaration>(declaration: D): (json: unknown, at: string) => Read<Resource<D>> {
  const schema = schemas().responseSchema(declaration);
  const identifier = identifierField(declaration);
  return (json, at) => {
    const invalid = (problem: string, readable: Values): Read<Resource<D>> => ({
      isValid: false,
      malformed: malformedObject(declaration, at, problem, readable),
    });
    if (!isObject(json)) return invalid('expected an object', {});
    const decoded = decodeResponse(declaration, json);
    const read = schema.safeParse(decoded);
    if (!read.success) {
      const { issues } = read.error;
      const places = new Set(issues.map(({ path }) => path[0]));
      const readable = Object.fromEntries(Object.entries(decoded).filter(([name]) => !places.has(name)));
      return invalid(`${issues[0]?.path.join('.') ?? ''}: ${issues[0]?.message ?? 'is wrong'}`, readable);
    }
    const object = read.data as Resource<D> & object;
    return isUid(uidOf(declaration, object))
      ? { isValid: true, object }
      : invalid(`${identifier}: expected a uid`, decoded);
  };
}

function count(response: ApiResponse, name: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) {
    throw shapeError(response, `${name}: expected a whole number`);
  }
  return number;
}

/** The subject of the token. */
export interface Whoami {
  /** The uid of the identity. */
  readonly subject: string;
  /** The capabilities of the token, one entry for each role that it holds in a group. */
  readonly capabilities: readonly Grant[];
}

/** The capabilities that a role gives to the subject of the token, in a group and everywhere under it. */
export interface Grant {
  /** The uid of the group. */
  readonly group: string;
  /** The uid of the role; `undefined` if the service names none. */
  readonly role?: string | undefined;
  /** Dotted names, such as `groups.list`. */
  readonly capabilities: readonly string[];
}

/** The response of `GET /auth/v1/ok` (contract T9). */
export function readWhoami(response: ApiResponse): Whoami {
  const { subject, capabilities } = readObject(response);
  if (typeof subject !== 'string') throw shapeError(response, 'subject: expected a string');
  const granted = capabilities ?? [];
  if (!Array.isArray(granted)) throw shapeError(response, 'capabilities: expected a list');
  return { subject, capabilities: granted.map((entry: unknown, index) => readGrant(response, entry, index)) };
}

function readGrant(response: ApiResponse, entry: unknown, index: number): Grant {
  const at = `capabilities[${index}]`;
  const { group, role, capabilities } = (entry ?? {}) as Values;
  const groupUid = referredUid(group);
  if (groupUid === undefined) throw shapeError(response, `${at}.group: expected a uid, or an object with one`);
  // A service names the capabilities of the role, or those of the entry if it has no role.
  const names = [isObject(role) ? role['capabilities'] : undefined, capabilities].map((list) => list ?? []);
  if (!names.every((list) => Array.isArray(list))) throw shapeError(response, `${at}.capabilities: expected a list`);
  return {
    group: groupUid,
    role: referredUid(role),
    capabilities: [...new Set(names.flat().map((name: unknown) => canonicalCapability(String(name))))],
  };
}

/** Returns the uid of a reference: a text, or an object with `uid` or `id`. */
function referredUid(reference: unknown): string | undefined {
  const { uid, id } = isObject(reference) ? reference : { uid: reference };
  return [uid, id].find((value): value is string => typeof value === 'string' && value !== '');
}

/** The response of `identities:lookupIdentity` (contract O5). */
export function readUid(response: ApiResponse): string {
  const { uid } = readObject(response);
  if (!isUid(uid)) throw shapeError(response, 'uid: expected a uid');
  return uid;
}

/** The zod schemas, loaded at the first call: a provider that merely tells Terraform its schema must not wait for zod. */
function schemas(): typeof Schemas {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one way to load a file of ours late, in CommonJS and in a bundle alike
  return require('../schema/response-schema') as typeof Schemas;
}
