/** Sends requests to the services that call the server: only with HTTPS, only to allowed hosts, with limits of size and time. */
import { printable } from '../text/printable';

/** Sends a request as `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  /** The hosts that may receive the request, for example `api.github.com`, with the port unless it is 443. */
  readonly hosts: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** The maximum size of the response. @default 4 MiB */
  readonly largestBytes?: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The target of a redirect. */
  readonly location?: string;
}

/** A request that failed. The message contains no secret. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

const LARGEST_BYTES = 4 * 1024 * 1024;
const LONGEST_MS = 60_000;
/** The number of attempts of a request that the service did not answer, or answered with "try again". */
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

/** Returns a function that sends requests. It repeats those that the service could not process. */
export function createOutbound(fetch: Fetch = globalThis.fetch, pauseMs = PAUSE_MS) {
  return async (request: OutboundRequest): Promise<Reply> => {
    const url = allowedUrl(request.url, request.hosts);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS;
      try {
        const reply = await send(fetch, url, request);
        if (isLast || (reply.status < 500 && reply.status !== 429)) return reply;
      } catch (error) {
        if (isLast || error instanceof OutboundError || request.signal.aborted) throw describedError(error, url);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  };
}

export type Outbound = ReturnType<typeof createOutbound>;

/** Returns the URL. Throws if it is not an HTTPS URL of an allowed host. */
export function allowedUrl(text: string, hosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new OutboundError('Cannot send a request: its address is not a URL.');
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '';
  if (!isPlain || !hosts.includes(url.host))
    throw new OutboundError(
      `Cannot send a request to ${printable(url.host)}: only https://${hosts.join(', https://')} is allowed.`,
    );
  return url;
}

async function send(fetch: Fetch, url: URL, request: OutboundRequest): Promise<Reply> {
  const { method, headers, body, signal, largestBytes = LARGEST_BYTES } = request;
  const response = await fetch(url.href, {
    method,
    headers: { 'user-agent': 'platform-iac', ...headers },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    ...(body !== undefined && { body }),
  });
  const text = await limitedText(response, largestBytes, url);
  const location = response.headers.get('location');
  return { status: response.status, text, ...(location !== null && { location }) };
}

async function limitedText(response: Response, largestBytes: number, { host }: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largestBytes)
      throw new OutboundError(`Cannot read the response of ${host}: it is larger than ${largestBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An error of `fetch` can contain the URL, which can be a secret. */
function describedError(error: unknown, { host }: URL): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: unknown };
  const reason = name === 'TimeoutError' ? 'no response in time' : typeof code === 'string' ? code : name;
  return new OutboundError(`Cannot reach ${host}: ${reason}.`);
}
