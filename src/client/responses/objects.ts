/**
 * Reads successful responses leniently: drops unknown fields, and accepts both representations of a name and every
 * representation of an unset field (contract V1, V2). A contradiction to the declaration is a `ResponseShapeError`.
 */
import { isObject, isUid, snakeCase, type Values } from '../../model/api';
import { type Declaration, decodeResponse, identifierField, type Resource } from '../../model/schema';
import type * as Schemas from '../../model/schema/response-schema';
import type { ApiResponse } from '../calls/call';
import { malformedObject, type MalformedObject } from '../errors/malformed-object';
import { withoutSecretsIn } from '../errors/secrets';
import { notAList, readObject, shapeError } from './json-response';

/**
 * Returns the object of a response.
 *
 * @param isExpected returns true for the requested object
 */
export function parseResource<D extends Declaration>(
  declaration: D,
  response: ApiResponse,
  isExpected: (uid: string) => boolean,
): Resource<D> {
  const read = createReader(declaration, 1)(readObject(response), '');
  if (!read.isValid) throw shapeError(response, read.malformed.problem, [read.malformed]);
  const uid = getResourceUid(declaration, read.object);
  if (!isExpected(uid)) throw shapeError(response, `it describes another object, ${uid}`);
  return read.object;
}

export interface Page<R> {
  readonly items: readonly R[];
  /** The malformed objects of the page. `items` does not contain them. */
  readonly malformed: readonly MalformedObject[];
  /** `undefined` on the last page. */
  readonly nextPageToken?: string | undefined;
  /** The number of matching objects on all pages. A service may omit it. */
  readonly totalCount?: number | undefined;
  readonly skipped?: number | undefined;
}

/** Returns the page of a response. Malformed objects are in `malformed`, and the others in `items`. */
export function readPage<D extends Declaration>(declaration: D, response: ApiResponse): Page<Resource<D>> {
  const json = readObject(response);
  const key = [declaration.collection, snakeCase(declaration.collection)].find((name) => Object.hasOwn(json, name));
  const listed = key === undefined ? undefined : json[key];
  const either = (name: string): unknown => json[name] ?? json[snakeCase(name)];
  // A foreign response must not count as an empty list: every object would look deleted.
  const foreign = key === undefined && Object.keys(json).some((name) => !envelopeNames.has(name));
  if (foreign || (listed !== undefined && listed !== null && !Array.isArray(listed))) {
    throw notAList(response, declaration.collection);
  }
  const objects = (listed ?? []) as readonly unknown[];
  const reader = createReader(declaration, objects.length);
  const entries = objects.map((entry, index) => reader(entry, `[${index}]`));
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

/** Returns the uid of an object. */
export function getResourceUid(declaration: Declaration, resource: object): string {
  return String((resource as Values)[identifierField(declaration)]);
}

const envelopeNames = new Set(['nextPageToken', 'totalCount', 'skipped'].flatMap((name) => [name, snakeCase(name)]));

/** For this number of objects or more, compiling the schema takes less time than it saves. */
const MANY = 50;

type Read<R> =
  | { readonly isValid: true; readonly object: R }
  | { readonly isValid: false; readonly malformed: MalformedObject };

/** Returns the function that reads one of `objects` objects. `at` is its position in a list. */
function createReader<D extends Declaration>(
  declaration: D,
  objects: number,
): (json: unknown, at: string) => Read<Resource<D>> {
  const schema = loadSchemas().responseSchema(declaration);
  const options = { jitless: objects < MANY };
  const identifier = identifierField(declaration);
  return (json, at) => {
    const invalid = (problem: string, readable: Values): Read<Resource<D>> => ({
      isValid: false,
      malformed: malformedObject(declaration, at, problem, readable),
    });
    if (!isObject(json)) return invalid('expected an object', {});
    const decoded = decodeResponse(declaration, json);
    const read = schema.safeParse(decoded, options);
    if (!read.success) {
      const { issues } = read.error;
      const places = new Set(issues.map(({ path }) => path[0]));
      const readable = Object.fromEntries(Object.entries(decoded).filter(([name]) => !places.has(name)));
      return invalid(`${issues[0]?.path.join('.') ?? ''}: ${issues[0]?.message ?? 'is wrong'}`, readable);
    }
    const object = read.data as Resource<D> & object;
    return isUid(getResourceUid(declaration, object))
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

/**
 * The zod schemas, loaded at the first call: a provider that only returns its schema to Terraform must not wait for
 * zod.
 */
export function loadSchemas(): typeof Schemas {
  // oxlint-disable-next-line typescript/no-require-imports -- the one way to load a file of ours late, in CommonJS and in a bundle alike
  return require('../../model/schema/response-schema') as typeof Schemas;
}
