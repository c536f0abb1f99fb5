import { namesIn } from '../../src/grpc/proto-file';
import { Duration, Empty, FieldMask, Timestamp, wellKnownFiles } from '../../src/grpc/well-known';

test('each file declares its own message', () => {
  const names = wellKnownFiles.map((file) => [file.name, [...namesIn(file)]]);
  expect(Object.fromEntries(names as [string, string[]][])).toEqual({
    'google/protobuf/empty.proto': [Empty.name],
    'google/protobuf/timestamp.proto': [Timestamp.name],
    'google/protobuf/duration.proto': [Duration.name],
    'google/protobuf/field_mask.proto': [FieldMask.name],
  });
});
