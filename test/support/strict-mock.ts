/**
 * A mock of the API, generated from the OpenAPI document. It rejects with 400 every request that violates the document, and
 * answers in one of several styles that JSON gateways have. Unlike the emulator it knows no permissions and no rules.
 */
import {
  camelCase,
  CAPABILITY_PATTERN,
  LIST_PARAMETERS,
  parentUid,
  parseMask,
  UPDATE_MASK_PARAMETER,
} from '../../src/model/api';
import { declarations } from '../../src/model/kinds';
import { type Declaration, identifierField, isShownOnce, listPath, findParentUid } from '../../src/model/schema';
import { type Operation, operationAt, resolveRef, typed } from '../emulator/openapi/contract';
import { schemaProblems } from '../emulator/openapi/json-schema';
import { restyle, sample, type Schema, type Style, type Values, withNewEnumValues } from './response-styles';

export interface StrictMock {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The uid of the only root group. */
  readonly root: string;
  /** One line for each rejected request: method, path and the reasons. */
  readonly rejected: string[];
  /** Adds an object without a request and returns its uid. */
  readonly seed: (declaration: Declaration, parent: string | undefined, values: Values) => string;
}

/** Small, so that a list of a few objects is a chain of pages. */
const PAGE_SIZE = 2;

export function createStrictMock(style: Style): StrictMock {
  const stores = new Map<Declaration, Map<string, Values>>(declarations.map((declaration) => [declaration, new Map()]));
  const rejected: string[] = [];
  let made = 0;

  function seed(declaration: Declaration, parent: string | undefined, values: Values): string {
    const segment = (made += 1).toString(16);
    // Leading zeros are for placeholders.
    const own = parent === undefined ? `c${segment.padStart(39, '0')}` : `${parent}/c${segment.padStart(15, '0')}`;
    const uid = declaration.uidScheme === 'parentUid' && parent !== undefined ? parent : own;
    stores.get(declaration)!.set(uid, stored(declaration, { ...values, [identifierField(declaration)]: uid }));
    return uid;
  }

  const shown = (declaration: Declaration, uid: string): Values => {
    const { fields } = declaration;
    const object = stores.get(declaration)!.get(uid)!;
    const visible = Object.entries(object).filter(([name]) => !isShownOnce(fields[name]!));
    return withNewEnumValues(declaration, expanded(declaration, Object.fromEntries(visible)), style);
  };

  /** A write echoes the values of the request: only a read shows enum values that others have set. */
  const echoed = (declaration: Declaration, uid: string): Values =>
    expanded(declaration, stores.get(declaration)!.get(uid)!);

  function page(declaration: Declaration, query: URLSearchParams): Values {
    const { collection } = declaration;
    const uids = [...stores.get(declaration)!].filter(([uid, object]) => isListed(declaration, uid, object, query));
    const first = Number(query.get(LIST_PARAMETERS.pageToken) ?? query.get(LIST_PARAMETERS.skip) ?? 0);
    const end = first + Math.min(PAGE_SIZE, Number(query.get(LIST_PARAMETERS.pageSize) ?? PAGE_SIZE));
    return {
      [collection]: uids.slice(first, end).map(([uid]) => shown(declaration, uid)),
      totalCount: String(uids.length),
      skipped: Number(query.get(LIST_PARAMETERS.skip) ?? 0),
      ...(end < uids.length && { nextPageToken: String(end) }),
    };
  }

  function change(declaration: Declaration, uid: string, query: URLSearchParams, body: Values): Values {
    const store = stores.get(declaration)!;
    const mask = parseMask(query.get(UPDATE_MASK_PARAMETER) ?? Object.keys(body).join());
    const changes = mask.filter((path) => path.length === 1).map(([name = '']) => [name, body[name]] as const);
    store.set(uid, stored(declaration, { ...store.get(uid), ...Object.fromEntries(changes) }));
    return echoed(declaration, uid);
  }

  /** Returns the body of a success in its complete form; `undefined` if the object does not exist. */
  function perform(method: string, declaration: Declaration, url: URL, body: Values): Values | 'empty' | undefined {
    const rest = url.pathname.slice(listPath(declaration).length);
    const uid = rest.slice(1);
    if (method === 'GET' && rest === '') return page(declaration, url.searchParams);
    if (rest === ':batchCreate') {
      const requests = body['requests'] as readonly Values[];
      const member = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
      const create = (one: Values) => seed(declaration, body['parent'] as string, one[member] as Values);
      return { [declaration.collection]: requests.map((request) => echoed(declaration, create(request))) };
    }
    if (method === 'POST') return echoed(declaration, seed(declaration, rest === '' ? undefined : uid, body));
    if (!stores.get(declaration)!.has(uid)) return undefined;
    if (method === 'PATCH') return change(declaration, uid, url.searchParams, body);
    if (method === 'GET') return shown(declaration, uid);
    stores.get(declaration)!.delete(uid);
    return 'empty';
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const operation = operationAt(url.pathname, request.method.toLowerCase());
    const problems = operation === undefined ? ['no such operation'] : requestProblems(operation, request, text);
    if (operation === undefined || problems.length > 0) {
      rejected.push(`${request.method} ${url.pathname}${url.search}: ${problems.join('; ')}`);
      return failure(400, 3, 'INVALID_ARGUMENT', problems.join('; '));
    }
    const schema = operation.responses['200']?.content?.['application/json']?.schema;
    const declaration = declarations.find((one) => isSameChange(one, url.pathname));
    const body = (text === '' ? {} : JSON.parse(text)) as Values;
    const result =
      declaration === undefined
        ? (sample(schema ?? {}, '') as Values)
        : perform(request.method, declaration, url, body);
    if (result === undefined) return failure(404, 5, 'NOT_FOUND', 'not found');
    if (result === 'empty' || schema === undefined) return new Response(null, { status: 200 });
    const numbers = style === 'enum numbers';
    const mistakes = numbers ? [] : schemaProblems(schema, result, resolveRef);
    if (mistakes.length > 0) throw new Error(`The mock violates the document: ${mistakes.join('; ')}`);
    return Response.json(restyle(schema, result, style));
  }

  const [group] = declarations;
  return { fetch, rejected, seed, root: seed(group!, undefined, { name: 'acme' }) };
}

