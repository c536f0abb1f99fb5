/** Everything that the emulator serves over gRPC has the names, numbers and types of the published contract. */
import {
  createFileRegistry,
  create,
  fromBinary,
  type DescEnum,
  type DescField,
  type DescMessage,
  type FileRegistry,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { API_VERSIONS } from '../../../src/model/api';
import { createProtoFiles, withImported } from '../../../src/emulator/grpc/proto-files';
import { createAllServices } from '../../../src/emulator/grpc/services';
import { fileDescriptor } from '../../../src/grpc/descriptor';
import { declarations } from '../../../src/model/kinds';
import published from './published-contract.json';

type Facts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const messages: Facts = published.messages;
const services: Facts = published.services;
const enums: Readonly<Record<string, Readonly<Record<string, number>>>> = published.enums;

const registry = describeFiles();

/** Reads the descriptors as a client does. */
function describeFiles(): FileRegistry {
  const files = withImported(createProtoFiles(createAllServices(declarations)));
  const file = files.map((protoFile) => fromBinary(FileDescriptorProtoSchema, fileDescriptor(protoFile, files)));
  const imported = (name: string, seen: readonly string[] = []): string[] =>
    (file.find((proto) => proto.name === name)?.dependency ?? []).flatMap((other) =>
      seen.includes(other) ? [] : [...imported(other, [...seen, other]), other],
    );
  const order = [...new Set(file.flatMap(({ name }) => [...imported(name), name]))];
  const sorted = order.map((name) => file.find((proto) => proto.name === name)!);
  return createFileRegistry(create(FileDescriptorSetSchema, { file: sorted }));
}

const isPublished = (name: string): boolean => name.startsWith('chainguard.');
const ofKind = <K extends 'message' | 'enum' | 'service'>(kind: K) =>
  [...registry].filter((type) => type.kind === kind && isPublished(type.typeName)) as Extract<
    typeof registry extends Iterable<infer T> ? T : never,
    { kind: K }
  >[];

const SCALARS: Readonly<Record<number, string>> = { 3: 'int64', 5: 'int32', 8: 'bool', 9: 'string' };

/** Returns the number and the type of a field as the table has them. */
function factsOf(field: DescField): string {
  const named = (of: { message?: DescMessage | undefined; enum?: DescEnum | undefined; scalar?: number | undefined }) =>
    (of.message ?? of.enum)?.typeName ?? SCALARS[of.scalar!];
  const type =
    field.fieldKind === 'map'
      ? `map<${SCALARS[field.mapKey]}, ${named(field)}>`
      : `${field.fieldKind === 'list' ? 'repeated ' : ''}${named(field)}`;
  const oneof = field.oneof === undefined ? '' : `oneof ${field.oneof.name} `;
  return `${field.number} ${field.proto.proto3Optional ? 'optional ' : oneof}${type}`;
}

test('the table names its source, commit and date', () => {
  expect(published.source).toEqual({
    repository: 'https://github.com/chainguard-dev/sdk',
    folder: 'proto',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  });
});

test('every field of every message has the published name, number and type', () => {
  const served = ofKind('message');
  expect(served.length).toBeGreaterThan(150);
  const differing = served.flatMap(({ typeName, fields }) =>
    fields
      // Without presence, a client cannot tell an absent text from an empty one. A message always has presence.
      .map((field) => [
        typeName,
        field.name,
        factsOf(field),
        messages[typeName]?.[field.name]?.replace(/optional (?=string|google\.)/, ''),
      ])
      .filter(([, , ours, theirs]) => ours !== theirs),
  );
  expect(differing).toEqual([]);
});

test('every value of every enumeration has the published name and number, and none is missing', () => {
  const served = ofKind('enum');
  expect(served.length).toBeGreaterThan(10);
  for (const { typeName, values } of served)
    expect([typeName, Object.fromEntries(values.map(({ name, number }) => [name, number]))]).toEqual([
      typeName,
      enums[typeName],
    ]);
});

test('every method of every service has the published name, request and response', () => {
  const served = ofKind('service');
  expect(served).toHaveLength(2 * (declarations.length + 1) + 2);
  for (const { typeName, methods } of served)
    for (const { name, input, output } of methods)
      expect([typeName, name, `${input.typeName} -> ${output.typeName}`]).toEqual([
        typeName,
        name,
        services[typeName]?.[name],
      ]);
});

/** Members of served messages and services that the emulator lacks. A client gets UNIMPLEMENTED, or an absent field. */
const NOT_SERVED: Readonly<Record<string, readonly string[]>> = {
  'auth.Auth': ['Register', 'GetHeadlessSession', 'Delete'],
  'auth.WhoAmI': ['email', 'profile'],
  'auth.WhoAmI.Capability': ['capabilities'],
  'iam.*.AccountAssociationsService': ['CheckAccountAssociation'],
  'iam.*.GroupInviteRole': ['capabilities'],
  'iam.*.GroupsService': ['LookupGroup', 'RequestGroupAccess', 'CheckEligibility'],
  'iam.*.IdentitiesService': ['UpdateIdentityMetadata'],
  'iam.*.IdentityProvider': ['scim'],
  'iam.*.IdentityProvidersService': ['GenerateScimToken', 'RegenerateScimToken', 'RevokeScimToken', 'SetScimEnabled'],
  'iam.Group': ['description', 'resource_limits', 'verified', 'kind', 'status'],
  'iam.Role': ['description'],
  'oidc.ExchangeRequest': ['identity_provider'],
  'oidc.SecurityTokenService': ['ExchangeRefreshToken'],
  'registry.*.Repo': ['custom_overlay'],
  'registry.*.ReposService': ['CreateRepo', 'UpdateRepo', 'DeleteRepo', 'GetRepoReadme', 'UpdateRepoReadme'],
  'registry.*.TagsService': ['CreateTag', 'DeleteTag'],
  'vulnerabilities.*.Advisory': ['events'],
  'vulnerabilities.*.ListAdvisoriesRequest': [
    ...['legacy_advisory_ids', 'artifact_types', 'artifact_architectures', 'component_names', 'component_types'],
    ...['component_locations', 'origin', 'event_review_states', 'event_authors', 'exclude_event_authors'],
    ...['event_reviewers', 'event_types', 'latest_event_type'],
  ],
};

test('the members that are not served are known, and the same in both versions', () => {
  const served = [
    ...ofKind('message').map(({ typeName, fields }) => [typeName, messages, fields] as const),
    ...ofKind('service').map(({ typeName, methods }) => [typeName, services, methods] as const),
  ];
  const missing = served.flatMap(([typeName, facts, members]): [string, readonly string[]][] => {
    const names = new Set(members.map(({ name }) => name));
    const lacking = Object.keys(facts[typeName] ?? {}).filter((name) => !names.has(name));
    return lacking.length === 0 ? [] : [[typeName.replace('chainguard.platform.', ''), lacking]];
  });
  const expected = Object.entries(NOT_SERVED).flatMap(([name, lacking]) =>
    (name.includes('*') ? API_VERSIONS : ['']).map((version) => [name.replace('*', version), lacking]),
  );
  expect(Object.fromEntries(missing)).toEqual(Object.fromEntries(expected));
});
