import { ArgError, type Provider, type Schema } from '../../../src/plugin';
import { startHost, type Connection, type Host } from '../../../src/plugin/testing';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import type { CtyType } from '../../../src/plugin/values/types';

let connection: Connection;
let host: Host;

const provider: Provider<Schema, object> = {
  name: 'e',
  address: 'example.com/test/e',
  version: '0.0.1',
  schema: { attributes: {} },
  configure: () => ({}),
  functions: {
    repeat: {
      parameters: [{ name: 'text', type: 'string' }],
      variadic: { name: 'times', type: 'number' },
      returns: ['list', 'string'],
      call(text, ...times) {
        const bad = times.findIndex((count) => typeof count !== 'number');
        if (bad >= 0) throw new ArgError(bad + 1, 'That is too often.');
        return times.map((count) => String(text).repeat(Number(count)));
      },
    },
    count: { parameters: [], returns: 'number', call: (...args) => args.length },
    liar: { parameters: [], returns: ['list', 'string'], call: () => ['a', 1] },
  },
};

beforeEach(async () => {
  host = await startHost(provider);
  connection = host.connection;
});

const call = (
  name: string,
  ...args: (readonly [unknown, CtyType])[]
): ReturnType<typeof connection.call<'CallFunction'>> =>
  connection.call('CallFunction', {
    name,
    arguments: args.map(([value, type]) => ({ msgpack: encodeValue(value, type) })),
  });

test('a function takes any number of further arguments', async () => {
  const { result, error } = await call('repeat', ['a', 'string'], [1, 'number'], [3, 'number']);
  expect(error).toBeUndefined();
  expect(decodeValue(result!.msgpack, ['list', 'string'])).toEqual(['a', 'aaa']);
});

test('an error blames its argument', async () => {
  const { error } = await call('repeat', ['a', 'string'], [1, 'number'], [10n ** 30n, 'number']);
  expect(error).toEqual({ text: 'That is too often.', functionArgument: 2 });
});

test.each<[string, string]>([
  ['liar', 'The function "liar" returned an invalid value: [1] of the result should be a string, but is a number.'],
  ['nobody', 'This provider has no function of type "nobody".'],
])('the function %s gives an error in words', async (name, text) => {
  const { error } = await call(name);
  expect(error?.text).toContain(text);
  expect(error?.functionArgument).toBeUndefined();
});

test('an argument that is not what it should be is an error in words', async () => {
  const { error } = await call('repeat', [5, 'number']);
  expect(error?.text).toContain('expected string, got number');
});

test.each([[[]], [['a']], [['a', true, 1, null]]])(
  'an argument without a parameter can have any type: %j',
  async (args) => {
    expect(await host.callFunction('count', ...args)).toBe(args.length);
  },
);
