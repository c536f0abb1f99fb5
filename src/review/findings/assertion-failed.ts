/** Findings about assertions by example that do not hold after the change. */
import type { Analysis } from '../access/analysis';
import { ruledOrganization } from '../access/ruled-organization';
import { checkAssertions, type CheckedAssertion } from '../../access/rules';
import { whereIs, type Finding } from './shared/finding';
import { grantFacts } from './shared/evidence';

export function assertionFailed(analysis: Analysis): Finding[] {
  const { assertions = [] } = analysis.configuration;
  if (assertions.length === 0) return [];
  const before = checkedAssertions(analysis, 'before');
  return checkedAssertions(analysis, 'after').flatMap((checked, index): Finding[] => {
    const { name, result, reason, chain, grant } = checked;
    if (result === 'pass') return [];
    const resultBefore = before[index]?.result;
    const since =
      resultBefore === 'pass'
        ? 'It passed before this change.'
        : resultBefore === 'fail'
          ? 'It already failed before this change.'
          : '';
    return [
      {
        id: 'assertion-failed',
        severity: 'high',
        subject: name,
        reason:
          `${result === 'fail' ? 'The assertion fails' : 'The assertion is inconclusive'}: ${reason} ${since}`.trim(),
        witness: chain,
        evidence: [assertions[index], result, ...getFacts(analysis, checked)],
        rule: ['assertions', index],
        ...whereIs(analysis, grant),
      },
    ];
  });
}

/** Returns one result for each assertion of the configuration, before or after the change. */
export function checkedAssertions(analysis: Analysis, side: 'before' | 'after'): CheckedAssertion[] {
  const { assertions = [], anchored } = analysis.configuration;
  return checkAssertions(assertions, ruledOrganization(analysis, side), { anchored, now: analysis.now });
}

function getFacts({ after }: Analysis, { identity, group, capability, unknown, grant }: CheckedAssertion): unknown[] {
  return [identity, group, capability, unknown, grantFacts(after.graph.grants.find(({ key }) => key === grant))];
}
