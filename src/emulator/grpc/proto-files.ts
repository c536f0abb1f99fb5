/** The files of the gRPC interface, one for each package, and their texts. */
import { API_VERSIONS } from '../../model/api';
import { toFullName, outerName, type ProtoFile, reachedFrom, type ServiceType } from '../../grpc/proto-file';
import { protoText } from '../../grpc/proto-text';
import { wellKnownFiles } from '../../grpc/well-known';

/** Returns the files of services, such as `chainguard/platform/iam/v2beta1/iam.proto`, and of the types that they share. */
export function createProtoFiles(services: readonly ServiceType[]): readonly ProtoFile[] {
  const packages = [...new Set(services.map(({ name }) => outerName(name)))];
  const { messages, enums } = reachedFrom({ services });
  const isShared = (name: string) => ![...packages, 'google.protobuf'].some((scope) => name.startsWith(`${scope}.`));
  const shared = [...messages.map(({ name }) => toFullName(name)), ...enums.map(({ name }) => name)].filter(isShared);
  return [...new Set([...packages, ...shared.map(outerName)])].map((scope) => ({
    name: fileName(scope),
    package: scope,
    services: services.filter(({ name }) => outerName(name) === scope),
    messages: messages.filter(({ name }) => isShared(toFullName(name)) && outerName(toFullName(name)) === scope),
    enums: enums.filter(({ name }) => isShared(name) && outerName(name) === scope),
    comment,
  }));
}

/** The base name is the last part of the package that is no version. */
function fileName(scope: string): string {
  const parts = scope.split('.');
  const base = parts.filter((part) => !/^v\d/.test(part)).at(-1) ?? '';
  return `${parts.join('/')}/${base}.proto`;
}

/** The files with all that they may import. */
export function withImported(files: readonly ProtoFile[]): readonly ProtoFile[] {
  return [...files, ...wellKnownFiles];
}

/** Returns the texts of the files by their names. */
export function protoTexts(services: readonly ServiceType[]): Readonly<Record<string, string>> {
  const files = createProtoFiles(services);
  return Object.fromEntries(files.map((file) => [file.name, protoText(file, withImported(files))]));
}

/**
 * Returns the texts without repetitions: of each versioned package the one with the newest version. The others differ from it in
 * the version alone.
 */
export function distinctProtoTexts(services: readonly ServiceType[]): Readonly<Record<string, string>> {
  const newest = API_VERSIONS.at(-1);
  const isOlder = (name: string): boolean =>
    API_VERSIONS.some((version) => version !== newest && name.includes(`/${version}/`));
  return Object.fromEntries(Object.entries(protoTexts(services)).filter(([name]) => !isOlder(name)));
}

const comment =
  'Generated from the declarations of the kinds: edit those. The Platform Management API over gRPC, as the emulator ' +
  'serves it at the host and port of its HTTP interface, with the names and numbers of the published contract. Calls carry ' +
  'the metadata "authorization: Bearer <token>". An error is a google.rpc.Status with ErrorInfo first, in the trailer ' +
  '"grpc-status-details-bin".';
