// @slow
/** Tests the published JSON schemas: every report is valid and completely declared, and a misspelled rule is rejected. */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { formatJson, readConfiguration, readPlan, readSynthesized, reviewPlans } from '../../../src/review';
import { REPORT_VERSION } from '../../../src/model/report';
import { corpusNames, corpusTexts, reviewOf } from '../../review/corpus';

jest.setTimeout(180_000);

type Schema = Readonly<Record<string, unknown>>;
const toSchema = (name: string) => JSON.parse(readFileSync(`dist/${name}.schema.json`, 'utf8')) as Schema;

const compile = (schema: Schema) => addFormats(new Ajv({ strict: false, allErrors: true })).compile(schema);

/** Returns the schema without additional properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = inner['type'] === 'object' && inner['properties'] !== undefined && !('additionalProperties' in inner);
  return { ...inner, ...(isOpen && { additionalProperties: false }) };
}

describe('the schema of the report', () => {
  const schema = toSchema('review');
  const isReport = compile(schema);
  const isDeclared = compile({ ...(closed(schema) as Schema), $id: 'closed' });
  const errorsOf = (value: unknown) => (isDeclared(value) ? [] : isDeclared.errors);

  test.each(corpusNames)('%s is valid, and completely declared', (name) => {
    expect(errorsOf(JSON.parse(formatJson(reviewOf(name))))).toEqual([]);
  });

  test('a report with declarations is valid', () => {
    const [plan] = corpusTexts('owner-added');
    const metadata = { path: 'org/x', source: { file: 'main.ts', line: 3 } };
    const cdk = { resource: { platform_role_binding: { ci_owns: { '//': { metadata } } } } };
    const stacks = [readSynthesized(JSON.stringify(cdk), 'org')];
    const suppressions = [{ id: 'drift', subject: 'x', reason: 'y' }] as const;
    const report = reviewPlans([readPlan(plan?.text ?? '', 'plan')], { stacks, configuration: { suppressions } });
    expect(report.findings[0]?.source).toEqual({ file: 'main.ts', line: 3 });
    expect(errorsOf(JSON.parse(formatJson(report)))).toEqual([]);
  });

  test('rejects another version, a wrong type and a missing part, and accepts additional members', () => {
    const report = JSON.parse(formatJson(reviewOf('owner-added'))) as Record<string, unknown>;
    expect(isReport({ ...report, novelty: 1 })).toBe(true);
    expect(isDeclared({ ...report, novelty: 1 })).toBe(false);
    const { findings, ...rest } = report;
    for (const wrong of [
      { ...report, version: REPORT_VERSION + 1 },
      rest,
      { ...report, findings: [{ ...(findings as object), id: 1 }] },
    ])
      expect(isReport(wrong)).toBe(false);
  });

  test('describes its parts', () => {
    expect(JSON.stringify(schema)).toContain('The exact difference of effective access');
  });
});

describe('the schema of review.config.json', () => {
  const isConfiguration = compile(toSchema('review.config'));
  const page = readFileSync('docs/review-configuration.md', 'utf8');
  const [, example = ''] = /## All settings\n[^]*?```json\n([^]*?)\n```/.exec(page) ?? [];

  test('accepts the example of docs/review-configuration.md with "$schema", like the review', () => {
    const schema = 'node_modules/cdktf-provider-platform/dist/review.config.schema.json';
    const configuration = { $schema: schema, ...(JSON.parse(example) as object) };
    expect(isConfiguration(configuration)).toBe(true);
    expect(readConfiguration(JSON.stringify(configuration), 'review.config.json')).toEqual(configuration);
  });

  test.each([
    { minimumOwner: 2 },
    { maximumRemoval: 2 },
    { suppressions: [{ id: 'nothing', subject: 'x', reason: 'y' }] },
    { suppressions: [{ id: 'drift', subject: 'x', reason: 'y', expires: 'soon' }] },
    { suppressions: [{ id: 'drift', subject: 'x', reason: 'y', fingerprint: 'x' }] },
    { noNewAccess: [] },
    { noNewAccess: [{ capability: 'x' }] },
    { assertions: [{ can: ['*'], where: ['**'] }] },
    { assertions: [{ person: 'x', can: ['*'], cannot: ['*'], where: ['**'] }] },
    { assertions: [{ token: { issuer: 'x', subject: 'y', claims: { sub: 'z' } }, can: ['*'], where: ['**'] }] },
    { invariants: [{ rule: 'only', name: 'x', reason: 'y', can: ['*'], where: ['**'] }] },
  ])('rejects %j, like the review', (configuration) => {
    expect(isConfiguration(configuration)).toBe(false);
    expect(() => readConfiguration(JSON.stringify(configuration), 'x')).toThrow();
  });
});
