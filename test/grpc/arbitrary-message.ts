import fc from 'fast-check';
import type { MessageType, NamedMessageField } from '../../src/grpc/message';

const text = fc.string({ unit: 'grapheme' });
const known = new Map<MessageType<object>, fc.Arbitrary<object>[]>();

/** Values of a declared message as decoding yields them; nested ones stop at `depth`. */
export function arbitraryMessage<T extends object>(type: MessageType<T>, depth = 3): fc.Arbitrary<T> {
  const byDepth = known.get(type) ?? [];
  known.set(type, byDepth);
  return (byDepth[depth] ??= messageOf(type, depth)) as fc.Arbitrary<T>;
}

function messageOf<T extends object>(type: MessageType<T>, depth: number): fc.Arbitrary<T> {
  const fields = Object.fromEntries(type.fields.map((field) => [field.name, arbitraryField(field, depth)]));
  const required = type.fields.filter(({ label }) => label !== 'optional').map(({ name }) => name);
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true }) as unknown as fc.Arbitrary<T>;
}

function arbitraryField(field: NamedMessageField, depth: number): fc.Arbitrary<unknown> {
  if (field.label === 'optional' && field.kind === 'message' && depth === 0) return fc.constant(undefined);
  const most = depth === 0 ? 0 : 3;
  const one = arbitraryOne(field, depth);
  if (field.label === 'repeated') return fc.array(one, { maxLength: most });
  return field.label === 'map' ? fc.dictionary(text, one, { maxKeys: most }) : one;
}

function arbitraryOne({ kind, type }: NamedMessageField, depth: number): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'message':
      return fc
        .constant(undefined)
        .chain(() => arbitraryMessage((typeof type === 'function' ? type() : type!) as MessageType<object>, depth - 1));
    case 'string':
      return text;
    case 'bytes':
      return fc.uint8Array().map((bytes) => Uint8Array.from(bytes));
    case 'bool':
      return fc.boolean();
    case 'int64':
      return fc.maxSafeInteger();
    default:
      return fc.integer();
  }
}
