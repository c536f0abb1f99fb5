/** Messages that every protobuf library brings along. Source: protobuf.dev "Well-known types". */
import {
  bool,
  double,
  enumeration,
  int32,
  int64,
  map,
  message,
  one,
  optional,
  repeated,
  string,
  withForm,
  type Decoded,
  type MessageType,
} from './message';
import type { ProtoFile } from './proto-file';

export const Empty = message({}, { name: 'google.protobuf.Empty' });
/** Seconds since 1970 and nanoseconds within the second. */
export const Timestamp = message({ seconds: int64(1), nanos: int32(2) }, { name: 'google.protobuf.Timestamp' });
export type Timestamp = Decoded<typeof Timestamp>;
export const Duration = message({ seconds: int64(1), nanos: int32(2) }, { name: 'google.protobuf.Duration' });
export const FieldMask = message({ paths: repeated(1, 'string') }, { name: 'google.protobuf.FieldMask' });

/** Any JSON value. */
export const Value: MessageType<unknown> = withForm<unknown>(
  message(
    {
      nullValue: optional(enumeration(1, { name: 'google.protobuf.NullValue', values: { NULL_VALUE: 0 } })),
      numberValue: optional(double(2)),
      stringValue: optional(string(3)),
      boolValue: optional(bool(4)),
      structValue: one(5, () => Struct),
      listValue: one(6, () => ListValue),
    },
    { name: 'google.protobuf.Value' },
  ),
  {
    fromFields: (fields) => Object.entries(fields).find(([name]) => name !== 'nullValue')?.[1] ?? null,
    toFields(value) {
      if (value === null || value === undefined) return { nullValue: 0 };
      if (Array.isArray(value)) return { listValue: value };
      return { [`${typeof value === 'object' ? 'struct' : typeof value}Value`.replace('boolean', 'bool')]: value };
    },
  },
);
const Struct = withForm<unknown>(message({ fields: map(1, Value) }, { name: 'google.protobuf.Struct' }), {
  fromFields: ({ fields }) => fields,
  toFields: (fields) => ({ fields }),
});
const ListValue = withForm<unknown>(message({ values: repeated(1, Value) }, { name: 'google.protobuf.ListValue' }), {
  fromFields: ({ values }) => values,
  toFields: (values) => ({ values }),
});

export const wellKnownFiles: readonly ProtoFile[] = [
  file('empty', Empty),
  file('timestamp', Timestamp),
  file('duration', Duration),
  file('field_mask', FieldMask),
  file('struct', Value),
];

function file(name: string, ...messages: readonly MessageType<unknown>[]): ProtoFile {
  return { name: `google/protobuf/${name}.proto`, package: 'google.protobuf', messages };
}
