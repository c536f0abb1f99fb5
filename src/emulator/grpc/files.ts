/** What is served over gRPC: a service for each kind, a `.proto` file for each interface. */
import type { ProtoFile, ServiceType } from '../../grpc/proto-file';
import { protoText } from '../../grpc/proto-text';
import { wellKnownFiles } from '../../grpc/well-known';
import type { Declaration } from '../../schema';
import { capitalized, packageOf } from './messages';
import { methodsOf, type Method } from './methods';

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
  'Generated from the declarations of the kinds: edit those. The Platform Management API over gRPC, as the embedded API ' +
  'serves it at the host and port of its HTTP interface. Calls carry the metadata "authorization: Bearer <token>". An ' +
  'error is a google.rpc.Status with ErrorInfo first, in the trailer "grpc-status-details-bin".';
