/** The result of a run as text and as JSON. */
import { type CaseResult, type ConformanceResult, isFailure, type RuleResult, VERDICTS, verdictTexts } from './result';
import type { Reliance } from './rules/rule';

export function formatConformanceJson(result: ConformanceResult): string {
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/** The first line is the same as in the README and in `docs/compatibility.md`. */
export function confirmedLine({ confirmed, total }: Pick<ConformanceResult, 'confirmed' | 'total'>): string {
  return `${confirmed} of ${total} rules confirmed by the published contract.`;
}

export function formatConformanceText(result: ConformanceResult): string {
  const { baseUrl, apiVersion, counts, rules, left, interrupted, fails } = result;
  const counted = VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdictTexts[verdict]}`)
    .join(', ');
  const differing = rules.filter(({ verdict }) => verdict === 'differs' || verdict === 'allowed');
  const untried = rules.filter(({ verdict }) => verdict === 'notTried' || verdict === 'notOffered');
  return [
    confirmedLine(result),
    `${baseUrl}, ${apiVersion}: ${counted}.`,
    ...(interrupted === undefined ? [] : [`Incomplete: ${interrupted}.`]),
    ...differing.flatMap((rule) => ['', ...ruleLines(rule)]),
    ...(untried.length === 0 ? [] : ['', ...untried.map(untriedLine)]),
    ...(left.length === 0 ? [] : ['', `Left behind, delete it: ${left.join(', ')}`]),
    '',
    fails
      ? 'The service differs from rules on which the client or the provider relies.'
      : 'The service differs from no rule on which the client or the provider relies.',
    '',
  ].join('\n');
}

function ruleLines({ id, says, verdict, ifDifferent, cases }: RuleResult): string[] {
  const differing = cases.filter((each) => each.verdict === 'differs' || each.verdict === 'allowed');
  return [`${id} ${verdictTexts[verdict]}: ${says}`, ...differing.flatMap(caseLines), `  Effect: ${ifDifferent}`];
}

function caseLines(result: CaseResult): string[] {
  const { says, expected = '', verdict, relies, exchanges = [] } = result;
  const mark = isFailure(result) ? 'failure' : verdictTexts[verdict];
  return [
    `  Case: ${says} (${mark}; ${relianceText(relies)})`,
    `    Expected: ${expected}`,
    ...exchanges.flatMap(({ request, response }) => [`    Request:  ${request}`, `    Response: ${response}`]),
  ];
}

function untriedLine({ id, verdict, reason, cases }: RuleResult): string {
  const why = reason ?? cases.find((each) => each.reason !== undefined)?.reason ?? '';
  return `${id} ${verdictTexts[verdict]}: ${why}`;
}

function relianceText(relies: readonly Reliance[]): string {
  return relies.length === 0
    ? 'nobody relies on it'
    : `${relies.join(', ')} ${relies.length === 1 ? 'relies' : 'rely'} on it`;
}
