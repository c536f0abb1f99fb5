/**
 * The vocabulary for declaring protobuf messages as plain data. TypeScript types and the codec both follow from a
 * declaration, so a message is written down once.
 *
 * Conventions on the JavaScript side: field names are lowerCamelCase; `bytes` is a Uint8Array; `int64` is a number
 * (decoding a value outside ±(2^53 - 1) is an error: nothing in this protocol counts that far); enums are numbers.
 * A decoded message has every plain field (a proto3 default when the wire left it out), every list and every map;
 * only messages and `optional` fields (the members of a oneof among them) may be undefined, which means absent.
 */
export interface MessageType<T> {
  readonly fields: readonly NamedField[];
  /** Never present; carries the decoded type. */
  readonly decoded?: T;
}

export type ScalarKind = 'string' | 'bytes' | 'bool' | 'int64' | 'int32' | 'enum';

export interface Field<T = unknown> {
  readonly number: number;
  readonly label: 'plain' | 'optional' | 'repeated' | 'map';
  readonly kind: ScalarKind | 'message';
  /** The message a `message` field holds; a function where two messages contain each other. */
  readonly type?: MessageRef<unknown>;
  /** Never present; carries the decoded type. */
  readonly decoded?: T;
}

export interface NamedField extends Field {
  readonly name: string;
}

export type MessageRef<T> = MessageType<T> | (() => MessageType<T>);

/** What decoding yields: `type Diagnostic = Decoded<typeof Diagnostic>`. */
export type Decoded<M> = M extends MessageType<infer T> ? T : never;

/** What encoding accepts: any field may be left out, at any depth. Every decoded message is a valid `Init` of itself. */
export type Init<T> = T extends Uint8Array | string | number | boolean | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Init<E>[]
    : string extends keyof T
      ? { readonly [K in keyof T]: Init<T[K]> }
      : { readonly [K in keyof T]?: Init<T[K]> | undefined };

type Fields = Readonly<Record<string, Field>>;
type FieldType<F> = F extends Field<infer T> ? T : never;
type AbsentKeys<F extends Fields> = { [K in keyof F]: undefined extends FieldType<F[K]> ? K : never }[keyof F];
type MessageValue<F extends Fields> = { readonly [K in Exclude<keyof F, AbsentKeys<F>>]: FieldType<F[K]> } & {
  readonly [K in AbsentKeys<F>]?: FieldType<F[K]>;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** Declares a message: `message({ name: string(1), attributes: repeated(2, Attribute) })`. */
export function message<const F extends Fields>(fields: F): MessageType<Flat<MessageValue<F>>> {
  return { fields: Object.entries(fields).map(([name, field]) => ({ ...field, name })) };
}

export const string = (number: number): Field<string> => ({ number, label: 'plain', kind: 'string' });
export const bytes = (number: number): Field<Uint8Array> => ({ number, label: 'plain', kind: 'bytes' });
export const bool = (number: number): Field<boolean> => ({ number, label: 'plain', kind: 'bool' });
export const int64 = (number: number): Field<number> => ({ number, label: 'plain', kind: 'int64' });
export const int32 = (number: number): Field<number> => ({ number, label: 'plain', kind: 'int32' });
export const enumeration = <E extends number = number>(number: number): Field<E> => ({
  number,
  label: 'plain',
  kind: 'enum',
});

/** A field whose absence differs from its default: proto3 `optional`, and the members of a oneof. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, label: 'optional' };
}

/** A field that holds a message; undefined when absent. */
export const one = <T>(number: number, type: MessageRef<T>): Field<T | undefined> => ({
  number,
  label: 'optional',
  kind: 'message',
  type,
});

export const repeated = <T>(number: number, type: MessageRef<T>): Field<readonly T[]> => ({
  number,
  label: 'repeated',
  kind: 'message',
  type,
});

/** A map from string to message. */
export const map = <T>(number: number, type: MessageRef<T>): Field<Readonly<Record<string, T>>> => ({
  number,
  label: 'map',
  kind: 'message',
  type,
});

/** A map from string to string. */
export const stringMap = (number: number): Field<Readonly<Record<string, string>>> => ({
  number,
  label: 'map',
  kind: 'string',
});
