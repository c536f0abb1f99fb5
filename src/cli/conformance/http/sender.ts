/**
 * Sends single requests through the HTTP layer of the client: its transport and its rate limiter, without its checks, its
 * retries of lists and its reading of responses. A case sees each response as the service sent it.
 */
import {
  createRateLimiter,
  type Fetch,
  MAX_REFUSED_MS,
  openTransport,
  parseRetryAfterMs,
  type RateLimiter,
  realRuntime,
  type Ticket,
  type TransportOptions,
} from '../../../client/internal';
import { userAgent } from '../../../model/api';
import { type HttpAnswer, createAnswer, type Received, type Sent } from './answer';

export interface SenderOptions extends Pick<TransportOptions, 'clock' | 'random' | 'sleep' | 'requestsPerSecond'> {
  /** @default requests over the network */
  readonly fetch?: Fetch | undefined;
  /** Aborts every request. */
  readonly signal: AbortSignal;
}

export interface RawRequest extends Sent {
  /** The address before the path. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sender {
  /** Throws if there is no response, and the reason of the signal if it is aborted. */
  send(request: RawRequest, signal?: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 15_000;
const LARGEST_BODY = 1024 * 1024;
const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 150;

export function createSender(options: SenderOptions): Sender {
  const { clock, sleep } = realRuntime(options);
  const transport = openTransport(options.fetch);
  const limiter = createRateLimiter(options, { clock, sleep });

  async function attemptOnce(request: RawRequest, ticket: Ticket, signal: AbortSignal): Promise<Received | Error> {
    const { address, url, method, headers, body } = request;
    try {
      const received = await transport.send({
        ...{ method, url: address + url, body, report: () => undefined },
        headers: { accept: 'application/json', 'user-agent': userAgent('platform-iac-conformance'), ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      if (received.status === 429 && !isTooLarge(request))
        limiter.refused(ticket, parseRetryAfterMs(received.header('retry-after'), clock()));
      else limiter.admitted(ticket);
      return received;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  return {
    async send(request, signal = options.signal) {
      for (let attempt = 1; ; attempt++) {
        const ticket = limiter.tryTake() ?? (await limiter.take(signal));
        const received = await attemptOnce(request, ticket, signal).finally(() => limiter.release());
        if (received instanceof Error) {
          // The service may have executed a POST.
          if (request.method === 'POST' || attempt === MAX_ATTEMPTS) throw received;
        } else if (isTooLarge(request) || !isRepeated(received, request.method, attempt, limiter))
          return createAnswer(request, received);
        if (received instanceof Error || received.status !== 429) await sleep(FIRST_DELAY_MS * 2 ** attempt, signal);
      }
    },
    close: () => transport.close(),
  };
}

/** A service may refuse a large body with the code of a rate limit. It would refuse it again. */
function isTooLarge({ body = '' }: RawRequest): boolean {
  return body.length > LARGEST_BODY;
}

/** A refused request was not executed. A failure of the service may be temporary. */
function isRepeated({ status }: Received, method: string, attempt: number, limiter: RateLimiter): boolean {
  if (status === 429) return limiter.refusedForMs() < MAX_REFUSED_MS / 4;
  return status >= 500 && status !== 501 && method !== 'POST' && attempt < MAX_ATTEMPTS;
}
