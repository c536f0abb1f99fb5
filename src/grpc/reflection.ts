/**
 * Server reflection: describes the services to tools, so that they need no file. Versions 1 and 1alpha differ only in
 * their name. Source: grpc.io "gRPC Server Reflection Protocol".
 */
import { decode, encode } from './codec';
import { fileDescriptor } from './descriptor';
import { int32, message, one, optional, repeated, string, type Decoded, type Init, type MessageType } from './message';
import { getImportedFiles, methodPath, namesIn, type ProtoFile, type ServiceType } from './proto-file';
import type { GrpcRoute } from './server';
import { GrpcError, GrpcStatus } from './status';

/** The routes of both versions. `files` are all that is served but reflection itself, and what they import. */
export function reflectionRoutes(files: readonly ProtoFile[]): readonly (readonly [path: string, route: GrpcRoute])[] {
  const versions = [createReflection('v1'), createReflection('v1alpha')];
  const all = [...files, ...versions.map(({ file }) => file)];
  const told = describe(all);
  return versions.map(({ service, request, response }) => {
    const respondTo = async (bytes: Uint8Array): Promise<Uint8Array> =>
      encode(response, respond(told, decodeRequest(request, bytes)));
    return [methodPath(service, infoMethod), { kind: 'each', respond: respondTo }];
  });
}

const infoMethod = { name: 'ServerReflectionInfo' };

/** Indexes of the files: descriptors by file, files by the names that they declare. */
interface Descriptions {
  readonly services: readonly string[];
  /** The descriptors of a file and of all that it imports; undefined for an unknown name. */
  readonly byFile: (name: string) => readonly Uint8Array[] | undefined;
  readonly bySymbol: (name: string) => readonly Uint8Array[] | undefined;
}

function describe(files: readonly ProtoFile[]): Descriptions {
  const symbols = new Map<string, ProtoFile>();
  for (const file of files) for (const symbol of getSymbols(file)) symbols.set(symbol, file);
  const descriptors = (file: ProtoFile | undefined): readonly Uint8Array[] | undefined =>
    file && withImports(file, files).map((protoFile) => fileDescriptor(protoFile, files));
  return {
    services: files.flatMap(({ services = [] }) => services.map(({ name }) => name)).sort(),
    byFile: (name) => descriptors(files.find((file) => file.name === name)),
    bySymbol: (name) => descriptors(symbols.get(name)),
  };
}

/** Services, methods, messages and enums. */
function getSymbols(file: ProtoFile): string[] {
  const services = (file.services ?? []).flatMap(({ name, methods }) => [
    name,
    ...methods.map((method) => `${name}.${method.name}`),
  ]);
  return [...services, ...[...namesIn(file)].filter((name) => name.startsWith(`${file.package}.`))];
}

function withImports(file: ProtoFile, files: readonly ProtoFile[], seen = new Set<ProtoFile>()): ProtoFile[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [file, ...getImportedFiles(file, files).flatMap((protoFile) => withImports(protoFile, files, seen))];
}

type Request = Decoded<ReturnType<typeof getRequest>>;
type Response = Init<Decoded<ReturnType<typeof toResponse>>>;

function respond({ services, byFile, bySymbol }: Descriptions, request: Request): Response {
  const echo = { validHost: request.host, originalRequest: request };
  const files = (found: readonly Uint8Array[] | undefined, what: string): Response =>
    found === undefined
      ? { ...echo, errorResponse: { errorCode: GrpcStatus.notFound, errorMessage: `there is no ${what}` } }
      : { ...echo, fileDescriptorResponse: { fileDescriptorProto: found } };
  if (request.listServices !== undefined)
    return { ...echo, listServicesResponse: { service: services.map((name) => ({ name })) } };
  if (request.fileByFilename !== undefined)
    return files(byFile(request.fileByFilename), `file ${request.fileByFilename}`);
  if (request.fileContainingSymbol !== undefined)
    return files(bySymbol(request.fileContainingSymbol), request.fileContainingSymbol);
  if (request.allExtensionNumbersOfType !== undefined)
    return { ...echo, allExtensionNumbersResponse: { baseTypeName: request.allExtensionNumbersOfType } };
  return files(undefined, 'extension');
}

function decodeRequest(type: MessageType<Request>, bytes: Uint8Array): Request {
  try {
    return decode(type, bytes);
  } catch {
    throw new GrpcError(GrpcStatus.invalidArgument, 'the request is not a ServerReflectionRequest');
  }
}

function createReflection(version: 'v1' | 'v1alpha') {
  const scope = `grpc.reflection.${version}`;
  const request = getRequest(scope);
  const response = toResponse(scope, request);
  const service: ServiceType = {
    name: `${scope}.ServerReflection`,
    methods: [{ ...infoMethod, request, response, streams: 'both' }],
  };
  const file: ProtoFile = { name: `grpc/reflection/${version}/reflection.proto`, package: scope, services: [service] };
  return { service, file, request, response };
}

function getRequest(scope: string) {
  const extension = message(
    { containingType: string(1), extensionNumber: int32(2) },
    { name: `${scope}.ExtensionRequest` },
  );
  return message(
    {
      host: string(1),
      fileByFilename: optional(string(3)),
      fileContainingSymbol: optional(string(4)),
      fileContainingExtension: one(5, extension),
      allExtensionNumbersOfType: optional(string(6)),
      listServices: optional(string(7)),
    },
    { name: `${scope}.ServerReflectionRequest` },
  );
}

function toResponse(scope: string, request: ReturnType<typeof getRequest>) {
  const named = <const F extends Parameters<typeof message>[0]>(name: string, fields: F) =>
    message(fields, { name: `${scope}.${name}` });
  return named('ServerReflectionResponse', {
    validHost: string(1),
    originalRequest: one(2, request),
    fileDescriptorResponse: one(4, named('FileDescriptorResponse', { fileDescriptorProto: repeated(1, 'bytes') })),
    allExtensionNumbersResponse: one(
      5,
      named('ExtensionNumberResponse', { baseTypeName: string(1), extensionNumber: repeated(2, 'int32') }),
    ),
    listServicesResponse: one(
      6,
      named('ListServiceResponse', { service: repeated(1, named('ServiceResponse', { name: string(1) })) }),
    ),
    errorResponse: one(7, named('ErrorResponse', { errorCode: int32(1), errorMessage: string(2) })),
  });
}
