/** One attempt at a call: a request, and the answer or the error that it comes to. */
import { whenAborted } from './abortable';
import type { ApiError } from './api-error';
import { errorOfAnswer } from './error-answer';
import { networkError, type Ending, type Route } from './network-error';
import type { Transport, WireAnswer } from './transport';

export interface AttemptRequest {
  readonly route: Route;
  readonly query: string;
  readonly body: unknown;
  /** What is secret in the body. */
  readonly secrets: readonly string[];
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

/** An answer with a status of 2xx. */
export interface Answer extends WireAnswer, Route {
  /** What must not be shown of the answer. */
  readonly secrets: readonly string[];
}

/** Never rejects: what goes wrong is the result, for whoever decides about another attempt. */
export async function attemptOnce(transport: Transport, request: AttemptRequest): Promise<Answer | ApiError> {
  const { route, query, token, timeoutMs } = request;
  const secrets = token === undefined ? request.secrets : [...request.secrets, token];
  const limit = timeLimit(request.signal, timeoutMs);
  try {
    const answer = await transport.send({
      method: route.method,
      url: `${route.baseUrl}${route.url}${query}`,
      headers: {
        accept: 'application/json',
        'user-agent': request.userAgent,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: limit.signal,
    });
    if (answer.status >= 200 && answer.status < 300) return { ...answer, ...route, secrets };
    return errorOfAnswer(answer, { ...route, secrets, now: request.clock() });
  } catch (cause) {
    return networkError(cause, { ...route, secrets }, limit.ending());
  } finally {
    limit.clear();
  }
}

interface TimeLimit {
  /** Aborted when the caller gives up or the time is over. */
  readonly signal: AbortSignal;
  /** Which of the two it was; `undefined` if neither. */
  ending(): Ending | undefined;
  clear(): void;
}

/** By hand, because `AbortSignal.any` keeps every short-lived signal tied to the caller's, which lives for hours. */
function timeLimit(caller: AbortSignal, timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  let ending: Ending | undefined;
  const end = (by: Ending, reason: unknown): void => {
    ending ??= by;
    controller.abort(reason);
  };
  const timer = setTimeout(() => end({ by: 'timeout', timeoutMs }, new Error('time limit')), timeoutMs);
  const leave = whenAborted(caller, (reason) => end({ by: 'caller' }, reason));
  return {
    signal: controller.signal,
    ending: () => ending,
    clear() {
      clearTimeout(timer);
      leave();
    },
  };
}
