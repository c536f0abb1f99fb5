/**
 * Mutants of the embedded API: in each, one visible rule is broken by a proxy in front of it. They are grouped by the file of
 * the rule.
 */
import type { Values } from '../../../src/model/api';

export interface Exchange {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON of the request. */
  readonly sent: Values;
}

interface Changed {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

export interface Mutant {
  readonly rule: string;
  readonly title: string;
  /** Changes the request before the service receives it. */
  readonly request?: (
    exchange: Exchange,
  ) =>
    | { readonly path?: string; readonly query?: URLSearchParams; readonly body?: unknown; readonly method?: string }
    | undefined;
  /** Changes the response. */
  readonly response?: (exchange: Exchange, status: number, json: Values) => Changed | undefined;
}

const isGet = ({ method }: Exchange): boolean => method === 'GET';
const isList = (exchange: Exchange, collection: string): boolean =>
  isGet(exchange) && exchange.path.endsWith(`/${collection}`);
const without = (object: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
const withoutQuery = ({ query }: Exchange, ...names: readonly string[]): { query: URLSearchParams } => ({
  query: new URLSearchParams([...query].filter(([name]) => !names.includes(name))),
});
const mapQuery = (query: URLSearchParams, change: (name: string, value: string) => [string, string]): URLSearchParams =>
  new URLSearchParams([...query].map(([name, value]) => change(name, value)));
const itemsOf = (json: Values): [string, readonly Values[]] => {
  const [name = '', items = []] = Object.entries(json).find(([, value]) => Array.isArray(value)) ?? [];
  return [name, items as readonly Values[]];
};
const mapItems = (json: Values, change: (items: readonly Values[]) => readonly Values[]): Values => {
  const [name, items] = itemsOf(json);
  return name === '' ? json : { ...json, [name]: change(items) };
};
const deepMap = (value: unknown, change: (name: string, value: unknown) => unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((element) => deepMap(element, change, name));
  if (typeof value !== 'object' || value === null) return change(name, value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepMap(inner, change, key)]));
};
const error = (status: number, code: number, details: readonly object[] = []): Changed => ({
  status,
  json: { code, message: 'mutated', details },
});
/** A request that the service rejects succeeds, with an object that looks created. */
const accepts =
  (matches: (exchange: Exchange) => boolean): Mutant['response'] =>
  (exchange, status) =>
    status >= 400 && matches(exchange)
      ? {
          status: 200,
          json: { ...exchange.sent, uid: `${exchange.path.split('/').slice(4).join('/')}/0123456789abcdef` },
        }
      : undefined;
const isCreate = ({ method }: Exchange): boolean => method === 'POST';
const isPatch = ({ method }: Exchange): boolean => method === 'PATCH';

