/** The methods of the gRPC interface, derived from the declarations, and their calls of the service. */
import { camelCase, LIST_PARAMETERS } from '../../api';
import {
  bool,
  type Field,
  int32,
  int64,
  message,
  type MessageType,
  one,
  repeated,
  string,
  type Values,
} from '../../grpc/message';
import type { MethodType, ProtoFile, ServiceType } from '../../grpc/proto-file';
import { protoText } from '../../grpc/proto-text';
import { Empty, FieldMask, wellKnownFiles } from '../../grpc/well-known';
import { type Declaration, type Filter, offers } from '../../schema';
import { capitalized } from '../../text/words';
import type { Account } from '../auth';
import type { Service } from '../service/service';
import { invalidField } from '../wire/errors';
import type { Caller } from '../wire/route';
import { packageOf, resourceMessage, timestampText } from './messages';

/** The dependencies of methods. */
export interface Backend {
  readonly service: Service;
  /** The uid that a person has or will have. */
  readonly lookUpPerson: (account: Account) => string;
}

export interface Method extends MethodType {
  readonly request: MessageType<Values>;
  readonly response: MessageType<Values>;
  /** Throws the errors of the service. */
  call(backend: Backend, input: Values, caller: Caller): Values;
}

/** The methods of a kind, as its operations have it. */
function methodsOf(declaration: Declaration): readonly Method[] {
  const { kind, collection, batch } = declaration;
  const { size: batchSize, defaults: batchDefaults = [] } = batch ?? {};
  const plural = capitalized(collection);
  const member = kind.charAt(0).toLowerCase() + kind.slice(1);
  const resource = resourceMessage(declaration);
  const named = (name: string, fields: Readonly<Record<string, Field>>): MessageType<Values> =>
    message(fields, { name: `${packageOf(declaration)}.${name}`, sparse: true });
  const createRequest = named(`Create${kind}Request`, { parent: string(1), [member]: one(2, resource) });

  const operations: Readonly<Record<Declaration['operations'][number], Method>> = {
    list: {
      name: `List${plural}`,
      request: listRequest(declaration, named),
      response: named(`List${plural}Response`, {
        [collection]: repeated(1, resource),
        nextPageToken: string(2),
        totalCount: int64(3),
        skipped: int32(4),
      }),
      call: ({ service }, input, caller) => {
        const { items, ...envelope } = service.list(declaration, queryOf(declaration, input), caller);
        return { [collection]: items, ...envelope };
      },
    },
    get: {
      name: `Get${kind}`,
      request: named(`Get${kind}Request`, { uid: string(1) }),
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
      request: named(`Update${kind}Request`, { [member]: one(1, resource), updateMask: one(2, FieldMask) }),
      response: resource,
      call: ({ service }, input, caller) => {
        const body = objectIn(input, member);
        const mask = input['updateMask'] as { readonly paths: readonly string[] } | undefined;
        return service.update(declaration, textIn(body, 'uid'), body, mask?.paths.join(','), caller);
      },
    },
    delete: {
      name: `Delete${kind}`,
      request: named(`Delete${kind}Request`, { uid: string(1) }),
      response: Empty,
      call: ({ service }, input, caller) => {
        service.delete(declaration, textIn(input, 'uid'), caller);
        return {};
      },
    },
  };
  const batchCreate: Method = {
    name: `BatchCreate${plural}`,
    request: named(`BatchCreate${plural}Request`, {
      parent: string(1),
      requests: repeated(2, createRequest),
      ...Object.fromEntries(batchDefaults.map((name, index) => [name, string(3 + index)])),
    }),
    response: named(`BatchCreate${plural}Response`, { [collection]: repeated(1, resource) }),
    call: ({ service }, input, caller) => ({ [collection]: service.batchCreate(declaration, input, caller) }),
  };
  return [
    ...Object.entries(operations).flatMap(([operation, method]) =>
      offers(declaration, operation as Declaration['operations'][number]) ? [method] : [],
    ),
    ...(batchSize === undefined ? [] : [batchCreate]),
    ...(methodsBeside[collection]?.(packageOf(declaration)) ?? []),
  ];
}

