/** Reports the rules of the organization that the change breaks. */
import type { GroupNode, IdentityNode } from '../../access';
import { checkInvariant, isGroupMatched, matchOf, type Invariant } from '../../rules';
import { few } from '../../text/words';
import type { Analysis } from '../access/analysis';
import { ruledOrganization } from '../access/ruled-organization';
import { whereIs, type Finding } from './finding';

export function invariantBroken(analysis: Analysis): Finding[] {
  const { invariants = [] } = analysis.configuration;
  if (invariants.length === 0) return [];
  const organization = ruledOrganization(analysis, 'after');
  const left = createLeft(analysis);
  return invariants.flatMap((invariant, index): Finding[] => {
    const evaded = left(invariant);
    const checked = checkInvariant(invariant, organization);
    const isInconclusive = checked?.isInconclusive ?? false;
    const broken = isInconclusive && evaded !== undefined ? undefined : checked;
    const reasons = [broken?.reason, evaded?.text].filter((one) => one !== undefined);
    if (reasons.length === 0) return [];
    return [
      {
        id: 'invariant-broken',
        severity: invariant.severity ?? 'high',
        subject: invariant.name,
        reason: `${reasons.join(' ')} ${invariant.reason}`,
        ...(broken?.witness !== undefined && { witness: broken.witness }),
        evidence:
          broken?.isInconclusive === true
            ? [invariant, broken.evidence]
            : [invariant, broken?.evidence ?? [], evaded?.objects],
        rule: ['invariants', index],
        ...whereIs(analysis, broken?.grant?.key),
      },
    ];
  });
}

/** Objects that a rule no longer matches. */
interface Evaded {
  readonly text: string;
  /** Their paths before and after the change. */
  readonly objects: readonly (readonly [before: string, after: string])[];
}

/**
 * Returns a function that finds existing groups and identities that a rule matched before the change and no longer matches. A
 * rename or a move must not take an object out of a rule.
 */
function createLeft({ before, after, matches }: Analysis): (invariant: Invariant) => Evaded | undefined {
  // A recreated object has another uid.
  const followed = new Map(
    matches.flatMap(({ before: was, after: is }) =>
      was === undefined || is === undefined || was.key === is.key ? [] : [[was.key, is.key] as const],
    ),
  );
  const leftOf = <N extends GroupNode | IdentityNode>(
    were: readonly N[],
    are: readonly N[],
    isMatched: (node: N) => boolean,
  ): (readonly [string, string])[] => {
    const byKey = new Map(are.map((node) => [node.key, node]));
    return were.filter(isMatched).flatMap((was) => {
      const is = byKey.get(followed.get(was.key) ?? was.key);
      return is === undefined || isMatched(is) ? [] : [[was.path, is.path] as const];
    });
  };
  return ({ name, where, who }) => {
    const patterns = who?.identities ?? [];
    const objects = [
      ...leftOf(before.graph.groups, after.graph.groups, (node) => isGroupMatched(node, where)),
      ...leftOf(before.graph.identities, after.graph.identities, (node) => matchOf(node, patterns) !== 'no'),
    ];
    if (objects.length === 0) return undefined;
    const names = few(objects.map(([was, is]) => `${was} (now ${is})`));
    return { text: `"${name}" no longer matches ${names}. Update the rule, too.`, objects };
  };
}