export const mutants: Readonly<Record<string, readonly Mutant[]>> = {
  operations: [
    {
      rule: 'O1',
      title: 'no registry',
      response: ({ path }) => (path.startsWith('/registry/') ? error(500, 13) : undefined),
    },
    {
      rule: 'O2',
      title: 'a change is not stored',
      request: ({ method, path, sent }) =>
        method === 'PATCH' && path.includes('/identities/') ? { body: { ...sent, description: '' } } : undefined,
    },
    {
      rule: 'O4',
      title: 'a batch in reverse order',
      response: ({ path }, _, json) =>
        path.endsWith(':batchCreate') ? { json: mapItems(json, (items) => items.toReversed()) } : undefined,
    },
    {
      rule: 'O4',
      title: 'a batch ignores roleUid next to parent',
      request: ({ path, sent }) => (path.endsWith(':batchCreate') ? { body: without(sent, 'roleUid') } : undefined),
    },
    {
      rule: 'O5',
      title: 'everybody is the same person',
      request: ({ path }) =>
        path.endsWith(':lookupIdentity')
          ? { query: new URLSearchParams({ issuer: 'https://x.example', subject: 'x' }) }
          : undefined,
    },
    {
      rule: 'O7',
      title: 'ping needs a token',
      response: ({ path }) => (path.startsWith('/ping/') ? error(401, 16) : undefined),
    },
  ],
  routing: [
    {
      rule: 'O6',
      title: 'an unknown path has details',
      response: ({ path }, status, json) =>
        path.includes('noSuch')
          ? {
              status,
              json: { ...json, details: [{ '@type': 'x/google.rpc.ErrorInfo', reason: 'NOT_FOUND', domain: 'iam' }] },
            }
          : undefined,
    },
    {
      rule: 'O8',
      title: 'malformed JSON is accepted',
      response: ({ method }, status) =>
        method === 'POST' && status === 400
          ? { status: 500, json: { code: 13, message: 'x', details: [] } }
          : undefined,
    },
    {
      rule: 'O9',
      title: 'an encoded slash is a slash',
      response: ({ path }, status) =>
        /%(2f|5c)/i.test(path) && status === 400 ? { status: 200, json: { groups: [] } } : undefined,
    },
  ],
  uids: [
    {
      rule: 'U1',
      title: 'uids in upper case',
      response: (_, status, json) =>
        status === 200 && 'role' in json ? { json: { ...json, uid: String(json['uid']).toUpperCase() } } : undefined,
    },
    {
      rule: 'U2',
      title: '%2F is no slash',
      response: ({ path }) => (path.includes('%2F') ? error(404, 5) : undefined),
    },
    {
      rule: 'U3',
      title: 'built-in roles in a group',
      response: (exchange, _, json) =>
        isList(exchange, 'roles')
          ? {
              json: mapItems(json, (items) =>
                items.map((item) => ({ ...item, uid: `${String(item['uid']).split('/')[0]}/0123456789abcdef` })),
              ),
            }
          : undefined,
    },
    {
      rule: 'U4',
      title: 'an account association has its own uid',
      response: ({ path }, status, json) =>
        path.includes('accountAssociations/') && status === 200 && 'uid' in json
          ? { json: { ...json, uid: `${String(json['uid'])}/0123456789abcdef` } }
          : undefined,
    },
  ],
  values: [
    {
      rule: 'V1',
      title: 'names in snake_case',
      response: ({ path }, status, json) =>
        path.includes('/identities/') && status === 200 && 'createTime' in json
          ? { json: { ...without(json, 'createTime'), create_time: json['createTime'] } }
          : undefined,
    },
    {
      rule: 'V1',
      title: 'keys of maps in camelCase',
      response: ({ path }, _, json) =>
        path.includes('/identities/') && 'claimMatch' in json
          ? { json: JSON.parse(JSON.stringify(json).replaceAll('snake_case', 'snakeCase')) as unknown }
          : undefined,
    },
    {
      rule: 'V2',
      title: 'an unset message is not absent',
      response: (_, status, json) =>
        status === 200 && 'claimMatch' in json ? { json: { ...json, staticKeys: { issuer: '' } } } : undefined,
    },
    {
      rule: 'V3',
      title: 'times in another zone',
      response: (_, status, json) =>
        status === 200 && typeof json['createTime'] === 'string'
          ? { json: { ...json, createTime: json['createTime'].replace('Z', '+02:00') } }
          : undefined,
    },
    {
      rule: 'V6',
      title: 'an unknown field is dropped',
      request: (exchange) =>
        JSON.stringify(exchange.sent).includes('noSuchField')
          ? {
              body: JSON.parse(
                JSON.stringify(exchange.sent, (name, value: unknown) => (name === 'noSuchField' ? undefined : value)),
              ) as unknown,
            }
          : undefined,
    },
    {
      rule: 'V7',
      title: 'a number is text',
      request: ({ sent }) =>
        typeof sent['name'] === 'number' ? { body: { ...sent, name: String(sent['name']) } } : undefined,
    },
    {
      rule: 'V10',
      title: 'the audience is dropped',
      response: (_, status, json) =>
        status === 200 && 'claimMatch' in json
          ? { json: { ...json, claimMatch: without(json['claimMatch'] as Values, 'audiencePattern') } }
          : undefined,
    },
  ],
  texts: [
    {
      rule: 'V4',
      title: 'upper case in names',
      response: accepts(({ sent, path }) => sent['name'] === 'Upper Case' && path.includes('/roles')),
    },
    {
      rule: 'V5',
      title: 'descriptions are cut',
      request: ({ sent }) =>
        String(sent['description']).length > 400
          ? { body: { ...sent, description: String(sent['description']).slice(0, 400) } }
          : undefined,
    },
    {
      rule: 'V8',
      title: 'look-around is accepted',
      response: accepts(({ sent }) => JSON.stringify(sent).includes('(?=')),
    },
    {
      rule: 'V9',
      title: 'long patterns are accepted',
      response: accepts(({ sent }) => JSON.stringify(sent).includes('{1000}')),
    },
  ],
  lists: [
    {
      rule: 'L1',
      title: 'children_of is descendants_of',
      request: ({ method, query }) =>
        method === 'GET' && query.has('uidp.children_of')
          ? {
              query: mapQuery(query, (name, value) => [
                name === 'uidp.children_of' ? 'uidp.descendants_of' : name,
                value,
              ]),
            }
          : undefined,
    },
    {
      rule: 'L1',
      title: 'uidp.ids takes one',
      request: ({ query }) =>
        query.getAll('uidp.ids').length > 1
          ? { query: new URLSearchParams({ 'uidp.ids': query.get('uidp.ids')! }) }
          : undefined,
    },
    {
      rule: 'L2',
      title: 'an unknown parameter is an error',
      response: ({ query }) => (query.has('no_such_parameter') ? error(400, 3) : undefined),
    },
    {
      rule: 'L7',
      title: 'name is a prefix',
      request: (exchange) =>
        isList(exchange, 'roles') &&
        exchange.query.has('name') &&
        !exchange.query.get('name')!.includes('exact') &&
        exchange.query.has('uidp.children_of')
          ? withoutQuery(exchange, 'name')
          : undefined,
    },
    {
      rule: 'L8',
      title: 'a list without rights is denied',
      response: (exchange, _, json) =>
        isList(exchange, 'identities') && itemsOf(json)[1].length === 0 ? error(403, 7) : undefined,
    },
    {
      rule: 'L9',
      title: 'the list of identity providers is one object',
      response: (exchange) => (isList(exchange, 'identityProviders') ? { json: { uid: 'x', name: 'x' } } : undefined),
    },
  ],
  pages: [
    {
      rule: 'L3',
      title: 'a page holds 100',
      request: (exchange) =>
        isList(exchange, 'identities') && !exchange.query.has('page_size')
          ? { query: new URLSearchParams([...exchange.query, ['page_size', '100']]) }
          : undefined,
    },
    {
      rule: 'L4',
      title: 'no nextPageToken',
      response: (exchange, _, json) =>
        isList(exchange, 'identities') ? { json: without(json, 'nextPageToken') } : undefined,
    },
    {
      rule: 'L4',
      title: 'totalCount counts the page',
      response: (exchange, _, json) =>
        isList(exchange, 'identities') ? { json: { ...json, totalCount: String(itemsOf(json)[1].length) } } : undefined,
    },
    {
      rule: 'L5',
      title: 'desc is ignored',
      request: ({ query }) =>
        query.get('order_by')?.endsWith(' desc') === true
          ? { query: mapQuery(query, (name, value) => [name, value.replace(/ desc$/, '')]) }
          : undefined,
    },
    {
      rule: 'L6',
      title: 'a page repeats an object',
      response: (exchange, _, json) =>
        isList(exchange, 'identities') && exchange.query.has('page_token')
          ? { json: mapItems(json, (items) => [...items.slice(0, 1), ...items.slice(0, -1)]) }
          : undefined,
    },
  ],
  creating: [
    {
      rule: 'C1',
      title: 'a name is unique',
      response: ({ method, path, sent }, status, json) =>
        method === 'POST' && path.includes('/identities/') && status === 200 && isSecond(sent['name'], json)
          ? error(409, 6)
          : undefined,
    },
    {
      rule: 'C2',
      title: 'a create returns only the uid',
      response: ({ method, path }, status, json) =>
        method === 'POST' && path.includes('/roles/') && status === 200 ? { json: { uid: json['uid'] } } : undefined,
    },
    {
      rule: 'C3',
      title: 'a get has the code',
      response: ({ method, path }, status, json) =>
        method === 'GET' && path.includes('/groupInvites/') && status === 200
          ? { json: { ...json, code: 'again' } }
          : undefined,
    },
    {
      rule: 'C4',
      title: 'a new group has a role',
      response: (exchange, _, json) =>
        isList(exchange, 'roles') && exchange.query.has('uidp.descendants_of')
          ? { json: { ...json, roles: [{ uid: 'default' }] } }
          : undefined,
    },
  ],
  masks: [
    {
      rule: 'M1',
      title: 'the mask is ignored',
      request: (exchange) => (isPatch(exchange) ? withoutQuery(exchange, 'updateMask', 'update_mask') : undefined),
    },
    {
      rule: 'M1',
      title: 'a masked field that is absent stays',
      request: (exchange) =>
        isPatch(exchange) && Object.keys(exchange.sent).length === 0
          ? { ...withoutQuery(exchange, 'updateMask'), body: {} }
          : undefined,
    },
    {
      rule: 'M2',
      title: 'a message is merged',
      request: (exchange) =>
        isPatch(exchange) && exchange.query.get('updateMask') === 'claim_match'
          ? withoutQuery(exchange, 'updateMask')
          : undefined,
    },
    {
      rule: 'M3',
      title: 'an unknown path is ignored',
      response: accepts((exchange) => isPatch(exchange) && exchange.query.get('updateMask') === 'no_such_field'),
    },
    {
      rule: 'M4',
      title: '* keeps absent fields',
      request: (exchange) =>
        exchange.query.get('updateMask') === '*' ? withoutQuery(exchange, 'updateMask') : undefined,
    },
    {
      rule: 'M5',
      title: 'without a mask, a message is replaced',
      request: (exchange) =>
        isPatch(exchange) && 'claimMatch' in exchange.sent && !exchange.query.has('updateMask')
          ? {
              query: new URLSearchParams({ updateMask: 'claim_match' }),
              body: {
                claimMatch: { issuer: 'https://conformance.invalid', ...(exchange.sent['claimMatch'] as Values) },
              },
            }
          : undefined,
    },
    {
      rule: 'M7',
      title: 'two subjects are accepted',
      response: accepts(
        ({ sent }) => JSON.stringify(sent).includes('"subject":') && JSON.stringify(sent).includes('subjectPattern'),
      ),
    },
  ],
  deleting: [
    {
      rule: 'D1',
      title: 'a delete returns the object',
      response: ({ method }, status) => (method === 'DELETE' && status === 200 ? { json: { uid: 'x' } } : undefined),
    },
    {
      rule: 'D2',
      title: 'deleting an absent role succeeds',
      response: ({ method, path }, status) =>
        method === 'DELETE' && path.includes('/roles/') && status === 404 ? { status: 200, json: {} } : undefined,
    },
    {
      rule: 'D3',
      title: 'a full group has another violation',
      response: (_, status, json) =>
        status === 400 && JSON.stringify(json).includes('NOT_EMPTY')
          ? {
              status,
              json: JSON.parse(JSON.stringify(json).replaceAll('RESOURCE_NOT_EMPTY', 'HAS_CHILDREN')) as unknown,
            }
          : undefined,
    },
    {
      rule: 'D4',
      title: 'a bound role can be deleted',
      response: ({ method, path }, status) =>
        method === 'DELETE' && path.includes('/roles/') && status === 400 ? { status: 200, json: {} } : undefined,
    },
    {
      rule: 'D5',
      title: 'a built-in role can be changed',
      response: (exchange, status) => (isPatch(exchange) && status === 403 ? { status: 200, json: {} } : undefined),
    },
    {
      rule: 'D5',
      title: 'a change of a built-in role is an invalid argument without a field',
      response: (exchange, status, json) =>
        isPatch(exchange) && status === 403 ? { status: 400, json: { ...json, code: 3, details: [] } } : undefined,
    },
  ],
  errors: [
    {
      rule: 'E1',
      title: 'code is text',
      response: (_, status, json) =>
        status >= 400 ? { status, json: { ...json, code: String(json['code']) } } : undefined,
    },
    {
      rule: 'E2',
      title: 'FAILED_PRECONDITION is 412',
      response: (_, __, json) => (json['code'] === 9 ? { status: 412, json } : undefined),
    },
    {
      rule: 'E3',
      title: 'a bad value names no field',
      response: (_, status, json) => (json['code'] === 3 ? { status, json: { ...json, details: [] } } : undefined),
    },
    {
      rule: 'E4',
      title: 'NOT_FOUND without details',
      response: (_, status, json) => (json['code'] === 5 ? { status, json: { ...json, details: [] } } : undefined),
    },
  ],
  tokens: [
    {
      rule: 'T1',
      title: 'no token is PERMISSION_DENIED',
      response: (_, status, json) => (status === 401 ? { status: 403, json: { ...json, code: 7 } } : undefined),
    },
    {
      rule: 'T6',
      title: 'two methods are accepted',
      response: accepts(
        ({ sent }) => 'claimMatch' in sent && 'servicePrincipal' in sent && sent['claimMatch'] !== null,
      ),
    },
    {
      rule: 'T9',
      title: 'whoami without capabilities',
      response: ({ path }, _, json) => (path === '/auth/v1/ok' ? { json: without(json, 'capabilities') } : undefined),
    },
  ],
  exchange: [
    {
      rule: 'T2',
      title: 'any audience is accepted',
      request: ({ path, query }) =>
        path === '/sts/exchange' && query.has('aud')
          ? {
              query: mapQuery(query, (name, value) => [name, name === 'aud' ? 'http://localhost' : value]),
            }
          : undefined,
    },
    {
      rule: 'T3',
      title: 'the expiry is no time',
      response: ({ path }, status, json) =>
        path === '/sts/exchange' && status === 200 ? { json: { ...json, expiry: 'soon' } } : undefined,
    },
    {
      rule: 'T3',
      title: 'scopes is ignored',
      request: (exchange) => (exchange.path === '/sts/exchange' ? withoutQuery(exchange, 'scopes') : undefined),
    },
    {
      rule: 'T3',
      title: 'cap is ignored',
      request: (exchange) => (exchange.path === '/sts/exchange' ? withoutQuery(exchange, 'cap') : undefined),
    },
    {
      rule: 'T5',
      title: 'a wrong claim is UNAUTHENTICATED',
      response: ({ path }, status, json) =>
        path === '/sts/exchange' && status === 403 ? { status: 401, json: { ...json, code: 16 } } : undefined,
    },
    {
      rule: 'T10',
      title: 'an unknown identity is NOT_FOUND',
      response: ({ path, query }, status, json) =>
        path === '/sts/exchange' && status === 401 && query.get('identity')?.endsWith('0123456789abcdef') === true
          ? { status: 404, json: { ...json, code: 5 } }
          : undefined,
    },
  ],
  access: [
    {
      rule: 'A1',
      title: 'dotted names on the wire',
      response: (_, status, json) =>
        status === 200 && 'capabilities' in json
          ? { json: JSON.parse(JSON.stringify(json).replaceAll('CAP_IAM_GROUPS_LIST', 'groups.list')) as unknown }
          : undefined,
    },
    {
      rule: 'A2',
      title: 'a binding applies to every group',
      response: ({ path, method }, status) =>
        method === 'GET' && path.includes('/groups/') && status === 403 ? { status: 200, json: {} } : undefined,
    },
    {
      rule: 'A3',
      title: 'a missing object out of scope is NOT_FOUND',
      response: ({ path, method }, status, json) =>
        method === 'GET' && path.endsWith('0123456789abcdef') && status === 403
          ? { status: 404, json: { ...json, code: 5 } }
          : undefined,
    },
    {
      rule: 'A4',
      title: 'no role editor',
      response: (exchange, _, json) =>
        exchange.query.get('name') === 'editor' ? { json: { ...json, roles: [] } } : undefined,
    },
  ],
  grants: [
    {
      rule: 'A5',
      title: 'an invite without role_bindings.create',
      response: ({ method, path }, status) =>
        method === 'POST' && path.includes('/groupInvites/') && status === 403
          ? { status: 200, json: { uid: 'x' } }
          : undefined,
    },
    {
      rule: 'A6',
      title: 'a trust policy can be changed',
      response: (exchange, status) => (isPatch(exchange) && status === 403 ? { status: 200, json: {} } : undefined),
    },
    {
      rule: 'A7',
      title: 'a binding of an unknown identity',
      response: accepts(({ sent }) => String(sent['identityUid']).endsWith('0123456789abcdef')),
    },
    {
      rule: 'A9',
      title: 'ALREADY_EXISTS names the binding',
      response: (_, status, json) =>
        status === 409
          ? {
              status,
              json: {
                ...json,
                details: [
                  { '@type': 'x/google.rpc.ResourceInfo', resourceName: 'hidden', resourceType: 'RoleBinding' },
                ],
              },
            }
          : undefined,
    },
  ],
  kinds: [
    {
      rule: 'K1',
      title: 'a new group is verified',
      response: ({ path }, status, json) =>
        path.includes('/groups/') && status === 200 && 'name' in json
          ? { json: { ...json, verified: true } }
          : undefined,
    },
    {
      rule: 'K2',
      title: 'a role without capabilities',
      response: accepts(
        (exchange) => isCreate(exchange) && exchange.path.includes('/roles/') && !('capabilities' in exchange.sent),
      ),
    },
    {
      rule: 'K6',
      title: 'an omitted cloud stays',
      request: (exchange) =>
        isPatch(exchange) && exchange.path.includes('accountAssociations')
          ? { query: new URLSearchParams({ updateMask: 'description' }) }
          : undefined,
    },
    {
      rule: 'K3',
      title: 'keys expire in 30 days',
      response: (_, status, json) =>
        status === 200 && 'staticKeys' in json
          ? {
              json: {
                ...json,
                staticKeys: {
                  ...(json['staticKeys'] as Values),
                  expirationTime: new Date(Date.now() + 30 * 86_400_000).toISOString(),
                },
              },
            }
          : undefined,
    },
    {
      rule: 'K3',
      title: 'relationship_type is ignored',
      request: (exchange) =>
        exchange.query.has('relationship_type') ? withoutQuery(exchange, 'relationship_type') : undefined,
    },
  ],
  'granting-kinds': [
    {
      rule: 'O10',
      title: 'a uid with another parent is skipped',
      request: ({ path, sent }) => {
        if (!path.endsWith(':batchDelete')) return undefined;
        const names = (sent['names'] as string[]).filter((name) => name.startsWith(`${String(sent['parent'])}/`));
        return { body: { ...sent, names } };
      },
    },
    {
      rule: 'K9',
      title: 'the scope is not shown',
      response: ({ path }, _, json) =>
        path.includes('/externalGroupRoleMappings/') ? { json: without(json, 'scope') } : undefined,
    },
    {
      rule: 'K4',
      title: 'references are uids',
      response: (_, status, json) =>
        status === 200 && 'identity' in json && 'role' in json
          ? { json: { ...json, identity: { uid: (json['identity'] as Values)['uid'] } } }
          : undefined,
    },
    {
      rule: 'K4',
      title: 'the filter role is ignored',
      request: (exchange) =>
        isList(exchange, 'roleBindings') && exchange.query.has('role') ? withoutQuery(exchange, 'role') : undefined,
    },
    {
      rule: 'K5',
      title: 'a list has the client secret',
      response: (exchange, _, json) =>
        isList(exchange, 'identityProviders')
          ? { json: deepMap(json, (name, value) => (name === 'clientId' ? 'conformance-secret' : value)) }
          : undefined,
    },
    {
      rule: 'K7',
      title: 'an invite never expires',
      response: (_, status, json) =>
        status === 200 && 'keyId' in json ? { json: without(json, 'expirationTime') } : undefined,
    },
  ],
  time: [
    {
      rule: 'F4',
      title: 'an expired invite disappears',
      response: ({ method, path }, status, json) =>
        method === 'GET' &&
        path.includes('/groupInvites/') &&
        status === 200 &&
        Date.parse(String(json['expirationTime'])) < Date.now()
          ? error(404, 5, [{ '@type': 'x/google.rpc.ErrorInfo', reason: 'NOT_FOUND', domain: 'iam' }])
          : undefined,
    },
  ],
  versions: [
    {
      rule: 'G1',
      title: 'v1 has uid',
      response: ({ path }, _, json) =>
        path.includes('/v1/') && 'items' in json
          ? { json: mapItems(json, (items) => items.map(({ id, ...item }) => ({ uid: id, ...item }))) }
          : undefined,
    },
    {
      rule: 'G2',
      title: 'v1 has pages',
      response: ({ path }, _, json) =>
        path.includes('/v1/') && 'items' in json ? { json: mapItems(json, (items) => items.slice(0, 50)) } : undefined,
    },
    {
      rule: 'G3',
      title: 'PUT keeps absent fields',
      request: ({ method, sent }) => (method === 'PUT' ? { body: { description: 'before', ...sent } } : undefined),
    },
    {
      rule: 'G4',
      title: 'role is a uid in a list',
      response: ({ path }, _, json) =>
        path.endsWith('/v1/rolebindings') && 'items' in json
          ? {
              json: mapItems(json, (items) => items.map((item) => ({ ...item, role: (item['role'] as Values)['id'] }))),
            }
          : undefined,
    },
  ],
};

const names = new Set<string>();

/** Returns true for the second object with the name and the same parent. */
function isSecond(name: unknown, { uid }: Values): boolean {
  const key = `${String(name)} in ${String(uid).slice(0, -17)}`;
  const isKnown = names.has(key);
  names.add(key);
  return isKnown;
}
