/** The methods of the gRPC interface, derived from the declarations, and their calls of the service. */
import { API_VERSIONS, type ApiVersion, camelCase, LIST_PARAMETERS } from '../../model/api';
import {
  bool,
  type MessageField,
  int32,
  int64,
  message,
  type MessageType,
  one,
  optional,
  repeated,
  string,
  type DynamicMessage,
} from '../../grpc/message';
import { named } from '../../grpc/enum-names';
import type { MethodType, ServiceType } from '../../grpc/proto-file';
import { Empty, FieldMask } from '../../grpc/well-known';
import { type Declaration, type FieldNumber, type Filter, isInput, offers, servedFields } from '../../model/schema';
import { capitalized } from '../../base/text/words';
import type { AccountBackend, TokenExchange } from '../auth';
import type { Service } from '../service/service';
import { invalidField } from '../wire/errors';
import type { Caller } from '../wire/route';
import { createEnum, findFacts, getPackage, resourceMessage, ROOT_PACKAGE, timestampText } from './messages';

/** The dependencies of methods. */
export interface RpcBackend extends AccountBackend {
  readonly service: Service;
  readonly exchange: TokenExchange;
}

/** The backend of one call, with the metadata of that name. */
export interface CallBackend extends RpcBackend {
  readonly authorization: string | undefined;
}

export interface ServedMethod extends MethodType {
  readonly request: MessageType<DynamicMessage>;
  readonly response: MessageType<DynamicMessage>;
  /** True if no token of the API is required. @default false */
  readonly isPublic?: boolean;
  /** Throws the errors of the service. */
  call(backend: CallBackend, input: DynamicMessage, caller: Caller): DynamicMessage | Promise<DynamicMessage>;
}

/** The methods of a kind, as its operations have it. */
function createMethods(declaration: Declaration, version: ApiVersion): readonly ServedMethod[] {
  const { kind, collection, batch, protobuf } = declaration;
  const plural = capitalized(collection);
  const member = kind.charAt(0).toLowerCase() + kind.slice(1);
  const scope = getPackage(declaration, version);
  const resource = resourceMessage(declaration, version);
  const inScope: InScope = (name, fields) => message(fields, { name: `${scope}.${name}`, sparse: true });
  const createRequest = inScope(`Create${kind}Request`, { parent: string(1), [member]: one(2, resource) });

  const operations: Readonly<Record<Declaration['operations'][number], ServedMethod>> = {
    list: {
      name: `List${plural}`,
      request: listRequest(declaration, scope, inScope),
      response: inScope(`List${plural}Response`, {
        [collection]: repeated(1, resource),
        nextPageToken: string(2),
        totalCount: optional(int64(3)),
        skipped: int32(4),
      }),
      call: ({ service }, input, caller) => {
        const { items, ...envelope } = service.list(declaration, getQuery(declaration, input), caller);
        return { [collection]: items, ...envelope };
      },
    },
    get: {
      name: `Get${kind}`,
      request: inScope(`Get${kind}Request`, { uid: string(1) }),
      response: resource,
      call: ({ service }, input, caller) => service.get(declaration, textIn(input, 'uid'), caller),
    },
    create: {
      name: `Create${kind}`,
      request: createRequest,
      response: resource,
      call: ({ service }, input, caller) =>
        service.create(declaration, parentIn(declaration, input), objectIn(input, member), caller),
    },
    update: {
      name: `Update${kind}`,
      request: inScope(`Update${kind}Request`, { [member]: one(1, resource), updateMask: one(2, FieldMask) }),
      response: resource,
      call: ({ service }, input, caller) => {
        const body = objectIn(input, member);
        const mask = input['updateMask'] as { readonly paths: readonly string[] } | undefined;
        return service.update(declaration, textIn(body, 'uid'), body, maskText(declaration, mask?.paths), caller);
      },
    },
    delete: {
      name: `Delete${kind}`,
      request: inScope(`Delete${kind}Request`, { uid: string(1) }),
      response: Empty,
      call: ({ service }, input, caller) => {
        service.delete(declaration, textIn(input, 'uid'), caller);
        return {};
      },
    },
  };
  const batchCreate: ServedMethod = {
    name: `BatchCreate${plural}`,
    request: inScope(`BatchCreate${plural}Request`, {
      parent: string(1),
      requests: repeated(2, createRequest),
      ...Object.fromEntries(Object.entries(protobuf.batch ?? {}).map(([name, number]) => [name, string(number)])),
    }),
    response: inScope(`BatchCreate${plural}Response`, { [collection]: repeated(1, resource) }),
    call: ({ service }, input, caller) => ({ [collection]: service.batchCreate(declaration, input, caller) }),
  };
  const batchDelete: ServedMethod = {
    name: `BatchDelete${plural}`,
    request: inScope(`BatchDelete${plural}Request`, { parent: string(1), names: repeated(2, 'string') }),
    response: inScope(`BatchDelete${plural}Response`, { parent: string(1), [collection]: repeated(2, resource) }),
    call: ({ service }, input, caller) => {
      const { parent, items } = service.batchDelete(declaration, input, caller);
      return { parent, [collection]: items };
    },
  };
  return [
    ...Object.entries(operations).flatMap(([operation, method]) =>
      offers(declaration, operation as Declaration['operations'][number]) ? [method] : [],
    ),
    ...(batch === undefined ? [] : [batchCreate]),
    ...(declaration.hasBatchDelete === true ? [batchDelete] : []),
    ...(methodsBeside[collection]?.(scope) ?? []),
  ];
}

