/** The names in a question: what each stands for, and what was most likely meant where it stands for nothing. */
import type { AccessGraph, GroupNode } from '../../access';
import { CAPABILITIES, canonicalCapability, isKnownCapability, nearest, nearestCapability } from '../../api';
import { pathPattern } from '../input/configuration/path-pattern';

/** A question that cannot be asked. The message says which name stands for nothing, and which is near. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}

/** Whether a capability is meant. */
export function capabilitiesMeant({ roles }: AccessGraph, text: string): (name: string) => boolean {
  const name = text.includes('*') ? text : canonicalCapability(text);
  const inRoles = new Set(roles.flatMap(({ capabilities }) => capabilities));
  if (!name.includes('*')) {
    if (isKnownCapability(name) || inRoles.has(name)) return (one) => one === name;
    throw unknown(
      'capability',
      text,
      nearestCapability(text) ?? nearest(text, [...inRoles, ...CAPABILITIES]),
      'No role has it either.',
    );
  }
  const matches = pathPattern(name);
  if ([...CAPABILITIES, ...inRoles].some(matches)) return matches;
  throw unknown('capability', text, undefined, 'Patterns are like role_bindings.* or *.list.');
}

/** The groups of a path, of a uid, or of a pattern; in the order of the tree. */
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

/** The paths of the identities of a path, a uid, an e-mail address or a pattern. */
export function identitiesMeant({ identities }: AccessGraph, text: string): ReadonlySet<string> {
  const matches = pathPattern(text);
  const found = identities.filter(
    ({ key, path, name, group }) => key === text || matches(path) || (group === undefined && name === text),
  );
  if (found.length > 0) return new Set(found.map(({ path }) => path));
  // A name alone is easily written where a path is meant.
  const named = identities.find(({ name }) => name === text);
  const paths = identities.map(({ path }) => path);
  throw unknown('identity', text, named?.path ?? nearest(text, paths), someOf(paths));
}

function unknown(what: string, text: string, meant: string | undefined, otherwise: string): QuestionError {
  const hint = meant === undefined ? otherwise : `Did you mean ${meant}?`;
  return new QuestionError(`There is no ${what} ${JSON.stringify(text)}. ${hint}`.trim());
}

const SHOWN = 5;

function someOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `There are ${names.slice(0, SHOWN).join(', ')}${more}.`;
}
