/** Responses as a live service may write them: a wrong `totalCount`, numbers of enumerations, one object for a list. */
import { API_VERSIONS, camelCase, capabilityNumber, isObject, type Values } from '../../api';
import { declarations } from '../../resources';
import { type Declaration, type Fields, type FieldType, listPath } from '../../schema';
import type { ApiResponse } from '../wire/messages';

/** Returns the response with `totalCount` changed by `by`, but not below 0. */
export function withTotalCount(response: ApiResponse, by: number): ApiResponse {
  return withBody(response, (body) => {
    const { totalCount } = body;
    return typeof totalCount === 'string'
      ? { ...body, totalCount: String(Math.max(0, Number(totalCount) + by)) }
      : body;
  });
}

/** Returns the first object of a list instead of the list; `undefined` if the list is empty. */
export function firstObjectOf(response: ApiResponse): ApiResponse | undefined {
  const page = bodyOf(response);
  const objects = page && Object.values(page).find((value) => Array.isArray(value));
  const [first] = (objects ?? []) as readonly unknown[];
  return first === undefined ? undefined : { ...response, body: JSON.stringify(first) };
}

/** Returns the response with numbers instead of the names of enumeration values. */
export function withEnumNumbers(response: ApiResponse, { pathname }: URL): ApiResponse {
  const declaration = declarationAt(pathname);
  if (declaration === undefined) return response;
  const { collection, fields } = declaration;
  return withBody(response, (body) => {
    const objects = body[collection];
    return Array.isArray(objects)
      ? { ...body, [collection]: objects.map((object: unknown) => numbered({ is: 'message', fields }, object)) }
      : inFields(fields, body);
  });
}

function declarationAt(pathname: string): Declaration | undefined {
  return declarations.find((declaration) =>
    API_VERSIONS.some((version) => {
      const path = listPath(declaration, version);
      return pathname === path || [`${path}/`, `${path}:`].some((start) => pathname.startsWith(start));
    }),
  );
}

function inFields(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const type = fields[camelCase(key)]?.type;
      return [key, type === undefined ? value : numbered(type, value)];
    }),
  );
}

function numbered(type: FieldType, value: unknown): unknown {
  if (type.is === 'message') return isObject(value) ? inFields(type.fields, value) : value;
  if (type.is === 'list' && Array.isArray(value)) return value.map((element: unknown) => numbered(type.of, element));
  if (type.is !== 'string' || typeof value !== 'string' || value === '') return value;
  if (type.format === 'capability') return capabilityNumber(value) ?? numberOf([], value);
  return type.enumeration === true ? numberOf(type.known ?? [], value) : value;
}

/** Numbers of unknown names are higher than those of known names. */
function numberOf(known: readonly string[], name: string): number {
  const index = known.indexOf(name);
  if (index >= 0) return index + 1;
  return 1000 + Array.from(name).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_000, 0);
}

function withBody(response: ApiResponse, change: (body: Values) => Values): ApiResponse {
  const body = bodyOf(response);
  return body === undefined ? response : { ...response, body: JSON.stringify(change(body)) };
}

/** The body of a response that succeeded; `undefined` without one. */
function bodyOf({ status, body }: ApiResponse): Values | undefined {
  if (status !== 200 || body === '') return undefined;
  const value: unknown = JSON.parse(body);
  return isObject(value) ? value : undefined;
}
