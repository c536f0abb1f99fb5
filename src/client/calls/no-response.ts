/** Explains calls without a response: the cause, and whether the request may have arrived. */
import { inspect } from 'node:util';
import { ApiError, type Outcome } from '../errors/api-error';
import { withoutSecrets } from '../errors/secrets';
import type { RequestProgress } from '../transport/http';
import { findProxy, INVALID_PROXY, type ProxyFailure } from '../transport/proxy';
import type { AbortCause } from '../transport/time-limit';
import { MAX_RESPONSE_BYTES, NESTED_TOO_DEEPLY, TOO_LARGE } from '../transport/response-limits';

export interface RequestTarget {
  readonly method: string;
  /** The path without the query. */
  readonly url: string;
  /** The base URL. */
  readonly baseUrl: string;
  /** The number of attempts, including this one. */
  readonly attempt: number;
}

export interface FailedRequest extends RequestTarget {
  readonly secrets: readonly string[];
  readonly progress: RequestProgress;
}

/** Returns the `ApiError` for a request without a response. */
export function networkError(thrown: unknown, route: FailedRequest, abortCause: AbortCause | undefined): ApiError {
  const { method, url, secrets, progress } = route;
  const cause = withoutSecret(thrown, secrets);
  // The service may have executed a dispatched request, unless the connection was never established.
  const outcome: Outcome =
    progress === 'prepared' || (progress === 'dispatched' && isConnectionFailure(cause)) ? 'notSent' : 'unknown';
  if (abortCause?.by === 'caller') {
    return new ApiError({ code: 'CANCELLED', explanation: 'the call was cancelled', method, url, outcome, cause });
  }
  if (abortCause?.by === 'timeout') {
    const explanation = `no response within ${abortCause.timeoutMs / 1000} s${afterAttempts(route)}`;
    return new ApiError({ code: 'DEADLINE_EXCEEDED', explanation, method, url, outcome, cause });
  }
  if (!isNetworkFailure(cause)) {
    const explanation = `the request failed in this program, not on the network (${causeText(thrown, cause)})`;
    return new ApiError({ code: 'UNKNOWN', explanation, method, url, outcome, cause });
  }
  const explanation = `${connectionText(cause, new URL(route.baseUrl))}${afterAttempts(route)}`;
  return new ApiError({ code: 'UNAVAILABLE', explanation, method, url, outcome, cause });
}

/** Returns true if another attempt would fail in the same way. */
export function isPermanentFailure(cause: unknown): boolean {
  const code = getCode(cause);
  return (
    isCertificateError(code) ||
    findProxyStatus(cause) !== undefined ||
    ['ENOTFOUND', INVALID_PROXY, TOO_LARGE, NESTED_TOO_DEEPLY].includes(code)
  );
}

/** Returns ` (6 attempts)`, for the end of an explanation. */
export function afterAttempts({ attempt }: Pick<RequestTarget, 'attempt'>): string {
  return attempt > 1 ? ` (${attempt} attempts)` : '';
}

/**
 * Returns the error, unless it contains a secret: the error of a parser quotes the response, which may repeat the
 * request.
 */
function withoutSecret(thrown: unknown, secrets: readonly string[]): unknown {
  const text = inspect(thrown, { depth: 5, showHidden: true });
  if (!secrets.some((secret) => text.includes(secret))) return thrown;
  const message = withoutSecrets(String(getParts(thrown).message), secrets);
  const proxy = findRefusingProxy(thrown);
  return Object.assign(new Error(message), {
    code: getCode(thrown),
    ...(proxy !== undefined && { proxy: withoutSecrets(proxy, secrets) }),
  });
}

/** Failures to connect. A reset is not included, because it may follow an executed request. */
const connecting = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
];

function isConnectionFailure(cause: unknown): boolean {
  const code = getCode(cause);
  return connecting.includes(code) || isCertificateError(code) || isProxyFailure(cause);
}

/**
 * Returns true for errors of the operating system, TLS, the HTTP parser or undici. Everything else (a TypeError, a
 * missing module) is a bug in a program, and a retry does not help.
 */
