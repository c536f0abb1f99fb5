/** The identity, place and text of a finding, for platforms that track findings from one report to the next. */
import { createHash } from 'node:crypto';
import { CONFIGURATION_FILE } from '../../../base/text/configuration-name';
import type { SourceLine } from '../../input/plan/synthesized';
import type { AffectedObject, Report, ReportedFinding } from '../../report/types/report';

/** Returns the same id in every report for the same kind and subject, so that a platform tracks a finding with changed facts. */
export function trackingId({ id, subject }: ReportedFinding): string {
  return createHash('sha256').update(`${id}\n${subject}`).digest('hex').slice(0, 16);
}

/**
 * Returns the line of the declaration (of the call of the function that contains it), otherwise of the rule, otherwise the plan. A finding of the current organization that no
 * state declares has the file with the rules, which accepts it: there is no plan, and code scanning refuses a result without a place.
 */
export function findPlace({ source, rule, plan }: AffectedObject, { plans, current, provenance }: Report): SourceLine {
  const other =
    current === undefined ? (plans[0]?.name ?? 'plan.json') : (provenance?.configuration ?? CONFIGURATION_FILE);
  return source?.caller ?? source ?? rule ?? { file: plan ?? other, line: 1 };
}

/** Returns the sentence of a finding with its witness. */
export function toReasonText({ reason, witness }: AffectedObject): string {
  return witness === undefined ? reason : `${reason} Witness: ${witness}`;
}
