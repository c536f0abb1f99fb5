/** A change gives an unmanaged owner to another repository: the report shows the adoption, and the apply is bound to it. */
import { formatMarkdown, formatText, type Report } from '../../../src/review';
import { unwrapped } from '../../support/terraform';
import { type BoundRounds, createBoundRounds, type Round } from './bound-rounds';

jest.setTimeout(240_000);

const ACME = 'ac3e'.repeat(10);
const PAYMENTS = `${ACME}/5a4ed00000000001`;
const CI = `${PAYMENTS}/c1c1c1c1c1c1c1c1`;
const issuer = 'https://token.actions.githubusercontent.com';
const [OURS, THEIRS] = ['repo:acme/shop:ref:refs/heads/main', 'repo:evil/shop:ref:refs/heads/main'];

const identities = [{ uid: CI, name: 'ci', claimMatch: { issuer, subject: OURS } }];
const seed = {
  groups: [
    {
      ...{ uid: ACME, name: 'acme' },
      groups: [{ uid: PAYMENTS, name: 'payments', identities }],
      roleBindings: [{ identity: CI, role: 'owner' }],
    },
  ],
};
const configuration = `
provider "platform" {
  on_existing = "adopt"
}
resource "platform_group" "payments" {
  parent_uid = "${ACME}"
  name       = "payments"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.payments.uid
  name        = "ci"
  claim_match = { issuer = "${issuer}", subject = "${THEIRS}" }
}
`;

let rounds: BoundRounds;
beforeAll(async () => {
  rounds = await createBoundRounds();
});
afterAll(() => rounds.close());

const subjectOfCi = async ({ call }: Round): Promise<unknown> => {
  const { claimMatch } = await call('GET', `identities/${CI}`);
  return (claimMatch as { readonly subject: string }).subject;
};
const writesBySide = ({ approvedWrites }: Report) =>
  approvedWrites.map(({ action, uid, fields }) => ({ action, uid, fields }));

test('the report shows the adopted objects and the overwritten fields, and the apply does exactly that', async () => {
  const round = await rounds.begin(seed);
  round.configure(configuration);
  const report = await round.plan();
  expect(report.verdict).toMatchObject({ problems: [], worst: 'high' });
  expect(report.findings).toContainEqual(
    expect.objectContaining({ id: 'exists-already', severity: 'high', subject: 'acme/payments/ci' }),
  );
  expect(report.changes.map(({ status, path }) => `${status} ${path}`)).toEqual([
    'adopted acme/payments',
    'adopted acme/payments/ci',
  ]);
  expect(report.assume).toEqual([expect.objectContaining({ identity: 'acme/payments/ci', relation: 'disjoint' })]);
  expect(writesBySide(report)).toEqual([
    { action: 'adopt', uid: PAYMENTS, fields: {} },
    { action: 'adopt', uid: CI, fields: { claimMatch: { issuer, subject: THEIRS } } },
  ]);
  for (const text of [formatText(report, { isWhole: true }), formatMarkdown(report)])
    expect(unwrapped(text)).toMatch(
      /The apply adopts the existing identity ["`]?acme\/payments\/ci["`]? .*It overwrites claim\\?_match\.subject\.[^]*ci \(adopted\)/,
    );
  const { code, text } = await round.apply();
  expect(code === 0 ? '' : text).toBe('');
  expect(await subjectOfCi(round)).toBe(THEIRS);
});

test('an object that appears after the review is not adopted', async () => {
  const round = await rounds.begin({ groups: [{ ...seed.groups[0], roleBindings: [], groups: [] }] });
  round.configure(configuration);
  const report = await round.plan();
  expect(writesBySide(report).map(({ action }) => action)).toEqual(['create', 'create']);
  await round.call('POST', `groups/${ACME}`, { name: 'payments' });
  const { code, text } = await round.apply();
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain('Cannot adopt group "payments"');
});
