/** The findings of an earlier report of an organization, which a later report omits. */
import { isObject, objectsInList } from '../../model/api';
import { REPORT_VERSION } from '../../model/report';
import { PlanError } from '../input/plan/document';
import { mergeByCause } from '../findings/shared/causes';
import { compareFindings, type Finding } from '../findings/shared/finding';
import type { Suppressed } from '../findings/shared/suppress';
import { fingerprint } from './digest/fingerprint';
import type { CurrentReport } from './types/report';

/** The fingerprints of the findings of an earlier report. */
export type Baseline = ReadonlySet<string>;

/**
 * Reads the report of an organization that `--format json` has written.
 *
 * @throws PlanError if the text is no such report
 */
export function readBaseline(text: string, name: string): Baseline {
  const pass = 'Pass a report of "platform-iac review --live --format json".';
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new PlanError(`Cannot read ${name}: it is not complete JSON. ${pass}`, { cause: error });
  }
  if (!isObject(report) || report['version'] !== REPORT_VERSION || !isObject(report['current']))
    throw new PlanError(`Cannot use ${name}: it is not the report of an organization by this version. ${pass}`);
  const verdict = report['verdict'];
  if (!isObject(verdict) || verdict['result'] === 'unjudged')
    throw new PlanError(`Cannot use ${name}: it is inconclusive, so some of its findings may be missing. ${pass}`);
  if (isObject(report['current']['baseline']))
    throw new PlanError(`Cannot use ${name}: it was compared with a baseline and omits findings. ${pass}`);
  const entries = [report['findings'], report['suppressed']].flatMap((list) => objectsInList(list));
  const single = entries.flatMap((entry) =>
    Array.isArray(entry['affected']) ? objectsInList(entry['affected']) : [entry],
  );
  const fingerprints = single.map((entry) => entry['fingerprint']);
  return new Set(fingerprints.filter((fingerprint) => typeof fingerprint === 'string'));
}

/** A new owner is as severe as one that a plan creates. The fingerprint does not depend on the baseline. */
function rateAsGained(finding: Finding): Finding {
  return finding.id === 'owner-held' ? { ...finding, severity: 'high', ownSeverity: finding.severity } : finding;
}

/** Returns the findings that the baseline lacks, with the counts of those that it also has, and that only it has. */
export function withoutKnown(
  { findings: all, ...rest }: Suppressed,
  baseline: Baseline | undefined,
): Omit<CurrentReport, 'owners'> & { readonly findings: Suppressed } {
  if (baseline === undefined) return { findings: { findings: all, ...rest } };
  const isKnown = (finding: Finding) => baseline.has(fingerprint(finding));
  const findings = all.filter((finding) => !isKnown(finding)).map(rateAsGained);
  // Merged findings count once, as in the report that is the baseline.
  const known = mergeByCause(all.filter(isKnown)).length;
  const singles = [...all, ...rest.suppressed.flatMap(({ finding }) => finding.affected ?? [finding])];
  const current = new Set(singles.map((finding) => fingerprint(finding)));
  const gone = [...baseline].filter((text) => !current.has(text)).length;
  return { findings: { findings: findings.sort(compareFindings), ...rest }, baseline: { known, gone } };
}
