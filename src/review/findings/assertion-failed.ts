/** Findings about assertions by example that do not hold after the change. */
import type { Analysis } from '../access/analysis';
import { checkAssertions, type CheckedAssertion } from './assertions/check';
import { whereIs, type Finding } from './finding';
import { grantFacts } from './evidence';

export function assertionFailed(analysis: Analysis): Finding[] {
  if ((analysis.configuration.assertions ?? []).length === 0) return [];
  const before = checkAssertions(analysis, 'before');
  const { assertions = [] } = analysis.configuration;
  return checkAssertions(analysis, 'after').flatMap((checked, index): Finding[] => {
    const { name, result, reason, chain, grant } = checked;
    if (result === 'pass') return [];
    const was = before[index]?.result;
    const since =
      was === 'pass' ? 'It passed before this change.' : was === 'fail' ? 'It already failed before this change.' : '';
    return [
      {
        id: 'assertion-failed',
        severity: 'high',
        subject: name,
        reason:
          `${result === 'fail' ? 'The assertion fails' : 'The assertion is inconclusive'}: ${reason} ${since}`.trim(),
        witness: chain,
        evidence: [assertions[index], result, ...factsOf(analysis, checked)],
        rule: ['assertions', index],
        ...whereIs(analysis, grant),
      },
    ];
  });
}

function factsOf({ after }: Analysis, { identity, group, capability, unknown, grant }: CheckedAssertion): unknown[] {
  return [identity, group, capability, unknown, grantFacts(after.graph.grants.find(({ key }) => key === grant))];
}
