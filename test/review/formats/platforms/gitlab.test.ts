/** Tests the reports for the widgets of GitLab against the fields that GitLab reads. */
import Ajv from 'ajv';
import {
  formatCodeQuality,
  formatGitLabTerraform,
  readPlan,
  readSynthesized,
  reviewPlans,
} from '../../../../src/review';
import { corpusTexts, reviewOf } from '../../corpus';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

const text = { type: 'string', minLength: 1 };
/** The fields that GitLab documents for a report of code quality. */
const isValid = new Ajv().compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      ...{ description: text, check_name: text, fingerprint: text },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\./|/)' },
          lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  },
});

test.each(['one-cause', 'hostile-text', 'destroy-all', 'errored', 'nothing-to-do'])(
  '%s has an issue with its own fingerprint for each finding',
  (name) => {
    const report = reviewOf(name);
    const issues = JSON.parse(formatCodeQuality(report)) as Issue[];
    expect(isValid(issues) ? [] : isValid.errors).toEqual([]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    const found = issues.filter(({ check_name }) => check_name !== 'inconclusive');
    expect(found.map(({ check_name }) => check_name)).toEqual(report.findings.map(({ id }) => id));
    expect(issues.length - found.length).toBe(report.verdict.problems.length);
  },
);

test('an issue is at the line of its declaration', () => {
  const [plan] = corpusTexts('owner-added');
  const metadata = { path: 'org/ci-owns', source: { file: './infra/grants.ts', line: 12 } };
  const cdk = { resource: { platform_role_binding: { ci_owns: { '//': { metadata } } } } };
  const stacks = [readSynthesized(JSON.stringify(cdk), 'org')];
  const report = reviewPlans([readPlan(plan?.text ?? '', 'plan.json')], { stacks });
  const [issue] = JSON.parse(formatCodeQuality(report)) as Issue[];
  expect(issue).toMatchObject({
    severity: 'critical',
    location: { path: 'infra/grants.ts', lines: { begin: 12 } },
  });
});

test('the Terraform report counts created, updated and deleted objects', () => {
  const counts = (name: string) => JSON.parse(formatGitLabTerraform(reviewOf(name))) as unknown;
  expect(counts('owner-added')).toEqual({ create: 1, update: 0, delete: 0 });
  expect(counts('claim-any-branch')).toEqual({ create: 0, update: 1, delete: 0 });
  expect(counts('identity-recreated')).toEqual({ create: 2, update: 0, delete: 2 });
});

test('an inconclusive report is a blocker, and has no counts', () => {
  const report = reviewOf('errored');
  const [issue] = JSON.parse(formatCodeQuality(report)) as Issue[];
  expect(issue).toMatchObject({ check_name: 'inconclusive', severity: 'blocker' });
  expect(formatGitLabTerraform(report)).toBe('{}\n');
});
