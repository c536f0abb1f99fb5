/** Evaluates a rule of an organization: the review and the constructs use the same result. */
import { few } from '../../base/text/words';
import type { Invariant } from './configuration/configuration';
import { checkAccess } from './invariants';
import type { RuledOrganization } from './organization';
import { getOutsidersRemedy } from './outside-tokens';
import { checkOutsiders } from './outsiders-rule';
import type { RuleProblem, RuleProblems } from './result';
import { checkStructure } from './structure';

/** Returns everything in the organization that violates a rule, or that the rule is inconclusive for. */
export function checkRule(invariant: Invariant, organization: RuledOrganization): RuleProblems {
  if ('can' in invariant) return checkAccess(invariant, organization);
  if (invariant.rule === 'noOutsiders') return checkOutsiders(invariant, organization);
  return checkStructure(invariant, organization.objects);
}

/**
 * Returns sentences about a result, without the reason of the rule, or `undefined` if the rule holds. `hasRemedy`: another sentence has
 * the next step.
 */
export function summarize(
  invariant: Invariant,
  { violations, inconclusive, hasRemedy = false }: RuleProblems & { readonly hasRemedy?: boolean },
): string | undefined {
  const { name } = invariant;
  const [first] = inconclusive;
  const doubt =
    first === undefined
      ? undefined
      : `"${name}" is inconclusive: ${first.text}${inconclusive.length > 1 ? `, and ${inconclusive.length - 1} more` : ''}.`;
  const broken = violations.length === 0 ? undefined : violationText(invariant, violations);
  const remedy = violations.length === 0 || hasRemedy ? undefined : getRemedy(invariant, violations);
  return [broken, remedy, doubt].filter((text) => text !== undefined).join(' ') || undefined;
}

/** Returns the next step after violations, if it is not obvious. */
export function getRemedy({ rule }: Invariant, violations: readonly RuleProblem[]): string | undefined {
  if (rule !== 'noOutsiders') return undefined;
  const all = violations.map(({ entries }) => entries);
  const findPaths = (entry: string) =>
    violations.filter(({ entries = [] }) => entries.includes(entry)).map(({ path }) => path);
  return getOutsidersRemedy(
    all.every((entries) => entries !== undefined) ? all.flat() : undefined,
    violations.length > 1 ? findPaths : undefined,
  );
}

function violationText(invariant: Invariant, violations: readonly RuleProblem[]): string {
  const { name } = invariant;
  const paths = few(violations.map(({ path, doubt }) => (doubt === undefined ? path : `${path} (${doubt})`)));
  if (invariant.rule === 'atLeast')
    return `"${name}" does not hold: fewer than ${invariant.count} have ${invariant.can.join(' or ')} in ${paths}.`;
  return `${paths} ${violations.length === 1 ? 'violates' : 'violate'} "${name}".`;
}
