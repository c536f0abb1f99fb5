/** The identity, place and text of a finding, for platforms that track findings from one report to the next. */
import { createHash } from 'node:crypto';
import type { SourceLine } from '../../input/plan/synthesized';
import type { AffectedObject, Report, ReportedFinding } from '../../report/types/report';

/** Returns the same id in every report for the same kind and subject, so that a platform tracks a finding with changed facts. */
export function trackingId({ id, subject }: ReportedFinding): string {
  return createHash('sha256').update(`${id}\n${subject}`).digest('hex').slice(0, 16);
}

/**
 * Returns the line of the declaration (of the call of the function that contains it), otherwise of the rule, otherwise the plan. A finding of the current organization that no
 * state declares has the file with the rules, or no place: there is no plan.
 */
export function findPlace(
  { source, rule, plan }: AffectedObject,
  { plans, current, provenance }: Report,
): SourceLine | undefined {
  const file = current === undefined ? (plan ?? plans[0]?.name ?? 'plan.json') : (plan ?? provenance?.configuration);
  return source?.caller ?? source ?? rule ?? (file === undefined ? undefined : { file, line: 1 });
}

/** Returns the sentence of a finding with its witness. */
export function toReasonText({ reason, witness }: AffectedObject): string {
  return witness === undefined ? reason : `${reason} Witness: ${witness}`;
}
