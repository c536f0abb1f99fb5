/** Matches identities with the names and patterns of a rule, and groups with its patterns. */
import type { GroupNode, IdentityName, IdentityNode } from '../graph';
import { pathPattern } from '../../base/text/path-pattern';
import { ambiguityText, findIdentitiesByName, isPattern, isPatternMatched, toNameText } from '../names';
import type { RuleProblem } from './result';

/** The match of an object with a rule. `perhaps` counts against the object. */
export type Meant = 'yes' | 'no' | 'perhaps';

export interface IdentityMatch {
  /** Returns the match of an identity. */
  readonly of: (identity: IdentityNode) => Meant;
  /** The names that several people have. */
  readonly ambiguities: readonly RuleProblem[];
}

/** Creates the match with the names of a rule, which an organization resolves. */
export function createIdentityMatch(
  identities: readonly IdentityNode[],
  names: readonly IdentityName[],
): IdentityMatch {
  const found = new Map<IdentityNode, Meant>();
  const ambiguities: RuleProblem[] = [];
  for (const name of names) {
    const nodes = findIdentitiesByName(identities, name);
    for (const node of nodes)
      if (nodes.length === 1 || !found.has(node)) found.set(node, nodes.length === 1 ? 'yes' : 'perhaps');
    if (nodes.length < 2) continue;
    const [path, facts] = [toNameText(name), nodes.map((node) => node.path)];
    ambiguities.push({ path, text: ambiguityText(name, nodes).replace(/\.$/, ''), facts });
  }
  const texts = names.filter((name) => typeof name === 'string');
  const patterns = names.filter(isPattern);
  const of = (identity: IdentityNode): Meant => {
    const named = found.get(identity);
    if (named === 'yes') return 'yes';
    const isPerson = identity.group === undefined;
    if (isPerson && patterns.some((pattern) => isPatternMatched(identity, pattern))) return 'yes';
    // The name of a person can be the path of another identity.
    return named ?? matchPatterns(identity, isPerson ? patterns : texts);
  };
  return { of, ambiguities };
}

/** Returns the match of a node with patterns; `perhaps` if another object has the same names. */
export function matchPatterns(node: GroupNode | IdentityNode, patterns: readonly string[]): Meant {
  if (patterns.length === 0) return 'no';
  if (patterns.includes(node.key)) return 'yes';
  const matches = patterns.map(pathPattern);
  const isFitting = (path: string) => matches.some((match) => match(path));
  if (isFitting(node.path)) return 'yes';
  return node.path.includes('#') && isFitting(node.path.replace(/#[^/]*/g, '')) ? 'perhaps' : 'no';
}