const isSameChange = (declaration: Declaration, path: string): boolean =>
  [listPath(declaration), `${listPath(declaration)}:batchCreate`].includes(path) ||
  path.startsWith(`${listPath(declaration)}/`);

function requestProblems(operation: Operation, request: Request, text: string): string[] {
  const { requestBody, security } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const isAuthorized = security?.length === 0 || /^Bearer ./.test(request.headers.get('authorization') ?? '');
  return [
    ...(isAuthorized ? [] : ['no bearer token']),
    ...parameterProblems(operation, new URL(request.url).searchParams),
    ...(schema === undefined
      ? text === ''
        ? []
        : ['the operation has no body']
      : bodyProblems(schema, request, text)),
  ];
}

function parameterProblems({ parameters = [] }: Operation, query: URLSearchParams): string[] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const unknown = [...query.keys()].filter((name) => !known.some((parameter) => parameter.name === name));
  return [
    ...unknown.map((name) => `${name}: unknown parameter`),
    ...known.flatMap(({ name, required, schema }) => {
      const values = query.getAll(name);
      if (values.length === 0) return required === true ? [`${name}: is missing`] : [];
      const [{ type }] = (schema['anyOf'] ?? [schema]) as [Schema];
      if (type === 'array') return schemaProblems(schema, values, resolveRef, name);
      return values.length > 1
        ? [`${name}: given twice`]
        : schemaProblems(schema, typed(values[0]!, type), resolveRef, name);
    }),
  ];
}

function bodyProblems(schema: Schema, request: Request, text: string): string[] {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json')) return ['the body is not JSON'];
  try {
    return schemaProblems(schema, JSON.parse(text), resolveStrictly, 'body');
  } catch (error) {
    return [String(error)];
  }
}

/** The document also accepts dotted capabilities and read-only fields. The wire has neither in a request (contract A1). */
function resolveStrictly(ref: string): Schema {
  return JSON.parse(JSON.stringify(resolveRef(ref)), (_, value: unknown) => {
    if (value === CAPABILITY_PATTERN) return '^CAP(_[A-Z0-9]+)+$';
    return (value as Schema | null)?.['readOnly'] === true ? undefined : value;
  }) as Schema;
}

/** Returns the object with every field that a response has: zero values for unset inputs, samples for outputs. */
function stored({ kind, operations }: Declaration, values: Values): Values {
  const schema = resolveRef(`#/components/schemas/${kind}`);
  const created = operations.includes('create') ? resolveRef(`#/components/schemas/${kind}Create`) : undefined;
  const inputs = (created?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = schema['required'] as readonly string[];
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>);
  const entries = properties.map(([name, property]) => {
    const isOutput = inputs[name]?.['readOnly'] ?? created === undefined;
    const unset = isOutput === true ? sample(property, name) : required.includes(name) ? zero(property) : undefined;
    return [name, complete(property, values[name] ?? unset)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function complete(schema: Schema, value: unknown): unknown {
  const items = schema['items'] as Schema | undefined;
  if (Array.isArray(value) && items !== undefined) return value.map((element) => complete(items, element));
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined;
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const given = value as Values;
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    complete(property, given[name] ?? zero(property)),
  ]);
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function zero({ type, format, properties }: Schema): unknown {
  if (type === 'string') return format === 'date-time' ? undefined : '';
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'object') return properties === undefined ? {} : undefined;
  return type === undefined ? undefined : 0;
}

/** Moves references to where a response has them: `roleUid` to `role.uid`. */
function expanded({ fields }: Declaration, object: Values): Values {
  const wire: Record<string, unknown> = { ...object };
  for (const [name, { from }] of Object.entries(fields)) {
    if (from === undefined || wire[name] === undefined) continue;
    const [outer = '', inner = ''] = from.split('.');
    wire[outer] = { ...(wire[outer] as Values), [inner]: wire[name] };
    wire[name] = undefined;
  }
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined));
}

function isListed(declaration: Declaration, uid: string, object: Values, query: URLSearchParams): boolean {
  const { descendantsOf, childrenOf, ancestorsOf, inRoot, ids } = LIST_PARAMETERS;
  const parent = findParentUid(declaration, uid);
  const scopes: Readonly<Record<string, (value: string) => boolean>> = {
    [descendantsOf]: (value) => uid.startsWith(`${value}/`) || parent === value,
    [childrenOf]: (value) => parent === value,
    [ancestorsOf]: (value) => value.startsWith(`${uid}/`),
    [inRoot]: (value) => value !== 'true' || parentUid(uid) === undefined,
    [ids]: () => query.getAll(ids).includes(uid),
  };
  return [...query].every(([name, value]) => {
    const { matches = '', compare = 'equal' } = declaration.filters[name] ?? {};
    if (matches === 'parent') return parent === value;
    const isField = compare === 'equal' && matches !== '';
    return scopes[name]?.(value) ?? (!isField || object[camelCase(matches)] === value);
  });
}

function failure(status: number, code: number, reason: string, message: string): Response {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'iam.platform.internal' };
  return Response.json({ code, message, details: [info] }, { status });
}
