import fc from 'fast-check';
import { servicesOf } from '../../../src/emulator/grpc/methods';
import { resourceMessage } from '../../../src/emulator/grpc/messages';
import { decode, encode, messageTypeOf } from '../../../src/grpc/codec';
import type { Field, MessageType, Values } from '../../../src/grpc/message';
import { declarations, declarationOf } from '../../../src/resources';
import { search } from '../../support/search';
import { organization } from '../support/organization';
import numbersOnRecord from './field-numbers.json';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  bool: fc.constant(true),
  int32: fc.integer().filter((number) => number !== 0),
};
const forms: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'google.protobuf.Timestamp': fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  'google.protobuf.Duration': fc.constantFrom('86400s', '1s', '0s', '1.500000000s'),
  // Null reads as absent.
  'google.protobuf.Value': fc.jsonValue().filter((value) => value !== null),
};

/** Values as the service answers them, without zero values, which the wire does not tell from absent ones. */
function valuesOf(type: MessageType<unknown>): fc.Arbitrary<Values> {
  const fields = type.fields.map((field) => [field.name, valueOf(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function valueOf(field: Field): fc.Arbitrary<unknown> {
  const one = field.kind === 'message' ? messageValue(messageTypeOf(field)) : scalars[field.kind]!;
  if (field.label === 'repeated') return fc.array(one, { minLength: 1, maxLength: 4 });
  return field.label === 'map' ? fc.dictionary(text, one, { minKeys: 1, maxKeys: 4, noNullPrototype: true }) : one;
}

function messageValue(type: MessageType<unknown>): fc.Arbitrary<unknown> {
  return type.form === undefined ? valuesOf(type) : forms[type.name!]!;
}

const ofKind = (kind: string) => resourceMessage(declarationOf(kind));

test.each(declarations.map(({ kind }) => kind))('every %s survives encoding and decoding', (kind) => {
  const type = ofKind(kind);
  fc.assert(
    fc.property(valuesOf(type), (values) => expect(decode(type, encode(type, values))).toEqual(values)),
    { numRuns: 50 * search },
  );
});

test('zero values are absent, also where the wire has them, and a map keeps the elements that are zero', () => {
  const type = ofKind('Group');
  const zeros = { uid: '', name: '', verified: false, createTime: undefined, resourceLimits: {} };
  expect(encode(type, zeros)).toHaveLength(0);
  expect(decode(type, Buffer.from('0a00' + '2800', 'hex'))).toEqual({});
  const resourceLimits = { clusters: 0, '': 5, __proto__x: 7 };
  expect(decode(type, encode(type, { resourceLimits }))).toEqual({ resourceLimits });
});

test('a name from outside is a key like any other', () => {
  const claims = JSON.parse('{"__proto__":"x","constructor":"y"}') as Values;
  const type = ofKind('Identity');
  const decoded = decode(type, encode(type, { claimMatch: { claims } }));
  expect(Object.entries((decoded['claimMatch'] as { claims: Values }).claims)).toEqual(Object.entries(claims));
});

test('a time that no date can say is refused', () => {
  expect(() => decode(ofKind('Group'), Buffer.from('3208' + '08ffffffffffff0f', 'hex'))).toThrow('no date');
});

test('no field on record has changed its number or type: append fields, and add a line for each', () => {
  const numbers: Record<string, Record<string, string>> = {};
  const visit = (type: MessageType<unknown>): void => {
    const { name = '' } = type;
    if (name in numbers || name.startsWith('google.')) return;
    const fields = type.fields.map((field) => [field.name, `${field.number} ${described(field)}`]);
    numbers[name] = Object.fromEntries(fields) as Record<string, string>;
    for (const field of type.fields) if (field.kind === 'message') visit(messageTypeOf(field));
  };
  for (const { methods } of servicesOf(declarations))
    for (const { request, response } of methods) [request, response].forEach(visit);
  expect(numbers).toEqual(numbersOnRecord);
});

function described(field: Field): string {
  const type = field.kind === 'message' ? messageTypeOf(field).name : field.kind;
  return field.label === 'map' || field.label === 'repeated' ? `${field.label} ${type}` : `${type}`;
}

test('5,000 malformed messages are each refused in words or understood, and nothing is written', async () => {
  const { emulator } = await organization();
  const before = emulator.snapshot();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const paths = servicesOf(declarations).flatMap(({ name, methods }) =>
    methods.map((method) => `/${name}/${method.name}`),
  );
  // Generating a message takes longer than decoding it: each of these is damaged several times.
  const wholes = declarations
    .map(resourceMessage)
    .flatMap((type) => fc.sample(valuesOf(type), 25).map((values) => encode(type, values)));
  const broken = fc.tuple(fc.constantFrom(...wholes), fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    const copy = Uint8Array.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy.subarray(0, copy.length - (at % 3));
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths.filter((path) => !/\/(Create|LookupIdentity)/.test(path))),
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
