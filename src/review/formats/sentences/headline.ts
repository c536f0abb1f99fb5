/** The first lines of every format: the effect of the change, the counts, and the origin. */
import { displayed } from '../../../base/text/visible';
import { counted, few, nounFor } from '../../../base/text/words';
import type { CurrentReport, Report, ReportedAssume, ReportedLine } from '../../report/types/report';
import { STAYS_OWNER } from '../../report/assumptions';
import { groupEffects, MOST_NAMED } from './effects';
import { executionSentences } from './executions';
import { findingsByCause, listedFindings, severityCounts } from './finding-entries';
import { isEffect } from './phrases';
import { changeCounts } from './refused-deletions';
import { createFormerAccessTests } from './renames';

/** The number of sentences in the first line, unless it has more severe effects. */
const SENTENCES = 3;
/** The number of sentences about a whole organization. */
const CURRENT_SENTENCES = 5;

/** Returns the effect of the change in one line. */
export function headline(report: Report): string {
  return headlineSentences(report).join(' ');
}

/** Returns the effect of the change in sentences, and what could not be read if objects are deleted. Severe effects are never omitted. */
export function headlineSentences(report: Report): readonly string[] {
  return [...keptOwners(report), ...effectSentences(report), ...unreadWithDeletions(report)];
}

/** Returns sentences about outsiders whose ownership the plan declares. */
function keptOwners({ assumptions = [] }: Report): readonly string[] {
  return assumptions.filter((text) => text.includes(STAYS_OWNER)).map(displayed);
}

/** Returns sentences about unread objects of a plan that deletes others: a wrong uid can be the cause. Names of people are never. */
function unreadWithDeletions({ verdict, unread }: Report): readonly string[] {
  const { removed, recreated, replaced } = verdict.counts;
  if (verdict.result === 'unchanged' || removed + recreated + replaced === 0) return [];
  return unread.filter((text) => /^Cannot (?!read the names of )/.test(text)).map(displayed);
}

function effectSentences(report: Report): readonly string[] {
  const { verdict, current } = report;
  if (verdict.result === 'unchanged')
    return [
      current === undefined ? 'No changes.' : current.baseline === undefined ? 'No findings.' : 'No new findings.',
    ];
  const { severe, others } = groupEffects(report);
  // The findings of a whole organization follow the headline: it contains the worst.
  const effects =
    current === undefined
      ? [...severe, ...others.slice(0, Math.max(0, SENTENCES - severe.length))]
      : [...severe, ...others].slice(0, CURRENT_SENTENCES);
  const what = current === undefined ? 'plans' : 'organization';
  if (verdict.result === 'unjudged') return [`Inconclusive: the ${what} cannot be evaluated.`, ...effects];
  if (effects.length > 0) return effects;
  if (current !== undefined) return ['No finding has severity high.'];
  // Someone may have gained access outside of the plan.
  const [first, ...rest] = report.drift;
  if (first === undefined) return ['Nobody gains or loses access.'];
  const changed = rest.length === 0 ? `The ${first.kind} "${first.path}"` : counted(report.drift.length, 'object');
  return [`${changed} changed outside of Terraform.`, 'This plan changes no access.'];
}

