import { createFileRegistry, create, fromBinary, toBinary, fromJson } from '@bufbuild/protobuf';
import {
  FeatureSet_FieldPresence,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from '@bufbuild/protobuf/wkt';
import { decode } from '../../src/grpc/codec';
import { fileDescriptor } from '../../src/grpc/descriptor';
import { bool, enumeration, int64, map, message, one, optional, repeated, string } from '../../src/grpc/message';
import type { ProtoFile } from '../../src/grpc/proto-file';
import { Timestamp, wellKnownFiles } from '../../src/grpc/well-known';

const state = { name: 'acme.Group.State', values: { UNKNOWN: 0, ACTIVE: 1 } };
const limit = message({ most: int64(1) }, { name: 'acme.Group.Limit' });
const group = message(
  {
    uid: string(1),
    isVerified: optional(bool(2)),
    createTime: one(3, Timestamp),
    tags: repeated(4, 'string'),
    namedLimits: map(5, limit),
    state: enumeration(6, state),
    issuer: { ...string(7), oneof: 'iss' },
    issuerPattern: { ...string(8), oneof: 'iss' },
    byId: { ...map(9, 'string'), key: 'int64' },
  },
  { name: 'acme.Group' },
);
const file: ProtoFile = {
  name: 'acme.proto',
  package: 'acme',
  services: [
    {
      name: 'acme.Groups',
      methods: [
        { name: 'Echo', request: group, response: group },
        { name: 'Watch', request: group, response: group, streams: 'server' },
        { name: 'Ask', request: group, response: group, streams: 'both' },
      ],
    },
  ],
};
const files = [file, ...wellKnownFiles];
const described = (protoFile: ProtoFile): FileDescriptorProto =>
  fromBinary(FileDescriptorProtoSchema, fileDescriptor(protoFile, files));
// Imported files come first.
const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: files.toReversed().map(described) }));

test('another library reads the file, and its messages are ours', () => {
  const type = registry.getMessage('acme.Group')!;
  const json = {
    uid: 'u',
    isVerified: false,
    createTime: '1970-01-01T00:00:05Z',
    tags: ['a', 'b'],
    namedLimits: { clusters: { most: '9' } },
    state: 'ACTIVE',
  };
  expect(decode(group, toBinary(type, fromJson(type, json)))).toEqual({
    uid: 'u',
    isVerified: false,
    createTime: { seconds: 5, nanos: 0 },
    tags: ['a', 'b'],
    namedLimits: { clusters: { most: 9 } },
    state: 1,
    issuer: '',
    issuerPattern: '',
    byId: {},
  });
});

test('absence counts for an optional scalar and for a message only', () => {
  const { fields } = registry.getMessage('acme.Group')!;
  const counted = fields
    .filter(({ presence }) => presence !== FeatureSet_FieldPresence.IMPLICIT)
    .map(({ localName }) => localName);
  expect(counted).toEqual(expect.arrayContaining(['isVerified', 'createTime']));
  expect(counted).not.toEqual(expect.arrayContaining(['uid']));
});

test('a oneof has its fields, next to those of optional scalars', () => {
  const { oneofs, fields } = registry.getMessage('acme.Group')!;
  expect(oneofs.map(({ name, fields: members }) => [name, members.map((field) => field.name)])).toEqual([
    ['iss', ['issuer', 'issuer_pattern']],
  ]);
  expect(described(file).messageType[0]?.oneofDecl.map(({ name }) => name)).toEqual(['iss', '_is_verified']);
  expect(fields.find(({ name }) => name === 'by_id')).toMatchObject({ fieldKind: 'map', mapKey: 3 });
});

test('types within a message are declared in it, and the entry of a map has the name that protobuf gives it', () => {
  const [declared, ...others] = described(file).messageType;
  expect(others).toEqual([]);
  expect(declared?.nestedType.map(({ name }) => name)).toEqual(['Limit', 'NamedLimitsEntry', 'ByIdEntry']);
  expect(declared?.enumType.map(({ name }) => name)).toEqual(['State']);
});

test('methods say which side sends a stream', () => {
  const { methods } = registry.getService('acme.Groups')!;
  expect(methods.map(({ name, methodKind }) => [name, methodKind])).toEqual([
    ['Echo', 'unary'],
    ['Watch', 'server_streaming'],
    ['Ask', 'bidi_streaming'],
  ]);
});

test('a file names the files that it imports, and fails without them', () => {
  expect(described(file).dependency).toEqual(['google/protobuf/timestamp.proto']);
  expect(() => fileDescriptor(file, [file])).toThrow('no file declares google.protobuf.Timestamp');
});
