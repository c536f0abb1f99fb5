/** Tests the result of a run task: its limits, and that names cannot become markup. */
import fc from 'fast-check';
import type { Report } from '../../../src/review';
import { formatRunTaskResult } from '../../../src/review/formats/run-task';
import { reviewOf } from '../corpus';

interface Body {
  readonly data: {
    readonly attributes: { readonly status: string; readonly message: string };
    readonly relationships: {
      readonly outcomes: {
        readonly data: readonly {
          readonly attributes: { readonly 'outcome-id': string; readonly description: string; readonly body: string };
        }[];
      };
    };
  };
}

const bodyOf = (report: Report | string, failOn: 'low' | 'medium' | 'high' = 'high') => {
  const { status, body } = formatRunTaskResult(report, failOn);
  const { data } = JSON.parse(body) as Body;
  expect(data.attributes.status).toBe(status);
  return { status, length: body.length, message: data.attributes.message, outcomes: data.relationships.outcomes.data };
};

test('the limit decides about a finding, and an inconclusive report fails', () => {
  expect(bodyOf(reviewOf('claim-any-branch')).status).toBe('passed');
  expect(bodyOf(reviewOf('claim-any-branch'), 'medium').status).toBe('failed');
  const { digest: _, ...inconclusive } = reviewOf('nothing-to-do');
  expect(bodyOf(inconclusive).status).toBe('failed');
  expect(bodyOf(reviewOf('errored')).status).toBe('failed');
  expect(bodyOf('Cannot read the plan.')).toMatchObject({ status: 'failed', message: 'Cannot read the plan.' });
});

const report = reviewOf('owner-added');
const [finding] = report.findings;

test('a result stays within the limit of HCP Terraform, and reports omitted outcomes', () => {
  const many = Array.from({ length: 3000 }, () => ({ ...finding!, reason: 'x'.repeat(2000) }));
  const { status, length, message, outcomes } = bodyOf({ ...report, findings: many });
  expect({ status, isSmall: length < 1_000_000 }).toEqual({ status: 'failed', isSmall: true });
  expect(message).toMatch(new RegExp(`^${3001 - outcomes.length} outcomes do not fit\\.`));
  expect(outcomes.every(({ attributes }) => attributes.description.length <= 300)).toBe(true);
  expect(new Set(outcomes.map(({ attributes }) => attributes['outcome-id'])).size).toBe(outcomes.length);
});

test('no name becomes a link, an image, HTML or a heading', () => {
  const hostile = fc
    .array(
      fc.constantFrom('<img src=x>', '[a](https://evil.example)', '![', '`', '# ', '\n', '|', '@ada', '&lt;', '\\'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, hostile, hostile, (reason, witness, address) => {
      const { outcomes } = bodyOf({ ...report, findings: [{ ...finding!, reason, witness, address }] });
      const lines = outcomes.at(-1)?.attributes.body.split('\n') ?? [];
      // Text in a span of code has no other meaning; the escapes of the rest are those of comments.
      const plain = lines.map((line) => line.replace(/(?<![`\\])(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, ''));
      expect(plain.filter((line) => /<|(?<!\\)\]\(|(?<!\\)!\[|^#/.test(line))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
