/** The limits of a response, so that no response exhausts memory or the stack. */

/** The maximum size of a response, in bytes. A larger one does not come from this API. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** The code of undici for a response above the limit. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/**
 * The maximum size of an error, in characters. A longer one is a page of another service, and only its beginning is
 * shown.
 */
export const MAX_ERROR_LENGTH = 64 * 1024;

/** The limit of Protocol Buffers, which the API uses. Code that walks through a value can recurse to this depth. */
const MAX_NESTING = 100;

/** The code of the error for a response that is nested too deeply. A retry would get the same response. */
export const NESTED_TOO_DEEPLY = 'ERR_RESPONSE_NESTING';

export const nestingProblem = `it is nested deeper than ${MAX_NESTING} levels, unlike any response of the API`;

/**
 * Returns true if JSON is nested deeper than the limit. Reads the text, because the parsed value of 64 MiB of brackets
 * would not fit into memory.
 */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '"') i = endOfString(json, i);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

/** Returns the end of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === '\\' ? 2 : 1;
  return i;
}
