import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { authFixture, BOT, problem } from './auth-fixture';
import { publishIssuer, type PublishedIssuer } from './published-issuer';

// Making an RSA key takes seconds on a busy machine.
jest.setTimeout(60_000);

const now = authFixture().now;
let ci: PublishedIssuer;

beforeAll(async () => (ci = await publishIssuer(now)));
afterAll(() => ci.close());

function fixtureTrusting(issuer: string, options: Parameters<typeof authFixture>[1] = {}) {
  const fixture = authFixture([], options);
  fixture.identities.set(BOT, { claimMatch: { issuer, subject: 'ci' } });
  return fixture;
}

test('published keys are read once, and not again for a key that is unknown', async () => {
  const fixture = fixtureTrusting(ci.issuer);
  const before = ci.requests.length;
  await fixture.exchange(await ci.sign());
  await fixture.exchange(await ci.sign());
  expect(ci.requests.slice(before)).toEqual(['/.well-known/openid-configuration', '/keys']);
});

const unreadable = {
  status: 401,
  code: 16,
  message: expect.stringMatching(
    /^Unauthenticated: the identity token is refused: cannot read the keys of its issuer\. /,
  ),
};

/** The response to a token of an issuer with this behavior, and the requests to the issuer. */
async function answerWith(said: object, serve?: RequestListener): Promise<{ answer: unknown; requests: string[] }> {
  const issuer = await publishIssuer(now, { ...said }, serve);
  const fixture = fixtureTrusting(issuer.issuer);
  const answer = await problem(await fixture.exchange(await issuer.sign()));
  await issuer.close();
  return { answer, requests: issuer.requests };
}

describe('no response of an issuer is revealed (contract T10)', () => {
  const large = (issuer: string) => JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, x: 'x'.repeat(64 * 1024) });
  const host = (headers: { host?: string | undefined }) => `https://ci-${headers.host?.split(':')[1]}.example.com`;
  const listeners: Readonly<Record<string, RequestListener>> = {
    'a document over 64 KiB': ({ headers }, response) => void response.end(large(host(headers))),
    'keys over 64 KiB': ({ url, headers }, response) => {
      if (url === '/keys') response.end(large(host(headers)));
    },
    'a small document that is a large one once it is unpacked': ({ headers }, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(large(host(headers))));
    },
    'a document that is packed, and small': ({ headers }, response) => {
      const issuer = host(headers);
      response
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` })));
    },
    'a redirect of the document': ({ url }, response) => {
      if (url !== '/other') response.writeHead(302, { location: '/other' }).end();
    },
    'a redirect of the keys': ({ url }, response) => {
      if (url === '/keys') response.writeHead(302, { location: '/other' }).end();
    },
    'no JSON': (_, response) => void response.end('<html>'),
    'no keys': ({ url }, response) => {
      if (url === '/keys') response.end('{"keys":7}');
    },
    'an error': (_, response) => void response.writeHead(500).end('{}'),
    'no more than a connection': (_, response) => void response.destroy(),
  };
  test.each(Object.entries(listeners))('%s', async (_, serve) => {
    const { answer, requests } = await answerWith({}, serve);
    expect(answer).toEqual(unreadable);
    expect(requests).not.toContain('/other');
  });

  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example.com' }],
    ['keys by plain http', { jwks_uri: 'http://elsewhere.example.com/keys' }],
    ['keys on this machine', { jwks_uri: 'http://127.0.0.1:1/keys' }],
    ['no address of keys', { jwks_uri: undefined }],
  ])('%s', async (_, said) => {
    const { answer, requests } = await answerWith(said);
    expect(answer).toEqual(unreadable);
    expect(requests).toEqual(['/.well-known/openid-configuration']);
  });

  test('no answer at all: nobody is at the address', async () => {
    const gone = await publishIssuer(now);
    await gone.close();
    const fixture = fixtureTrusting(gone.issuer);
    expect(await problem(await fixture.exchange(await gone.sign()))).toEqual(unreadable);
  });

  test('an endless response fails after five seconds, and so does one that never begins', async () => {
    const endings: string[] = [];
    const dripping =
      (drip: boolean): typeof fetch =>
      (_url, init) => {
        init?.signal?.addEventListener('abort', () => endings.push(drip ? 'dripping' : 'silent'));
        const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) });
        // Neither heeds the signal.
        return drip ? Promise.resolve(new Response(body)) : new Promise(() => undefined);
      };
    const token = await ci.sign();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      for (const drip of [true, false]) {
        const fixture = fixtureTrusting(ci.issuer, { fetch: dripping(drip) });
        const answered = fixture.exchange(token).then(problem);
        while (jest.getTimerCount() === 0) await new Promise(setImmediate);
        await jest.advanceTimersByTimeAsync(5_000);
        expect(await answered).toEqual(unreadable);
      }
      expect(endings).toEqual(['dripping', 'silent']);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  }, 20_000);

  test('no more than twenty issuers are asked at the same time', async () => {
    const asked: string[] = [];
    const release: (() => void)[] = [];
    const silent: typeof fetch = (url) => {
      asked.push(new Request(url).url);
      return new Promise((_, reject) => release.push(() => reject(new Error('hung up'))));
    };
    const fixture = authFixture([], { fetch: silent });
    fixture.identities.set(BOT, { claimMatch: { issuerPattern: 'https://.*', subject: 'ci' } });
    const tokens = await Promise.all(
      Array.from({ length: 50 }, (_, number) => ci.sign({ iss: `https://${number % 40}.example.com` })),
    );
    let refused = 0;
    const answers = tokens.map(async (token) => {
      const answer = await problem(await fixture.exchange(token));
      refused += 1;
      return answer;
    });
    while (refused < 20) await new Promise(setImmediate);
    for (const hangUp of release) hangUp();
    expect(await Promise.all(answers)).toEqual(tokens.map(() => unreadable));
    expect(asked).toHaveLength(20);
  }, 20_000);
});

