/**
 * Strings that are Unicode. JSON can spell half of a surrogate pair (`"\ud800"`), which no UTF-8 can: it is refused
 * wherever text comes in, as protobuf does, since SQLite and whoever reads it later cannot work with it.
 */

/** What is said of a string that is not. */
export const MUST_BE_WELL_FORMED = 'must be well-formed Unicode: it holds half of a surrogate pair';

/** Where in a JSON value such a string stands, as in `roles[0].name` (of a key: the object); `undefined` if nowhere. */
export function illFormedAt(json: unknown): string | undefined {
  // No recursion: how deep a value is nested is up to whoever sent it.
  const pending: { readonly value: unknown; readonly at: string }[] = [{ value: json, at: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, at } = next;
    if (typeof value === 'string' && !isWellFormed(value)) return at;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (!isWellFormed(key)) return at;
      pending.push({ value: member, at: Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}` });
    }
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
