/** The error for an unknown name, with the name that is probably meant. */
import { isUid, nearest } from '../../model/api';
import { listed } from '../../base/text/words';

/** An invalid question. The message contains the unknown name and a similar one. */
export class QuestionError extends TypeError {
  override readonly name = 'QuestionError';
}

/** The error for a name that no object has. Another organization can have an object of this name. */
export class UnknownNameError extends QuestionError {}

/** The maximum number of names in one message. */
const SHOWN = 5;

/** Returns the path that a misspelled one probably means: a sibling, the same path below another root group, the same name elsewhere, or a similar path. */
export function nearestPath(path: string, paths: readonly string[]): string | undefined {
  const sibling = nearestSibling(path, paths);
  if (sibling !== undefined) return sibling;
  const below = belowRoot(path);
  const [other, ...more] = below === '' ? [] : paths.filter((path) => belowRoot(path) === below);
  if (other !== undefined && more.length === 0) return other;
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

function belowRoot(path: string): string {
  const [, ...names] = path.split('/');
  return names.join('/');
}

/**
 * Returns the next step if a path begins with the name of a root group, and no source contains its name. A plan or a state may
 * contain a root group by uid only.
 */
function unnamedRoot(path: string, paths: readonly string[]): string | undefined {
  const [name = '', ...below] = path.split('/');
  const roots = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  const [uid, ...others] = roots.filter((root) => isUid(root));
  const isOfPerson = below.length === 0 && /[\s@]/.test(name);
  if (uid === undefined || roots.includes(name) || name.includes('*') || isOfPerson || isUid(name)) return undefined;
  const names = `"names": { ${JSON.stringify(others.length === 0 ? uid : 'UID')}: ${JSON.stringify(name)} }`;
  return `No source has the name of the root group. Add ${names} to review.config.json, or add --live.`;
}

/** Returns the error for a name that no object has. */
export function unknownName(
  what: string,
  text: string,
  meant: string | undefined,
  known: readonly string[] | string,
): UnknownNameError {
  const unnamed = typeof known === 'string' ? undefined : unnamedRoot(text, known);
  const otherwise = typeof known === 'string' ? known : (unnamed ?? listSome(known));
  const hints = meant === undefined ? [otherwise] : [`Did you mean ${meant}?`, unnamed ?? ''];
  const parts = [`Cannot find ${what} ${JSON.stringify(text)}.`, ...hints];
  return new UnknownNameError(parts.filter(Boolean).join(' '));
}

function listSome(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `Known names: ${names.slice(0, SHOWN).join(', ')}${more}.`;
}
