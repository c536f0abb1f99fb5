/**
 * Successful answers, read leniently: unknown fields are dropped, either spelling of a name and any way to say nothing is
 * understood. What contradicts the declaration is a `ResponseShapeError`.
 */
import { capabilityName, isUid, snakeCase } from '../api';
import { type Declaration, decodeAnswer, identifierField, type Resource } from '../schema';
import type * as Schemas from '../schema/zod';
import type { Grant, Page, Whoami } from './client';
import { excerptOf, requestIdOf } from './error-response';
import type { Answer } from './http';
import { malformedObject, type MalformedObject } from './malformed';
import { withoutSecretsIn } from './redact';
import { ResponseShapeError } from './errors';

/** The object that an answer holds. `isExpected` says whether it is the one that was asked for. */
export function readResource<D extends Declaration>(
  declaration: D,
  answer: Answer,
  isExpected: (uid: string) => boolean,
): Resource<D> {
  const read = createReader(declaration)(readObject(answer), '');
  if (!read.isRight) throw shapeError(answer, read.malformed.problem, [read.malformed]);
  const uid = uidOf(declaration, read.object);
  if (!isExpected(uid)) throw shapeError(answer, `it is about another object, ${uid}`);
  return read.object;
}

/** The page that an answer holds. An object that is malformed is one of `malformed`, and the others are `items`. */
export function readPage<D extends Declaration>(declaration: D, answer: Answer): Page<Resource<D>> {
  const json = readObject(answer);
  const key = [declaration.collection, snakeCase(declaration.collection)].find((name) => Object.hasOwn(json, name));
  const listed = key === undefined ? undefined : json[key];
  const either = (name: string): unknown => json[name] ?? json[snakeCase(name)];
  // An answer of something else must not pass for an empty list: everything would look gone.
  const foreign = key === undefined && Object.keys(json).some((name) => !envelopeNames.has(name));
  if (foreign || (listed !== undefined && listed !== null && !Array.isArray(listed))) {
    throw shapeError(answer, `expected a list ${JSON.stringify(declaration.collection)}`);
  }
  const reader = createReader(declaration);
  const entries = ((listed ?? []) as readonly unknown[]).map((entry, index) => reader(entry, `[${index}]`));
  const token = either('nextPageToken');
  if (token !== undefined && token !== null && typeof token !== 'string') {
    throw shapeError(answer, 'nextPageToken: expected a string');
  }
  return {
    items: entries.flatMap((entry) => (entry.isRight ? [entry.object] : [])),
    malformed: withoutSecretsIn(
      entries.flatMap((entry) => (entry.isRight ? [] : [entry.malformed])),
      answer.secrets,
    ),
    nextPageToken: token === '' || token === null ? undefined : token,
    totalCount: count(answer, 'totalCount', either('totalCount')),
    skipped: count(answer, 'skipped', either('skipped')),
  };
}

/** The JSON object that an answer holds. */
export function readObject(answer: Answer): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.text);
  } catch {
    const place = `Is ${answer.baseUrl} the API's base URL?`;
    throw shapeError(answer, `expected JSON, found ${excerptOf(answer, answer.secrets)}. ${place}`);
  }
  if (!isObject(parsed)) throw shapeError(answer, 'expected a JSON object');
  return parsed;
}

/** Throws unless the answer says nothing, or as good as nothing: a page with 200 is no word of the service. */
export function expectEmpty(answer: Answer): void {
  if (answer.text.trim() !== '') readObject(answer);
}

/** The uid of an object, as every answer carries it. */
export function uidOf(declaration: Declaration, resource: object): string {
  return String((resource as Readonly<Record<string, unknown>>)[identifierField(declaration)]);
}

export function shapeError(
  answer: Answer,
  problem: string,
  malformed: readonly MalformedObject[] = [],
): ResponseShapeError {
  const { method, url, status } = answer;
  const requestId = requestIdOf(answer, answer.secrets);
  const shown = withoutSecretsIn({ problem, malformed }, answer.secrets);
  return new ResponseShapeError({ method, url, status, requestId, ...shown });
}

const envelopeNames = new Set(['nextPageToken', 'totalCount', 'skipped'].flatMap((name) => [name, snakeCase(name)]));

type Read<R> =
  { readonly isRight: true; readonly object: R } | { readonly isRight: false; readonly malformed: MalformedObject };

/** Reads one object, which stands at the place `at` of a list. */
function createReader<D extends Declaration>(declaration: D): (json: unknown, at: string) => Read<Resource<D>> {
  const schema = schemas().answerSchema(declaration);
  const identifier = identifierField(declaration);
  return (json, at) => {
    const wrong = (problem: string, readable: Readonly<Record<string, unknown>>): Read<Resource<D>> => ({
      isRight: false,
      malformed: malformedObject(declaration, at, problem, readable),
    });
    if (!isObject(json)) return wrong('expected an object', {});
    const decoded = decodeAnswer(declaration, json);
    const read = schema.safeParse(decoded);
    if (!read.success) {
      const { issues } = read.error;
      const places = new Set(issues.map(({ path }) => path[0]));
      const readable = Object.fromEntries(Object.entries(decoded).filter(([name]) => !places.has(name)));
      return wrong(`${issues[0]?.path.join('.') ?? ''}: ${issues[0]?.message ?? 'is wrong'}`, readable);
    }
    const object = read.data as Resource<D> & object;
    return isUid(uidOf(declaration, object))
      ? { isRight: true, object }
      : wrong(`${identifier}: expected a uid`, decoded);
  };
}

function count(answer: Answer, name: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) {
    throw shapeError(answer, `${name}: expected a whole number`);
  }
  return number;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answer of `GET /auth/v1/ok`. */
export function readWhoami(answer: Answer): Whoami {
  const { subject, capabilities } = readObject(answer);
  if (typeof subject !== 'string') throw shapeError(answer, 'subject: expected a string');
  const granted = capabilities ?? [];
  if (!Array.isArray(granted)) throw shapeError(answer, 'capabilities: expected a list');
  return { subject, capabilities: granted.map((entry: unknown, index) => readGrant(answer, entry, index)) };
}

function readGrant(answer: Answer, entry: unknown, index: number): Grant {
  const at = `capabilities[${index}]`;
  const { group, role, capabilities } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof group !== 'string') throw shapeError(answer, `${at}.group: expected a string`);
  if (!Array.isArray(capabilities)) throw shapeError(answer, `${at}.capabilities: expected a list`);
  return {
    group,
    role: typeof role === 'string' && role !== '' ? role : undefined,
    capabilities: capabilities.map((name: unknown) => capabilityName(String(name))),
  };
}

/** The answer of `identities:lookupIdentity`. */
export function readUid(answer: Answer): string {
  const { uid } = readObject(answer);
  if (!isUid(uid)) throw shapeError(answer, 'uid: expected a uid');
  return uid;
}

/** The zod schemas, loaded at the first call: a provider that merely tells Terraform its schema must not wait for zod. */
export function schemas(): typeof Schemas {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one way to load a file of ours late, in CommonJS and in a bundle alike
  return require('../schema/zod') as typeof Schemas;
}
