/** The error for an unknown name, with the name that is probably meant. */
import { nearest } from '../../model/api';
import { listed } from '../../base/text/words';

/** An invalid question. The message contains the unknown name and a similar one. */
export class QuestionError extends TypeError {
  override readonly name = 'QuestionError';
}

/** The maximum number of names in one message. */
const SHOWN = 5;

/** Returns the path that a misspelled one probably means: a sibling, the same name elsewhere, or a similar path. */
export function nearestPath(path: string, paths: readonly string[]): string | undefined {
  const sibling = nearestSibling(path, paths);
  if (sibling !== undefined) return sibling;
  const [, name] = split(path);
  const elsewhere = paths.filter((one) => split(one)[1] === name);
  return elsewhere.length > 0 ? listed(elsewhere.slice(0, SHOWN), 'or') : nearest(path, paths);
}

/** Returns the path in the same group with the most similar name. */
export function nearestSibling(path: string, paths: readonly string[]): string | undefined {
  const [above, name] = split(path);
  const siblings = new Map(
    paths.flatMap((one) => {
      const [place, last] = split(one);
      return place === above ? [[last, one] as const] : [];
    }),
  );
  const sibling = nearest(name, siblings.keys());
  return sibling === undefined ? undefined : siblings.get(sibling);
}

function split(path: string): [above: string, name: string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, Math.max(end, 0)), path.slice(end + 1)];
}

/** Returns the error for a name that no object has. */
export function unknownName(
  what: string,
  text: string,
  meant: string | undefined,
  known: readonly string[] | string,
): QuestionError {
  const otherwise = typeof known === 'string' ? known : listSome(known);
  const hint = meant === undefined ? otherwise : `Did you mean ${meant}?`;
  return new QuestionError(`Cannot find ${what} ${JSON.stringify(text)}. ${hint}`.trim());
}

function listSome(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `Known names: ${names.slice(0, SHOWN).join(', ')}${more}.`;
}
