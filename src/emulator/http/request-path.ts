/**
 * Checks the path of a request before its route is known. Another reader of the same path, such as a filter in front, may
 * resolve dot segments and escapes differently, and then find another route in it.
 */

/** Returns the path of a URL as the client sent it: `URL` would resolve its dot segments. */
export function getSentPath(url: string): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#]*([^?]*)/i.exec(url) ?? [];
  return path;
}

/**
 * Returns true if every reader finds the same segments in a path: `URL` changes nothing in it, and no segment is a dot
 * segment, raw or encoded. Contract O9.
 */
export function isUnambiguous(sentPath: string, { pathname }: URL): boolean {
  return sentPath === pathname && !separated(sentPath).some((segment) => DOTS.has(segment));
}

/** Returns true if a slash or backslash is encoded. Only a uid may contain one. Contract U2, O9. */
export function hasEncodedSlash(path: string): boolean {
  return /%(?:2f|5c)/i.test(path);
}

const DOTS: ReadonlySet<string> = new Set(['.', '..']);

/** Returns the segments between slashes and backslashes, raw or encoded. */
function separated(path: string): string[] {
  return path.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
}
