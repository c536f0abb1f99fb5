/** Finds the grants that decide if an identity holds capabilities. */
import { isIamWrite } from '../../model/api';
import type { GrantNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { includesCapability } from './questions';

export interface DecisiveGrants {
  /** Sorted: the nearest group first. */
  readonly grants: readonly GrantNode[];
  /** True if each of them alone gives all of the capabilities. */
  readonly isAlone: boolean;
}

/**
 * Returns the grants that alone give all of the capabilities. If none does, returns the fewest grants without which one of the
 * capabilities is missing, preferably one that changes access. Names decide, never keys: a plan and a service have different keys.
 */
export function findDecisiveGrants(grants: readonly GrantNode[], capabilities: readonly string[]): DecisiveGrants {
  const sorted = [...grants].sort(nearestFirst);
  const alone = sorted.filter(({ role }) => capabilities.every((name) => includesCapability(role, name)));
  if (alone.length > 0) return { grants: alone, isAlone: true };
  const [fewest] = capabilities
    .map((name) => ({ name, holders: sorted.filter(({ role }) => includesCapability(role, name)) }))
    .sort(
      (a, b) =>
        a.holders.length - b.holders.length ||
        Number(isIamWrite(b.name)) - Number(isIamWrite(a.name)) ||
        sorted.indexOf(a.holders[0] as GrantNode) - sorted.indexOf(b.holders[0] as GrantNode) ||
        compareNames(a.name, b.name),
    );
  return { grants: fewest?.holders ?? [], isAlone: false };
}

function nearestFirst(a: GrantNode, b: GrantNode): number {
  return (
    b.group.order - a.group.order ||
    compareNames(a.role.path, b.role.path) ||
    compareNames(a.source, b.source) ||
    compareNames(a.name ?? '', b.name ?? '')
  );
}
