/** Findings about assertions by example that do not hold after the change. */
import type { Analysis } from '../analysis';
import { checkAssertions } from '../assertions/check';
import { whereIs, type Finding } from '../finding';

export function assertionFailed(analysis: Analysis): Finding[] {
  if ((analysis.configuration.assertions ?? []).length === 0) return [];
  const before = checkAssertions(analysis, 'before');
  return checkAssertions(analysis, 'after').flatMap(({ name, result, reason, chain, grant }, index): Finding[] => {
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
        evidence: [result, reason, chain],
        ...whereIs(analysis, grant),
      },
    ];
  });
}
