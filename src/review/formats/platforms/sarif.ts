/** Formats the findings as SARIF 2.1.0, so that code scanning and editors show each at its declaration. */
import { VERSION } from '../../../model/api';
import { FINDINGS, getNextStep, isAtLeast, type FindingId, type Severity } from '../../../access/rules';
import type { AffectedObject, Report, ReportedFinding } from '../../report/types/report';
import type { SourceLine } from '../../input/plan/synthesized';
import { visible } from '../../../base/text/visible';
import { listedFindings } from '../sentences/finding-entries';
import { displayed } from '../sentences/phrases';
import { createPlainSentence } from '../sentences/marked-names';
import { createShortener } from '../sentences/short-names';
import { findPlace, toReasonText, trackingId } from './tracked';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const DOCUMENTATION = 'https://github.com/platform-iac/cdktf-provider-platform/blob/main/docs';

const levels: Readonly<Record<Severity, string>> = { high: 'error', medium: 'warning', low: 'note' };

/** Scores on the scale of CVSS, which code scanning uses to sort and to gate. */
const scores: Readonly<Record<Severity, string>> = { high: '8.0', medium: '5.0', low: '2.0' };

const ids = Object.keys(FINDINGS) as FindingId[];

/** Returns the findings, including suppressed ones, as one run of SARIF. */
export function formatSarif(report: Report): string {
  const { verdict, findings, suppressed } = report;
  const texts = createTexts(report);
  const occurrences = new Map<string, number>();
  const getResult = (finding: ReportedFinding) => result(finding, report, occurrences, texts);
  const run = {
    tool: {
      driver: {
        name: 'platform-iac review',
        semanticVersion: VERSION,
        informationUri: `${DOCUMENTATION}/findings.md`,
        rules: ids.map((id) => rule(id, findings)),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: verdict.result !== 'unjudged',
        toolExecutionNotifications: verdict.problems.map((problem) => ({
          level: 'error',
          message: texts.message([problem]),
        })),
      },
    ],
    results: [
      ...listedFindings(findings).map(getResult),
      ...suppressed.map(({ suppression, ...finding }) => ({
        ...getResult(finding),
        suppressions: [{ kind: 'external', status: 'accepted', justification: visible(suppression.reason) }],
      })),
    ],
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}

/** Returns a rule. Code scanning has one score for each rule: the worst in this report. */
function rule(id: FindingId, findings: readonly ReportedFinding[]) {
  const { severity: usual, severityText, when } = FINDINGS[id];
  const found = findings.filter((finding) => finding.id === id).map(({ severity }) => severity);
  const worst = found.reduce((a, b) => (isAtLeast(a, b) ? a : b), usual);
  const help = `${when} Severity: ${severityText ?? usual}. Next step: ${getNextStep(id)}`;
  const description = { text: removeMarkup(when) };
  return {
    id,
    shortDescription: description,
    fullDescription: description,
    help: { text: removeMarkup(help), markdown: help.replaceAll('](', `](${DOCUMENTATION}/`) },
    helpUri: `${DOCUMENTATION}/findings.md#finding-${id}`,
    defaultConfiguration: { level: levels[usual] },
    properties: { 'security-severity': scores[worst], tags: ['security', 'access'] },
  };
}

/** Returns the text of a sentence in Markdown: links and code lose their marks. */
function removeMarkup(text: string): string {
  return text.replace(/\[(.*?)\]\(.*?\)/g, '$1').replaceAll('`', '');
}

function result(finding: ReportedFinding, report: Report, occurrences: Map<string, number>, texts: Texts) {
  const { message, name } = texts;
  const { id, severity, subject, rule, source, affected = [] } = finding;
  const related = [
    ...(source?.caller === undefined
      ? []
      : [{ physicalLocation: atLine(source), message: message(['The function that declares it.']) }]),
    ...affected.map((object) => ({ ...location(object, report, texts), message: message([object.subject]) })),
    ...(rule === undefined ? [] : [{ physicalLocation: atLine(rule), message: message(['The rule.']) }]),
  ];
  const fingerprint = trackingId(finding);
  const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
  occurrences.set(fingerprint, occurrence);
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: levels[severity],
    message: message([toReasonText(finding), ...affected.map((object) => `- ${toReasonText(object)}`)]),
    locations: [location(finding, report, texts)],
    ...(related.length > 0 && { relatedLocations: related }),
    // GitHub uses the second one to recognize a finding after its line has moved.
    partialFingerprints: {
      'platformIacFinding/v1': fingerprint,
      primaryLocationLineHash: `${fingerprint}:${occurrence}`,
    },
    properties: { 'security-severity': scores[severity], subject: name(subject) },
  };
}

function location(object: AffectedObject, report: Report, { name }: Texts) {
  const { address, construct } = object;
  const logical = [
    ...(address === undefined ? [] : [{ fullyQualifiedName: name(address), kind: 'resource' }]),
    ...(construct === undefined ? [] : [{ fullyQualifiedName: name(construct), kind: 'object' }]),
  ];
  return {
    physicalLocation: atLine(findPlace(object, report)),
    ...(logical.length > 0 && { logicalLocations: logical }),
  };
}

function atLine({ file, line }: SourceLine) {
  return { artifactLocation: artifact(file), region: { startLine: line } };
}

/** Returns the location of a file. Relative paths begin at the root of the sources. */
function artifact(file: string) {
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return uri.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' };
}

interface Texts {
  readonly message: (lines: readonly string[]) => { readonly text: string };
  readonly name: (name: string) => string;
}

/** Creates functions for texts with short names: messages quote them, and escape links and placeholders of SARIF. */
function createTexts(report: Report): Texts {
  const sentence = createPlainSentence(report);
  const shorten = createShortener(report);
  return {
    message: (lines) => {
      const plain = lines.map((line) => visible(displayed(sentence(line)))).join('\n');
      return {
        text: (plain.includes('](') ? plain.replace(/[[\]\\]/g, '\\$&') : plain).replace(/\{(\d+)\}/g, '{{$1}}'),
      };
    },
    name: (name) => visible(shorten === undefined ? name : shorten(name)),
  };
}
