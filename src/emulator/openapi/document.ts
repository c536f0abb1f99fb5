/** The contract of v2beta1 as an OpenAPI 3.1 document: it follows from the route table and the declarations. */
import {
  CODES,
  DEFAULT_PAGE_SIZE,
  LIST_PARAMETERS,
  MAX_PAGE_SIZE,
  UID_PATTERN,
  UPDATE_MASK_PARAMETER,
} from '../../model/api';
import { kindInWords, servedFields, type Declaration } from '../../model/schema';
import { capitalized } from '../../base/text/words';
import { orders } from '../service/list';
import { maskPattern } from '../service/update';
import {
  closedObject,
  type Documented,
  type DocumentedParameter,
  type DocumentedResource,
  type JsonSchema,
} from '../wire/documentation';
import type { Route } from '../wire/route';
import { createSchema, responseJsonSchema, updateSchema } from './json-schema';

export type OpenApiDocument = ReturnType<typeof describeRoutes>;

/** @param addresses the known addresses of the API, which are the audiences of token exchanges */
export function describeRoutes(routes: readonly Route<never>[], addresses: readonly string[]) {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const schemas: Record<string, JsonSchema> = { Error: errorSchema };
  for (const { method, path, who, documented } of routes) {
    if (documented === undefined) continue;
    const { operationId, summary, tag, resource, response, bearer = who !== 'anyone' } = documented;
    const details = resource ? resourceOperation(resource) : otherOperation(method, documented, addresses);
    Object.assign(schemas, resource && getSchemas(resource), response?.name && { [response.name]: response.schema });
    const security = bearer ? {} : { security: [] };
    (paths[path] ??= {})[method.toLowerCase()] = { operationId, summary, tags: [tag], ...security, ...details };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform Management API',
      version: 'v2beta1',
      description:
        'Names may also be written in snake_case, in bodies as in queries. Absent, null and empty are equal. The same paths exist with v2 instead of v2beta1.',
    },
    security: [{ bearer: [] }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

const text = { type: 'string' };
const uid = { type: 'string', pattern: UID_PATTERN };
const createArray = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
const responds = (description: string, schema?: JsonSchema): JsonSchema => ({
  responses: {
    '200': { description, ...(schema && content(schema)) },
    default: { description: 'What went wrong.', ...content(ref('Error')) },
  },
});
const takes = (schema: JsonSchema, required = true) => ({ requestBody: { required, ...content(schema) } });
const query = (name: string, description: string, schema: JsonSchema, required = false): JsonSchema => ({
  ...{ name, in: 'query', description, schema },
  ...(required && { required }),
});
const uidIn = (description: string) => ({ name: 'uid', in: 'path', description, required: true, schema: uid });
const theUid = uidIn('The uid; its slashes need no escaping.');

/** Parameters, body and responses of an operation on a kind. */
function resourceOperation({ declaration, operation }: DocumentedResource): JsonSchema {
  const { kind, collection, parent, batch } = declaration;
  const words = kindInWords(declaration);
  const page = ref(pageName(declaration));
  const created = { ...takes(ref(`${kind}Create`)), ...responds(`The created ${words}.`, ref(kind)) };
  switch (operation) {
    case 'list':
      return { parameters: listParameters(declaration), ...responds('A page of the list.', page) };
    case 'get':
      return { parameters: [theUid], ...responds(`The ${words}.`, ref(kind)) };
    case 'create':
      return { parameters: [uidIn(parent?.description ?? '')], ...created };
    case 'createRoot':
      return { parameters: [], ...created };
    case 'delete':
      return { parameters: [theUid], ...responds('It is gone.') };
    case 'update': {
      const description = 'The fields to change, separated by commas. Without it, the fields in the body.';
      const mask = query(UPDATE_MASK_PARAMETER, description, {
        type: 'string',
        pattern: maskPattern(servedFields(declaration)),
      });
      const changed = responds(`The ${words} after the request.`, ref(kind));
      return { parameters: [theUid, mask], ...takes(ref(`${kind}Update`), false), ...changed };
    }
    case 'batchCreate': {
      const member = kind.charAt(0).toLowerCase() + kind.slice(1);
      const same = { description: 'If given, the parent of all.', anyOf: [uid, { enum: ['', null] }] };
      const one = closedObject({ [member]: batchMemberSchema(declaration) }, { parent: same });
      const requests = { ...createArray(one), minItems: 1, maxItems: batch?.size };
      const all = closedObject({ [collection]: createArray(ref(kind)) });
      const body = takes(withBatchDefaults(declaration, member, closedObject({ parent: uid, requests })));
      return { ...body, ...responds(`The ${collection}, in the order of the requests.`, all) };
    }
    case 'batchDelete': {
      const names = {
        ...createArray(uid),
        minItems: 1,
        description: 'The uids of the objects. Absent objects are skipped.',
      };
      const deleted = closedObject({ parent: uid, [collection]: createArray(ref(kind)) });
      return { ...takes(closedObject({ parent: uid, names })), ...responds(`The deleted ${collection}.`, deleted) };
    }
  }
}

/** An object of a batch can omit fields that the batch sets. */
function batchMemberSchema(declaration: Declaration): JsonSchema {
  const { batch, kind } = declaration;
  const batchDefaults = batch?.defaults ?? [];
  if (batchDefaults.length === 0) return ref(`${kind}Create`);
  const schema = createSchema(declaration);
  const required = (schema['required'] as readonly string[]).filter((name) => !batchDefaults.includes(name));
  return { ...schema, required };
}

/** The batch gives each of these fields once, or every object has its own. */
function withBatchDefaults(declaration: Declaration, member: string, schema: JsonSchema): JsonSchema {
  const { batch, fields } = declaration;
  const batchDefaults = batch?.defaults ?? [];
  const { properties: own } = createSchema(declaration) as {
    readonly properties: Readonly<Record<string, JsonSchema>>;
  };
  const shared = batchDefaults.map((name) => {
    const description = `The default for all. ${fields[name]?.description}`;
    return [name, { description, anyOf: [{ ...own[name], description: undefined }, { enum: ['', null] }] }] as const;
  });
  const given = (name: string): JsonSchema => ({
    required: [name],
    properties: { [name]: { minLength: 1, type: 'string' } },
  });
  const inEach = (name: string): JsonSchema => ({
    properties: { requests: { items: { properties: { [member]: given(name) } } } },
  });
  if (shared.length === 0) return schema;
  return {
    ...schema,
    properties: { ...(schema['properties'] as JsonSchema), ...Object.fromEntries(shared) },
    allOf: batchDefaults.map((name) => ({ anyOf: [given(name), inEach(name)] })),
  };
}

/** The same of another operation: parameters in the query, or as a form in a body. */
function otherOperation(method: string, documented: Documented, addresses: readonly string[]): JsonSchema {
  const { parameters = [], response } = documented;
  const { description = '', name, schema: body } = response ?? {};
  const result = responds(description, name === undefined ? body : ref(name));
  const literal = addresses.map((address) => address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const getSchema = ({ schema, isAudience }: DocumentedParameter): JsonSchema =>
    isAudience === true && literal !== '' ? { ...schema, pattern: `^(${literal})/*$` } : schema;
  const isRequired = ({ schema }: DocumentedParameter) => schema['type'] !== 'array';
  if (parameters.length === 0) return result;
  if (method === 'GET') {
    const inQuery = (of: DocumentedParameter) => query(of.name, of.description, getSchema(of), isRequired(of));
    return { parameters: parameters.map(inQuery), ...result };
  }
  const property = (of: DocumentedParameter) => [of.name, { description: of.description, ...getSchema(of) }];
  const properties: unknown = Object.fromEntries(parameters.map(property));
  const schema = { type: 'object', properties, required: parameters.filter(isRequired).map(({ name }) => name) };
  const form = { 'application/x-www-form-urlencoded': { schema } };
  return { requestBody: { required: true, content: form }, ...result };
}

/** An empty parameter reads as absent. */
const orEmpty = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { enum: [''] }] });
const flag = orEmpty({ type: 'boolean' });
const count = orEmpty({ type: 'integer', minimum: 0, maximum: 0x7fffffff });

