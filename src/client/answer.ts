/**
 * Successful answers, read leniently: unknown fields are dropped, either spelling of a name and any way to say nothing is
 * understood. What contradicts the declaration is a `ResponseShapeError`. Source: not-shown "Zero values".
 */
import { isUid, snakeCase } from '../api';
import { decodeAnswer, identifierField, type Declaration, type Resource } from '../schema';
import type { Answer } from './attempt';
import type { Page } from './client';
import { excerptOf, requestIdOf } from './error-answer';
import { ResponseShapeError } from './response-shape-error';
import { schemas } from './schemas';

/** The object that an answer holds. `isExpected` says whether it is the one that was asked for. */
export function readResource<D extends Declaration>(
  declaration: D,
  answer: Answer,
  isExpected: (uid: string) => boolean,
): Resource<D> {
  const resource = createReader(declaration, answer);
  const read = resource(readObject(answer), '');
  const uid = uidOf(declaration, read);
  if (!isExpected(uid)) throw shapeError(answer, `it is about another object, ${uid}`);
  return read;
}

/** The page that an answer holds. */
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
  const resource = createReader(declaration, answer);
  const items = ((listed ?? []) as readonly unknown[]).map((entry, index) => {
    const at = `${declaration.collection}[${index}]`;
    if (!isObject(entry)) throw shapeError(answer, `${at}: expected an object`);
    return resource(entry, `${at}.`);
  });
  const token = either('nextPageToken');
  if (token !== undefined && token !== null && typeof token !== 'string') {
    throw shapeError(answer, 'nextPageToken: expected a string');
  }
  return {
    items,
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
export function readNothing(answer: Answer): void {
  if (answer.text.trim() !== '') readObject(answer);
}

/** The uid of an object, as every answer carries it. */
export function uidOf(declaration: Declaration, resource: object): string {
  return String((resource as Readonly<Record<string, unknown>>)[identifierField(declaration)]);
}

export function shapeError(answer: Answer, problem: string): ResponseShapeError {
  const { method, url, status } = answer;
  return new ResponseShapeError({ method, url, status, requestId: requestIdOf(answer, answer.secrets), problem });
}

const envelopeNames = new Set(['nextPageToken', 'totalCount', 'skipped'].flatMap((name) => [name, snakeCase(name)]));

type Reader<R> = (json: Readonly<Record<string, unknown>>, at: string) => R;

function createReader<D extends Declaration>(declaration: D, answer: Answer): Reader<Resource<D>> {
  const schema = schemas().answerSchema(declaration);
  return (json, at) => {
    const read = schema.safeParse(decodeAnswer(declaration, json));
    if (!read.success) {
      const issue = read.error.issues[0];
      throw shapeError(answer, `${at}${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`);
    }
    if (!isUid(uidOf(declaration, read.data))) {
      throw shapeError(answer, `${at}${identifierField(declaration)}: expected a uid`);
    }
    return read.data;
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
