/**
 * Finds objects that a plan moves to a group that nothing shows: a wrong uid, or a group that the review cannot see. Anyone can have
 * access there, so that the effect on access is unknown.
 */
import { ancestorUids, isUid } from '../../model/api';
import { getGroupOfParent, group } from '../../model/kinds';
import { parentAttribute } from '../../model/schema';
import type { Instance } from './objects/objects';
import type { Transition } from './plan-instances';

/**
 * Returns a sentence for each of these groups.
 *
 * @param shown the instances before and after the change, and those of lists and data sources
 */
export function findUnknownGroups(transitions: readonly Transition[], shown: readonly Instance[]): string[] {
  const known = new Set(shown.flatMap(({ declaration, key }) => (declaration === group ? [key] : [])));
  const found = new Map<string, string>();
  for (const { before, after } of transitions) {
    if (before === undefined || after === undefined) continue;
    const former = new Set(groupsAbove(before));
    // The topmost one is the cause of those beneath it.
    const unknown = groupsAbove(after).findLast((uid) => !former.has(uid) && !known.has(uid));
    if (unknown !== undefined && !found.has(unknown))
      found.set(
        unknown,
        `${after.plan.name}: ${after.address} moves to the group ${unknown}, which no plan and no list shows. The access there is unknown. Check the uid, or plan with a token that can list the group.`,
      );
  }
  return [...found.values()];
}

/** Returns the nearest group above an instance, and all above that one. */
function groupsAbove({ declaration, values }: Instance): string[] {
  const parent = values[parentAttribute(declaration) ?? ''];
  const nearest = isUid(parent) ? getGroupOfParent(declaration, parent) : undefined;
  return nearest === undefined ? [] : [nearest, ...ancestorUids(nearest)];
}
