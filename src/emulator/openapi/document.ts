/** The contract of v2beta1 as an OpenAPI 3.1 document: it follows from the route table and the declarations. */
import {
  CAPABILITY_PATTERN,
  CODES,
  DEFAULT_PAGE_SIZE,
  LIST_PARAMETERS,
  MAX_PAGE_SIZE,
  UID_PATTERN,
  UPDATE_MASK_PARAMETER,
} from '../../api';
import { kindInWords, offers, type Declaration } from '../../schema';
import type { Documented, DocumentedParameter, DocumentedResource, Route } from '../http/route';
import { maskPattern } from '../service/mask';
import { orders } from '../service/query';
import { closedObject, createSchema, responseSchema, updateSchema, type JsonSchema } from './json-schema';

type Schemas = Readonly<Record<string, JsonSchema>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Schemas>>;
  readonly components: { readonly schemas: Schemas; readonly securitySchemes: JsonSchema };
}

/** `addresses`: where the API is reached, as far as that is known; tokens are exchanged for these audiences. */
export function describeRoutes(
  routes: readonly Route<never>[],
  declarations: readonly Declaration[],
  addresses: readonly string[],
): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const { method, path, who, documented } of routes) {
    if (documented === undefined) continue;
    const { operationId, summary, tag, resource, bearer = who !== 'anyone' } = documented;
    const details = resource ? resourceOperation(resource) : otherOperation(method, documented, addresses);
    const security = bearer ? {} : { security: [] };
    (paths[path] ??= {})[method.toLowerCase()] = { operationId, summary, tags: [tag], ...security, ...details };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform Management API',
      version: 'v2beta1',
      description:
        'Names may also be written in snake_case, in bodies as in queries. Absent, null and empty read the same. ' +
        'The same paths are served with v2 in the place of v2beta1.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { ...Object.fromEntries(declarations.flatMap(schemasOf)), ...sharedSchemas },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const text = { type: 'string' };
const someText = { type: 'string', minLength: 1 };
const uid = { type: 'string', pattern: UID_PATTERN };
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
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
const theUid = uidIn('The uid; its slashes may stand as they are.');

/** Parameters, body and responses of an operation on a kind. */
function resourceOperation({ declaration, operation }: DocumentedResource): JsonSchema {
  const { kind, collection, parent, fields, batchSize } = declaration;
  const words = kindInWords(declaration);
  const created = { ...takes(ref(`${kind}Create`)), ...responds(`The created ${words}.`, ref(kind)) };
  switch (operation) {
    case 'list':
      return {
        parameters: listParameters(declaration),
        ...responds('A page of the list.', ref(pageName(declaration))),
      };
    case 'get':
      return { parameters: [theUid], ...responds(`The ${words}.`, ref(kind)) };
    case 'create':
      return { parameters: [uidIn(parent?.description ?? '')], ...created };
    case 'createRoot':
      return { parameters: [], ...created };
    case 'delete':
      return { parameters: [theUid], ...responds('It is gone.') };
    case 'update': {
      const description = 'The fields to change, separated by commas. Without it, those that the body holds.';
      const mask = query(UPDATE_MASK_PARAMETER, description, { type: 'string', pattern: maskPattern(fields) });
      const changed = responds(`The ${words} as it is now.`, ref(kind));
      return { parameters: [theUid, mask], ...takes(ref(`${kind}Update`), false), ...changed };
    }
    case 'batchCreate': {
      const member = kind.charAt(0).toLowerCase() + kind.slice(1);
      const same = { description: 'If given, the parent of all.', anyOf: [uid, { enum: ['', null] }] };
      const one = closedObject({ [member]: ref(`${kind}Create`) }, { parent: same });
      const requests = { ...listOf(one), minItems: 1, maxItems: batchSize };
      const all = closedObject({ [collection]: listOf(ref(kind)) });
      return {
        ...takes(closedObject({ parent: uid, requests })),
        ...responds(`The ${collection}, in the order of the requests.`, all),
      };
    }
  }
}

/** The same of another operation: parameters in the query, or as a form in a body. */
function otherOperation(
  method: string,
  { operationId, parameters = [] }: Documented,
  addresses: readonly string[],
): JsonSchema {
  const literal = addresses.map((address) => address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const schemas: Readonly<Record<DocumentedParameter['is'], JsonSchema>> = {
    text: someText,
    uid,
    audience: { ...someText, ...(literal && { pattern: `^(${literal})/*$` }) },
    capabilities: listOf({ type: 'string', pattern: CAPABILITY_PATTERN }),
  };
  const required = ({ is }: DocumentedParameter) => is !== 'capabilities';
  const response = otherResponses[operationId] ?? {};
  if (parameters.length === 0) return response;
  if (method === 'GET') {
    const inQuery = (of: DocumentedParameter) => query(of.name, of.description, schemas[of.is], required(of));
    return { parameters: parameters.map(inQuery), ...response };
  }
  const property = ({ name, description, is }: DocumentedParameter) => [name, { description, ...schemas[is] }];
  const properties: unknown = Object.fromEntries(parameters.map(property));
  const schema = { type: 'object', properties, required: parameters.filter(required).map(({ name }) => name) };
  return {
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
    ...response,
  };
}

const exchanged = responds('A token for the API.', ref('ExchangedToken'));
const otherResponses: Readonly<Record<string, JsonSchema>> = {
  exchangeToken: exchanged,
  exchangeTokenByForm: exchanged,
  whoami: responds('The caller.', ref('Caller')),
  lookupIdentity: responds('The uid.', closedObject({ uid })),
  ping: responds('Somebody is.', closedObject({})),
  getContract: responds('An OpenAPI document.', { type: 'object' }),
};

/** An empty parameter reads as absent. */
const orEmpty = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { enum: [''] }] });
const flag = orEmpty({ type: 'boolean' });
const count = orEmpty({ type: 'integer', minimum: 0, maximum: 0x7fffffff });

