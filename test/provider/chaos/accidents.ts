/** Faults between the provider and the service. */
import { ConnectionCut } from '../../../src/emulator/faults/effects';
import { createRateLimit } from '../../../src/emulator/faults/rate-limit';
import type { WorldOptions } from '../world';

type Between = NonNullable<WorldOptions['between']>;
type Service = Parameters<Between>[1];

const refusal = (code: number, status: number, headers: Record<string, string> = {}) =>
  Response.json({ code, message: 'chaos', details: [] }, { status, headers });

/** @param seconds the value of `Retry-After` */
const tooManyRequests = (seconds: number | undefined): Response =>
  refusal(8, 429, seconds === undefined ? {} : { 'retry-after': String(seconds) });

/** Returns a function that refuses each request beyond the limit. */
export function limitRequests(
  perSecond: number,
  hasRetryAfter: boolean,
  clock: () => Date,
): () => Response | undefined {
  const limit = createRateLimit(perSecond, 1, clock);
  return () => {
    const seconds = limit.retryAfterSeconds();
    return seconds === 0 ? undefined : tooManyRequests(hasRetryAfter ? seconds : undefined);
  };
}

const unreadable = (): Error =>
  Object.assign(new Error('cannot decode'), { code: 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING' });

/** The faults of a request. Faults marked with * occur after the service has executed it. */
export const accidents: Record<string, (request: Request, service: Service) => Promise<Response>> = {
  nothing: (request, service) => service(request),
  cut: () => Promise.reject(new ConnectionCut()),
  'cut *': (request, service) => service(request).then(() => Promise.reject(new ConnectionCut())),
  'internal error': () => Promise.resolve(refusal(13, 500)),
  'internal error *': (request, service) => service(request).then(() => refusal(13, 500)),
  unavailable: () => Promise.resolve(refusal(14, 503)),
  'web page *': (request, service) => service(request).then(() => new Response('<html>', { status: 502 })),
  'half a response *': (request, service) => service(request).then(() => new Response('{"uid":')),
  // A gateway compresses in a way that the client cannot read, or the client has a defect.
  'unreadable response *': (request, service) => service(request).then(() => Promise.reject(unreadable())),
  'too many requests, and no time': () => Promise.resolve(tooManyRequests(undefined)),
  'too many requests': () => Promise.resolve(tooManyRequests(1)),
};
