/**
 * The strict mock behind a gateway as a generator makes it from protobuf files: one version only, an unknown path without
 * details, unknown query parameters ignored, unknown fields of a body refused without details or dropped, and lists that the
 * router may treat as a get.
 */
import { API_VERSIONS, type ApiVersion, DEFAULT_API_VERSION, isObject } from '../../src/model/api';
import { declarations } from '../../src/model/kinds';
import { listPath } from '../../src/model/schema';
import { operationAt, resolveRef } from '../emulator/openapi/contract';
import type { Schema } from './response-styles';
import { createStrictMock, type StrictMock } from './strict-mock';

export interface GatewayOptions {
  readonly version: ApiVersion;
  readonly zeroValues: 'emitted' | 'omitted';
  readonly unknownFields: 'refused' | 'dropped';
  /** `denied`: the router treats a list as a get with an empty uid, and nobody may read that. @default served */
  readonly lists?: 'served' | 'denied';
}

export interface Gateway extends StrictMock {
  /** Sends a request to the same store with every list served. */
  readonly fetchWithLists: StrictMock['fetch'];
}

export function createGateway({ version, zeroValues, unknownFields, lists = 'served' }: GatewayOptions): Gateway {
  const mock = createStrictMock(zeroValues === 'emitted' ? 'complete' : 'zero values omitted');

  async function serve(request: Request, hasLists: boolean): Promise<Response> {
    const url = new URL(request.url);
    const isOther = API_VERSIONS.some((other) => other !== version && url.pathname.includes(`/${other}/`));
    if (isOther) return failure(404, 5, 'Not Found');
    url.pathname = url.pathname.replace(`/${version}/`, `/${DEFAULT_API_VERSION}/`);
    const operation = operationAt(url.pathname, request.method.toLowerCase());
    if (operation === undefined) return failure(404, 5, 'Not Found');
    if (!hasLists && request.method === 'GET' && collections.has(url.pathname)) return failure(403, 7, 'Forbidden');
    const known = new Set((operation.parameters ?? []).map(({ name }) => name));
    for (const name of [...url.searchParams.keys()]) if (!known.has(name)) url.searchParams.delete(name);
    const text = await request.text();
    const schema = operation.requestBody?.content['application/json']?.schema;
    const sent = text === '' || schema === undefined ? undefined : (JSON.parse(text) as unknown);
    const body = sent === undefined ? undefined : withoutUnknown(schema ?? {}, sent);
    if (unknownFields === 'refused' && JSON.stringify(body) !== JSON.stringify(sent))
      return failure(400, 3, 'proto: unknown field');
    const init = { method: request.method, headers: request.headers };
    return mock.fetch(new Request(url, body === undefined ? init : { ...init, body: JSON.stringify(body) }));
  }
  return {
    ...mock,
    fetch: (request) => serve(request, lists === 'served'),
    fetchWithLists: (request) => serve(request, true),
  };
}

const collections = new Set(declarations.map((declaration) => listPath(declaration)));

function failure(status: number, code: number, message: string): Response {
  return Response.json({ code, message, details: [] }, { status });
}

/** Returns the value without members that the schema does not have. A map has any member. */
function withoutUnknown(schema: Schema, value: unknown): unknown {
  if (typeof schema['$ref'] === 'string') return withoutUnknown(resolveRef(schema['$ref']), value);
  const items = schema['items'] as Schema | undefined;
  if (Array.isArray(value)) return items === undefined ? value : value.map((element) => withoutUnknown(items, element));
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined;
  if (properties === undefined || !isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUnknown(properties[name] ?? {}, member)]));
}
