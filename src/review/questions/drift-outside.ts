/**
 * Objects outside of the groups that the stacks manage. Another stack may manage them: the output shows only a few, and no
 * command declares or deletes them.
 */
import { SEVERITIES } from '../../access/rules';
import { counted, nounFor } from '../../base/text/words';
import { OTHER_STACKS } from './drift-commands';
import type { Drift, UnmanagedObject } from './drift';

/** The maximum number of objects that the output shows. */
const SHOWN = 10;

export interface SplitObjects {
  /** The objects in the groups of the stacks, or all objects if the user has selected the groups. */
  readonly own: readonly UnmanagedObject[];
  /** The objects outside that the output shows: all, or the most dangerous of many. */
  readonly shown: readonly UnmanagedObject[];
  /** The sentence about all objects outside. Absent for none. */
  readonly sentence?: string;
  /** The condition of each command that declares objects; empty if all objects are in groups of the stacks. */
  readonly condition: readonly string[];
}

/** Splits the unmanaged objects, the most dangerous first. */
export function splitOutside({ ownGroups, unmanaged: objects }: Drift): SplitObjects {
  const unmanaged = objects.toSorted((a, b) => weigh(b) - weigh(a));
  const outside = ownGroups === undefined ? [] : unmanaged.filter(({ isOutside }) => isOutside);
  if (outside.length === 0)
    return { own: unmanaged, shown: [], condition: unmanaged.some(({ isOutside }) => isOutside) ? [OTHER_STACKS] : [] };
  const dangerous = outside.filter(({ severity }) => severity !== SEVERITIES[0]).slice(0, SHOWN);
  const shown = outside.length > SHOWN ? dangerous : outside;
  const count = outside.length;
  const sentences = [
    `${counted(count, 'object is', 'objects are')} outside of the groups that the stacks manage, so no command declares or deletes ${nounFor(count, 'it', 'them')}.`,
    `If another stack manages an object, pass its state with --state.`,
    ...(shown === outside ? [] : ['To list all, run with --format json.']),
  ];
  const own = unmanaged.filter((object) => !outside.includes(object));
  return { own, shown, sentence: sentences.join(' '), condition: [] };
}

/** Returns a higher number for an object that needs a decision first. */
function weigh({ severity, exposure, givesOwner }: UnmanagedObject): number {
  return 4 * SEVERITIES.indexOf(severity) + (givesOwner ? 2 : 0) + (exposure === undefined ? 0 : 1);
}
