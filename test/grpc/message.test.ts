import { decode, encode, getMessageType } from '../../src/grpc/codec';
import {
  bool,
  enumeration,
  int32,
  map,
  message,
  one,
  optional,
  repeated,
  string,
  withForm,
  type MessageType,
} from '../../src/grpc/message';

test('a message may have another JavaScript value', () => {
  const Name = withForm<string>(message({ first: string(1), last: string(2) }), {
    fromFields: ({ first, last }) => `${String(first)} ${String(last)}`,
    toFields: (text) => ({ first: text.split(' ')[0], last: text.split(' ')[1] }),
  });
  const team = message({ lead: one(1, Name), members: map(2, Name) });
  const value = { lead: 'Ada Lovelace', members: { x: 'Alan Turing' } };
  expect(decode(team, encode(team, value))).toEqual(value);
});

test('two messages may contain each other', () => {
  interface Node {
    readonly name: string;
    readonly children: readonly Node[];
  }
  const Node: MessageType<Node> = message({ name: string(1), children: repeated(2, (): MessageType<Node> => Node) });
  const tree = { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [] }] }] };
  expect(decode(Node, encode(Node, tree))).toEqual(tree);
});

test('an optional field tells its default from its absence, and a plain field does not', () => {
  const type = message({ plain: int32(1), counted: optional(int32(2)), isSet: optional(bool(3)) });
  expect(decode(type, encode(type, { plain: 0, counted: 0, isSet: false }))).toEqual({
    plain: 0,
    counted: 0,
    isSet: false,
  });
  expect(decode(type, encode(type, {}))).toEqual({ plain: 0 });
});

test('a form that fails to read its fields fails the whole message', () => {
  const Even = withForm<number>(message({ value: int32(1) }), {
    fromFields({ value }) {
      if (Number(value) % 2 !== 0) throw new Error(`${String(value)} is odd`);
      return Number(value);
    },
    toFields: (value) => ({ value }),
  });
  const holder = message({ even: one(1, Even) });
  expect(decode(holder, encode(holder, { even: 4 }))).toEqual({ even: 4 });
  expect(() => decode(holder, encode(holder, { even: 5 }))).toThrow('5 is odd');
});

test('lists and maps contain messages or scalars', () => {
  const inner = message({ name: string(1) });
  const type = message({ list: repeated(1, inner), texts: repeated(2, 'string'), limits: map(3, 'int32') });
  expect(type.fields.map(({ name, label, kind }) => [name, label, kind])).toEqual([
    ['list', 'repeated', 'message'],
    ['texts', 'repeated', 'string'],
    ['limits', 'map', 'int32'],
  ]);
  expect(getMessageType(type.fields[0]!)).toBe(inner);
  expect(() => getMessageType(type.fields[1]!)).toThrow('a message field is declared without its message');
});

test('an enumeration keeps a number that its declaration does not have', () => {
  const type = message({ status: enumeration(1, { name: 'test.Status', values: { UNKNOWN: 0, SERVING: 1 } }) });
  expect(decode(type, encode(type, { status: 7 }))).toEqual({ status: 7 });
});
