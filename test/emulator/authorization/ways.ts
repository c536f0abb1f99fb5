/** The same request over every interface of the API: v2, v1 and gRPC. */
import { capabilityEnumName } from '../../../src/model/api';
import type { RunningEmulator } from '../../../src/emulator';
import type { GrpcClient } from '../grpc/grpc-client';
import type { Attempt, Kind } from './model';

export const WAYS = ['v2', 'v1', 'grpc'] as const;
export type Way = (typeof WAYS)[number];

export interface Outcome {
  /** The code of the error; 0 for success. */
  readonly code: number;
  /** The whole response to the caller. */
  readonly text: string;
  /** The uids of a list, or of what was written. */
  readonly uids: readonly string[];
  /** The parameters of a list of v2 and gRPC. */
  readonly total?: number;
}

type Json = ReturnType<typeof JSON.parse>;

const PERMISSION_DENIED = 7;

/** Sends the request with `token`. `query` narrows a list. */
export async function send(
  way: Way,
  { baseUrl, grpc }: { readonly baseUrl: RunningEmulator['baseUrl']; readonly grpc: GrpcClient },
  attempt: Attempt,
  query: Readonly<Record<string, string>>,
  token: string,
): Promise<Outcome> {
  if (way === 'grpc') return sendGrpc(grpc, attempt, query, token);
  const { method, path, body } = way === 'v2' ? v2Request(attempt) : v1Request(attempt);
  const search =
    attempt.operation === 'list'
      ? `?${new URLSearchParams({ ...query, ...(way === 'v2' && { page_size: '200' }) }).toString()}`
      : '';
  const response = await fetch(`${baseUrl}${path}${search}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: Json = text === '' ? {} : JSON.parse(text);
  if (response.status >= 400) return { code: json.code, text, uids: [] };
  const items: Json[] = json.items ?? json[attempt.kind] ?? (attempt.operation === 'delete' ? [] : [json]);
  const uids = items.map((item) => String(item.uid ?? item.id));
  return { code: 0, text, uids, ...(json.totalCount !== undefined && { total: Number(json.totalCount) }) };
}

interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const inWire = (body: Json): Json => ({
  ...body,
  ...(body.capabilities !== undefined && { capabilities: body.capabilities.map(capabilityEnumName) }),
});

const singular: Readonly<Record<Kind, string>> = {
  groups: 'group',
  roles: 'role',
  identities: 'identity',
  roleBindings: 'roleBinding',
};

function v2Request({ operation, kind, target, bodies = [] }: Attempt): HttpRequest {
  const path = `/iam/v2beta1/${kind}${target === undefined ? '' : `/${target}`}`;
  switch (operation) {
    case 'list':
    case 'get':
      return { method: 'GET', path };
    case 'delete':
      return { method: 'DELETE', path };
    case 'update':
      return {
        method: 'PATCH',
        path: `${path}?updateMask=${Object.keys(bodies[0] ?? {}).join(',')}`,
        body: inWire(bodies[0]),
      };
    case 'create': {
      if (bodies.length === 1) return { method: 'POST', path, body: inWire(bodies[0]) };
      const requests = bodies.map((body) => ({ parent: target, [singular[kind]]: inWire(body) }));
      return { method: 'POST', path: `/iam/v2beta1/${kind}:batchCreate`, body: { parent: target, requests } };
    }
  }
}

/** v1 has neither single reads nor batches nor masks: a list by `id` and a PUT replace them (G2, G3). */
function v1Request({ operation, kind, target, bodies = [] }: Attempt): HttpRequest {
  const collection = kind.toLowerCase();
  const path = `/iam/v1/${collection}${target === undefined ? '' : `/${target}`}`;
  const body = inWire(bodies[0] ?? {});
  const named = kind === 'roleBindings' ? { identity: body.identityUid, role: body.roleUid } : body;
  switch (operation) {
    case 'list':
    case 'get':
      return { method: 'GET', path: `/iam/v1/${collection}` };
    case 'delete':
      return { method: 'DELETE', path };
    case 'update':
      return { method: 'PUT', path, body: named };
    case 'create':
      return { method: 'POST', path, body: named };
  }
}

async function sendGrpc(
  grpc: GrpcClient,
  { operation, kind, target, bodies = [] }: Attempt,
  query: Readonly<Record<string, string>>,
  token: string,
): Promise<Outcome> {
  const plural = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const one = `${singular[kind].charAt(0).toUpperCase()}${singular[kind].slice(1)}`;
  const body = inWire(bodies[0] ?? {});
  const { 'uidp.descendants_of': descendantsOf, ...filters } = query;
  const calls: Readonly<Record<Attempt['operation'], readonly [string, object]>> = {
    list: [
      `List${plural}`,
      { pageSize: 200, ...filters, ...(descendantsOf !== undefined && { uidp: { descendantsOf } }) },
    ],
    get: [`Get${one}`, { uid: target }],
    delete: [`Delete${one}`, { uid: target }],
    update: [
      `Update${one}`,
      { [singular[kind]]: { uid: target, ...body }, updateMask: { paths: Object.keys(body).map(snake) } },
    ],
    create:
      bodies.length === 1
        ? [`Create${one}`, { parent: target, [singular[kind]]: body }]
        : [
            `BatchCreate${plural}`,
            { parent: target, requests: bodies.map((each) => ({ parent: target, [singular[kind]]: inWire(each) })) },
          ],
  };
  const [method, request] = calls[operation];
  try {
    const response = await grpc.call(`${plural}Service`, method, request, token);
    const items =
      (response[kind] as Json[] | undefined) ?? (operation === 'list' || operation === 'delete' ? [] : [response]);
    const total = operation === 'list' ? { total: Number(response['totalCount'] ?? 0) } : {};
    return { code: 0, text: JSON.stringify(response), uids: items.map(({ uid }) => uid), ...total };
  } catch (error) {
    const { code, message, metadata } = error as {
      code: number;
      message: string;
      metadata?: { get(key: string): Buffer[] };
    };
    const details = metadata?.get('grpc-status-details-bin').map((bytes) => bytes.toString('latin1')) ?? [];
    return { code, text: [message, ...details].join(' '), uids: [] };
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export { PERMISSION_DENIED };
