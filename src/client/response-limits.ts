/** How much of a response is read, so that none exhausts memory, time or the stack. */

/** No response of this API comes near it; whatever sends more is something else. Bytes. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** An error takes a few KiB; what is longer is a page of something else, whose beginning is told. Characters. */
export const MAX_ERROR_LENGTH = 64 * 1024;

/** As deep as Protocol Buffers read, which the API is made of. Whoever walks through a value may go as deep by recursion. */
const MAX_NESTING = 100;

/** The code of an error whose response was nested too deeply: another attempt would get the same. */
export const NESTED_TOO_DEEPLY = 'ERR_RESPONSE_NESTING';

export const nestingProblem = `it is nested deeper than ${MAX_NESTING} levels, as no response of the API is`;

/** Whether JSON is nested deeper than the limit. Seen in the text: the value of 64 MiB of brackets would not fit into memory. */
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

/** Where the string that begins at `start` ends. */
function endOfString(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === '\\' ? 2 : 1;
  return i;
}
