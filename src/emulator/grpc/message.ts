/**
 * Protobuf messages as plain data: the JavaScript side is JSON as v2 spells it, so that the service needs no other form.
 * Zero values are absent on the wire and absent after decoding.
 */

export type Scalar = 'string' | 'bytes' | 'bool' | 'int32' | 'int64' | 'timestamp';

export interface Field {
  readonly number: number;
  /** A `timestamp` is RFC 3339 text here and a `google.protobuf.Timestamp` there. */
  readonly type: Scalar | Message;
  /** `map`: from text to `type`. @default 'single' */
  readonly label?: 'single' | 'repeated' | 'map';
}

/** Fields by their JSON name. */
export type Message = Readonly<Record<string, Field>>;

export const string = (number: number): Field => ({ number, type: 'string' });
export const bytes = (number: number): Field => ({ number, type: 'bytes' });
export const bool = (number: number): Field => ({ number, type: 'bool' });
export const int32 = (number: number): Field => ({ number, type: 'int32' });
export const int64 = (number: number): Field => ({ number, type: 'int64' });
export const timestamp = (number: number): Field => ({ number, type: 'timestamp' });
export const message = (number: number, type: Message): Field => ({ number, type });
export const repeated = (number: number, type: Field['type']): Field => ({ number, type, label: 'repeated' });
export const map = (number: number, type: Field['type']): Field => ({ number, type, label: 'map' });
