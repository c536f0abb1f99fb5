/**
 * Expressions that could tell a review plan from the apply, with the real engine: the report shows what the apply does, or the gate
 * `--fail-on high` fails.
 */
import { join } from 'node:path';
import type { Report } from '../../../src/review';
import { createBoundRounds, type BoundRounds } from '../binding/bound-rounds';
import { setBoundStage } from '../binding/bound-stage';

jest.setTimeout(300_000);

let rounds: BoundRounds;
beforeAll(async () => {
  rounds = await createBoundRounds();
});
afterAll(() => rounds.close());

/** Returns an identity with the role of an expression, among objects whose uids are new. */
const configurationOf = (role: string): string => `
data "platform_role" "all" {
  for_each = toset(["viewer", "owner"])
  name     = each.key
}
locals {
  roles = { for name, role in data.platform_role.all : name => role.uid }
  group = platform_group.new.uid
}
resource "platform_group" "new" {
  parent_uid = "ROOT"
  name       = "new"
}
resource "platform_identity" "ci" {
  group_uid   = local.group
  name        = "ci"
  claim_match = { issuer = "https://token.actions.githubusercontent.com", subject = "repo:acme@1/shop@2:ref:refs/heads/main" }
}
resource "platform_role_binding" "ci" {
  group_uid    = local.group
  identity_uid = platform_identity.ci.uid
  role_uid     = local.roles[${role}]
}
`;
const high = ({ findings }: Report) =>
  findings.flatMap(({ severity, id, subject }) => (severity === 'high' ? [`${id}: ${subject}`] : []));

test.each([
  ['the time of a creation', 'startswith(platform_group.new.create_time, "20") ? "owner" : "viewer"', 'unresolved: '],
  ['the time of an identity', 'platform_identity.ci.create_time == "" ? "viewer" : "owner"', 'unresolved: '],
  [
    'the arguments of the process',
    'file("/proc/self/cmdline") == local.group ? "owner" : "viewer"',
    'the function file',
  ],
  ['the environment', 'strcontains(file("/proc/self/environ"), local.group) ? "owner" : "viewer"', 'the function file'],
  ['the time of the plan', 'local.group == plantimestamp() ? "owner" : "viewer"', 'the function plantimestamp'],
  ['the folder of the process', 'local.group == path.cwd ? "owner" : "viewer"', 'the value path.cwd'],
])('%s does not pass as another role', async (_, role, named) => {
  const round = await rounds.begin();
  round.configure(configurationOf(role));
  const report = await round.plan();
  expect(report.verdict.worst).toBe('high');
  // Several places are one finding, and the proof names each.
  const places = (report.proof?.places ?? []).map(({ place }) => place);
  expect([...high(report), ...places].join('\n')).toContain(named);
});

test('pure functions and files of the checkout have the effect that the report shows', async () => {
  const stage = await setBoundStage('');
  const { tf } = stage;
  const role =
    'trimspace(file("${path.module}/data/role.txt")) == "viewer" && length(local.group) > 9 ? "viewer" : "owner"';
  tf.write({ 'data/role.txt': 'viewer' });
  stage.configure(configurationOf(role));
  const report = await stage.plan('--fail-on', 'high', '--json-out', 'plans');
  expect(high(report)).toEqual([]);
  expect(report.plans).toMatchObject([{ reviewPlans: ['review', 'review-2'] }]);
  expect(report.proof).toMatchObject({ proved: false });
  expect(report.proof?.places.every(({ isReviewed }) => isReviewed)).toBe(true);
  const gained = report.access.lines.gained.map(({ roles }) => roles.join());
  expect(gained).toEqual(['viewer']);
  // The JSON of the plans contains the result of the scan: a later review needs neither the folder nor the saved plan.
  const plans = ['plan', 'review', 'review-2'].map((name) => join('plans', `${name}.json`));
  const again = JSON.parse((await stage.run('review', ...plans, '--format', 'json')).out) as Report;
  expect(again.proof?.places.map(({ place }) => place)).toEqual(report.proof?.places.map(({ place }) => place));
  await tf.ok('apply', '-no-color', '-input=false', 'tfplan');
  const { resources = [] } = JSON.parse((await tf.ok('state', 'pull')).stdout) as {
    resources?: { type: string; instances: { attributes: Record<string, unknown> }[] }[];
  };
  const binding = resources.find(({ type }) => type === 'platform_role_binding')?.instances[0]?.attributes;
  const viewer = resources
    .flatMap(({ type, instances }) => (type === 'platform_role' ? instances : []))
    .find(({ attributes }) => attributes['name'] === 'viewer')?.attributes;
  expect(binding?.['role_uid']).toBe(viewer?.['uid']);
  await stage.close();
});
