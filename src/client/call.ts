/** A call from the first attempt to its end: token, turn, retries. Everybody who sends goes through here. */
import { ApiError } from './errors';
import { type Answer, attemptOnce, openTransport } from './http';
import { realEnvironment, type TransportOptions } from './options';
import type { Route } from './network-error';
import { createRetryBudget, retryDelayMs, shouldRetry } from './retry';
import { tokenProblem, type TokenSource } from './tokens';
import { createRateLimiter } from './rate-limiter';
import { userAgent } from './user-agent';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** What follows the base URL, with a slash before it. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly body?: unknown;
  /** What an answer may repeat of the body and nobody may be shown. */
  readonly secrets?: readonly string[];
  /** `undefined`: the call needs no token. */
  readonly tokens: TokenSource | undefined;
  /** Whether this error, after an attempt of unknown outcome, says that the attempt had done its work. */
  readonly doneIf?: (error: ApiError) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Sender {
  /** The answer; an empty one if `doneIf` said that an earlier attempt had done the work. Throws an `ApiError`. */
  call(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

export const DEFAULT_MAX_RETRIES = 5;
export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/** `baseUrl` as `checkedBaseUrl` returns it. */
export function createCaller(baseUrl: string, options: TransportOptions): Sender {
  const { clock, random, sleep } = realEnvironment(options);
  const maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
  const timeoutMs = options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
  const transport = openTransport(options.fetch);
  const turns = createRateLimiter(options.requestsPerSecond, { clock, sleep });
  const budget = createRetryBudget();
  const agent = userAgent(options.userAgent);

  async function attempts(call: Call, signal: AbortSignal, progress: Progress): Promise<Answer> {
    const query = call.query === undefined || call.query.size === 0 ? '' : `?${call.query.toString()}`;
    const idempotent = call.method !== 'POST';
    for (let attempt = 1; ; attempt++) {
      const route: Route = { method: call.method, url: call.path, baseUrl, attempt };
      const token = await call.tokens?.token(signal);
      const problem = token === undefined ? undefined : tokenProblem(token);
      if (problem !== undefined) throw unusableToken(route, problem);
      let begun = 0;
      const result = await turns.take(signal, () => {
        begun = clock();
        const { body, secrets = [] } = call;
        return attemptOnce(transport, {
          route,
          query,
          body,
          secrets,
          token,
          userAgent: agent,
          timeoutMs,
          signal,
          clock,
        });
      });
      const failed = result instanceof ApiError;
      const retryInMs = failed ? await untilNext(result, token, attempt) : undefined;
      options.observe?.({
        method: call.method,
        url: call.path + query,
        attempt,
        status: result.status,
        durationMs: clock() - begun,
        failure: failed ? result.explanation : undefined,
        retryInMs,
      });
      if (!failed) {
        budget.earn();
        return result;
      }
      if (progress.uncertain && call.doneIf?.(result) === true) return emptyAnswer(route);
      progress.uncertain ||= result.outcome === 'unknown';
      if (retryInMs === undefined) throw result;
      if (retryInMs > 0) await sleep(retryInMs, signal);
    }

    async function untilNext(error: ApiError, token: string | undefined, attempt: number): Promise<number | undefined> {
      if (error.code === 'UNAUTHENTICATED' && call.tokens !== undefined && !progress.renewed) {
        // A token may have been withdrawn, or be older than the group that the call is about: one other, if there is.
        progress.renewed = true;
        call.tokens.renew(token);
        return (await call.tokens.token(signal)) === token ? undefined : 0;
      }
      if (attempt > maxRetries || !shouldRetry(error, { idempotent })) return undefined;
      if (error.status === 429) {
        if (error.retryAfterMs !== undefined) turns.pause(error.retryAfterMs);
      } else if (!budget.spend(error)) return undefined;
      return retryDelayMs(error, attempt, random);
    }
  }

  return {
    async call(call) {
      const signal = call.signal ?? new AbortController().signal;
      const progress: Progress = { uncertain: false, renewed: false };
      try {
        return await attempts(call, signal, progress);
      } catch (error) {
        // Cancelled while waiting for a token, a turn or the next attempt.
        if (!signal.aborted || error instanceof ApiError) throw error;
        const { method, path: url } = call;
        const outcome = progress.uncertain ? 'unknown' : 'notSent';
        throw new ApiError({
          code: 'CANCELLED',
          explanation: 'the call was cancelled',
          method,
          url,
          outcome,
          cause: error,
        });
      }
    },
    close: () => transport.close(),
  };
}

interface Progress {
  /** Whether an attempt may have been executed. */
  uncertain: boolean;
  /** Whether the token has been renewed for this call. */
  renewed: boolean;
}

/** What the answer would have been that was lost. */
function emptyAnswer(route: Route): Answer {
  return { ...route, status: 204, header: () => undefined, text: '', secrets: [] };
}

/** Told apart here, because whatever refuses such a header repeats it in its message. */
function unusableToken({ method, url }: Route, problem: string): ApiError {
  const explanation = `the token ${problem}; nothing was sent`;
  return new ApiError({ code: 'UNAUTHENTICATED', explanation, method, url, outcome: 'notSent' });
}
