/** Finds texts that CDKTF cannot write: with a number token, and for HCL with characters that it does not escape. */
import { Token, Tokenization } from 'cdktf';
import { Construct } from 'constructs';
import { isObject } from '../../src/model/api';

/** A text in a value: the value at the path, or a key of the map at the path. */
interface FoundText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * Returns the paths of texts with a number token. CDKTF resolves such a token only next to some characters: after a dash
 * it writes the digits that represent the token, and it drops a dash that follows the token.
 */
export function numberTokenPaths(value: unknown): FoundText['path'][] {
  return [...textsIn(value)]
    .filter(({ text }) => hasNumberToken(text) || textsOfExpressions(text, new Set()).some(hasNumberToken))
    .map(({ path }) => path);
}

/** Returns the texts in the arguments of the expressions that a value contains, such as those of `Fn.upper`. */
function textsOfExpressions(value: unknown, visited: Set<unknown>): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const own = typeof value === 'string' ? [value] : [];
    return [...own, ...Tokenization.reverse(value).flatMap((token) => textsOfExpressions(token, visited))];
  }
  // An expression can refer to a construct, whose own texts are checked with it.
  if (typeof value !== 'object' || value === null || Construct.isConstruct(value) || visited.has(value)) return [];
  visited.add(value);
  // A list token is a list with one text.
  const list = Array.isArray(value) && value.every((one) => typeof one === 'string') ? Tokenization.reverse(value) : [];
  const members: readonly unknown[] = Object.entries(value).flat();
  return [...list, ...members].flatMap((inner) => textsOfExpressions(inner, visited));
}

/** Returns true if a text contains a number token, alone or as an element of a list. */
export function hasNumberToken(text: string): boolean {
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
  for (const { path, text } of textsIn(attributes))
    if (/["\\\r\n]/.test(withoutExpressions(text)))
      throw new Error(
        `Cannot write ${path.join('.')} of "${owner}": CDKTF does not escape quotes, backslashes and line breaks in HCL. ` +
          'Synthesize JSON instead.',
      );
}

function* textsIn(value: unknown, path: FoundText['path'] = []): Generator<FoundText> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const [index, inner] of value.entries()) yield* textsIn(inner, [...path, index]);
  else if (isObject(value) && Object.getPrototypeOf(value) === Object.prototype)
    for (const [key, inner] of Object.entries(value)) {
      yield { path, text: key };
      yield* textsIn(inner, [...path, key]);
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
