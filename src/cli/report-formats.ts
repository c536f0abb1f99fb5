/** The formats of a report. */
import type * as ReviewModule from '../review';
import type { Review } from '../review';
import type { Output } from './process';

export type Format = keyof ReturnType<typeof formattersOf>;

export const FORMATS: readonly Format[] = [
  ...(['text', 'markdown', 'json', 'html', 'sarif', 'svg', 'suppressions'] as const),
  ...(['atlantis', 'codequality', 'gitlab-terraform'] as const),
];

/** Returns the functions that print a report. A new format is a line here, and its name in {@link FORMATS}. */
export function formattersOf(review: typeof ReviewModule, terminal: Output['terminal']) {
  return {
    atlantis: () => '', // printed with the result of the gate
    codequality: ({ report }: Review) => review.formatCodeQuality(report),
    'gitlab-terraform': ({ report }: Review) => review.formatGitLabTerraform(report),
    html: review.formatHtml,
    json: ({ report }: Review) => review.formatJson(report),
    markdown: ({ report }: Review) => review.formatMarkdown(report),
    sarif: ({ report }: Review) => review.formatSarif(report),
    suppressions: ({ report }: Review) => review.formatSuppressions(report),
    svg: ({ report }: Review) => review.formatSvg(report),
    text: ({ report }: Review) => review.formatText(report, terminal),
  };
}
