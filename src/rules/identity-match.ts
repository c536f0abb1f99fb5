/** Matches identities with the names and patterns of a rule. */
import type { IdentityName, IdentityNode } from '../access';
import { ambiguityText, identitiesNamed, isPattern, isPatternMatched, toNameText } from './identity-names';
import { matchPatterns, type Meant } from './path-match';
import type { RuleProblem } from './result';

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
    const nodes = identitiesNamed(identities, name);
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
