import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateRsaKey } from './rsa-key';

export interface PublishedIssuer {
  readonly issuer: string;
  /** The published keys; a test may change them. */
  readonly keys: JsonWebKey[];
  readonly requests: string[];
  /** A token with `iss`, `sub` "ci", `aud` "api.example.com" and five minutes to live, unless claims say otherwise. */
  sign(claims?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** A `fetch` that finds the issuers of {@link publishIssuer} as if they had certificates: `https://ci-PORT.example.com`. */
export const fetchPublished: typeof fetch = (url, init) =>
  fetch(new Request(url).url.replace(/^https:\/\/ci-(\d+)\.example\.com/, 'http://127.0.0.1:$1'), init);

/** All issuers of a test file have one key, because a new one takes a tenth of a second. */
const { privateKey, publicJwk } = generateRsaKey();

/** An OIDC issuer that publishes its keys, as a CI system does; `serve` answers in its place where it wants to. */
export async function publishIssuer(
  now: number,
  said: Record<string, unknown> = {},
  serve?: RequestListener,
): Promise<PublishedIssuer> {
  const { SignJWT } = await import('jose');
  const keys: JsonWebKey[] = [{ ...publicJwk, use: 'sig' }];
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    serve?.(request, response);
    if (response.writableEnded || response.headersSent) return;
    const document = request.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys`, ...said };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `https://ci-${(server.address() as AddressInfo).port}.example.com`;
  return {
    issuer,
    keys,
    requests,
    sign: (claims = {}) =>
      new SignJWT({ iss: issuer, sub: 'ci', aud: 'api.example.com', exp: now / 1000 + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(privateKey),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
