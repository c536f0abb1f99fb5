/**
 * Sends a call, from its first attempt to its end: token, rate limit, retries. Every request of the client goes through
 * here.
 */
import { userAgent } from '../../model/api';
import { errorOfResponse } from './error-response';
import { ApiError } from '../errors/api-error';
import {
  type HttpRequest,
  type HttpResponse,
  openTransport,
  type RequestProgress,
  type Transport,
} from '../transport/http';
import { timeLimit } from '../transport/time-limit';
import { networkError, type RequestTarget } from './no-response';
import { realRuntime, type TransportOptions } from '../transport/options';
import { createRateLimiter, type Ticket } from '../transport/rate-limiter';
import { createRefusals, isRefusal, type Refusals } from './refusals';
import { MAX_RETRY_AFTER_MS, retryDelayMs, shouldRetry } from './retry';
import { tokenProblem, type TokenSource } from './token-source';
import { createRetryBudget } from './retry-budget';

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path and query of the URL after the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly body?: unknown;
  /** Secrets of the body. A response may repeat them, and no error may. */
  readonly secrets?: readonly string[];
  /** `undefined`: the call needs no token. */
  readonly tokens: TokenSource | undefined;
  /** Returns true if this error, after an attempt of unknown outcome, shows that the earlier attempt succeeded. */
  readonly successIf?: (error: ApiError) => boolean;
  readonly signal?: AbortSignal | undefined;
  /** Grace period for a request that was sent when `signal` is aborted. Milliseconds. */
  readonly graceMs?: number | undefined;
}

/** A response with a 2xx status. */
export interface ApiResponse extends HttpResponse, RequestTarget {
  /** Values of the response that no error may contain. */
  readonly secrets: readonly string[];
}

export interface ApiCaller {
  /**
   * Returns the response. The response is empty if `successIf` recognized that an earlier attempt succeeded. Throws an
   * `ApiError`.
   */
  call(call: ApiCall): Promise<ApiResponse>;
  close(): Promise<void>;
}

