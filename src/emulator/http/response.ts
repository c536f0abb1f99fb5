/** Answers over HTTP. Source: specification §4 and §7; not-shown "HTTP status for `code`". */
import { codeNumber, httpStatus, type Code, type Domain } from '../../api';
import { errorBody } from '../errors';

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** What a delete answers. */
export const empty = (): Response => new Response(null, { status: 200 });

/** The answer to an error; one that nobody meant to throw is an internal one. */
export function errorResponse(error: unknown, domain: Domain): Response {
  const known = errorBody(error, domain);
  if (known === undefined) return internalError(error);
  const { name, ...body } = known;
  const response = json(body, httpStatus(name));
  if (name === 'UNAUTHENTICATED') response.headers.set('www-authenticate', 'Bearer');
  return response;
}

/** A defect of ours, or a full disk: whoever meets it in a test has nothing but these words to go by. */
export function internalError(error: unknown): Response {
  return bareError('INTERNAL', `Internal error: ${error instanceof Error ? error.message : 'unknown'}`);
}

/** An error of the router, which knows no service and therefore gives no details. */
export function bareError(code: Code, message: string): Response {
  return json({ code: codeNumber(code), message, details: [] }, httpStatus(code));
}
