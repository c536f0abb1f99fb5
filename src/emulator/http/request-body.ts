/** Reads a request's JSON. Source: not-shown "Size, syntax". */
import { invalidField } from '../errors';
import { illFormedAt, MUST_BE_WELL_FORMED } from '../well-formed';

/** The most bytes that a body may have. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The text of the body. Throws INVALID_ARGUMENT when it is too large or not UTF-8. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw invalidField('body', `body must be at most ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidField('body', 'body must be UTF-8');
  }
}

/**
 * The JSON in `text`; an empty text reads as an empty object. Throws INVALID_ARGUMENT when it is malformed, or a string in
 * it is no Unicode.
 */
export function parseJson(text: string): unknown {
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
