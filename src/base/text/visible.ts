/**
 * Makes external text visible: no character hides, changes the direction of its neighbors, or looks like another one.
 */

/** Characters without width, and those that change the direction of writing. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns characters that a reader must see in their escaped form: `
 *
 * `, `\u202e`.
 */
export function visible(text: string): string {
  return text.replace(
    invisible,
    (character) => named[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The number of digits in a part of a uid. */
const SHORTEST_UID = 16;

/** A path as people read it: of uids that nobody has a name for, the beginning. */
export function displayed(path: string): string {
  if (path.length < SHORTEST_UID) return path;
  return path.replace(/\b([0-9a-f]{8})[0-9a-f]{8}(?:[0-9a-f]{24})?\b/g, '$1…');
}