describe('plain http', () => {
  const here = 'http://127.0.0.1:8080';
  const local: typeof fetch = (url, init) =>
    fetch(new Request(url).url.replace(/^http:\/\/localhost:/, 'http://127.0.0.1:'), init);
  const loopbackIssuer = async (said: (issuer: string) => object = () => ({})) => {
    const published = await publishIssuer(now);
    const port = /\d+/.exec(published.issuer)?.[0];
    await published.close();
    const issuer = `http://localhost:${port}`;
    const serving: RequestListener = (_, response) =>
      void response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, keys: published.keys, ...said(issuer) }));
    const server = createServer(serving).listen(Number(port), '127.0.0.1');
    return { issuer, server, token: await published.sign({ iss: issuer, aud: '127.0.0.1' }) };
  };
  const exchanged = async (addresses: string[], said?: (issuer: string) => object) => {
    const { issuer, server, token } = await loopbackIssuer(said);
    const fixture = authFixture([], { fetch: local, addresses });
    fixture.identities.set(BOT, { claimMatch: { issuer, subject: 'ci', audience: '127.0.0.1' } });
    const { status } = await problem(await fixture.exchange(token));
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    return status;
  };

  test('is for issuers of this machine, where the emulator itself is reached from here alone', async () => {
    expect(await exchanged([here])).toBe(200);
    expect(await exchanged([here, 'https://api.example.com'])).toBe(401);
    expect(await exchanged(['http://0.0.0.0:8080'])).toBe(401);
  });

  test('is for keys of the same host', async () => {
    expect(await exchanged([here], () => ({ jwks_uri: 'http://localhost:1/keys' }))).toBe(401);
  });

  test.each(['http://example.com', 'file:///etc/passwd', 'https://user:pw@example.com', 'issuer'])(
    'any other scheme than https: no keys are read from %s',
    async (iss) => {
      const asked: unknown[] = [];
      const fixture = fixtureTrusting(iss, { fetch: async (url) => (asked.push(url), new Response('{}')) });
      expect(await problem(await fixture.exchange(await ci.sign({ iss })))).toMatchObject({
        code: 16,
        message: expect.stringContaining('not an https URL'),
      });
      expect(asked).toEqual([]);
    },
  );
});
