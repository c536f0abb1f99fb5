/** Responses as a live service may write them: a wrong `totalCount`, numbers of enumerations, one object for a list. */
import { API_VERSIONS, camelCase, isObject, type Values } from '../../model/api';
import { getEnumNumber } from '../../grpc/enum-names';
import { declarations } from '../../model/kinds';
import { type Declaration, listPath, type NumberedField, type NumberedFields } from '../../model/schema';
import type { ServedResponse } from '../wire/messages';

/** Returns the response with `totalCount` changed by `by`, but not below 0. */
export function withTotalCount(response: ServedResponse, by: number): ServedResponse {
  return withBody(response, (body) => {
    const { totalCount } = body;
    return typeof totalCount === 'string'
      ? { ...body, totalCount: String(Math.max(0, Number(totalCount) + by)) }
      : body;
  });
}

/** Returns the first object of a list instead of the list; `undefined` if the list is empty. */
export function findFirstObject(response: ServedResponse): ServedResponse | undefined {
  const page = findBody(response);
  const objects = page && Object.values(page).find((value) => Array.isArray(value));
  const [first] = (objects ?? []) as readonly unknown[];
  return first === undefined ? undefined : { ...response, body: JSON.stringify(first) };
}

/** Returns the response with the published numbers (contract G5) instead of the names of enumeration values. */
export function withEnumNumbers(response: ServedResponse, { pathname }: URL): ServedResponse {
  const declaration = declarationAt(pathname);
  if (declaration === undefined) return response;
  const { collection } = declaration;
  const numbers = declaration.protobuf.fields;
  return withBody(response, (body) => {
    const objects = body[collection];
    return Array.isArray(objects)
      ? { ...body, [collection]: objects.map((object: unknown) => numbered({ number: 0, fields: numbers }, object)) }
      : inFields(numbers, body);
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

function inFields(numbers: NumberedFields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const facts = numbers[camelCase(key)];
      return [key, typeof facts === 'object' ? numbered(facts, value) : value];
    }),
  );
}

function numbered(facts: NumberedField, value: unknown): unknown {
  const { enumeration, fields } = facts;
  if (Array.isArray(value)) return value.map((element: unknown) => numbered(facts, element));
  if (fields !== undefined) return isObject(value) ? inFields(fields, value) : value;
  const isName = enumeration !== undefined && typeof value === 'string' && value !== '';
  return isName ? getEnumNumber(enumeration, value) : value;
}

function withBody(response: ServedResponse, change: (body: Values) => Values): ServedResponse {
  const body = findBody(response);
  return body === undefined ? response : { ...response, body: JSON.stringify(change(body)) };
}

/** The body of a response that succeeded; `undefined` without one. */
function findBody({ status, body }: ServedResponse): Values | undefined {
  if (status !== 200 || body === '') return undefined;
  const value: unknown = JSON.parse(body);
  return isObject(value) ? value : undefined;
}
