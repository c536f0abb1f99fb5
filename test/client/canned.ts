/** Canned responses: from a handler in this process with time in the test's hands, or from a real server on a socket. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '../../src/client';
import type { RealRuntime } from '../../src/client/transport/options';

export const TOKEN = 'the-secret-token-of-this-test';
export const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
export const CHILD = `${ROOT}/0123456789abcdef`;
export const GRANDCHILD = `${CHILD}/00000000000000ff`;

export interface CannedResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Text is sent unchanged, everything else as JSON. */
  readonly body?: unknown;
}

export interface Recorded {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Returns each response in turn, and the last one for all further requests; an `Error` represents a broken connection.
 */
export function cannedFetch(...responses: (CannedResponse | Error)[]): { fetch: Fetch; requests: Recorded[] } {
  const requests: Recorded[] = [];
  const fetch: Fetch = async (request) => {
    const text = await request.text();
    requests.push({
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    const response = responses[Math.min(requests.length, responses.length) - 1] ?? {};
    if (response instanceof Error) throw response;
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
    return new Response(body, { status: response.status ?? 200, headers: response.headers });
  };
  return { fetch, requests };
}

/** A connection that breaks as sockets do. */
export function broken(code: string): Error {
  return Object.assign(new Error(`read ${code}`), { code });
}

/** Time that passes only while somebody sleeps; chance that always takes all. */
export function ownTime(start = 1_000_000): RealRuntime & { slept: number[]; pass(ms: number): void } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    pass: (ms) => void (now += ms),
    clock: () => now,
    random: () => 1,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      slept.push(ms);
      now += ms;
      await Promise.resolve();
    },
  };
}

/** An error as the API words it. */
export function apiError(status: number, code: number, message: string, ...details: object[]): CannedResponse {
  return { status, body: { code, message, details } };
}

export const errorInfo = (reason: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'iam.platform.internal',
});

/** The server's address, and a way to end it together with its connections. */
export async function startCannedServer(
  listener: RequestListener,
): Promise<{ baseUrl: string; server: Server; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
