/** The calls of the gRPC interface, which follow from the declarations, and what each asks of the service. */
import { LIST_PARAMETERS } from '../../api';
import { listPath, offers, type Declaration } from '../../schema';
import type { Caller } from '../auth';
import { invalidField } from '../errors';
import type { Service } from '../service';
import type { Values } from './codec';
import { bool, int32, int64, message, repeated, string, type Message } from './message';
import { resourceMessages } from './resource-messages';

export interface Method {
  readonly declaration: Declaration;
  /** `/platform.iam.v2beta1.Groups/ListGroups`. */
  readonly path: string;
  readonly request: Message;
  readonly response: Message;
  /** Throws what the service throws. */
  call(service: Service, input: Values, caller: Caller): Values;
}

const uidFilter: Message = {
  descendantsOf: string(1),
  childrenOf: string(2),
  ancestorsOf: string(3),
  inRoot: bool(4),
  ids: repeated(5, 'string'),
};
const fieldMask: Message = { paths: repeated(1, 'string') };
const byUid: Message = { uid: string(1) };
const empty: Message = {};

/** Every call of every kind that has a message. */
export function methodsOf(declarations: readonly Declaration[]): readonly Method[] {
  return declarations.flatMap((declaration) => {
    const resource = resourceMessages[declaration.kind];
    return resource === undefined ? [] : methodsOfKind(declaration, resource);
  });
}

function methodsOfKind(declaration: Declaration, resource: Message): Method[] {
  const { kind, collection, domain } = declaration;
  const plural = capitalized(collection);
  const member = kind.charAt(0).toLowerCase() + kind.slice(1);
  const [, , version = ''] = listPath(declaration).split('/');
  const path = (name: string) => `/platform.${domain}.${version}.${plural}/${name}`;
  const methods: Record<string, Omit<Method, 'declaration'>> = {
    list: {
      path: path(`List${plural}`),
      request: listRequest(declaration),
      response: {
        [collection]: repeated(1, resource),
        nextPageToken: string(2),
        totalCount: int64(3),
        skipped: int32(4),
      },
      call: (service, input, caller) => {
        const { items, ...envelope } = service.list(declaration, queryOf(declaration, input), caller);
        return { [collection]: items, ...envelope };
      },
    },
    get: {
      path: path(`Get${kind}`),
      request: byUid,
      response: resource,
      call: (service, input, caller) => service.get(declaration, uidIn(input), caller),
    },
    create: {
      path: path(`Create${kind}`),
      request: { parentUid: string(1), [member]: message(2, resource) },
      response: resource,
      call: (service, input, caller) =>
        service.create(declaration, parentIn(declaration, input), objectIn(input, member), caller),
    },
    update: {
      path: path(`Update${kind}`),
      request: { [member]: message(1, resource), updateMask: message(2, fieldMask) },
      response: resource,
      call: (service, input, caller) => {
        const body = objectIn(input, member);
        const mask = input['updateMask'] as { readonly paths?: readonly string[] } | undefined;
        return service.update(declaration, uidIn(body), body, mask && (mask.paths ?? []).join(','), caller);
      },
    },
    delete: {
      path: path(`Delete${kind}`),
      request: byUid,
      response: empty,
      call: (service, input, caller) => {
        service.delete(declaration, uidIn(input), caller);
        return {};
      },
    },
  };
  return declaration.operations
    .filter((operation) => offers(declaration, operation))
    .flatMap((operation) => {
      const method = methods[operation];
      return method === undefined ? [] : [{ declaration, ...method }];
    });
}

function listRequest(declaration: Declaration): Message {
  const filters = Object.keys(declaration.filters).map((name, index) => [name, string(6 + index)] as const);
  return {
    uidp: message(1, uidFilter),
    pageSize: int32(2),
    pageToken: string(3),
    orderBy: string(4),
    skip: int32(5),
    ...Object.fromEntries(filters),
  };
}

/** The same list as a query over HTTP. */
function queryOf(declaration: Declaration, input: Values): URLSearchParams {
  const given = { ...input, ...(input['uidp'] as Values) } as Readonly<Record<string, Given>>;
  const filters = Object.keys(declaration.filters).map((name) => [name, name] as const);
  return new URLSearchParams(
    [...Object.entries(LIST_PARAMETERS), ...filters].flatMap(([name, parameter]) =>
      [given[name] ?? []].flat().map((value): [string, string] => [parameter, String(value)]),
    ),
  );
}

type Given = string | number | boolean | readonly string[] | undefined;

function uidIn(input: Values): string {
  const { uid } = input;
  if (typeof uid !== 'string') throw invalidField('uid', 'uid is required');
  return uid;
}

function parentIn(declaration: Declaration, input: Values): string | undefined {
  const { parentUid } = input;
  if (typeof parentUid === 'string') return parentUid;
  if (declaration.parent?.is === 'groupOrNone') return undefined;
  throw invalidField('parentUid', 'parentUid is required');
}

function objectIn(input: Values, member: string): Values {
  return (input[member] ?? {}) as Values;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
