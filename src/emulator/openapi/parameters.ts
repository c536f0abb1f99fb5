/** The parameters that operations share. Source: specification §4 List parameters; not-shown "List query names". */
import { DEFAULT_PAGE_SIZE, LIST_PARAMETERS, MAX_PAGE_SIZE, UID_PATTERN, UPDATE_MASK_PARAMETER } from '../../api';
import type { Declaration } from '../../schema';
import type { JsonSchema } from './json-schema';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

const uid = { type: 'string', pattern: UID_PATTERN };
const count = { type: 'integer', minimum: 0, maximum: 0x7fffffff };

const descriptions: Readonly<Record<keyof typeof LIST_PARAMETERS, readonly [string, JsonSchema]>> = {
  descendantsOf: ['Only resources anywhere beneath this group.', uid],
  childrenOf: ['Only resources directly inside this group.', uid],
  ancestorsOf: ['Only the groups above this resource.', uid],
  inRoot: ['Only resources that no group holds.', { type: 'boolean' }],
  ids: ['Only resources with one of these uids; may be repeated.', { type: 'array', items: uid }],
  pageSize: [`Results per page; ${DEFAULT_PAGE_SIZE} by default, at most ${MAX_PAGE_SIZE}.`, count],
  pageToken: ['The nextPageToken of the page before.', { type: 'string' }],
  orderBy: ['A field, optionally followed by a space and "asc" or "desc".', { type: 'string' }],
  skip: ['How many results to skip before the page begins.', count],
};

/** Every parameter of a kind's list. The lowerCamelCase spelling of each is accepted too; unknown ones are ignored. */
export function listParameters({ filters }: Declaration): Parameter[] {
  const own = Object.entries(filters).map(([name, { description, repeated, compare }]): Parameter => {
    if (compare === 'include') return query(name, description, { type: 'boolean' });
    const value = { type: 'string', ...(compare === 'since' && { format: 'date-time' }) };
    return query(name, description, repeated === true ? { type: 'array', items: value } : value);
  });
  const shared = Object.entries(LIST_PARAMETERS).map(([key, name]) => {
    const [description, schema] = descriptions[key as keyof typeof LIST_PARAMETERS];
    return query(name, description, schema);
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

export const maskParameter: Parameter = query(
  UPDATE_MASK_PARAMETER,
  'The fields to change, separated by commas. Without it, those that the body holds.',
  { type: 'string' },
);

export function query(name: string, description: string, schema: JsonSchema, required = false): Parameter {
  return { name, in: 'query', description, schema, ...(required && { required }) };
}
