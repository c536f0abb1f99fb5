/** Formats the result of a run task of HCP Terraform: its status, and outcomes in Markdown with tags. */
import { capitalized } from '../../text/words';
import type { Severity } from '../../rules';
import { exceeds } from '../report/verdict';
import type { Report, ReportedFinding, ReportedLine } from '../report/types/report';
import { code, prose, visible } from './escape';
import { headline, summary } from './headline';
import { accessTexts, declaredText, displayed, namedText, ruleText } from './phrases';
import { suppressionLine } from './suppressions';

export interface RunTaskResult {
  readonly status: 'passed' | 'failed';
  /** The body of the request to HCP Terraform, as JSON. */
  readonly body: string;
}

/** A label with a color. */
interface Tag {
  readonly label: string;
  readonly level: 'none' | 'info' | 'warning' | 'error';
}

interface Outcome {
  readonly type: 'task-result-outcomes';
  readonly attributes: {
    readonly 'outcome-id': string;
    readonly description: string;
    readonly body: string;
    readonly tags: Readonly<Record<string, readonly Tag[]>>;
  };
}

/** The maximum number of characters of all outcomes. HCP Terraform limits a result to 1 MB. */
const LONGEST = 500_000;
/** The maximum number of characters of the message and of a description, which are one line. */
const LONGEST_LINE = 300;
/** The maximum number of lines of access, and of objects of a finding. */
const LISTED = 30;

const levels: Readonly<Record<Severity, Tag['level']>> = { high: 'error', medium: 'warning', low: 'info' };

/** Returns the result for a report, or for the reason of a failed review. Only a conclusive report without findings at the limit passes. */
export function formatRunTaskResult(report: Report | string, failOn: Severity): RunTaskResult {
  if (typeof report === 'string') {
    const outcome = outcomeOf('review', report, prose(report), { Status: [{ label: 'Inconclusive', level: 'error' }] });
    return resultOf('failed', report, [outcome]);
  }
  const hasFailed = report.digest === undefined || report.verdict.result === 'unjudged' || exceeds(report, failOn);
  const seen = new Map<string, number>();
  const findings = report.findings.map((finding) => {
    const count = (seen.get(finding.fingerprint) ?? 0) + 1;
    seen.set(finding.fingerprint, count);
    return findingOutcome(finding, count === 1 ? finding.fingerprint : `${finding.fingerprint}-${count}`);
  });
  const text = [headline(report), summary(report)].filter(Boolean).join(' ');
  return resultOf(hasFailed ? 'failed' : 'passed', text, [effectOutcome(report, hasFailed), ...findings]);
}

function resultOf(status: RunTaskResult['status'], message: string, all: readonly Outcome[]): RunTaskResult {
  let length = 0;
  const outcomes = all.filter((one) => (length += JSON.stringify(one).length) <= LONGEST);
  const left = all.length - outcomes.length;
  const text = line(left > 0 ? `${left} outcomes do not fit. ${message}` : message);
  const data = {
    type: 'task-results',
    attributes: { status, message: text },
    relationships: { outcomes: { data: outcomes } },
  };
  return { status, body: JSON.stringify({ data }) };
}

function effectOutcome(report: Report, hasFailed: boolean): Outcome {
  const { verdict, digest, access } = report;
  const section = (title: string, lines: readonly ReportedLine[]) => {
    const texts = accessTexts(lines, LISTED).slice(0, LISTED);
    if (texts.length === 0) return [];
    const listed = texts.map(
      ({ who, where, roles, what, cause }) =>
        `- ${prose(`${namedText(who)}: ${roles} in ${namedText(where)}: ${what} (${cause})`)}`,
    );
    return ['', `## ${title}`, '', ...listed];
  };
  const lines = [
    prose(summary(report)),
    ...verdict.problems.flatMap((problem) => ['', `> ${prose(problem)}`]),
    ...section('Access gained', access.lines.gained),
    ...section('Access lost', access.lines.lost),
    ...(digest === undefined ? [] : ['', `Digest: ${code(digest)}`]),
  ];
  const isInconclusive = verdict.result === 'unjudged';
  const label = isInconclusive ? 'Inconclusive' : hasFailed ? 'Failed' : 'Passed';
  return outcomeOf('effect', headline(report), lines.join('\n'), {
    Status: [{ label, level: hasFailed ? 'error' : 'info' }],
  });
}

function findingOutcome(finding: ReportedFinding, id: string): Outcome {
  const { severity, reason, witness, address, affected = [] } = finding;
  const [declared, rule] = [declaredText(finding), ruleText(finding)];
  const more = affected.length > LISTED ? [`- and ${affected.length - LISTED} more`] : [];
  const body = [
    prose(displayed(reason)),
    ...(witness === undefined ? [] : ['', code(displayed(witness))]),
    ...(affected.length === 0
      ? []
      : ['', ...affected.slice(0, LISTED).map(({ subject }) => `- ${code(displayed(subject))}`)]),
    ...more,
    ...(address === undefined ? [] : ['', `Address: ${code(address)}`]),
    ...(declared === undefined ? [] : ['', `Declared in ${code(declared)}`]),
    ...(rule === undefined ? [] : ['', `Rule in ${code(rule)}`]),
    ...['', 'To accept it, add this line to "suppressions" in the configuration, with a reason and an expiry day:'],
    ...['', code(suppressionLine(finding))],
  ];
  return outcomeOf(id, `${finding.id}: ${displayed(reason)}`, body.join('\n'), {
    Severity: [{ label: capitalized(severity), level: levels[severity] }],
    Finding: [{ label: finding.id, level: 'none' }],
  });
}

function outcomeOf(id: string, description: string, body: string, tags: Outcome['attributes']['tags']): Outcome {
  return { type: 'task-result-outcomes', attributes: { 'outcome-id': id, description: line(description), body, tags } };
}

/** Returns one line of limited length. Its end is missing visibly. */
function line(text: string): string {
  const plain = visible(text);
  return plain.length <= LONGEST_LINE ? plain : `${plain.slice(0, LONGEST_LINE - 1)}…`;
}
