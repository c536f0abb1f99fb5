/** Formats the report for the widgets of a merge request in GitLab: findings as a code quality report, counts as a Terraform report. */
import type { Severity } from '../../../access/rules';
import type { Report } from '../../report/types/report';
import { visible } from '../../../base/text/visible';
import { listedFindings } from '../sentences/finding-entries';
import { displayed } from '../sentences/phrases';
import { createPlainSentence } from '../sentences/marked-names';
import { findPlace, toReasonText, trackingId } from './tracked';

const severities: Readonly<Record<Severity, string>> = { high: 'critical', medium: 'major', low: 'minor' };

/** Returns the findings that count as a code quality report. The problems of an inconclusive report are blockers. */
export function formatCodeQuality(report: Report): string {
  const { findings, verdict, plans } = report;
  const sentence = createPlainSentence(report);
  const occurrences = new Map<string, number>();
  // GitLab drops an issue that has the fingerprint of another one.
  const unique = (id: string): string => {
    const count = (occurrences.get(id) ?? 0) + 1;
    occurrences.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
  const issues = [
    ...verdict.problems.map((problem) => ({
      description: `Inconclusive: ${visible(sentence(problem))}`,
      check_name: 'inconclusive',
      fingerprint: unique('inconclusive'),
      severity: 'blocker',
      location: { path: plans[0]?.name ?? 'plan.json', lines: { begin: 1 } },
    })),
    ...listedFindings(findings).map((finding) => {
      const { id, severity, affected = [] } = finding;
      const { file, line } = findPlace(finding, report);
      const texts = [toReasonText(finding), ...affected.map(({ subject }) => subject)];
      return {
        description: texts.map((text) => visible(displayed(sentence(text)))).join(' · '),
        check_name: id,
        fingerprint: unique(trackingId(finding)),
        severity: severities[severity],
        location: { path: file.replaceAll('\\', '/').replace(/^\.\//, ''), lines: { begin: line } },
      };
    }),
  ];
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

/** Returns the counts of created, updated and deleted objects. Those of an inconclusive report are missing, which GitLab shows as an error. */
export function formatGitLabTerraform({ verdict }: Report): string {
  const { added, changed, adopted, removed, recreated, replaced } = verdict.counts;
  const twice = recreated + replaced;
  const counts = { create: added + twice, update: changed + adopted, delete: removed + twice };
  return `${JSON.stringify(verdict.result === 'unjudged' ? {} : counts)}\n`;
}
