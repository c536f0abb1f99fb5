/** The formats of a report, and the files that it is saved to. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type * as ReviewModule from '../../review';
import { counted } from '../../base/text/words';
import type { Report, Review, Severity } from '../../review';
import type { Output } from '../process';
import { writeWholeFile } from '../whole-file';
import { withConfigurationName } from '../../base/text/configuration-name';

export type ReportFormat = keyof ReturnType<typeof createFormatters>;

export const REPORT_FORMATS: readonly ReportFormat[] = [
  ...(['text', 'markdown', 'json', 'html', 'sarif', 'suppressions'] as const),
  ...(['atlantis', 'codequality', 'gitlab-terraform'] as const),
];

interface FormatOptions {
  readonly terminal?: Output['terminal'];
  /** Findings of this severity or higher need a decision. */
  readonly failOn?: Severity | undefined;
  readonly verbose?: boolean | undefined;
}

/** Returns the functions that print a report. A new format is a line here, and its name in {@link REPORT_FORMATS}. */
export function createFormatters(review: typeof ReviewModule, { terminal, failOn: gate, verbose }: FormatOptions) {
  return {
    atlantis: () => '', // printed with the result of the gate
    codequality: ({ report }: Review) => named(review.formatCodeQuality(report), report),
    'gitlab-terraform': ({ report }: Review) => review.formatGitLabTerraform(report),
    html: review.formatHtml,
    json: ({ report }: Review) => review.formatJson(report),
    markdown: ({ report }: Review) => named(review.formatMarkdown(report, { gate }), report),
    sarif: ({ report }: Review) => named(review.formatSarif(report), report),
    suppressions: ({ report }: Review) => review.formatSuppressions(report),
    text: ({ report }: Review) =>
      named(review.formatText(report, { ...terminal, gate, isWhole: verbose }), report) +
      rejectionText(review, report, gate),
  };
}

/** Returns a text with the name of the configuration of the report. */
function named(text: string, { provenance }: Report): string {
  return withConfigurationName(text, provenance?.configuration);
}

/** Returns `Rejected: 10 findings at or above high.` if findings exceed the limit. */
function rejectionText({ SEVERITIES }: typeof ReviewModule, { verdict }: Report, failOn: Severity | undefined): string {
  if (failOn === undefined) return '';
  const severities = SEVERITIES.slice(SEVERITIES.indexOf(failOn));
  const count = severities.reduce((sum, severity) => sum + verdict.findings[severity], 0);
  return count === 0 ? '' : `\nRejected: ${counted(count, 'finding')} at or above ${failOn}.\n`;
}

/** A file for the report, in a format of its own. */
export interface SavedReport {
  readonly format: ReportFormat;
  readonly file: string;
}

const SAVED_FORMATS = REPORT_FORMATS.filter((format) => format !== 'atlantis');

/** Collects `FORMAT=FILE`. */
export function collectedReports(text: string, before: readonly SavedReport[] = []): readonly SavedReport[] {
  const [, name, file] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = SAVED_FORMATS.find((savedFormat) => savedFormat === name);
  if (format === undefined || file === undefined)
    throw new InvalidArgumentError(`Pass FORMAT=FILE. FORMAT is ${SAVED_FORMATS.join(', ')}.`);
  return [...before, { format, file }];
}

/** Returns the problem of a report that would replace another file of the command, such as the plan that it reads. */
export function overwriteProblem(
  saved: readonly SavedReport[] = [],
  others: readonly (string | undefined)[],
): string | undefined {
  const paths = others.filter((other) => other !== undefined).map((other) => resolve(other));
  const found = saved.find(({ file }) => paths.includes(resolve(file)));
  return found && `Cannot save the report to ${found.file}: the command uses this file. Name another file.`;
}

/** Deletes earlier reports: if the review fails, nobody must mistake them for its report. */
export function removeSaved(saved: readonly SavedReport[]): void {
  for (const { file } of saved) rmSync(file, { force: true });
}

/** Writes the report to each file. Throws an `Error` that names the file. */
export function saveReport(
  saved: readonly SavedReport[],
  review: Review,
  module: typeof ReviewModule,
  options: Omit<FormatOptions, 'terminal'>,
): void {
  const formatters = createFormatters(module, options);
  for (const { format, file } of saved) {
    writeWholeFile(file, formatters[format](review));
  }
}
