/** Formats lists of capabilities: short for a sentence, longer for a row of a table. */
import { groupEntries } from '../../access/graph/paths';
import { EVERY_OTHER_CAPABILITY } from '../../access/graph';
import { isIamWrite } from '../../model/api';
import { counted, listed } from '../../base/text/words';
import { byWeight } from './capability-weight';

/** A sentence names this many capabilities. */
const MOST_NAMES = 3;

/**
 * Returns `groups.list, repo.list and tag.list`, or the number of capabilities and the most dangerous ones: `62 capabilities, including
 * role_bindings.create, identity.create and roles.create`.
 *
 * @param which says which capabilities are counted: ` that an editor lacks`
 */
export function countedCapabilities(names: readonly string[], which = ''): string {
  const distinct = [...new Set(names)];
  const named = byWeight(distinct.filter((name) => name !== EVERY_OTHER_CAPABILITY));
  const others = named.length < distinct.length ? ['all unknown capabilities'] : [];
  if (named.length <= MOST_NAMES) return listed([...named, ...others]);
  const count = listed([`${counted(named.length, 'capability')}${which}`, ...others]);
  return `${count}, including ${listed(named.slice(0, MOST_NAMES))}`;
}

/** The level of capabilities that change access. */
export const ADMINISTRATIVE = 'administrative access';

/** Returns the level of capabilities that an owner has and an editor lacks. Only some of them change access. */
export function getOwnerLevel(names: readonly string[]): string {
  const canAdminister = names.some((name) => name === EVERY_OTHER_CAPABILITY || isIamWrite(name));
  return canAdminister ? ADMINISTRATIVE : 'access that an editor lacks';
}

/** Returns `tag.create and tag.update (access that an editor lacks)`. A row about the same access counts all of its capabilities. */
export function ownerLevelText(names: readonly string[]): string {
  return `${countedCapabilities(names, ' that an editor lacks')} (${getOwnerLevel(names)})`;
}

/**
 * Returns `role_bindings, roles (create, delete), repo.create and 9 more`. Capabilities that change access come first
 * and are all named. Other capabilities are named until the text has `most` names.
 */
export function capabilitiesText(names: readonly string[], most = MOST_NAMES): string {
  const hasUnknown = names.includes(EVERY_OTHER_CAPABILITY);
  const sorted = byWeight(names.filter((name) => name !== EVERY_OTHER_CAPABILITY));
  const dangerous = dangerousTexts(sorted.filter(isIamWrite));
  const others = sorted.filter((name) => !isIamWrite(name));
  const room = Math.max(0, most - dangerous.length - (hasUnknown ? 1 : 0));
  const named = others.length <= room + 1 && room > 0 ? others : others.slice(0, room);
  const left = others.length - named.length;
  const text = [...dangerous, ...named].join(', ');
  const parts = [text, left === 0 ? '' : `${left} more`, hasUnknown ? 'all unknown capabilities' : ''];
  return listed(parts.filter((part) => part !== ''));
}

/** Groups kinds with the same verbs: `role_bindings, roles (create, delete)`. */
function dangerousTexts(names: readonly string[]): string[] {
  const kinds = groupEntries(
    names.map((name) => (name.includes('.') ? splitAt(name, name.lastIndexOf('.')) : ([name, ''] as const))),
  );
  const kindsByCapability = groupEntries([...kinds].map(([kind, verbs]) => [verbs.join(', '), kind] as const));
  return [...kindsByCapability].flatMap(([verbs, all]) => {
    if (verbs === '') return all;
    if (all.length === 1 && !verbs.includes(',')) return [`${all.join('')}.${verbs}`];
    return [`${all.join(', ')} (${verbs})`];
  });
}

function splitAt(name: string, at: number): [string, string] {
  return [name.slice(0, at), name.slice(at + 1)];
}
