import { bool, enumeration, map, message, one, optional, repeated, string } from '../../src/grpc/message';
import type { ProtoFile } from '../../src/grpc/proto-file';
import { protoName, protoText } from '../../src/grpc/proto-text';
import { Timestamp, wellKnownFiles } from '../../src/grpc/well-known';

const state = { name: 'acme.Group.State', values: { UNKNOWN: 0, ACTIVE: 1 } };
const group = message(
  {
    uid: { ...string(1), comment: 'Output only.' },
    isVerified: optional(bool(2)),
    createTime: one(3, Timestamp),
    tags: repeated(4, 'string'),
    limits: map(5, 'int32'),
    state: enumeration(6, state),
    sync_config: string(7),
  },
  { name: 'acme.Group', comment: 'A node.' },
);
const query = message({}, { name: 'acme.Query' });
const file: ProtoFile = {
  name: 'acme.proto',
  package: 'acme',
  comment: 'Generated.',
  services: [
    {
      name: 'acme.Groups',
      methods: [
        { name: 'Get', request: query, response: group },
        { name: 'Watch', request: query, response: group, streams: 'server' },
        { name: 'Ask', request: query, response: group, streams: 'both' },
      ],
    },
  ],
};

test('a file has its package, imports, services, messages and enumerations', () => {
  expect(protoText(file, [file, ...wellKnownFiles])).toBe(`// Generated.
syntax = "proto3";

package acme;

import "google/protobuf/timestamp.proto";

service Groups {
  rpc Get(Query) returns (Group);
  rpc Watch(Query) returns (stream Group);
  rpc Ask(stream Query) returns (stream Group);
}

message Query {
}

// A node.
message Group {
  enum State {
    UNKNOWN = 0;
    ACTIVE = 1;
  }
  // Output only.
  string uid = 1;
  optional bool is_verified = 2;
  google.protobuf.Timestamp create_time = 3;
  repeated string tags = 4;
  map<string, int32> limits = 5;
  Group.State state = 6;
  string sync_config = 7 [json_name = "sync_config"];
}
`);
});

test('a comment fills lines of 116 characters, and a longer word has its own line', () => {
  const words = [...Array.from({ length: 120 }, (_, index) => 'x'.repeat(1 + (index % 7))), 'y'.repeat(130), 'z'];
  const text = protoText({ name: 'acme.proto', package: 'acme', comment: words.join(' ') }, []);
  const lines = text.split('\n').filter((line) => line.startsWith('// '));
  expect(lines.flatMap((line) => line.slice(3).split(' '))).toEqual(words);
  const longer = lines.filter((line) => line.length > 116 && line.slice(3).includes(' '));
  const shorter = lines.filter((line, index) => {
    const [next] = lines[index + 1]?.slice(3).split(' ') ?? [];
    return next !== undefined && `${line} ${next}`.length <= 116;
  });
  expect({ longer, shorter }).toEqual({ longer: [], shorter: [] });
});

test('the fields of a oneof are together, and a map can have numbers as keys', () => {
  const choice = message(
    {
      ...{ subject: { ...string(3), oneof: 'sub' }, name: string(1) },
      ...{ subjectPattern: { ...string(4), oneof: 'sub' }, byId: { ...map(2, 'string'), key: 'int64' as const } },
    },
    { name: 'acme.Choice' },
  );
  expect(protoText({ name: 'acme.proto', package: 'acme', messages: [choice] }, [])).toContain(`message Choice {
  oneof sub {
    string subject = 3;
    string subject_pattern = 4;
  }
  string name = 1;
  map<int64, string> by_id = 2;
}`);
});

test('a long comment is broken between words', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const text = protoText({ name: 'x.proto', package: 'x', comment: `${words} ${'y'.repeat(200)}` }, []);
  const lines = text.split('\n').filter((line) => line.startsWith('// '));
  expect(lines.map((line) => line.slice(3)).join(' ')).toBe(`${words} ${'y'.repeat(200)}`);
  expect(lines.filter((line) => line.length > 120)).toEqual([`// ${'y'.repeat(200)}`]);
});

test('an enumeration without a declaration cannot be written', () => {
  const broken = message({ status: enumeration(1) }, { name: 'x.Broken' });
  expect(() => protoText({ name: 'x.proto', package: 'x', messages: [broken] }, [])).toThrow('status names no enum');
});

test('names in a file are in snake case', () => {
  expect(['uid', 'createTime', 'aBC', 'v1Url'].map(protoName)).toEqual(['uid', 'create_time', 'a_b_c', 'v1_url']);
});
