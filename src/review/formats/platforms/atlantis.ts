/**
 * Formats the result of a review for a custom policy check of Atlantis. Atlantis reads the verdict from this text: it failed if the text
 * begins with `FAIL` or contains a count such as `2 failures`. Earlier versions search for `fail` in lower and upper case.
 */
import { counted } from '../../../base/text/words';
import { isAtLeast, type Severity } from '../../../access/rules';
import type { Report, ReportedFinding } from '../../report/types/report';
import { visible } from '../../../base/text/visible';
import { createPlainSentence } from '../sentences/marked-names';
import { withShortNames } from '../sentences/short-names';
import { headline, summary } from '../sentences/headline';
import { listedFindings } from '../sentences/finding-entries';
import { declaredText, displayed, findingRuleText } from '../sentences/phrases';

export interface AtlantisInput {
  /** The report. Absent if no plan could be read. */
  readonly report?: Report | undefined;
  /** True if the gate rejects the plan: Atlantis then requires an approval. */
  readonly hasFailed: boolean;
  /** Findings of this severity or higher are listed as failures. */
  readonly failOn: Severity;
  /** Messages that explain the result, for example that a plan cannot be read. */
  readonly messages?: readonly string[];
}

/** The maximum number of listed objects that a finding affects. */
const LISTED = 20;

/** Returns a line for the verdict, one for each finding and message, and the digest. The text is never empty. */
export function formatAtlantis({ report: whole, hasFailed, failOn, messages = [] }: AtlantisInput): string {
  const report = whole && withShortNames(whole);
  const quoted = whole === undefined ? (text: string) => text : createPlainSentence(whole);
  const isFailure = ({ severity }: ReportedFinding) => hasFailed && isAtLeast(severity, failOn);
  const all = report?.findings ?? [];
  const listed = new Set(listedFindings(all));
  const findings = all.filter((finding) => listed.has(finding) || isFailure(finding));
  const failures = Math.max(1, findings.filter(isFailure).length);
  const effect =
    report === undefined ? 'Inconclusive: the plans cannot be evaluated.' : `${headline(report)} ${summary(report)}`;
  const verdict = hasFailed ? `FAIL - ${counted(failures, 'failure')}: ` : 'PASS - ';
  const lines = [
    `${verdict}${harmless(quoted(effect))}`,
    ...[...new Set([...(report?.verdict.problems ?? []), ...messages])].map(
      (text) => `NOTE - ${harmless(quoted(text))}`,
    ),
    ...findings.map((finding) => `${isFailure(finding) ? 'FAIL' : 'WARN'} - ${harmless(findingText(finding, quoted))}`),
    ...(report?.digest === undefined ? [] : [`Digest: ${report.digest}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function findingText(finding: ReportedFinding, quoted: (text: string) => string): string {
  const { id, severity, reason, witness, address, affected = [] } = finding;
  const more = affected.length > LISTED ? [`and ${affected.length - LISTED} more`] : [];
  const subjects = [...affected.slice(0, LISTED).map(({ subject }) => quoted(displayed(subject))), ...more];
  const [declared, rule] = [declaredText(finding), findingRuleText(finding)];
  return [
    `${severity} ${id}: ${displayed(quoted(reason))}`,
    ...(subjects.length > 0 ? [`affected: ${subjects.join(', ')}`] : []),
    ...(witness === undefined ? [] : [quoted(displayed(witness))]),
    ...(address === undefined ? [] : [`at ${quoted(address)}`]),
    ...(declared === undefined ? [] : [`declared in ${declared}`]),
    ...(rule === undefined ? [] : [`rule in ${rule}`]),
  ].join(' · ');
}

/** A character without width. It breaks a word that Atlantis would treat as the verdict, and the end of its block of code. */
const BREAK = '\u2060';

/** Returns the text as one line without the verdicts of Atlantis. Older versions compare in lower case, as Go does (`İ` is `i`). */
function harmless(text: string): string {
  return visible(text)
    .replace(/(f)(a[i\u0130]l)/gi, `$1${BREAK}$2`)
    .replace(/`(?=`)/g, `\`${BREAK}`);
}
