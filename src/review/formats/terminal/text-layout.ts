/** Chooses how long each finding and section is, so that a report in a terminal has a limited number of lines. */
import { fitBlocks, type TextBlock } from './text-blocks';
import { type FindingTexts, MAX_LONG_FINDINGS } from './text-findings';
import type { TextSection } from './text-sections';

/** The lines of a report, unless it has more findings that need a decision. A wider terminal or log has fewer. */
const MAX_LINES = 60;

/** The parts of a report, with every form of each finding and section. */
export interface TextParts extends FindingTexts {
  readonly top: readonly string[];
  readonly sections: readonly TextSection[];
  /** The hint after findings that need a decision. */
  readonly accept: readonly string[];
  readonly digest: readonly string[];
}

/** The index of the form of each finding and section. Form 0 of a section is its count. */
interface ChosenForms {
  readonly findings: readonly number[];
  readonly sections: readonly number[];
}

/** Returns the longest forms that fit: sections of rank `lead` first, then findings, other sections, and those of rank `detail`. */
export function chooseForms({ top, decisions, others, sections, accept, digest }: TextParts): ChosenForms {
  const findings = [...decisions, ...others];
  const fixed = [
    ...top,
    ...(findings.length > 0 ? ['', 'Findings'] : []),
    ...(decisions.length > 0 ? accept : []),
    ...digest,
  ];
  const moreLines = Math.max(0, decisions.length - MAX_LONG_FINDINGS);
  // Two more lines: an empty line before the counts, and the hint about --verbose.
  const lineBudget = MAX_LINES + moreLines - fixed.join('\n').split('\n').length - 2;
  const sectionsOfRank = (wanted: TextSection['rank']) =>
    sections.filter(({ rank }) => rank === wanted).map(({ forms }) => forms);
  const blocks = [...sectionsOfRank('lead'), ...findings, ...sectionsOfRank(undefined)];
  const details = sectionsOfRank('detail');
  const fitted = fitBlocks(blocks, lineBudget, details);
  const formOfBlock = new Map([...blocks, ...details].map((block, index) => [block, fitted[index] ?? 0]));
  const toForm = (block: TextBlock) => formOfBlock.get(block) ?? 0;
  return { findings: findings.map(toForm), sections: sections.map(({ forms }) => toForm(forms)) };
}
