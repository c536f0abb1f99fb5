/** Finds texts that CDKTF cannot write: with a number token, and for HCL with characters that it does not escape. */
import { Token, Tokenization } from 'cdktf';
import { Construct } from 'constructs';
import { isObject, type Values } from '../../src/model/api';

/** Names and indexes from a value down to a text. */
type TextPath = readonly (string | number)[];

/**
 * Returns the paths of texts with a number token. CDKTF resolves such a token only next to some characters: after a dash
 * it writes the digits that represent the token, and it drops a dash that follows the token.
 */
export function numberTokenPaths(value: unknown): TextPath[] {
  const paths: TextPath[] = [];
  if (!hasText(value, mayContainToken)) return paths;
  visitTexts(value, [], (text, path) => {
    if (leadsToNumberToken(text, new Set())) paths.push(path);
  });
  return paths;
}

/** Returns true if a text contains a number token, or an argument of an expression in it does, such as one of `Fn.upper`. */
function leadsToNumberToken(value: unknown, visited: Set<unknown>): boolean {
  const leads = (inner: unknown): boolean => leadsToNumberToken(inner, visited);
  if (typeof value === 'string')
    return mayContainToken(value) && (hasNumberToken(value) || Tokenization.reverse(value).some(leads));
  if (typeof value === 'number') return Tokenization.reverse(value).some(leads);
  // An expression can refer to a construct, whose own texts are checked with it.
  if (typeof value !== 'object' || value === null || Construct.isConstruct(value) || visited.has(value)) return false;
  visited.add(value);
  // A list token is a list with one text.
  if (Array.isArray(value) && value.every((element) => typeof element === 'string'))
    if (Tokenization.reverse(value).some(leads)) return true;
  return Object.keys(value).some(leads) || Object.values(value).some(leads);
}

/** Returns false for most texts, without the patterns of CDKTF. */
function mayContainToken(text: string): boolean {
  return text.includes('TfToken[') || text.includes('e+');
}

/** Returns true if a text contains a number token, alone or as an element of a list. */
export function hasNumberToken(text: string): boolean {
  if (!text.includes('e+')) return false;
  return [...text.matchAll(NUMBER_TOKEN)].some(([digits]) => {
    const number = Number(digits);
    return Token.isUnresolved(number) || Token.isUnresolved([number]);
  });
}

/** The numbers that represent tokens are negative, and their exponents have three digits. */
const NUMBER_TOKEN = /-\d(?:\.\d+)?e\+\d{3}/g;

/** The next step for a number token in a text. */
export const USE_AS_STRING = 'contains a number token; use Token.asString to put the number into a text';

/**
 * Rejects HCL output for a text that CDKTF would write as invalid HCL, or as another text.
 *
 * @throws Error that names the construct and the attribute.
 */
export function refuseUnescapedHcl(owner: string, attributes: object): void {
  visitTexts(attributes, [], (text, path) => {
    if (/["\\\r\n]/.test(withoutExpressions(text)))
      throw new Error(
        `Cannot write ${path.join('.')} of "${owner}": CDKTF does not escape quotes, backslashes and line breaks in HCL. ` +
          'Synthesize JSON instead.',
      );
  });
}

/** Returns true if a visit would find a fitting text. Most values have none, and a visit creates a path for each text. */
function hasText(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === 'string') return fits(value);
  if (Array.isArray(value)) return value.some((inner) => hasText(inner, fits));
  if (!isPlain(value)) return false;
  for (const key of Object.keys(value)) if (fits(key) || hasText(value[key], fits)) return true;
  return false;
}

function isPlain(value: unknown): value is Values {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Visits each text in a value: each value of a path, and each key of the map at a path. */
function visitTexts(value: unknown, path: TextPath, visit: (text: string, path: TextPath) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value))
    for (const [index, inner] of value.entries()) visitTexts(inner, [...path, index], visit);
  else if (isPlain(value))
    for (const [key, inner] of Object.entries(value)) {
      visit(key, path);
      visitTexts(inner, [...path, key], visit);
    }
}

/** Returns the characters of a template that are not in an expression, which can contain quotes. `$${` begins none. */
function withoutExpressions(text: string): string {
  let [depth, kept] = [0, ''];
  for (const [part] of text.matchAll(/([$%])\1\{|[$%]\{|[{}]|[^$%{}]+|[$%]/g)) {
    if (depth === 0 ? /^[$%]\{$/.test(part) : part.endsWith('{')) depth++;
    else if (depth > 0 && part === '}') depth--;
    else if (depth === 0) kept += part;
  }
  return kept;
}
