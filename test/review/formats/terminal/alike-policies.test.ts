/** Tests that trust policies which one line changes are one entry of the findings. */
import { createReview, formatText, readPlan } from '../../../../src/review';
import { editedPlan, type EditedObjects } from '../../edited-plan';

const NAMES = ['billing', 'data', 'mobile', 'search'];

/** Returns teams whose runners trust a namespace of one cluster. */
const teams = (toNamespace: (name: string) => string): EditedObjects => ({
  acme: { type: 'group' },
  viewer: { type: 'role', in: 'acme', values: { capabilities: ['repo.list'] } },
  ...Object.fromEntries(
    NAMES.flatMap((name): [string, EditedObjects[string]][] => [
      [name, { type: 'group', in: 'acme' }],
      [
        `${name}_runner`,
        {
          type: 'identity',
          in: name,
          values: {
            name: 'runner',
            claim_match: {
              issuer: 'https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod',
              subject: `system:serviceaccount:${toNamespace(name)}:runner`,
            },
          },
        },
      ],
      [`${name}_viewer`, { type: 'role_binding', in: name, identity: `${name}_runner`, role: 'viewer' }],
    ]),
  ),
});

/** Returns the text with the line that declares each runner. */
const textWith = (toLine: (index: number) => number) => {
  const plan = editedPlan(
    teams((name) => name),
    teams(() => 'default'),
  );
  const configuration = {
    trustedIssuers: ['https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod'],
  };
  const { report } = createReview([{ ...readPlan(plan, 'org'), reviews: [] }], { configuration });
  const findings = report.findings.map((finding, index) => ({
    ...finding,
    source: { file: 'main.ts', line: toLine(index) },
  }));
  return formatText({ ...report, findings });
};

test.each<[string, (index: number) => number, number]>([
  ['one line changes them: one entry', () => 7, 1],
  ['each has its own line: one entry each', (index) => 7 + index, NAMES.length],
])('%s', (_, toLine, entries) => {
  const findings = textWith(toLine).split('\nFindings\n')[1] ?? '';
  expect(findings.match(/claim-widened/g)).toHaveLength(entries);
});