/** Contract L1, L4, L5 and L7. Both representations are accepted, and unknown parameters are ignored (contract L2). */
function listParameters(declaration: Declaration): JsonSchema[] {
  const order = { type: 'string', enum: ['', ...orders(declaration).keys()] };
  const shared: Readonly<Record<keyof typeof LIST_PARAMETERS, readonly [string, JsonSchema]>> = {
    descendantsOf: ['Only resources anywhere under this group.', orEmpty(uid)],
    childrenOf: ['Only resources directly inside this group.', orEmpty(uid)],
    ancestorsOf: ['Only the groups above this resource.', orEmpty(uid)],
    inRoot: ['Only resources without a group.', flag],
    ids: ['Only resources with one of these uids; may be repeated.', createArray(orEmpty(uid))],
    pageSize: [`Results per page; ${DEFAULT_PAGE_SIZE} by default, at most ${MAX_PAGE_SIZE}.`, count],
    pageToken: ['The nextPageToken of the page before.', text],
    orderBy: ['A field, optionally followed by a space and "asc" or "desc".', order],
    skip: ['The number of results to skip before the page.', count],
  };
  const own = Object.entries(declaration.filters).map(([name, { description, repeated, compare, oneOf }]) => {
    if (compare === 'include') return query(name, description, flag);
    if (oneOf !== undefined) return query(name, description, orEmpty({ type: 'string', enum: oneOf }));
    const value = compare === 'since' ? orEmpty({ type: 'string', format: 'date-time' }) : text;
    return query(name, description, repeated === true ? createArray(value) : value);
  });
  const names = Object.entries(LIST_PARAMETERS) as [keyof typeof LIST_PARAMETERS, string][];
  return [...own, ...names.map(([key, name]) => query(name, ...shared[key]))];
}