function isNetworkFailure(cause: unknown): boolean {
  const code = getCode(cause);
  // The error of the parser does not have a code in every case.
  if (isCertificateError(code) || isProxyFailure(cause) || getParts(cause).name === 'HTTPParserError') return true;
  return /^(E[A-Z0-9]+|EAI_[A-Z]+|HPE_\w+|UND_ERR_(?!INVALID_|NOT_SUPPORTED|CLOSED|DESTROYED)\w+)$/.test(code);
}

/**
 * Returns `TypeError: … is not a function` or `ERR_MODULE_NOT_FOUND: …`: the message of `cause`, which contains no
 * secret.
 */
function causeText(thrown: unknown, cause: unknown): string {
  return [getCode(cause) || getParts(thrown).name, getParts(cause).message ?? cause].filter(Boolean).join(': ');
}

function isCertificateError(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
}

function isProxyFailure(cause: unknown): boolean {
  return (
    getCode(cause) === INVALID_PROXY || findRefusingProxy(cause) !== undefined || findProxyStatus(cause) !== undefined
  );
}

function findRefusingProxy(cause: unknown): string | undefined {
  return (getParts(cause) as ProxyFailure).proxy;
}

/** Returns the status with which the proxy refused the tunnel. */
function findProxyStatus(cause: unknown): string | undefined {
  return /^Proxy response \((\d+)\) !== 200/.exec(String(getParts(cause).message))?.[1];
}

function connectionText(cause: unknown, { host, hostname, origin }: URL): string {
  const code = getCode(cause);
  const proxy = findRefusingProxy(cause);
  const check = proxy === undefined ? 'Check the base URL and the network.' : 'Check the variable and the network.';
  const named = proxy === undefined ? `the host ${hostname}` : `the host of ${proxy}`;
  if (code === INVALID_PROXY) return String(getParts(cause).message);
  if (code === 'ECONNREFUSED') return `nothing answers at ${proxy ?? origin} (connection refused). ${check}`;
  if (code === 'ENOTFOUND') return `${named} does not exist. ${check}`;
  if (code === 'EAI_AGAIN') return `a temporary failure prevented the lookup of ${named}. ${check}`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `the connection to ${proxy ?? host} timed out. ${check}`;
  if (code === TOO_LARGE) {
    return `the response of ${host} is larger than ${MAX_RESPONSE_BYTES / 1024 ** 2} MiB, unlike any response of the API. Check the base URL.`;
  }
  if (code.includes('NO_APPLICATION_PROTOCOL')) {
    return `${host} offers HTTP/2 only (ALPN), and this client speaks HTTP/1.1. Use an address that offers HTTP/1.1.`;
  }
  if (isCertificateError(code)) {
    return `the certificate of ${proxy ?? host} is not trusted (${code}). If your own certificate authority signed it, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
  }
  const status = findProxyStatus(cause);
  if (status !== undefined)
    return `the proxy refused to connect to ${host} (${proxyRefusalText(status)}). Check ${findProxy()?.variable ?? 'HTTPS_PROXY'} and NO_PROXY.`;
  const message = String(getParts(cause).message ?? cause);
  return `the connection to ${proxy ?? host} broke before the response arrived (${[code, message].filter(Boolean).join(': ')})`;
}

function proxyRefusalText(status: string): string {
  return status === '407' ? 'it asks for a user and a password, status 407' : `status ${status}`;
}

/** Returns the code of the system for the failure. `fetch` stores it in the cause. */
function getCode(cause: unknown): string {
  const { code, cause: deeper } = getParts(cause);
  if (typeof code === 'string') return code;
  return deeper === undefined ? '' : getCode(deeper);
}

/**
 * Returns the properties of any thrown value. Under some test runners, errors of the system are not instances of our
 * `Error`.
 */
function getParts(cause: unknown): Readonly<Partial<Record<'name' | 'code' | 'message' | 'cause', unknown>>> {
  return typeof cause === 'object' && cause !== null ? cause : {};
}
