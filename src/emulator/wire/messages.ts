/** Reading a request and writing a response: JSON either way, and the one form of an error. */
import {
  type Code,
  codeNumber,
  type Domain,
  DOMAINS,
  httpStatus,
  illFormedAt,
  MUST_BE_WELL_FORMED,
} from '../../model/api';
import { errorBody, invalidField } from './errors';

/** A request: a `Request`, or a request from a socket. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  /** Read when it is wanted; null without one. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborts when nobody waits for the response. */
  readonly signal: AbortSignal;
}

/** A response before it is written. An empty text is no body. */
export interface ServedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The defaults of `fetch`. */
export function fetchResponse({ status, headers, body }: ServedResponse): Response {
  return new Response(body === '' ? null : body, { status, headers });
}

/** The most bytes that a body may have. Contract O8. */
export const MAX_BODY_BYTES = 1024 * 1024;
const maxChunks = 1024;

/** The text of the body. Throws INVALID_ARGUMENT when it is too large, cut off or not UTF-8. */
export async function readBodyText(request: ApiRequest, maxBytes = MAX_BODY_BYTES): Promise<string> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) break;
      chunks.push(chunk);
      // Each has its own buffer, regardless of its size.
      if (chunks.length > maxChunks) chunks = [Buffer.concat(chunks)];
    }
  } catch {
    throw invalidField('body', 'body must be whole');
  }
  if (size > maxBytes) throw invalidField('body', `body must be at most ${maxBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidField('body', 'body must be UTF-8');
  }
}

/**
 * Returns the JSON in `text`. An empty text is an empty object. Throws INVALID_ARGUMENT for malformed JSON, and for a
 * string with half of a surrogate pair. Contract O8.
 */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidField('body', 'body must be JSON');
  }
  const at = illFormedAt(json);
  if (at !== undefined) throw invalidField(at || 'body', MUST_BE_WELL_FORMED);
  return json;
}

/** Throws INVALID_ARGUMENT for escapes that are not UTF-8: a URL would read them as U+FFFD. */
export function checkQuery({ search }: URL): void {
  if (!search.includes('%')) return;
  const wrong = search
    .slice(1)
    .split('&')
    .find((parameter) => (parameter.match(/(?:%[0-9a-f]{2})+/gi) ?? []).some(cannotBeDecoded));
  if (wrong === undefined) return;
  const [name = ''] = wrong.split('=', 1);
  throw invalidField(name, 'must be UTF-8 after unescaping');
}

function cannotBeDecoded(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return false;
  } catch {
    return true;
  }
}

/** The one value of a query parameter; empty if it is absent. Throws INVALID_ARGUMENT when it is given twice. */
export function onlyValue(parameters: URLSearchParams, name: string): string {
  const [value = '', ...others] = parameters.getAll(name);
  if (others.length > 0) throw invalidField(name, `${name} must be given once`);
  return value;
}

export function json(body: unknown, status = 200, headers: ServedResponse['headers'] = {}): ServedResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The response to a delete. Contract D1. */
export const empty = (): ServedResponse => ({ status: 200, headers: {}, body: '' });

/** The response to an error (contract E1, E2); one that nobody meant to throw is INTERNAL, with its words. */
export function errorResponse(error: unknown, domain: Domain): ServedResponse {
  const known = errorBody(error, domain);
  // A defect of the emulator, or a full disk. In a test, only this text helps to find it.
  if (known === undefined)
    return bareError('INTERNAL', `Internal error: ${error instanceof Error ? error.message : 'unknown'}`);
  const { name, ...body } = known;
  return json(body, httpStatus(name), name === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {});
}

/** Returns an error without details: of routing, or of an unexpected defect. Contract E4. */
export function bareError(code: Code, message: string): ServedResponse {
  return json({ code: codeNumber(code), message, details: [] }, httpStatus(code));
}

/** The domain of errors at this address: `iam` for addresses without a domain. */
export function getDomain({ pathname }: URL): Domain {
  return DOMAINS.find((domain) => pathname.startsWith(`/${domain}/`)) ?? 'iam';
}
