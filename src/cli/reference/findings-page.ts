/** The page of all findings of the review, in Markdown, derived from their kinds. */
import { FINDING_GROUPS, FINDINGS, getNextStep, type FindingId } from '../../access/rules';
import { inlineCode, page } from './markdown';

export function findingsPage(): string {
  return page(
    '# Findings',
    'A report names each finding with its id and its severity. This page describes the condition of each id, and the next step. The rules of the SARIF report link to it.',
    'The reason in the report contains the names, the tokens and the lines of your change. To accept a finding, [add a suppression](review-configuration.md#suppressions). [`--fail-on`](review.md#gates) decides which severity stops a pipeline.',
    ...Object.entries(FINDING_GROUPS).flatMap(([title, steps]) => [
      `## ${title}`,
      (Object.keys(steps) as FindingId[]).map(describeFinding).join('\n'),
    ]),
  );
}

/** Returns an item with an anchor. A table with these texts is wider than a page. */
function describeFinding(id: FindingId): string {
  const { severity, severityText, when } = FINDINGS[id];
  return [
    `- <a id="finding-${id}"></a>**${inlineCode(id)}** · ${severityText ?? severity}\\`,
    `  ${when}\\`,
    `  **Next step:** ${getNextStep(id)}`,
  ].join('\n');
}