const DEFAULT_MAX_RETRIES = 5;
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/** `baseUrl` as `checkedBaseUrl` returns it. */
export function createCaller(baseUrl: string, options: TransportOptions): ApiCaller {
  const { clock, random, sleep } = realRuntime(options);
  const maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
  const timeoutMs = options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
  const transport = openTransport(options.fetch);
  const limiter = createRateLimiter(options, { clock, sleep });
  const budget = createRetryBudget();
  const agent = userAgent(options.userAgent);

  async function attempts(call: ApiCall, signal: AbortSignal, progress: CallProgress): Promise<ApiResponse> {
    const { method, path, body, secrets = [], graceMs = 0 } = call;
    const query = call.query === undefined || call.query.size === 0 ? '' : `?${call.query.toString()}`;
    const idempotent = method !== 'POST';
    const admissionsBefore = limiter.admissions();
    let refusals: Refusals | undefined;
    let failures = 0;
    for (let attempt = 1; ; attempt++) {
      const route: RequestTarget = { method, url: path, baseUrl, attempt };
      let token = checkToken(await call.tokens?.token(signal), route);
      let serviceTime: number | undefined;
      const heard = (date: number): void => void (serviceTime = date);
      const ticket = limiter.tryTake() ?? (await limiter.take(signal));
      let begun: number;
      let received: ApiResponse | ApiError;
      try {
        signal.throwIfAborted();
        // It may have expired in the queue.
        if (ticket.waited) token = checkToken(await call.tokens?.token(signal), route);
        begun = clock();
        const request = {
          route,
          query,
          body,
          secrets,
          token,
          userAgent: agent,
          timeoutMs,
          signal,
          graceMs,
          clock,
          heard,
        };
        received = await attemptOnce(transport, request);
        recordAdmission(received, ticket);
      } finally {
        limiter.release();
      }
      const error = received instanceof ApiError ? received : undefined;
      let reason: string | undefined;
      if (error !== undefined && isRefusal(error)) {
        refusals ??= createRefusals(limiter, admissionsBefore);
        reason = refusals.count();
      }
      const result = error === undefined ? received : withReason(error, reason);
      const retryInMs = error !== undefined && reason === undefined ? await prepareRetry(error, token) : undefined;
      options.observe?.({
        method,
        url: path + query,
        attempt,
        status: result.status,
        durationMs: clock() - begun,
        serviceTime,
        failure: result instanceof ApiError ? result.explanation : undefined,
        retryInMs,
      });
      if (!(result instanceof ApiError)) {
        budget.earn();
        return result;
      }
      if (progress.uncertain && call.successIf?.(result) === true) return emptyResponse(route);
      progress.uncertain ||= result.outcome === 'unknown';
      progress.last = result;
      if (retryInMs === undefined) throw result;
      // A refused call waits in the queue.
      if (!isRefusal(result)) await sleep(retryInMs, signal);
    }

    async function prepareRetry(error: ApiError, token: string | undefined): Promise<number | undefined> {
      if (error.code === 'UNAUTHENTICATED' && call.tokens !== undefined && !progress.renewed) {
        // A token may be withdrawn, or older than the group of the call (contract F1): renew it once.
        progress.renewed = true;
        call.tokens.renew(token);
        return (await call.tokens.token(signal)) === token ? undefined : 0;
      }
      if (maxRetries === 0 || !shouldRetry(error, { idempotent })) return undefined;
      if (isRefusal(error)) return limiter.waitMs();
      failures++;
      return failures > maxRetries || !budget.spend(error) ? undefined : retryDelayMs(error, failures, random);
    }
  }

  /** Any response other than a refusal shows that the service accepts requests, unless it is the failure of a server. */
  function recordAdmission(result: ApiResponse | ApiError, ticket: Ticket): void {
    if (result instanceof ApiError && isRefusal(result)) {
      // A longer pause is an error of this call alone.
      const isAccepted = (result.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS;
      limiter.refused(ticket, isAccepted ? result.retryAfterMs : undefined);
    } else if (result.status !== undefined && result.status < 500) limiter.admitted(ticket);
  }

  return {
    async call(call) {
      const signal = call.signal ?? new AbortController().signal;
      const progress: CallProgress = { uncertain: false, renewed: false };
      try {
        return await attempts(call, signal, progress);
      } catch (cause) {
        if (!signal.aborted || cause instanceof ApiError) throw cause;
        // Cancelled while waiting for a token, for the rate limiter or for the next attempt.
        const { method, path: url } = call;
        const outcome = progress.uncertain ? 'unknown' : 'notSent';
        const before = progress.last === undefined ? '' : `; the attempt before: ${progress.last.explanation}`;
        const explanation = `the call was cancelled${before}`;
        throw new ApiError({ code: 'CANCELLED', explanation, method, url, outcome, cause });
      }
    },
    close: () => transport.close(),
  };
}

interface CallProgress {
  /** True if an attempt may have been executed. */
  uncertain: boolean;
  /** True if the token has been renewed for this call. */
  renewed: boolean;
  /** The last attempt that failed. */
  last?: ApiError;
}

/** Used instead of the lost response. */
function emptyResponse(route: RequestTarget): ApiResponse {
  return { ...route, status: 204, header: () => undefined, text: '', secrets: [] };
}

/** Returns the token of the call. Throws an `ApiError` if it is invalid. */
function checkToken(token: string | undefined, route: RequestTarget): string | undefined {
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw unusableToken(route, problem);
  return token;
}

function withReason(error: ApiError, reason: string | undefined): ApiError {
  return reason === undefined ? error : error.with({ explanation: `${error.explanation}. ${reason}.` });
}

/** Checked before sending: fetch and undici would repeat a malformed header, and so the token, in their message. */
function unusableToken({ method, url }: RequestTarget, problem: string): ApiError {
  const explanation = `the token ${problem}; nothing was sent`;
  return new ApiError({ code: 'UNAUTHENTICATED', explanation, method, url, outcome: 'notSent' });
}

interface AttemptRequest {
  readonly route: RequestTarget;
  readonly query: string;
  readonly body: unknown;
  /** Secrets of the body. */
  readonly secrets: readonly string[];
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly graceMs: number;
  readonly clock: () => number;
  /** Called with the time of the service's clock from the response. */
  readonly heard: (date: number) => void;
}

/** Never rejects: an error is a result, and the caller decides about another attempt. */
async function attemptOnce(transport: Transport, attempt: AttemptRequest): Promise<ApiResponse | ApiError> {
  const { route, token } = attempt;
  const secrets = token === undefined ? attempt.secrets : [...attempt.secrets, token];
  const limit = timeLimit(attempt);
  let progress: RequestProgress = 'prepared';
  const report = (reached: RequestProgress): void => void (progress = reached);
  try {
    const response = await transport.send({ ...httpRequest(attempt), signal: limit.signal, report });
    const date = Date.parse(response.header('date') ?? '');
    if (!Number.isNaN(date)) attempt.heard(date);
    const isReadable = response.unreadable === undefined;
    if (isReadable && response.status >= 200 && response.status < 300) return { ...response, ...route, secrets };
    return errorOfResponse(response, { ...route, secrets, now: attempt.clock() });
  } catch (cause) {
    return networkError(cause, { ...route, secrets, progress }, limit.abortCause());
  } finally {
    limit.clear();
  }
}

function httpRequest({ route, query, token, body, userAgent }: AttemptRequest): Omit<HttpRequest, 'signal' | 'report'> {
  return {
    method: route.method,
    url: `${route.baseUrl}${route.url}${query}`,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
