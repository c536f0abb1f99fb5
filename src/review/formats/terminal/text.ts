/** Formats the report for a terminal. */
import type { Severity } from '../../../access/rules';
import { withConfigurationName } from '../../../base/text/configuration-name';
import type { Report } from '../../report/types/report';
import { provenanceParts, headlineSentences, summary } from '../sentences/headline';
import { createPrinter, type Printer, type TextOptions } from './printer';
import { createFirstSentence, createNameFinder, createPlainSentence } from '../sentences/marked-names';
import { findingTexts, SEVERITY_COLORS } from './text-findings';
import type { TextBlock } from './text-blocks';
import { chooseForms, type TextParts } from './text-layout';
import { withShortNames } from '../sentences/short-names';
import { textSections } from './text-sections';
import { ownersLines } from './text-owners';

/** The width for which the forms are chosen. */
const NARROW = 80;

export interface ReportTextOptions extends TextOptions {
  /** Findings of this severity or higher need a decision. @default 'high' */
  readonly gate?: Severity | undefined;
  /** If true, the text lists everything. Otherwise a large report contains counts. @default false */
  readonly isWhole?: boolean | undefined;
}

/** Returns the report, in color and as wide as the terminal: the effect, what needs a decision, and the rest or its counts. */
export function formatText(whole: Report, options: ReportTextOptions = {}): string {
  const { gate = 'high', isWhole = false } = options;
  const report = withShortNames(whole);
  const findNames = createNameFinder(report);
  const toFirstSentence = createFirstSentence(findNames);
  const toPlainSentence = createPlainSentence(whole, findNames);
  // The name of the file is part of the width of a line.
  const toPlain = (text: string) => withConfigurationName(toPlainSentence(text), whole.provenance?.configuration);
  const compose = (printer: Printer): TextParts => ({
    top: topLines(report, printer, isWhole),
    ...findingTexts(report.findings, printer, {
      gate,
      isWhole,
      toFirstSentence,
      hasNextSteps: report.current !== undefined,
    }),
    sections: textSections(report, printer, isWhole),
    ...endLines(report, printer),
  });
  const printer = createPrinter(options, toPlain);
  const { paint } = printer;
  if (report.verdict.result === 'unchanged') return `${topLines(report, printer, isWhole).join('\n')}\n`;
  const { top, decisions, others, sections, accept, digest } = compose(printer);
  // The width of a terminal must not decide what a reader sees.
  const forms = isWhole ? undefined : chooseForms(compose(createPrinter({ width: NARROW }, toPlain)));
  const getLines = (block: TextBlock, form = 0) => block[form] ?? block[0];
  const findings = [...decisions, ...others];
  const findingLines = findings.map((block, index) => getLines(block, forms?.findings[index]));
  const shown = sections.map((section, index) => {
    const form = forms?.sections[index];
    return {
      lines: getLines(section.forms, form),
      isCount: form === 0,
      isLead: section.rank === 'lead',
      isShort: !isWhole && section.isGrouped,
    };
  });
  const sectionLines = (isLeading: boolean) =>
    shown.flatMap(({ lines, isCount, isLead }) => (isCount || isLead !== isLeading ? [] : lines));
  const counts = shown.filter(({ isCount }) => isCount).flatMap(({ lines }) => lines);
  const hasShort =
    counts.length > 0 ||
    shown.some(({ isShort }) => isShort) ||
    findings.some((block, index) => findingLines[index] !== block.at(-1));
  return `${[
    ...top,
    ...sectionLines(true),
    ...(findings.length > 0 ? ['', paint('Findings', 'bold')] : []),
    ...findingLines.flat(),
    ...(decisions.length > 0 ? accept : []),
    ...sectionLines(false),
    ...(counts.length > 0 ? ['', ...counts] : []),
    ...(hasShort ? [paint('  To list everything, pass --verbose.', 'dim')] : []),
    ...digest,
  ].join('\n')}\n`;
}

function topLines(report: Report, printer: Printer, isWhole: boolean): string[] {
  const { paint, wrap } = printer;
  const { verdict } = report;
  const color = verdict.worst === undefined ? [] : [SEVERITY_COLORS[verdict.worst]];
  const sentences = headlineSentences(report);
  // The paragraph of a whole organization would be longer than a screen.
  const isList = report.current !== undefined && sentences.length > 1;
  const shown = isList ? sentences.map((text) => wrap(`- ${text}`, 2, 0)) : [wrap(sentences.join(' '), 0)];
  const first = paint(shown.join('\n'), 'bold', ...color);
  if (verdict.result === 'unchanged') return [first, wrap(summary(report), 0)];
  const provenance = provenanceParts(report).map(({ text, url }) => (url === undefined ? text : `${text} (${url})`));
  return [
    first,
    ...(provenance.length > 0 ? [paint(wrap(provenance.join(' · '), 0), 'dim')] : []),
    wrap(summary(report), 0),
    ...ownersLines(report, printer, isWhole),
    ...verdict.problems.map((problem) => paint(wrap(`! ${problem}`, 2, 0), 'red')),
  ];
}

function endLines({ digest }: Report, { paint, wrap }: Printer) {
  const accept = 'To accept findings, paste the output of --format suppressions into review.config.json.';
  return {
    accept: ['', paint(wrap(accept, 2), 'dim')],
    digest: digest === undefined ? [] : ['', paint(`Digest  ${digest}  (for plan --expect)`, 'dim')],
  };
}