/** The methods of a collection beyond the operations of its kind. */
const methodsBeside: Readonly<Record<string, (scope: string) => readonly Method[]>> = {
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

/** The number of the first filter of the kind. Every list has the lower ones. */
const firstFilter = 11;

function listRequest(
  { collection, filters }: Declaration,
  named: (name: string, fields: Readonly<Record<string, Field>>) => MessageType<Values>,
): MessageType<Values> {
  const uidFilter = named('UidFilter', {
    descendantsOf: string(1),
    childrenOf: string(2),
    ancestorsOf: string(3),
    inRoot: bool(4),
    ids: repeated(5, 'string'),
  });
  const filterFields = Object.entries(filters).map(([name, filter], index): [string, Field] => [
    camelCase(name),
    { ...filterField(filter, firstFilter + index), comment: filter.description },
  ]);
  return named(`List${capitalized(collection)}Request`, {
    uidp: { ...one(1, uidFilter), comment: 'Narrows the list by where resources lie.' },
    pageSize: int32(2),
    pageToken: string(3),
    orderBy: string(4),
    skip: int32(5),
    ...Object.fromEntries(filterFields),
  });
}

function filterField({ compare = 'equal', repeated: many }: Filter, number: number): Field {
  const field = filterFields[compare]?.(number);
  return field ?? (many === true ? repeated(number, 'string') : string(number));
}

const filterFields: Readonly<Record<string, (number: number) => Field>> = {
  since: (number) => one(number, timestampText),
  include: bool,
};

/** The same list as a query over HTTP. */
function queryOf(declaration: Declaration, input: Values): URLSearchParams {
  const given = { ...input, ...(input['uidp'] as Values | undefined) } as Readonly<Record<string, Given>>;
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

type Given = string | number | boolean | readonly string[] | undefined;

function textIn(input: Values, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw invalidField(name, `${name} is required`);
  return value;
}

function parentIn(declaration: Declaration, input: Values): string | undefined {
  return declaration.parent?.is === 'groupOrNone' && input['parent'] === undefined
    ? undefined
    : textIn(input, 'parent');
}

function objectIn(input: Values, member: string): Values {
  return (input[member] ?? {}) as Values;
}

export interface KindService extends ServiceType {
  readonly methods: readonly Method[];
}

/** `platform.iam.v2beta1.GroupsService` and so on. */
export function servicesOf(declarations: readonly Declaration[]): readonly KindService[] {
  return declarations.map((declaration) => ({
    name: `${packageOf(declaration)}.${capitalized(declaration.collection)}Service`,
    methods: methodsOf(declaration),
  }));
}

/** A file for each package, as in `platform/iam/v2beta1/iam.proto`. */
export function protoFilesOf(declarations: readonly Declaration[]): readonly ProtoFile[] {
  return [...new Set(declarations.map(packageOf))].map((name) => {
    const [, domain = ''] = name.split('.');
    return {
      name: `${name.replaceAll('.', '/')}/${domain}.proto`,
      package: name,
      services: servicesOf(declarations.filter((declaration) => packageOf(declaration) === name)),
      comment,
    };
  });
}

/** The files with all that they may import. */
export function withImported(files: readonly ProtoFile[]): readonly ProtoFile[] {
  return [...files, ...wellKnownFiles];
}

/** The texts of the files, by the last part of their names: `iam.proto`. */
export function protoTexts(declarations: readonly Declaration[]): Readonly<Record<string, string>> {
  const files = protoFilesOf(declarations);
  const text = (file: ProtoFile) => protoText(file, withImported(files));
  return Object.fromEntries(files.map((file) => [file.name.slice(file.name.lastIndexOf('/') + 1), text(file)]));
}

const comment =
  'Generated from the declarations of the kinds: edit those. The Platform Management API over gRPC, as the emulator ' +
  'serves it at the host and port of its HTTP interface. Calls carry the metadata "authorization: Bearer <token>". An ' +
  'error is a google.rpc.Status with ErrorInfo first, in the trailer "grpc-status-details-bin".';
