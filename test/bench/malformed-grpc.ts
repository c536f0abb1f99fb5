/** Calls over gRPC that no client makes: frames, messages and metadata that do not hold what they promise. */
import { constants, type ClientHttp2Session, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import type { Random } from '../support/random';
import type { Malformed, Target } from './malformed';

interface Call {
  readonly headers?: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** The client leaves without having said that this was all. */
  readonly hangsUp?: boolean;
}

type Kind = (random: Random, target: Target) => Call;

const kinds: Readonly<Record<string, Kind>> = {
  'truncated message': (random, { rootGroupUid }) => {
    const message = goodMessage(rootGroupUid);
    return { body: frame(message.subarray(0, random.below(message.length))) };
  },
  'wrong frame length': (random, { rootGroupUid }) => {
    const body = frame(goodMessage(rootGroupUid));
    body.writeUInt32BE(random.pick([0, 1, body.length, 2 ** 20, 2 ** 32 - 1])!, 1);
    return { body };
  },
  'wrong flag': (random, { rootGroupUid }) => {
    const body = frame(goodMessage(rootGroupUid));
    body[0] = 1 + random.below(255);
    return { body };
  },
  'half a frame': (random, { rootGroupUid }) => {
    const body = frame(goodMessage(rootGroupUid));
    return { body: body.subarray(0, random.below(body.length)), hangsUp: random.chance(50) };
  },
  'two messages': (_, { rootGroupUid }) => {
    const one = frame(goodMessage(rootGroupUid));
    return { body: Buffer.concat([one, one]) };
  },
  'no message': () => ({ body: Buffer.alloc(0) }),
  'random bytes': (random) => ({ body: frame(bytes(random, random.below(300))) }),
  'changed bytes': (random, { rootGroupUid }) => {
    const message = goodMessage(rootGroupUid);
    for (let changed = 0; changed < 3; changed += 1) message[random.below(message.length)] = random.below(256);
    return { body: frame(message) };
  },
  'wrong wire types': (random) => {
    const fields = Array.from({ length: 5 }, () =>
      Buffer.from([((1 + random.below(15)) << 3) | random.below(8), random.below(256)]),
    );
    return { body: frame(Buffer.concat([...fields, bytes(random, 20)])) };
  },
  'endless varint': (random) => ({
    body: frame(Buffer.concat([Buffer.from([0x12]), Buffer.alloc(1 + random.below(100), 0xff)])),
  }),
  'length beyond the end': () => ({ body: frame(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x61])) }),
  'deep nesting': (random) => {
    let message: Buffer = Buffer.from([0x0a, 0x01, 0x61]);
    for (let depth = 10 ** (1 + random.below(3)); depth > 0 && message.length < 60_000; depth -= 1)
      message = field(2, message);
    return { body: frame(message) };
  },
  /** As a role's capabilities are. */
  'many fields': (random, { rootGroupUid }) => {
    const many = Array.from({ length: 10 ** random.below(5) }, () => field(4, Buffer.from('a.b')));
    return { body: frame(Buffer.concat([field(1, Buffer.from(rootGroupUid)), field(2, Buffer.concat(many))])) };
  },
  'no UTF-8': (random) => ({ body: frame(field(1, Buffer.from([0xff, 0xfe, random.below(256)]))) }),
  'bad metadata': (random, { rootGroupUid }) => ({
    headers: random.pick<OutgoingHttpHeaders>([
      { 'grpc-timeout': 'soon' },
      { 'grpc-timeout': '-1S' },
      { 'grpc-timeout': '99999999999H' },
      { 'grpc-timeout': '1n' },
      { 'grpc-encoding': 'gzip' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/grpc+json' },
      { 'content-type': '' },
      { 'x-bin': '%%%' },
      { ':method': 'GET' },
      { 'x-large': 'y'.repeat(random.below(12_000)) },
    ])!,
    body: frame(goodMessage(rootGroupUid)),
  }),
  'bad credentials': (random, { rootGroupUid, token }) => ({
    headers: {
      authorization: random.pick(['', 'Bearer', token, `Bearer ${token}x`, 'Bearer a.b.c', `bearer  ${token}`])!,
    },
    body: frame(goodMessage(rootGroupUid)),
  }),
  'bad path': (random, { rootGroupUid }) => ({
    headers: {
      ':path': random.pick([
        '/',
        '//',
        '/a',
        '/a/b/c',
        '/chainguard.platform.iam.v2beta1.GroupsService/Nothing',
        '/%00/%ff',
        `/${'a'.repeat(9_000)}`,
      ])!,
    },
    body: frame(goodMessage(rootGroupUid)),
  }),
};

/** One malformed call, and how it ended. */
export function malformedGrpc(random: Random, target: Target, session: () => ClientHttp2Session): Malformed {
  const kind = random.pick(Object.keys(kinds))!;
  const call = kinds[kind]!(random, target);
  const path = random.pick(paths)!;
  return { kind: `gRPC, ${kind}`, send: () => exchange(session(), path, call, target) };
}

const paths = ['Groups', 'Identities', 'Roles', 'RoleBindings'].flatMap((kinds) => {
  const one = kinds === 'Identities' ? 'Identity' : kinds.slice(0, -1);
  return [`Create${one}`, `Update${one}`, `Get${one}`, `List${kinds}`].map(
    (method) => `/chainguard.platform.iam.v2beta1.${kinds}Service/${method}`,
  );
});

const patienceMs = 20_000;

function exchange(
  session: ClientHttp2Session,
  path: string,
  { headers, body, hangsUp }: Call,
  { token }: Target,
): Promise<string> {
  return new Promise((resolve) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${token}`,
      ...headers,
    });
    let http = 0;
    let status: string | undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stream.close(constants.NGHTTP2_CANCEL);
    }, patienceMs);
    stream.on('response', (head) => {
      http = Number(head[':status']);
      status = statusIn(head);
    });
    stream.on('trailers', (trailers) => (status = statusIn(trailers)));
    stream.on('error', () => undefined);
    stream.once('close', () => {
      clearTimeout(timer);
      if (isLate) resolve('NOTHING FOR 20 s');
      else if (hangsUp) resolve('hung up by the client');
      else if (status !== undefined) resolve(`grpc-status ${status}`);
      else resolve(http === 0 ? `reset (${stream.rstCode})` : `HTTP ${http} without a grpc-status`);
    });
    stream.resume();
    if (hangsUp) stream.write(body, () => stream.close(constants.NGHTTP2_CANCEL));
    else stream.end(body);
  });
}

function statusIn(headers: IncomingHttpHeaders): string | undefined {
  const status = headers['grpc-status'];
  return typeof status === 'string' ? status : undefined;
}

/** A CreateGroupRequest: the parent, and a group with a name. */
function goodMessage(parent: string): Buffer {
  return Buffer.concat([field(1, Buffer.from(parent)), field(2, field(2, Buffer.from('a')))]);
}

function field(number: number, value: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value]);
}

function varint(value: number): Buffer {
  const parts: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...parts, rest]);
    parts.push((rest & 127) | 128);
  }
}

function frame(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