const pageName = ({ collection }: Declaration) => `${capitalized(collection)}Page`;

/** The schemas that an operation is the first to need, by their names. */
function getSchemas({ declaration, operation }: DocumentedResource): Readonly<Record<string, JsonSchema>> {
  const { kind, collection } = declaration;
  if (operation === 'create') return { [`${kind}Create`]: createSchema(declaration) };
  if (operation === 'update') return { [`${kind}Update`]: updateSchema(declaration) };
  if (operation !== 'list') return {};
  const page = {
    [collection]: createArray(ref(kind)),
    totalCount: { type: 'string', pattern: '^[0-9]+$', description: 'Matching results on all pages.' },
    skipped: { type: 'integer', minimum: 0, description: 'The echo of skip.' },
  };
  const nextPageToken = { type: 'string', description: 'Absent on the last page.' };
  return { [kind]: responseJsonSchema(declaration), [pageName(declaration)]: closedObject(page, { nextPageToken }) };
}

/** Contract E1. */
const errorSchema = closedObject({
  code: { type: 'integer', minimum: 1, maximum: CODES.length, description: 'A numeric RPC status code.' },
  message: { type: 'string', description: 'The problem in words.' },
  details: {
    description: 'ErrorInfo, then details of the error: BadRequest, PreconditionFailure or ResourceInfo.',
    ...createArray(
      closedObject(
        { '@type': { type: 'string', pattern: '\\.(ErrorInfo|BadRequest|PreconditionFailure|ResourceInfo)$' } },
        {
          reason: { type: 'string', enum: CODES },
          domain: { type: 'string', pattern: '^(iam|registry|vulnerabilities)\\.platform\\.internal$' },
          metadata: { type: 'object', additionalProperties: text },
          fieldViolations: createArray(closedObject({ field: text, description: text })),
          violations: createArray(closedObject({ type: text, description: text }, { subject: text })),
          resourceType: text,
          resourceName: text,
          description: text,
        },
      ),
    ),
  },
});
