/** Requests over HTTP that no client sends: raw bytes, since a client would not. */
import { connect } from 'node:net';
import type { Random } from '../support/random';
import type { Malformed, Target } from './malformed';

/** Returns the bytes of a request with one kind of defect. */
type Kind = (random: Random, target: Target) => Buffer | string;

const kinds: Readonly<Record<string, Kind>> = {
  'truncated body': (random, target) => {
    const body = JSON.stringify(goodBody(random));
    return post(random, target, body.slice(0, random.below(body.length)));
  },
  'half a request': (random, target) => {
    const whole = Buffer.from(post(random, target, JSON.stringify(goodBody(random))));
    return whole.subarray(0, 1 + random.below(whole.length - 1));
  },
  'wrong types': (random, target) => {
    const body: Record<string, unknown> = { ...goodBody(random) };
    for (const name of Object.keys(body)) if (random.chance(60)) body[name] = oddValue(random);
    return post(random, target, JSON.stringify(random.chance(20) ? oddValue(random) : body));
  },
  'odd JSON': (random, target) =>
    post(
      random,
      target,
      random.pick([
        '{"name":"a","name":"b"}',
        '{"__proto__":{"name":"a"},"constructor":1}',
        '\ufeff{"name":"a"}',
        '{"name":"\\ud800"}',
        '{"name":1e400}',
        '{"name":"a"}{"name":"b"}',
        "{'name':'a'}",
        'NaN',
        '',
        `{"name":${'9'.repeat(5_000)}}`,
      ])!,
    ),
  'deep nesting': (random, target) => {
    const depth = 10 ** (1 + random.below(5));
    const [open, close] = random.chance(50) ? ['[', ']'] : ['{"claimMatch":', '}'];
    return post(random, target, `{"name":${open.repeat(depth)}1${close.repeat(random.chance(50) ? depth : 0)}}`);
  },
  'bytes that are no UTF-8': (random, target) => {
    const body = Buffer.from(JSON.stringify(goodBody(random)));
    for (let changed = 0; changed < 5; changed += 1) body[random.below(body.length)] = 128 + random.below(128);
    return Buffer.concat([Buffer.from(head(random, target, [`content-length: ${body.length}`])), body]);
  },
  'bad lengths': (random, target) => {
    const length = random.pick(['-1', '1e9', '0x10', '18446744073709551616', '3, 4', '1000000', '1', ' '])!;
    const more = random.pick([[], ['content-length: 2'], ['transfer-encoding: chunked']])!;
    return `${head(random, target, [`content-length: ${length}`, ...more])}{"name":"a"}`;
  },
  'bad chunks': (random, target) =>
    head(random, target, ['transfer-encoding: chunked']) +
    random.pick([
      'zz\r\n{}',
      'ffffffffffff\r\n{}',
      '5\r\n{"na\r\n',
      '2\r\n{}\r\n0\r\nx: y',
      '-1\r\n',
      '2;x=y\r\n{}3\r\n',
    ])!,
  'bad headers': (random, target) =>
    head(random, target, [
      'content-length: 2',
      random.pick([
        'no colon at all',
        ': no name',
        'x: \u0000\u0001',
        `x: ${'y'.repeat(10 ** (2 + random.below(4)))}`,
        ' folded: a\r\n b',
        'host: other\r\nhost: third',
        'content-encoding: gzip',
        'content-type: text/plain; charset=utf-16',
        'expect: 100-continue',
        'upgrade: websocket\r\nconnection: upgrade',
        ...Array.from({ length: 3 }, () => Array.from({ length: 300 }, (_, n) => `x${n}: y`).join('\r\n')),
      ])!,
    ]) + '{}',
  'bad credentials': (random, { path, token }) => {
    const parts = token.split('.');
    const bad = random.pick([
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${parts[0]!}.${parts[1]!}.`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1]!}.`,
      `Bearer ${'.'.repeat(5_000)}`,
      'Bearer e30.e30.e30',
    ])!;
    return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bad}\r\n\r\n`;
  },
  'bad paths': (random, target) => {
    const root = target.rootGroupUid;
    const path = random.pick([
      '/iam/v2beta1/groups/%zz',
      '/iam/v2beta1/groups/%00%ff',
      `/iam/v2beta1/groups/${root}/../..//`,
      `/iam/v2beta1/groups/${root}/${'0123456789abcdef/'.repeat(random.below(500))}`,
      `/iam/v2beta1/groups?page_size=${random.pick(['-1', '1e9', 'x', '9'.repeat(400)])!}`,
      `/iam/v2beta1/groups?page_token=${Buffer.from(`{"a":${random.below(99)}}`).toString('base64url')}`,
      `/iam/v2beta1/groups?order_by=${'name,'.repeat(random.below(500))}`,
      `/iam/v2beta1/groups?uidp.descendants_of=${'%'.repeat(random.below(9))}&uidp.children_of=\u00ff`,
      `/iam/v2beta1/identities:lookupIdentity?issuer=${'a'.repeat(random.below(8_000))}`,
      '/iam/v1/groups?id=&id=&id[]=1',
      '/sts/exchange?aud=&identity=..',
      'http://[::1',
      '*',
      'no-slash',
    ])!;
    return `${random.pick(['GET', 'DELETE', 'PATCH'])!} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${target.token}\r\ncontent-length: 0\r\n\r\n`;
  },
  'no HTTP': (random, { token }) =>
    random.pick([
      'GET / HTTP/9.9\r\n\r\n',
      `BREW /iam/v2beta1/groups HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
      'GET / HTTP/1.1\r\n\r\n',
      '\r\n\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + 'x'.repeat(random.below(200)),
      Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256))),
    ])!,
};

/** The service would wait for the rest of these requests: the stream ends after them. */
const incomplete = ['half a request', 'bad lengths', 'bad chunks', 'no HTTP'];

/** One malformed request, and how it ended. */
export function malformedHttp(random: Random, target: Target): Malformed {
  const kind = random.pick(Object.keys(kinds))!;
  const bytes = kinds[kind]!(random, target);
  const hangsUp = kind === 'half a request' && random.chance(50);
  const then = hangsUp ? 'hang up' : incomplete.includes(kind) ? 'end' : 'wait';
  return { kind: `HTTP, ${kind}`, send: () => exchange(bytes, target, then) };
}

const patienceMs = 20_000;

function exchange(bytes: Buffer | string, { baseUrl }: Target, then: 'hang up' | 'end' | 'wait'): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      socket.destroy();
    }, patienceMs);
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer = `${answer}${text}`.replace(/^HTTP\/1\.1 100 [^]*?\r\n\r\n/, '');
      if (isComplete(answer)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      if (isLate) resolve('NOTHING FOR 20 s');
      else if (then === 'hang up') resolve('hung up by the client');
      else if (answer === '') resolve('closed without an answer');
      else resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'other bytes');
    });
    if (then === 'end') socket.end(bytes);
    else socket.write(bytes, () => then === 'hang up' && socket.destroy());
  });
}

function isComplete(answer: string): boolean {
  const [, head = '', body = ''] = /^(HTTP\/1\.1 [^]*?\r\n)\r\n([^]*)$/.exec(answer) ?? [];
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith('0\r\n\r\n');
  return head !== '' && body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
}

function goodBody(random: Random): Record<string, unknown> {
  return random.pick<Record<string, unknown>>([
    { name: 'a', description: 'b' },
    { name: 'a', claimMatch: { issuer: 'https://a.example', subjectPattern: '^a$', claims: { a: 'b' } } },
    { name: 'a', capabilities: ['groups.list', 'repo.list'] },
    { identityUid: 'c'.repeat(40), roleUid: 'd'.repeat(40) },
  ])!;
}

function oddValue(random: Random): unknown {
  return random.pick<unknown>([
    null,
    true,
    -1,
    1e308,
    '',
    [],
    [[]],
    {},
    { a: { a: 1 } },
    ['a', 1],
    'x'.repeat(2_000),
    '\u0000',
  ]);
}

function head(random: Random, { rootGroupUid, token }: Target, headers: readonly string[]): string {
  const [method, version, collections] = random.pick<[string, string, readonly string[]]>([
    ['POST', 'v2beta1', ['groups', 'identities', 'roles', 'roleBindings', 'identityProviders', 'groupInvites']],
    ['PATCH', 'v2beta1', ['groups']],
    ['POST', 'v1', ['groups', 'identities', 'roles', 'rolebindings']],
    ['PUT', 'v1', ['groups']],
  ])!;
  const collection = random.pick(collections)!;
  const lines = [
    `${method} /iam/${version}/${collection}/${rootGroupUid} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function post(random: Random, target: Target, body: string): string {
  return head(random, target, [`content-length: ${Buffer.byteLength(body)}`]) + body;
}
