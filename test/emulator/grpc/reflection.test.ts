import {
  create,
  createFileRegistry,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
  type DescMessage,
  type FileRegistry,
  type JsonValue,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { camelCase } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { decode, encode } from '../../../src/grpc/codec';
import { int32, message, one, optional, repeated, string, type Decoded, type Init } from '../../../src/grpc/message';
import { definition } from './grpc-client';

/** The messages of reflection, as its contract has them. */
const Request = message({
  host: string(1),
  fileByFilename: optional(string(3)),
  fileContainingSymbol: optional(string(4)),
  fileContainingExtension: one(5, message({ containingType: string(1), extensionNumber: int32(2) })),
  allExtensionNumbersOfType: optional(string(6)),
  listServices: optional(string(7)),
});
const Response = message({
  validHost: string(1),
  originalRequest: one(2, Request),
  files: one(4, message({ descriptors: repeated(1, 'bytes') })),
  extensions: one(5, message({ type: string(1), numbers: repeated(2, 'int32') })),
  list: one(6, message({ services: repeated(1, message({ name: string(1) })) })),
  error: one(7, message({ code: int32(1), message: string(2) })),
});

let running: RunningEmulator;
let client: Client;

beforeAll(async () => {
  running = await startEmulator();
  client = new Client(new URL(running.baseUrl).host, credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await running.close();
});

const asIs = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

/** Asks one thing after the other in a single call, without a token. */
async function ask(version: string, ...requests: Init<Decoded<typeof Request>>[]): Promise<Decoded<typeof Response>[]> {
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  const stream = client.makeBidiStreamRequest(path, asIs, (bytes) => decode(Response, bytes));
  const answers: Decoded<typeof Response>[] = [];
  for (const request of requests) stream.write(encode(Request, request));
  stream.end();
  for await (const answer of stream) answers.push(answer as Decoded<typeof Response>);
  return answers;
}

async function registryOf(version: string): Promise<FileRegistry> {
  const [listed] = await ask(version, { listServices: '' });
  const names = listed!.list!.services.map(({ name }) => name);
  const found = await ask(version, ...names.map((name) => ({ fileContainingSymbol: name })));
  const files = found.flatMap(({ files }) =>
    files!.descriptors.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes)),
  );
  const distinct = [...new Map(files.map((file) => [file.name, file])).values()];
  // Imported files come first; a file without imports is imported.
  const file = distinct.sort((a, b) => a.dependency.length - b.dependency.length);
  return createFileRegistry(create(FileDescriptorSetSchema, { file }));
}

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  test('lists what is served, and describes each of it with all that it imports', async () => {
    const [listed] = await ask(version, { host: 'here', listServices: '' });
    const names = listed!.list!.services.map(({ name }) => name);
    const ofKinds = (apiVersion: string) => [
      ...[
        'AccountAssociations',
        'ExternalGroupRoleMappings',
        'GroupInvites',
        'Groups',
        'Identities',
        'IdentityProviders',
        'RoleBindings',
        'Roles',
      ].map((plural) => `iam.${apiVersion}.${plural}`),
      ...[
        'ping.VERSION.Ping',
        'registry.VERSION.Repos',
        'registry.VERSION.Tags',
        'vulnerabilities.VERSION.Advisories',
      ].map((service) => service.replace('VERSION', apiVersion)),
    ];
    const ofApi = ['v2', 'v2beta1'].flatMap(ofKinds).map((service) => `${service}Service`);
    expect(names).toEqual([
      ...[...ofApi, 'auth.Auth', 'oidc.SecurityTokenService'].map((name) => `chainguard.platform.${name}`).sort(),
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
    ]);
    expect(listed).toMatchObject({ validHost: 'here', originalRequest: { host: 'here', listServices: '' } });
    const registry = await registryOf(version);
    const methods = names.map((name) => registry.getService(name)?.methods ?? []);
    expect(methods.filter(({ length }) => length === 0)).toEqual([]);
    const streams = methods.flat().filter(({ methodKind }) => methodKind !== 'unary');
    expect(streams.map(({ name, methodKind }) => `${name}: ${methodKind}`)).toEqual([
      ...['Watch: server_streaming', 'ServerReflectionInfo: bidi_streaming', 'ServerReflectionInfo: bidi_streaming'],
    ]);
  });

  test('finds files by name, services, methods, messages, nested ones and enums by symbol', async () => {
    const symbols = [
      'chainguard.platform.iam.v2beta1.GroupsService',
      'chainguard.platform.iam.v2beta1.GroupsService.GetGroup',
      'chainguard.platform.iam.v2beta1.Identity.ClaimMatch',
      'google.protobuf.Timestamp',
      'google.rpc.ErrorInfo',
      'grpc.health.v1.HealthCheckResponse.ServingStatus',
    ];
    const found = await ask(version, ...symbols.map((name) => ({ fileContainingSymbol: name })));
    expect(found.map(({ files }) => fromBinary(FileDescriptorProtoSchema, files!.descriptors[0]!).name)).toEqual([
      'chainguard/platform/iam/v2beta1/iam.proto',
      'chainguard/platform/iam/v2beta1/iam.proto',
      'chainguard/platform/iam/v2beta1/iam.proto',
      'google/protobuf/timestamp.proto',
      'google/rpc/error_details.proto',
      'grpc/health/v1/health.proto',
    ]);
    const [byName] = await ask(version, { fileByFilename: 'chainguard/platform/iam/v2beta1/iam.proto' });
    expect(byName!.files).toEqual(found[0]!.files);
  });

  test('reports a missing name, and continues', async () => {
    const answers = await ask(
      version,
      { fileContainingSymbol: 'no.Such' },
      { fileByFilename: 'no.proto' },
      { fileContainingExtension: { containingType: 'a', extensionNumber: 1 } },
      {},
      { allExtensionNumbersOfType: 'chainguard.platform.iam.v2beta1.Group' },
    );
    expect(answers.map(({ error }) => error?.code)).toEqual([5, 5, 5, 5, undefined]);
    expect(answers[0]!.error).toEqual({ code: 5, message: 'there is no no.Such' });
    expect(answers[4]!.extensions).toEqual({ type: 'chainguard.platform.iam.v2beta1.Group', numbers: [] });
  });
});

