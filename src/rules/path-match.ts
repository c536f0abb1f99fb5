/** Matches groups and identities with the patterns of a rule. */
import type { GroupNode, IdentityNode } from '../access';
import { pathPattern } from '../text/path-pattern';

/** The match of an object with a rule. `perhaps` counts against the object. */
export type Meant = 'yes' | 'no' | 'perhaps';

/** Returns the match of a node with patterns; `perhaps` if another object has the same names. */
export function matchPatterns(node: GroupNode | IdentityNode, patterns: readonly string[]): Meant {
  if (patterns.length === 0) return 'no';
  if (patterns.includes(node.key)) return 'yes';
  const matches = patterns.map(pathPattern);
  const isFitting = (path: string) => matches.some((match) => match(path));
  if (isFitting(node.path)) return 'yes';
  return node.path.includes('#') && isFitting(node.path.replace(/#[^/]*/g, '')) ? 'perhaps' : 'no';
}
