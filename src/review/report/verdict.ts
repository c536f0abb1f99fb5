/** The verdict of a report: its result, its worst finding, and counts. */
import type { Analysis } from '../access/analysis';
import { countCauses } from '../findings/shared/causes';
import type { Finding } from '../findings/shared/finding';
import { isAtLeast, SEVERITIES, type Severity } from '../../access/rules';
import { CHANGE_STATUSES, type ChangeStatus } from '../words/change-texts';
import type { Report, Verdict } from './types/report';

export function createVerdict(analysis: Analysis, findings: readonly Finding[], problems: readonly string[]): Verdict {
  const { changes, organization, drift, unresolved } = analysis;
  const worst = SEVERITIES.toReversed().find((severity) => findings.some((finding) => finding.severity === severity));
  const count = (status: ChangeStatus) => changes.filter((change) => change.status === status).length;
  const isUnchanged =
    changes.length === 0 && drift.changes.length === 0 && unresolved.length === 0 && findings.length === 0;
  return {
    result: problems.length > 0 ? 'unjudged' : isUnchanged ? 'unchanged' : 'changed',
    ...(worst !== undefined && { worst }),
    problems,
    counts: Object.fromEntries(CHANGE_STATUSES.map((status) => [status, count(status)])) as Verdict['counts'],
    findings: Object.fromEntries(
      SEVERITIES.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
    ) as Verdict['findings'],
    causes: countCauses(findings),
    others: organization.others.length,
  };
}

/** Returns true if a finding that counts is at or above the limit. */
export function exceeds({ verdict }: Report, limit: Severity): boolean {
  return verdict.worst !== undefined && isAtLeast(verdict.worst, limit);
}
