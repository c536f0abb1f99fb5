/** The parameters that operations share. Source: specification §4 List parameters; not-shown "List query names". */
import { DEFAULT_PAGE_SIZE, LIST_PARAMETERS, MAX_PAGE_SIZE, UID_PATTERN, UPDATE_MASK_PARAMETER } from '../../api';
import type { Declaration } from '../../schema';
import { maskPattern } from '../service/mask';
import { orders } from '../service/query';
import type { JsonSchema } from './json-schema';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

const uid = { type: 'string', pattern: UID_PATTERN };
/** An empty parameter reads as absent. */
const orEmpty = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { enum: [''] }] });
const flag = orEmpty({ type: 'boolean' });
const count = orEmpty({ type: 'integer', minimum: 0, maximum: 0x7fffffff });

const descriptions: Readonly<Record<keyof typeof LIST_PARAMETERS, readonly [string, JsonSchema]>> = {
  descendantsOf: ['Only resources anywhere beneath this group.', orEmpty(uid)],
  childrenOf: ['Only resources directly inside this group.', orEmpty(uid)],
  ancestorsOf: ['Only the groups above this resource.', orEmpty(uid)],
  inRoot: ['Only resources that no group holds.', flag],
  ids: ['Only resources with one of these uids; may be repeated.', { type: 'array', items: orEmpty(uid) }],
  pageSize: [`Results per page; ${DEFAULT_PAGE_SIZE} by default, at most ${MAX_PAGE_SIZE}.`, count],
  pageToken: ['The nextPageToken of the page before.', { type: 'string' }],
  orderBy: ['A field, optionally followed by a space and "asc" or "desc".', { type: 'string' }],
  skip: ['How many results to skip before the page begins.', count],
};

/**
 * Every parameter of a kind's list, each to be given once unless it is a list. The lowerCamelCase spelling is accepted too;
 * unknown ones are ignored.
 */
export function listParameters(declaration: Declaration): Parameter[] {
  const { filters } = declaration;
  const own = Object.entries(filters).map(([name, { description, repeated, compare, oneOf }]): Parameter => {
    if (compare === 'include') return query(name, description, flag);
    if (oneOf !== undefined) return query(name, description, orEmpty({ type: 'string', enum: oneOf }));
    const value = compare === 'since' ? orEmpty({ type: 'string', format: 'date-time' }) : { type: 'string' };
    return query(name, description, repeated === true ? { type: 'array', items: value } : value);
  });
  const shared = Object.entries(LIST_PARAMETERS).map(([key, name]) => {
    const [description, schema] = descriptions[key as keyof typeof LIST_PARAMETERS];
    return query(name, description, key === 'orderBy' ? orderSchema(declaration) : schema);
  });
  return [...own, ...shared];
}

export const uidParameter: Parameter = {
  name: 'uid',
  in: 'path',
  description: 'The uid; its slashes may stand as they are.',
  required: true,
  schema: uid,
};

export const maskParameter = ({ fields }: Declaration): Parameter =>
  query(UPDATE_MASK_PARAMETER, 'The fields to change, separated by commas. Without it, those that the body holds.', {
    type: 'string',
    pattern: maskPattern(fields),
  });

function orderSchema(declaration: Declaration): JsonSchema {
  return { type: 'string', enum: ['', ...orders(declaration).keys()] };
}

export function query(name: string, description: string, schema: JsonSchema, required = false): Parameter {
  return { name, in: 'query', description, schema, ...(required && { required }) };
}
