/** Resolves the names in a question, and suggests similar names for unknown ones. */
import type { AccessGraph, GroupNode } from '../access';
import { CAPABILITIES, canonicalCapability, isKnownCapability, nearest, nearestCapability } from '../api';
import { pathPattern } from '../text/path-pattern';

/** An invalid question. The message contains the unknown name and a similar one. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}

/** Returns a function that tests if the text matches a capability. */
export function capabilitiesMeant({ roles }: AccessGraph, text: string): (name: string) => boolean {
  const name = text.includes('*') ? text : canonicalCapability(text);
  const inRoles = new Set(roles.flatMap(({ capabilities }) => capabilities));
  if (!name.includes('*')) {
    if (isKnownCapability(name) || inRoles.has(name)) return (one) => one === name;
    throw unknown(
      'capability',
      text,
      nearestCapability(text) ?? nearest(text, [...inRoles, ...CAPABILITIES]),
      'No role has it.',
    );
  }
  const matches = pathPattern(name);
  if ([...CAPABILITIES, ...inRoles].some(matches)) return matches;
  throw unknown('capability', text, undefined, 'Patterns are like role_bindings.* or *.list.');
}

/** Returns the groups that match a path, a uid or a pattern, in the order of the tree. */
export function groupsMeant({ groups }: AccessGraph, text: string): GroupNode[] {
  const path = text.replace(/\/+$/, '');
  const matches = pathPattern(path);
  const found = groups.filter((group) => group.key === path || matches(group.path));
  if (found.length > 0) return found;
  throw unknown(
    'group',
    text,
    nearest(
      path,
      groups.map((group) => group.path),
    ),
    someOf(groups.map((group) => group.path)),
  );
}

/** Returns the paths of the identities that match a path, a uid, an e-mail address or a pattern. */
export function identitiesMeant({ identities }: AccessGraph, text: string): ReadonlySet<string> {
  const matches = pathPattern(text);
  const found = identities.filter(
    ({ key, path, name, group }) => key === text || matches(path) || (group === undefined && name === text),
  );
  if (found.length > 0) return new Set(found.map(({ path }) => path));
  // A common mistake: a name instead of a path.
  const named = identities.find(({ name }) => name === text);
  const paths = identities.map(({ path }) => path);
  throw unknown('identity', text, named?.path ?? nearest(text, paths), someOf(paths));
}

function unknown(what: string, text: string, meant: string | undefined, otherwise: string): QuestionError {
  const hint = meant === undefined ? otherwise : `Did you mean ${meant}?`;
  return new QuestionError(`Cannot find ${what} ${JSON.stringify(text)}. ${hint}`.trim());
}

const SHOWN = 5;

function someOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `Known names: ${names.slice(0, SHOWN).join(', ')}${more}.`;
}