test('the descriptors say what the proto files say', async () => {
  const registry = await registryOf('v1');
  const messages = Object.entries(definition).flatMap(([name, { format, type }]) =>
    name.startsWith('chainguard.platform.') && format === 'Protocol Buffer 3 DescriptorProto'
      ? [[name, type] as const]
      : [],
  );
  expect(messages.length).toBeGreaterThan(50);
  for (const [name, type] of messages) {
    const { field } = type as unknown as {
      field: readonly { name: string; number: number; label: string; type: string }[];
    };
    const described = registry.getMessage(name)!.proto.field;
    expect([
      name,
      described.map((proto) => [camelCase(proto.name), proto.number, `${proto.label}` === '3', `${proto.type}`]),
    ]).toEqual([
      name,
      field.map((one) => [one.name, one.number, one.label === 'LABEL_REPEATED', typeNumber(one.type)]),
    ]);
  }
});

test('a client that knows nothing but the descriptors creates and reads a group', async () => {
  const registry = await registryOf('v1');
  const { methods } = registry.getService('chainguard.platform.iam.v2beta1.GroupsService')!;
  const call = async (name: string, input: JsonValue) => {
    const { input: request, output } = methods.find((method) => method.name === name)!;
    const answer = await unary(`/chainguard.platform.iam.v2beta1.GroupsService/${name}`, binary(request, input));
    return toJson(output, fromBinary(output, answer)) as Record<string, JsonValue>;
  };
  const created = await call('CreateGroup', { parent: running.rootGroupUid, group: { name: 'ops' } });
  expect(created).toMatchObject({ name: 'ops', createTime: expect.stringMatching(/^20.*Z$/) });
  expect(await call('GetGroup', { uid: created['uid']! })).toEqual(created);
  const mask = { group: { uid: created['uid']!, description: 'Runs.' }, updateMask: 'description' };
  expect(await call('UpdateGroup', mask)).toMatchObject({ name: 'ops', description: 'Runs.' });
});

function binary(type: DescMessage, json: JsonValue): Uint8Array {
  return toBinary(type, fromJson(type, json));
}

function unary(path: string, request: Uint8Array): Promise<Uint8Array> {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${running.token}`);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, asIs, asIs, request as Buffer, metadata, (error, answer) =>
      error === null ? resolve(answer!) : reject(error),
    );
  });
}

function typeNumber(type: string): string {
  const names: Readonly<Record<string, number>> = {
    TYPE_DOUBLE: 1,
    TYPE_INT64: 3,
    TYPE_INT32: 5,
    TYPE_BOOL: 8,
    TYPE_STRING: 9,
    TYPE_MESSAGE: 11,
    TYPE_ENUM: 14,
  };
  return `${names[type]}`;
}
