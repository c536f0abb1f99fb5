import fc from 'fast-check';
import { decode, encode } from '../../../src/emulator/grpc/codec';
import type { Field, Message } from '../../../src/emulator/grpc/message';
import { methodsOf } from '../../../src/emulator/grpc/methods';
import { resourceMessages } from '../../../src/emulator/grpc/resource-messages';
import { declarations } from '../../../src/resources';
import { organization } from '../support/organization';

type Values = Record<string, unknown>;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const scalars = {
  string: text,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
  bool: fc.constant(true),
  int32: fc.integer().filter((number) => number !== 0),
  int64: fc.maxSafeInteger().filter((number) => number !== 0),
  timestamp: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

/** Values as the service answers them, without zero values, which the wire does not tell from absent ones. */
function valuesOf(message: Message): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(Object.entries(message).map(([name, field]) => [name, valueOf(field)])), {
    requiredKeys: [],
  });
}

function valueOf({ type, label }: Field): fc.Arbitrary<unknown> {
  const one: fc.Arbitrary<unknown> = typeof type === 'object' ? valuesOf(type) : scalars[type];
  if (label === 'repeated') return fc.array(one, { minLength: 1, maxLength: 4 });
  return label === 'map' ? fc.dictionary(text, one, { minKeys: 1, maxKeys: 4, noNullPrototype: true }) : one;
}

test.each(Object.keys(resourceMessages))('every %s survives encoding and decoding', (kind) => {
  const message = resourceMessages[kind]!;
  fc.assert(
    fc.property(valuesOf(message), (values) => expect(decode(message, encode(message, values))).toEqual(values)),
    { numRuns: 300 },
  );
});

test('zero values are absent on the wire, and a map keeps the elements that are zero', () => {
  const message = resourceMessages['Group']!;
  const zeros = { uid: '', name: '', verified: false, createTime: undefined, resourceLimits: {} };
  expect(encode(message, zeros)).toHaveLength(0);
  const resourceLimits = { clusters: 0, '': 5, __proto__x: 7 };
  expect(decode(message, encode(message, { resourceLimits }))).toEqual({ resourceLimits });
});

test('a name from outside is a key like any other', () => {
  const message = resourceMessages['Identity']!;
  const claims = JSON.parse('{"__proto__":"x","constructor":"y"}') as Values;
  const decoded = decode(message, encode(message, { claimMatch: { claims } }));
  expect(Object.entries((decoded['claimMatch'] as { claims: Values }).claims)).toEqual(Object.entries(claims));
});

test('5,000 malformed messages are each refused in words or understood, and nothing is written', async () => {
  const { emulator } = await organization();
  const before = emulator.snapshot();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const paths = methodsOf(declarations).map(({ path }) => path);
  const whole = fc
    .constantFrom(...Object.values(resourceMessages))
    .chain((message) => valuesOf(message).map((values) => encode(message, values)));
  const broken = fc.tuple(whole, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    const copy = Uint8Array.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy.subarray(0, copy.length - (at % 3));
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths.filter((path) => !/Create(Group|Role|Identity)$/.test(path))),
      fc.oneof(fc.uint8Array({ maxLength: 64 }), broken),
      async (path, bytes) => {
        const answer = await emulator.rpc(path, authorization, bytes).catch((error: unknown) => error);
        if (!(answer instanceof Uint8Array)) expect(answer).toMatchObject({ name: 'ServiceError' });
      },
    ),
    { numRuns: 5000 },
  );
  expect(emulator.snapshot()).toEqual(before);
  emulator.close();
});
