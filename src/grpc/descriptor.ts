/** Files as `google.protobuf.FileDescriptorProto`. Source: protobuf's descriptor.proto. */
import { encode, getMessageType } from './codec';
import {
  bool,
  enumeration,
  int32,
  int64,
  message,
  one,
  optional,
  repeated,
  string,
  type EnumType,
  type Init,
  type MessageType,
  type NamedMessageField,
  type Decoded,
  type ScalarKind,
} from './message';
import {
  getImportedFiles,
  toFullName,
  getOneofs,
  getScope,
  simpleName,
  type DeclaredMessage,
  type ProtoFile,
  type ServiceType,
} from './proto-file';
import { protoName } from './proto-text';

const FieldDescriptor = message({
  name: string(1),
  number: int32(3),
  label: enumeration(4),
  type: enumeration(5),
  typeName: string(6),
  oneofIndex: optional(int32(9)),
  jsonName: string(10),
  proto3Optional: bool(17),
});
const EnumDescriptor = message({
  name: string(1),
  value: repeated(2, message({ name: string(1), number: optional(int32(2)) })),
});
const nested: MessageType<DescriptorValue> = message({
  name: string(1),
  field: repeated(2, FieldDescriptor),
  nestedType: repeated(3, (): MessageType<DescriptorValue> => nested),
  enumType: repeated(4, EnumDescriptor),
  options: one(7, message({ mapEntry: bool(7) })),
  oneofDecl: repeated(8, message({ name: string(1) })),
});
const ServiceDescriptor = message({
  name: string(1),
  method: repeated(
    2,
    message({
      name: string(1),
      inputType: string(2),
      outputType: string(3),
      clientStreaming: bool(5),
      serverStreaming: bool(6),
    }),
  ),
});
const FileDescriptor = message({
  name: string(1),
  package: string(2),
  dependency: repeated(3, 'string'),
  messageType: repeated(4, nested),
  enumType: repeated(5, EnumDescriptor),
  service: repeated(6, ServiceDescriptor),
  syntax: string(12),
});

interface DescriptorValue {
  readonly name: string;
  readonly field: readonly Decoded<typeof FieldDescriptor>[];
  readonly nestedType: readonly DescriptorValue[];
  readonly enumType: readonly Decoded<typeof EnumDescriptor>[];
  readonly options?: { readonly mapEntry: boolean };
  readonly oneofDecl: readonly { readonly name: string }[];
}

/** The descriptor of `file`, one of `files`. */
export function fileDescriptor(file: ProtoFile, files: readonly ProtoFile[]): Uint8Array {
  const { messages, enums } = getScope(file);
  return encode(FileDescriptor, {
    name: file.name,
    package: file.package,
    dependency: getImportedFiles(file, files).map(({ name }) => name),
    messageType: messages.map(messageDescriptor),
    enumType: enums.map(enumDescriptor),
    service: (file.services ?? []).map(serviceDescriptor),
    syntax: 'proto3',
  });
}

function messageDescriptor({ type, messages, enums }: DeclaredMessage): Init<DescriptorValue> {
  const name = toFullName(type.name);
  const choices = getOneofs(type);
  // A scalar whose absence counts is a oneof of its own.
  const synthetic = type.fields.filter(isOptionalScalar).map(({ name: field }) => `_${protoName(field)}`);
  const oneofs = [...choices, ...synthetic];
  return {
    name: simpleName(name),
    field: type.fields.map((field) => fieldDescriptor(field, name, oneofs)),
    nestedType: [
      ...messages.map(messageDescriptor),
      ...type.fields.filter(({ label }) => label === 'map').map((field) => entryDescriptor(field, name)),
    ],
    enumType: enums.map(enumDescriptor),
    oneofDecl: oneofs.map((oneof) => ({ name: oneof })),
  };
}

function isOptionalScalar({ label, kind }: NamedMessageField): boolean {
  return label === 'optional' && kind !== 'message';
}

function fieldDescriptor(
  field: NamedMessageField,
  scope: string,
  oneofs: readonly string[] = [],
): Init<Decoded<typeof FieldDescriptor>> {
  const isSynthetic = isOptionalScalar(field);
  const oneof = oneofs.indexOf(isSynthetic ? `_${protoName(field.name)}` : (field.oneof ?? ''));
  const isMap = field.label === 'map';
  const typeName = isMap ? `${scope}.${entryName(field)}` : findTypeName(field);
  return {
    name: protoName(field.name),
    number: field.number,
    label: isMap || field.label === 'repeated' ? repeatedLabel : optionalLabel,
    type: isMap ? types.message : types[field.kind],
    ...(typeName !== undefined && { typeName: `.${typeName}` }),
    jsonName: field.name,
    ...(oneof >= 0 && { oneofIndex: oneof }),
    ...(oneof >= 0 && isSynthetic && { proto3Optional: true }),
  };
}

function entryDescriptor(field: NamedMessageField, scope: string): Init<DescriptorValue> {
  const name = entryName(field);
  const key: NamedMessageField = { ...(field.key === 'int64' ? int64(1) : string(1)), name: 'key' };
  const value: NamedMessageField = { ...field, label: 'plain', number: 2, name: 'value' };
  const entry = [key, value].map((member) => fieldDescriptor(member, `${scope}.${name}`));
  return { name, field: entry, options: { mapEntry: true } };
}

function entryName({ name }: NamedMessageField): string {
  return `${protoName(name).replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Entry`;
}

function findTypeName(field: NamedMessageField): string | undefined {
  return field.kind === 'message' ? toFullName(getMessageType(field).name) : field.enum?.name;
}

function enumDescriptor({ name, values }: EnumType): Init<Decoded<typeof EnumDescriptor>> {
  return {
    name: simpleName(name),
    value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
  };
}

function serviceDescriptor({ name, methods }: ServiceType): Init<Decoded<typeof ServiceDescriptor>> {
  return {
    name: simpleName(name),
    method: methods.map(({ name: method, request, response, streams }) => ({
      name: method,
      inputType: `.${toFullName(request.name)}`,
      outputType: `.${toFullName(response.name)}`,
      clientStreaming: streams === 'both',
      serverStreaming: streams !== undefined,
    })),
  };
}

const optionalLabel = 1;
const repeatedLabel = 3;
const types: Readonly<Record<ScalarKind | 'message', number>> = {
  double: 1,
  int64: 3,
  int32: 5,
  bool: 8,
  string: 9,
  message: 11,
  bytes: 12,
  enum: 14,
};