/** Returns the counts of changes and findings, and the objects that were not evaluated, as one paragraph. */
export function summary(report: Report): string {
  const { verdict, drift, others, suppressed, unread, current, assumptions = [] } = report;
  const counts = changeCounts(report);
  const inHeadline = new Set(unreadWithDeletions(report));
  const incomplete = current === undefined ? 'The changes of access are incomplete.' : 'The findings are incomplete.';
  return [
    verdict.result === 'unjudged' ? incomplete : '',
    current === undefined ? accessCounts(report) : currentText(current),
    counts === '' ? '' : `${counts}.`,
    findingsText(report),
    drift.length > 0 ? `${counted(drift.length, 'object')} changed outside of Terraform.` : '',
    others.length > 0 ? `Not evaluated: ${others.map(({ type, count }) => `${count} ${type}`).join(', ')}.` : '',
    ...baselineTexts(report),
    suppressed.length > 0 ? `${counted(suppressed.length, 'finding is', 'findings are')} suppressed.` : '',
    ...executionSentences(report),
    ...assumptions.filter((text) => !text.includes(STAYS_OWNER)).map(displayed),
    ...(verdict.result === 'unchanged' ? [] : unread.map(displayed).filter((text) => !inHeadline.has(text))),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** Returns the source of a report without a change: the live organization, or states. A state can be old. */
function currentText({ states = [] }: CurrentReport): string {
  if (states.length === 0) return 'This report shows the current organization.';
  const names = states.map(
    ({ name, serial }) => `${displayed(name)}${serial === undefined ? '' : ` (serial ${serial})`}`,
  );
  return `This report shows the ${nounFor(names.length, 'state')} ${few(names)}.`;
}

/** Returns the counts of findings. Those with one cause count once, as formats list them. An inconclusive report never claims "No findings". */
function findingsText({ verdict, findings }: Report): string {
  const listed = listedFindings(findings);
  // Findings with one cause are one entry of every list.
  if (listed.length > 0) return `Findings: ${severityCounts(findingsByCause(listed))}.`;
  if (findings.length > 0) return 'No findings except the new access (low).';
  return verdict.result === 'changed' ? 'No findings.' : '';
}

/** Returns sentences about the findings that a baseline has. */
function baselineTexts({ current }: Report): string[] {
  if (current?.baseline === undefined) return [];
  const { known, gone } = current.baseline;
  return [
    `${counted(known, 'finding of the baseline is', 'findings of the baseline are')} not shown.`,
    ...(gone === 0
      ? []
      : [`${counted(gone, 'finding of the baseline no longer exists', 'findings of the baseline no longer exist')}.`]),
  ];
}

function accessCounts(report: Report): string {
  const { verdict, access, assume } = report;
  if (verdict.result === 'unchanged') return 'Nobody gains or loses access.';
  const identities = (lines: readonly ReportedLine[]) => [
    ...new Set(lines.filter(isEffect).map(({ identity }) => displayed(identity))),
  ];
  const { isGainedAgain, isKept } = createFormerAccessTests(report);
  const isOther = ({ relation }: ReportedAssume) => !['added', 'removed', 'equal'].includes(relation);
  const [gain, lose] = [
    identities(access.lines.gained.filter((line) => !isGainedAgain(line))),
    identities(access.lines.lost.filter((line) => !isKept(line))),
  ];
  const renamed = identities(access.lines.gained.filter(isGainedAgain)).length;
  // Nothing else outside of folded sections names many identities.
  const named = lose.length > MOST_NAMED ? `: ${few(lose)}` : '';
  const policies = assume.filter(isOther).length;
  return [
    gain.length > 0 ? `${counted(gain.length, 'identity gains', 'identities gain')} access.` : '',
    lose.length > 0 ? `${counted(lose.length, 'identity loses', 'identities lose')} access${named}.` : '',
    renamed > 0
      ? `${counted(renamed, 'identity keeps its access', 'identities keep their access')} after a probable rename.`
      : '',
    policies > 0 ? `${counted(policies, 'trust policy changes', 'trust policies change')}.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** A part of the origin. A pull request can have an address. */
export interface ProvenancePart {
  readonly text: string;
  readonly url?: string;
}

/** Characters of a commit that identify it. */
const COMMIT_LENGTH = 10;

/** Returns the organization, stack, rules, commit and pull request, if they are known. */
export function provenanceParts({ provenance = {} }: Report): ProvenancePart[] {
  const { organizations = [], stacks = [], configuration, repository, commit, pullRequest } = provenance;
  return [
    ...(organizations.length > 0 ? [{ text: organizations.map(displayed).join(', ') }] : []),
    ...(stacks.length > 0 ? [{ text: `stack ${stacks.join(', ')}` }] : []),
    ...(configuration === undefined ? [] : [{ text: `rules of ${configuration}` }]),
    ...(commit === undefined ? [] : [{ text: `commit ${commit.slice(0, COMMIT_LENGTH)}` }]),
    ...(pullRequest === undefined
      ? []
      : [
          {
            text: `${repository ?? ''}${pullRequest.mark ?? '#'}${pullRequest.number}`,
            ...(pullRequest.url !== undefined && { url: pullRequest.url }),
          },
        ]),
  ];
}
