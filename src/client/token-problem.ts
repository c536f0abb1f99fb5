/** Tokens as people paste them. The words never repeat one. */
import { requireText } from './require-text';

/** Why `token` cannot be one, as it reads after "it" (`is empty`); `undefined` if it can. */
export function tokenProblem(token: string): string | undefined {
  const text = token.trim();
  if (text === '') return 'is empty';
  if (/^["'`]|["'`]$/.test(text))
    return 'stands in quotes, which are no part of it: take them away (jq prints a text without them with -r; a shell keeps quotes that stand within others)';
  if (/^(bearer|basic)\s/i.test(text)) return `begins with "${/^\w+/.exec(text)?.[0] ?? ''}", which is no part of it`;
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'holds characters that no token has, such as a space or a line break';
}

/** The token without what is around it. Throws a `TypeError` that says which option (`what`) is wrong. */
export function checkedToken(token: unknown, what: string): string {
  requireText(token, what, 'a token, or where to get one');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`${what}: it ${problem}.`);
  return token;
}