/** The methods of a collection beyond the operations of its kind. */
const methodsBeside: Readonly<Record<string, (scope: string) => readonly ServedMethod[]>> = {
  identities: (scope) => [
    {
      name: 'LookupIdentity',
      request: message(
        { issuer: string(1), subject: string(2) },
        { name: `${scope}.LookupIdentityRequest`, sparse: true },
      ),
      response: message({ uid: string(1) }, { name: `${scope}.LookupIdentityResponse`, sparse: true }),
      call: ({ lookUpPerson }, input) => ({
        uid: lookUpPerson({ issuer: textIn(input, 'issuer'), subject: textIn(input, 'subject') }),
      }),
    },
  ],
};

type InScope = (name: string, fields: Readonly<Record<string, MessageField>>) => MessageType<DynamicMessage>;

/** The places of objects that a list includes. All packages share it. */
const uidFilter: MessageType<DynamicMessage> = message(
  {
    ancestorsOf: string(1),
    descendantsOf: string(2),
    childrenOf: string(3),
    inRoot: bool(4),
    ids: repeated(5, 'string'),
  },
  { name: `${ROOT_PACKAGE}.common.UIDPFilter`, sparse: true },
);

const pageFields: Readonly<Record<string, (number: number) => MessageField>> = {
  uidp: (number) => ({ ...one(number, uidFilter), comment: 'Narrows the list by the location of the objects.' }),
  pageSize: int32,
  pageToken: string,
  orderBy: string,
  skip: int32,
};

/** Throws a `TypeError` for a filter without a number: the declaration must decide. */
function listRequest(declaration: Declaration, scope: string, inScope: InScope): MessageType<DynamicMessage> {
  const { kind, collection, filters, protobuf } = declaration;
  const byName = new Map(Object.entries(filters).map(([parameter, filter]) => [camelCase(parameter), filter]));
  const unnumbered = [...Object.keys(pageFields), ...byName.keys()].find((name) => !Object.hasOwn(protobuf.list, name));
  if (unnumbered !== undefined)
    throw new TypeError(`The declaration of ${kind} has no number for the parameter ${unnumbered} of lists.`);
  const fields = Object.entries(protobuf.list).flatMap(([name, facts]): [string, MessageField][] => {
    const field = parameterField(scope, facts, pageFields[name] ?? byName.get(name));
    return field === undefined ? [] : [[name, field]];
  });
  return inScope(`List${capitalized(collection)}Request`, Object.fromEntries(fields));
}

function parameterField(
  scope: string,
  declared: FieldNumber,
  parameter: ((number: number) => MessageField) | Filter | undefined,
): MessageField | undefined {
  const facts = findFacts(declared);
  if (facts === undefined || parameter === undefined) return undefined;
  const { number, enumeration } = facts;
  if (typeof parameter === 'function') return parameter(number);
  const { description: comment } = parameter;
  if (enumeration !== undefined) return { ...named(number, createEnum(scope, enumeration)), comment };
  return { ...filterField(parameter, number), comment };
}

function filterField({ compare = 'equal', repeated: many }: Filter, number: number): MessageField {
  const field = filterFields[compare]?.(number);
  return field ?? (many === true ? repeated(number, 'string') : string(number));
}

const filterFields: Readonly<Record<string, (number: number) => MessageField>> = {
  since: (number) => one(number, timestampText),
  include: bool,
};

/** The same list as a query over HTTP. */
function getQuery(declaration: Declaration, input: DynamicMessage): URLSearchParams {
  const given = { ...input, ...(input['uidp'] as DynamicMessage | undefined) } as Readonly<Record<string, Given>>;
  const parameters = Object.entries({
    ...LIST_PARAMETERS,
    ...Object.fromEntries(Object.keys(declaration.filters).map((name) => [camelCase(name), name])),
  });
  return new URLSearchParams(
    parameters.flatMap(([name, parameter]) =>
      [given[name] ?? []].flat().map((value): [string, string] => [parameter, String(value)]),
    ),
  );
}

/**
 * Returns the mask without what only the service sets: a gateway derives a mask from a body without one, and clients send back
 * the fields of a response (contract M5). A mask of nothing else is refused like any other, because an empty one means the body.
 */
function maskText(declaration: Declaration, paths: readonly string[] = []): string {
  const fields = servedFields(declaration);
  const writable = paths.filter((path) => {
    const field = fields[camelCase(path.split('.')[0] ?? '')];
    return field === undefined || isInput(field) || field.administratorOnly === true;
  });
  return (writable.length === 0 ? paths : writable).join(',');
}

type Given = string | number | boolean | readonly string[] | undefined;

function textIn(input: DynamicMessage, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw invalidField(name, `${name} is required`);
  return value;
}

function parentIn(declaration: Declaration, input: DynamicMessage): string | undefined {
  return declaration.parent?.is === 'groupOrNone' && input['parent'] === undefined
    ? undefined
    : textIn(input, 'parent');
}

function objectIn(input: DynamicMessage, member: string): DynamicMessage {
  return (input[member] ?? {}) as DynamicMessage;
}

export interface KindService extends ServiceType {
  readonly methods: readonly ServedMethod[];
}

/** `chainguard.platform.iam.v2beta1.GroupsService` and so on, in each version. */
export function createServices(declarations: readonly Declaration[]): readonly KindService[] {
  return API_VERSIONS.flatMap((version) =>
    declarations.map((declaration) => ({
      name: `${getPackage(declaration, version)}.${capitalized(declaration.collection)}Service`,
      methods: createMethods(declaration, version),
    })),
  );
}