/** Contract L1, L4, L5 and L7. Either spelling is accepted, and unknown parameters are ignored (contract L2). */
function listParameters(declaration: Declaration): JsonSchema[] {
  const shared: Readonly<Record<keyof typeof LIST_PARAMETERS, readonly [string, JsonSchema]>> = {
    descendantsOf: ['Only resources anywhere beneath this group.', orEmpty(uid)],
    childrenOf: ['Only resources directly inside this group.', orEmpty(uid)],
    ancestorsOf: ['Only the groups above this resource.', orEmpty(uid)],
    inRoot: ['Only resources that no group holds.', flag],
    ids: ['Only resources with one of these uids; may be repeated.', listOf(orEmpty(uid))],
    pageSize: [`Results per page; ${DEFAULT_PAGE_SIZE} by default, at most ${MAX_PAGE_SIZE}.`, count],
    pageToken: ['The nextPageToken of the page before.', text],
    orderBy: [
      'A field, optionally followed by a space and "asc" or "desc".',
      { type: 'string', enum: ['', ...orders(declaration).keys()] },
    ],
    skip: ['How many results to skip before the page begins.', count],
  };
  const own = Object.entries(declaration.filters).map(([name, { description, repeated, compare, oneOf }]) => {
    if (compare === 'include') return query(name, description, flag);
    if (oneOf !== undefined) return query(name, description, orEmpty({ type: 'string', enum: oneOf }));
    const value = compare === 'since' ? orEmpty({ type: 'string', format: 'date-time' }) : text;
    return query(name, description, repeated === true ? listOf(value) : value);
  });
  const names = Object.entries(LIST_PARAMETERS) as [keyof typeof LIST_PARAMETERS, string][];
  return [...own, ...names.map(([key, name]) => query(name, ...shared[key]))];
}

const pageName = ({ collection }: Declaration) => `${collection.charAt(0).toUpperCase()}${collection.slice(1)}Page`;

/** The schemas of a kind, by their names in `components.schemas`. */
function schemasOf(declaration: Declaration): [string, JsonSchema][] {
  const { kind, collection } = declaration;
  const page = closedObject(
    {
      [collection]: listOf(ref(kind)),
      totalCount: { type: 'string', pattern: '^[0-9]+$', description: 'Matching results on all pages.' },
      skipped: { type: 'integer', minimum: 0, description: 'The echo of skip.' },
    },
    { nextPageToken: { type: 'string', description: 'Absent on the last page.' } },
  );
  const schemas: [string, JsonSchema][] = [
    [kind, responseSchema(declaration)],
    [pageName(declaration), page],
  ];
  if (offers(declaration, 'create')) schemas.push([`${kind}Create`, createSchema(declaration)]);
  if (offers(declaration, 'update')) schemas.push([`${kind}Update`, updateSchema(declaration)]);
  return schemas;
}

/** Contract E1, T3 and T9. */
const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: closedObject({
    code: { type: 'integer', minimum: 1, maximum: CODES.length, description: 'A numeric RPC status code.' },
    message: { type: 'string', description: 'What went wrong, for a person.' },
    details: {
      description: 'ErrorInfo, then what the error needs: BadRequest, PreconditionFailure or ResourceInfo.',
      ...listOf(
        closedObject(
          { '@type': { type: 'string', pattern: '\\.(ErrorInfo|BadRequest|PreconditionFailure|ResourceInfo)$' } },
          {
            reason: { type: 'string', enum: CODES },
            domain: { type: 'string', pattern: '^(iam|registry|vulnerabilities)\\.platform\\.internal$' },
            metadata: { type: 'object', additionalProperties: text },
            fieldViolations: listOf(closedObject({ field: text, description: text })),
            violations: listOf(closedObject({ type: text, description: text }, { subject: text })),
            resourceType: text,
            resourceName: text,
            description: text,
          },
        ),
      ),
    },
  }),
  ExchangedToken: closedObject({
    token: { type: 'string', description: 'A token for the API.' },
    refreshToken: { type: 'string', description: 'Empty: exchange again instead.' },
    expiry: { type: 'string', format: 'date-time', description: 'When the token ceases to be valid.' },
  }),
  Caller: closedObject({
    subject: { ...uid, description: 'The uid of the identity.' },
    capabilities: {
      description: 'What each role allows the caller, in the group where it was given and beneath.',
      ...listOf(closedObject({ group: uid, role: uid, capabilities: listOf(text) })),
    },
  }),
};
