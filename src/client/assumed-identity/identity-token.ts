/**
 * OIDC tokens of a workload, for the exchange for a token of the API. They are valid for minutes, so they are read
 * again for every exchange and never stored.
 */
import { readFile } from 'node:fs/promises';
import { readReason } from '../../base/files/read-error';
import { createCaller } from '../calls/call';
import { ApiError } from '../errors/api-error';
import { requireText } from '../transport/option-checks';
import { realRuntime, type TransportOptions } from '../transport/options';
import { readObject, shapeError } from '../responses/json-response';
import { fixedToken } from '../calls/token-source';

export interface IdentityToken {
  /** The origin of the token, for messages: `the file /run/secrets/token`. */
  readonly origin: string;
  read(signal: AbortSignal): Promise<string>;
}

/**
 * Returns a source with a fixed token. `origin` names the source, such as `identity_token`. Throws a `TypeError` if the
 * token is invalid.
 */
export function givenIdentityToken(token: string, origin = 'the identity token that was given'): IdentityToken {
  requireText(token, origin, 'an OIDC token');
  return { origin, read: () => Promise.resolve(token.trim()) };
}

/**
 * Returns a source that reads the token from a file, which another program keeps up to date. Throws a `TypeError`
 * without a path.
 */
export function identityTokenFile(path: string): IdentityToken {
  requireText(path, 'the path of the identity token', 'the path of a file');
  const origin = `the file ${path}`;
  return {
    origin,
    async read(signal) {
      let text: string;
      try {
        text = await readFile(path, { encoding: 'utf8', signal });
      } catch (cause) {
        signal.throwIfAborted();
        throw unreadable(`cannot read the identity token from ${origin}: ${readReason(cause)}`, cause);
      }
      if (text.trim() === '') throw unreadable(`${origin} is empty: it must contain an identity token`);
      return text.trim();
    },
  };
}

export interface GitHubActions {
  /** `ACTIONS_ID_TOKEN_REQUEST_URL`. */
  readonly requestUrl: string;
  /** `ACTIONS_ID_TOKEN_REQUEST_TOKEN`. */
  readonly requestToken: string;
  /** The claim `aud` of the token. */
  readonly audience: string;
}

/** Returns a source that requests a token from GitHub Actions, for a job with the permission `id-token: write`. */
export function gitHubActionsToken(
  { requestUrl, requestToken, audience }: GitHubActions,
  options: TransportOptions = {},
): IdentityToken {
  const { origin: host, pathname, searchParams } = new URL(requestUrl);
  const caller = createCaller(host, options);
  const { sleep } = realRuntime(options);
  const query = new URLSearchParams(searchParams);
  query.set('audience', audience);
  return {
    origin: 'GitHub Actions',
    async read(signal) {
      const request = () =>
        caller.call({ method: 'GET', path: pathname, query, tokens: fixedToken(requestToken), signal });
      const response = await repeatWhilePending(request, (ms) => sleep(ms, signal));
      const { value } = readObject(response);
      if (typeof value !== 'string' || value === '') throw shapeError(response, 'value: expected a token');
      return value;
    },
  };
}

/** GitHub starts some jobs before its token service knows of it, and refuses their first requests. */
const PENDING = "Can't issue ID_TOKEN for job in 'Pending' state";
const PENDING_WAITS_MS = [1000, 2000, 4000];

async function repeatWhilePending<T>(request: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (const ms of PENDING_WAITS_MS) {
    try {
      return await request();
    } catch (error) {
      if (!ApiError.from(error).explanation.includes(PENDING)) throw error;
      await wait(ms);
    }
  }
  return request();
}

function unreadable(explanation: string, cause?: unknown): ApiError {
  return new ApiError({ code: 'UNAUTHENTICATED', explanation, method: '', url: '', outcome: 'notSent', cause });
}
