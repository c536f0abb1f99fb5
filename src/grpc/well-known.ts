/** Messages that every protobuf library brings along. Source: protobuf.dev "Well-known types". */
import { int32, int64, message, repeated, type Decoded, type MessageType } from './message';
import type { ProtoFile } from './proto-file';

export const Empty = message({}, { name: 'google.protobuf.Empty' });
/** Seconds since 1970 and nanoseconds within the second. */
export const Timestamp = message({ seconds: int64(1), nanos: int32(2) }, { name: 'google.protobuf.Timestamp' });
export type Timestamp = Decoded<typeof Timestamp>;
export const Duration = message({ seconds: int64(1), nanos: int32(2) }, { name: 'google.protobuf.Duration' });
export const FieldMask = message({ paths: repeated(1, 'string') }, { name: 'google.protobuf.FieldMask' });

export const wellKnownFiles: readonly ProtoFile[] = [
  file('empty', Empty),
  file('timestamp', Timestamp),
  file('duration', Duration),
  file('field_mask', FieldMask),
];

function file(name: string, ...messages: readonly MessageType<unknown>[]): ProtoFile {
  return { name: `google/protobuf/${name}.proto`, package: 'google.protobuf', messages };
}
