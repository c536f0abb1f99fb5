import fc from 'fast-check';
import { createServices } from '../../../src/emulator/grpc/methods';
import { resourceMessage } from '../../../src/emulator/grpc/messages';
import { decode, encode, getMessageType } from '../../../src/grpc/codec';
import type { EnumType, MessageField, MessageType, DynamicMessage } from '../../../src/grpc/message';
import { declarations, getDeclaration } from '../../../src/model/kinds';
import { search } from '../../support/search';
import { organization } from '../support/organization';

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
};
/** A text that is a number, as protobuf's JSON has an int64. */
const int64 = fc.integer({ min: 1 }).map(String);

/** Names of an enum: declared ones, numbers without a name, and names without a number. */
function nameIn({ values, prefix = '' }: EnumType): fc.Arbitrary<string> {
  const known = Object.keys(values).filter((name) => values[name] !== 0);
  const numbers = fc.integer({ min: 100_000, max: 2 ** 30 - 1 });
  return fc.oneof(
    fc.constantFrom(...known),
    numbers.map((number) => `${prefix}_${number}`),
    fc.constantFrom('NEW', 'NEWER', '7', '007', '99999999999').map((name) => `${prefix}_${name}`),
  );
}

/** Values as the service answers them, without zero values, which the wire does not tell from absent ones. */
function valuesOf(type: MessageType<unknown>): fc.Arbitrary<DynamicMessage> {
  const fields = type.fields.map((field) => [field.name, toValue(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function toValue(field: MessageField): fc.Arbitrary<unknown> {
  const one = elementOf(field);
  if (field.label === 'repeated') return fc.array(one, { minLength: 1, maxLength: 4 });
  return field.label === 'map'
    ? fc.dictionary(field.key === 'int64' ? int64 : text, one, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
    : one;
}

function elementOf(field: MessageField): fc.Arbitrary<unknown> {
  if (field.kind === 'message') return messageValue(getMessageType(field));
  if (field.enum !== undefined) return nameIn(field.enum);
  return field.kind === 'int64' ? int64 : scalars[field.kind]!;
}

function messageValue(type: MessageType<unknown>): fc.Arbitrary<unknown> {
  return forms[type.name!] ?? valuesOf(type);
}

const ofKind = (kind: string) => resourceMessage(getDeclaration(kind), 'v2');

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
  const claims = JSON.parse('{"__proto__":"x","constructor":"y"}') as DynamicMessage;
  const type = ofKind('Identity');
  const decoded = decode(type, encode(type, { claimMatch: { claims } }));
  expect(Object.entries((decoded['claimMatch'] as { claims: DynamicMessage }).claims)).toEqual(Object.entries(claims));
});

test('a time that no date can say is refused', () => {
  expect(() => decode(ofKind('Group'), Buffer.from('3208' + '08ffffffffffff0f', 'hex'))).toThrow('no date');
});

test('5,000 malformed messages are each refused in words or understood, and nothing is written', async () => {
  const { emulator } = await organization();
  const before = emulator.snapshot();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const paths = createServices(declarations).flatMap(({ name, methods }) =>
    methods.map((method) => `/${name}/${method.name}`),
  );
  // Generating a message takes longer than decoding it: each of these is damaged several times.
  const wholes = declarations
    .map((declaration) => resourceMessage(declaration, 'v2beta1'))
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
