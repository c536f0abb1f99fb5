import { enumeration, message, one, repeated, type MessageType } from '../../src/grpc/message';
import { getImportedFiles, methodPath, namesIn, getScope, simpleName, type ProtoFile } from '../../src/grpc/proto-file';
import { Timestamp, wellKnownFiles } from '../../src/grpc/well-known';

const state = { name: 'acme.Group.State', values: { UNKNOWN: 0 } };
const limits = message({}, { name: 'acme.Group.Limits' });
const group = message(
  { limits: one(1, limits), state: enumeration(2, state), createTime: one(3, Timestamp) },
  { name: 'acme.Group' },
);
const list = message({ items: repeated(1, group) }, { name: 'acme.GroupList' });
const query = message({}, { name: 'acme.Query' });
const groups = { name: 'acme.Groups', methods: [{ name: 'List', request: query, response: list }] };
const file: ProtoFile = { name: 'acme.proto', package: 'acme', services: [groups] };

test('a file has the types of its package that its services lead to, each within its own', () => {
  const { messages, enums } = getScope(file);
  expect(messages.map(({ type }) => type.name)).toEqual(['acme.Query', 'acme.GroupList', 'acme.Group']);
  expect(enums).toEqual([]);
  const [, , inGroup] = messages;
  expect(inGroup?.messages.map(({ type }) => type)).toEqual([limits]);
  expect(inGroup?.enums).toEqual([state]);
});

test('a file imports the files of foreign types, each once', () => {
  expect(getImportedFiles(file, [file, ...wellKnownFiles]).map(({ name }) => name)).toEqual([
    'google/protobuf/timestamp.proto',
  ]);
  expect(getImportedFiles(wellKnownFiles[0]!, wellKnownFiles)).toEqual([]);
});

test('a type that no file declares is an error', () => {
  expect(() => getImportedFiles(file, [file])).toThrow('no file declares google.protobuf.Timestamp');
});

test('a message that is described needs a name', () => {
  const nameless: ProtoFile = { name: 'x.proto', package: 'x', messages: [message({ inner: one(1, message({})) })] };
  expect(() => namesIn(nameless)).toThrow('a message that is described needs a name');
});

test('messages that contain each other are visited once', () => {
  const self: MessageType<unknown> = message({ next: one(1, (): MessageType<unknown> => self) }, { name: 'x.Loop' });
  expect([...namesIn({ name: 'x.proto', package: 'x', messages: [self] })]).toEqual(['x.Loop']);
});

test('the path of a method has the full name of its service', () => {
  expect(methodPath(groups, { name: 'List' })).toBe('/acme.Groups/List');
  expect([simpleName('acme.iam.v1.Group'), simpleName('Group')]).toEqual(['Group', 'Group']);
});
