// @slow
/** Tests SARIF: it is valid, shows each finding at its declaration, and identifies it in the next report. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { formatSarif, readPlan, readSynthesized, reviewPlans, type Report } from '../../../../src/review';
import { listedFindings } from '../../../../src/review/formats/sentences/finding-entries';
import { FINDINGS } from '../../../../src/access/rules/configuration/finding-kinds';
import { corpusNames, corpusTexts, reviewOf, suppressionsOf } from '../../corpus';
import { CLIENT_SECRET } from '../../corpus/parts';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly { readonly physicalLocation: unknown; readonly logicalLocations?: unknown }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: unknown;
}
interface Rule {
  readonly id: string;
  readonly properties: Record<string, unknown>;
  readonly shortDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
  readonly helpUri: string;
}
interface Run {
  readonly tool: {
    readonly driver: { readonly rules: readonly Rule[] };
  };
  readonly invocations: readonly unknown[];
  readonly results: readonly Result[];
}

const runOf = (report: Report) => (JSON.parse(formatSarif(report)) as { runs: [Run] }).runs[0];

type Schema = Readonly<Record<'$schema' | 'id', string>>;
const text = readFileSync(join(__dirname, 'sarif-schema/sarif-schema-2.1.0.json'), 'utf8');
const { $schema: draft, id, ...schema } = JSON.parse(text) as Schema;
// The schema has draft 4. It uses nothing that later drafts interpret differently, except the name of its id.
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
const isValid = ajv.compile({ ...schema, $id: id });
const errorsOf = (text: string) => (isValid(JSON.parse(text)) ? [] : isValid.errors);

test('the schema is the SARIF schema, and rejects other documents', () => {
  expect([draft, id]).toEqual([
    'http://json-schema.org/draft-04/schema#',
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  ]);
  expect(errorsOf('{"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}')).not.toEqual([]);
});

test.each(corpusNames)('%s is valid, and contains every finding once', (name) => {
  const report = reviewOf(name);
  expect(errorsOf(formatSarif(report))).toEqual([]);
  const { results, tool } = runOf(report);
  expect(results.map(({ ruleId }) => ruleId)).toEqual(listedFindings(report.findings).map((finding) => finding.id));
  expect(results.map(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId)).not.toContain(false);
  const hashes = results.map(({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash']);
  expect(new Set(hashes).size).toBe(results.length);
});

test('every kind of finding has a description, and the worst score of the report', () => {
  const { rules } = runOf(reviewOf('owner-added')).tool.driver;
  expect(rules.map((rule) => rule.id)).toEqual(Object.keys(FINDINGS));
  const scoreOf = (report: Report) =>
    runOf(report).tool.driver.rules.find((rule) => rule.id === 'claim-widened')?.properties['security-severity'];
  expect(scoreOf(reviewOf('nothing-to-do'))).toBe('5.0');
  const widened = reviewOf('claim-any-branch');
  expect(scoreOf(widened)).toBe('5.0');
  const worse = {
    ...widened,
    findings: widened.findings.map((finding) => ({ ...finding, severity: 'high' as const })),
  };
  expect(scoreOf(worse)).toBe('8.0');
});

test('the help of each finding has its next step, links with an address, and its anchor in the documentation', () => {
  const page = readFileSync('docs/findings.md', 'utf8');
  for (const { helpUri, help, shortDescription } of runOf(reviewOf('owner-added')).tool.driver.rules) {
    const [, anchor = ''] = /\/blob\/main\/docs\/findings\.md#(.+)$/.exec(helpUri) ?? [];
    expect(page).toContain(`<a id="${anchor}"></a>`);
    expect(help.markdown).toMatch(/ Next step: [A-Z]/);
    expect(help.markdown).not.toMatch(/\]\((?!https:)/);
    expect(`${help.text} ${shortDescription.text}`).not.toMatch(/`|\]\(/);
  }
});

test('a finding is at the line of its declaration, otherwise at its plan', () => {
  const [plan] = corpusTexts('owner-added');
  const plans = [readPlan(plan?.text ?? '', 'plans/org (1).json')];
  const metadata = { path: 'org/ci-owns', source: { file: 'infra/grants é.ts', line: 12 } };
  const cdk = { resource: { platform_role_binding: { ci_owns: { '//': { metadata } } } } };
  const located = reviewPlans(plans, { stacks: [readSynthesized(JSON.stringify(cdk), 'org')] });
  const [result] = runOf(located).results;
  expect(result).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'infra/grants%20%C3%A9.ts', uriBaseId: '%SRCROOT%' },
          region: { startLine: 12 },
        },
        logicalLocations: [
          { fullyQualifiedName: 'platform_role_binding.ci_owns', kind: 'resource' },
          { fullyQualifiedName: 'org/ci-owns', kind: 'object' },
        ],
      },
    ],
  });
  expect(errorsOf(formatSarif(located))).toEqual([]);
  const [alone] = runOf(reviewPlans(plans)).results;
  expect(alone?.locations[0]).toMatchObject({
    physicalLocation: { artifactLocation: { uri: 'plans/org%20(1).json' }, region: { startLine: 1 } },
    logicalLocations: [{ fullyQualifiedName: 'platform_role_binding.ci_owns', kind: 'resource' }],
  });
  // The declaration does not change the identity of the finding.
  expect(alone?.partialFingerprints).toEqual(result?.partialFingerprints);
});

test('suppressed findings are marked, and an inconclusive plan is a failed execution', () => {
  const suppressions = suppressionsOf(reviewOf('owner-added'), 'owner-gained');
  const accepted = reviewOf('owner-added', { configuration: { suppressions } });
  expect(errorsOf(formatSarif(accepted))).toEqual([]);
  expect(runOf(accepted).results).toMatchObject([
    { ruleId: 'owner-gained', suppressions: [{ kind: 'external', status: 'accepted', justification: 'Agreed.' }] },
  ]);
  expect(runOf(accepted).invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
  const unjudged = reviewOf('errored');
  expect(runOf(unjudged).invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: unjudged.verdict.problems.map((text) => ({ level: 'error', message: { text } })),
    },
  ]);
});

test('external text cannot contain links, placeholders or control characters, and no secret appears', () => {
  const report = reviewOf('owner-added');
  const reason = '[click](https://evil.example) {0} \u202e\u001b a{2,3}';
  const { results } = runOf({ ...report, findings: report.findings.map((finding) => ({ ...finding, reason })) });
  expect(results[0]?.message.text).toMatch(/ Witness: by owner, granted$/);
  expect(results[0]?.message.text.replace(/ Witness.*/, '')).toBe(
    '\\[click\\](https://evil.example) {{0}} \\\\u202e\\\\u001b a{2,3}',
  );
  expect(formatSarif(reviewOf('identity-provider'))).not.toContain(CLIENT_SECRET);
});
