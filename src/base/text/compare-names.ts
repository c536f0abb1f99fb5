/** Compares names as people sort them. The locale and the version of Node make no difference, so the order is the same on every machine. */

/** Compares numbers in names by value, so that `team-12` is before `team-111`, and all other text without its case, then by code units. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  const length = Math.min(a.length, b.length);
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  while (at > 0 && isDigit(a.charCodeAt(at - 1))) at--;
  return compareFrom(at, a, b) || (a < b ? -1 : 1);
}

/** Compares the texts after their common beginning. Returns 0 if only case and leading zeros differ. */
function compareFrom(at: number, a: string, b: string): number {
  let [first, second] = [at, at];
  while (first < a.length && second < b.length) {
    const [code, otherCode] = [a.charCodeAt(first), b.charCodeAt(second)];
    if (isDigit(code) && isDigit(otherCode)) {
      const [end, otherEnd] = [endOfDigits(a, first), endOfDigits(b, second)];
      const order = compareDigits(a.slice(first, end), b.slice(second, otherEnd));
      if (order !== 0) return order;
      [first, second] = [end, otherEnd];
    } else {
      const order = lowerCase(code) - lowerCase(otherCode);
      if (order !== 0) return order;
      first++;
      second++;
    }
  }
  return a.length - first - (b.length - second);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** A number in a name may have more digits than a JavaScript number can represent. */
function compareDigits(a: string, b: string): number {
  const [first, second] = [a, b].map((digits) => digits.replace(/^0+/, '')) as [string, string];
  return first.length - second.length || (first === second ? 0 : first < second ? -1 : 1);
}
