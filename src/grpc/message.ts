/**
 * The vocabulary for declaring protobuf messages as plain data. TypeScript types, the codec, descriptors and `.proto`
 * files all follow from a declaration, so a message is written down once.
 *
 * Conventions on the JavaScript side: field names are those of protobuf's JSON (lowerCamelCase); `bytes` is a Uint8Array;
 * `int64` is a number (decoding a value outside ±(2^53 - 1) is an error: nothing here counts that far); enums are numbers,
 * or the names of their values.
 * A decoded message has every plain field (a proto3 default when the wire left it out), every list and every map;
 * only messages and `optional` fields (the members of a oneof among them) may be undefined, which means absent.
 * A `sparse` message has only what the wire said: defaults, empty lists and empty maps are absent.
 */
export interface MessageType<T> extends MessageOptions {
  readonly fields: readonly NamedMessageField[];
  /** The JavaScript value of the message if it is not an object of its fields: text for a timestamp. */
  readonly form?: Form<T>;
  /** Never present; carries the decoded type. */
  readonly decoded?: T;
}

export interface MessageOptions {
  /** The full name, as in `google.protobuf.Timestamp`; needed where the message is described to others. */
  readonly name?: string;
  /** Decoded without defaults: what is unset is absent. */
  readonly sparse?: boolean;
  /** The comment in the `.proto` file. */
  readonly comment?: string;
}

/** Converts between a message's fields and its JavaScript value. */
export interface Form<T> {
  /** Throws an `Error` for fields that represent no value. */
  fromFields(fields: Readonly<Record<string, unknown>>): T;
  toFields(value: T): Readonly<Record<string, unknown>>;
}

/** The JavaScript type of each scalar. */
interface Scalars {
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly bool: boolean;
  readonly int64: number;
  readonly int32: number;
  readonly double: number;
}

export type ScalarKind = keyof Scalars | 'enum';

export interface MessageField<T = unknown> {
  readonly number: number;
  readonly label: 'plain' | 'optional' | 'repeated' | 'map';
  readonly kind: ScalarKind | 'message';
  /** The message a `message` field holds; a function where two messages contain each other. */
  readonly type?: MessageRef<unknown>;
  readonly enum?: EnumType;
  /** The JavaScript value of a number is text, as in protobuf's JSON. */
  readonly text?: NumberText;
  /** The type of the keys of a map. @default 'string' */
  readonly key?: 'int64';
  /** The oneof that the field belongs to. */
  readonly oneof?: string;
  /** The comment in the `.proto` file. */
  readonly comment?: string;
  /** Never present; carries the decoded type. */
  readonly decoded?: T;
}

/** Converts a number on the wire to text: to the name of an enum value, to the digits of an int64. */
export interface NumberText {
  toText(number: number): string;
  toNumber(text: string): number;
}

export interface NamedMessageField extends MessageField {
  readonly name: string;
}

export interface EnumType {
  /** The full name. */
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  /** Begins the names of unknown numbers: `COLOR_99`. */
  readonly prefix?: string;
}

export type MessageRef<T> = MessageType<T> | (() => MessageType<T>);

/** A message whose fields are known at run time only. */
export type DynamicMessage = Readonly<Record<string, unknown>>;

/** The decoded type: `type Diagnostic = Decoded<typeof Diagnostic>`. */
export type Decoded<M> = M extends MessageType<infer T> ? T : never;

/**
 * The input of encoding: any field may be omitted, at any depth. Every decoded message is a valid `Init` of the same
 * message.
 */
export type Init<T> = unknown extends T
  ? T
  : T extends Uint8Array | string | number | boolean | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly Init<E>[]
      : string extends keyof T
        ? { readonly [K in keyof T]: Init<T[K]> }
        : { readonly [K in keyof T]?: Init<T[K]> | undefined };

type Fields = Readonly<Record<string, MessageField>>;
type FieldType<F> = F extends MessageField<infer T> ? T : never;
type AbsentKeys<F extends Fields> = { [K in keyof F]: undefined extends FieldType<F[K]> ? K : never }[keyof F];
type MessageValue<F extends Fields> = { readonly [K in Exclude<keyof F, AbsentKeys<F>>]: FieldType<F[K]> } & {
  readonly [K in AbsentKeys<F>]?: FieldType<F[K]>;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** Declares a message: `message({ name: string(1), attributes: repeated(2, Attribute) })`. */
export function message<const F extends Fields>(
  fields: F,
  options: MessageOptions = {},
): MessageType<Flat<MessageValue<F>>> {
  return { ...options, fields: Object.entries(fields).map(([name, field]) => ({ ...field, name })) };
}

/** Returns the same message with another JavaScript value. */
export function withForm<T>(type: MessageType<unknown>, form: Form<T>): MessageType<T> {
  return { ...(type as MessageType<T>), form };
}

export const string = (number: number): MessageField<string> => ({ number, label: 'plain', kind: 'string' });
export const bytes = (number: number): MessageField<Uint8Array> => ({ number, label: 'plain', kind: 'bytes' });
export const bool = (number: number): MessageField<boolean> => ({ number, label: 'plain', kind: 'bool' });
export const int64 = (number: number): MessageField<number> => ({ number, label: 'plain', kind: 'int64' });
export const int32 = (number: number): MessageField<number> => ({ number, label: 'plain', kind: 'int32' });
export const double = (number: number): MessageField<number> => ({ number, label: 'plain', kind: 'double' });
export const enumeration = <E extends number = number>(number: number, type?: EnumType): MessageField<E> => ({
  number,
  label: 'plain',
  kind: 'enum',
  ...(type !== undefined && { enum: type }),
});

/** A field whose absence differs from its default: proto3 `optional`, and the members of a oneof. */
export function optional<T>(field: MessageField<T>): MessageField<T | undefined> {
  return { ...field, label: 'optional' };
}

/** A field that holds a message; undefined when absent. */
export const one = <T>(number: number, type: MessageRef<T>): MessageField<T | undefined> => ({
  number,
  label: 'optional',
  kind: 'message',
  type,
});

/** A list of messages or of a scalar. */
export function repeated<K extends keyof Scalars>(number: number, kind: K): MessageField<readonly Scalars[K][]>;
export function repeated<T>(number: number, type: MessageRef<T>): MessageField<readonly T[]>;
export function repeated(number: number, of: MessageRef<unknown> | ScalarKind): MessageField<readonly unknown[]> {
  return { number, label: 'repeated', ...element(of) };
}

/** A map from string to a message or a scalar. */
export function map<K extends keyof Scalars>(
  number: number,
  kind: K,
): MessageField<Readonly<Record<string, Scalars[K]>>>;
export function map<T>(number: number, type: MessageRef<T>): MessageField<Readonly<Record<string, T>>>;
export function map(
  number: number,
  of: MessageRef<unknown> | ScalarKind,
): MessageField<Readonly<Record<string, unknown>>> {
  return { number, label: 'map', ...element(of) };
}

function element(of: MessageRef<unknown> | ScalarKind): Pick<MessageField, 'kind' | 'type'> {
  return typeof of === 'string' ? { kind: of } : { kind: 'message', type: of };
}
