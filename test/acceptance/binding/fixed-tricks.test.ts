/**
 * One fixed case for each reason why an expression can have another value at the apply than in the review. Each is applied: the
 * API receives a subset of the approved writes, or the apply is rejected.
 */
import { group } from '../../../src/client';
import { unmarkedSeed } from '../../../src/model/api/placeholder-uid';
import { createReviewPlan } from '../../../src/provider/plan-records/review-plan';
import type { Report } from '../../../src/review';
import { can } from '../../support/engine';
import { type Run, unwrapped } from '../../support/terraform';
import { type BoundRounds, createBoundRounds, PlanFailedError, type Round } from './bound-rounds';
import { excessive, readAll, unexplained } from './explained';
import { organization, otherRole, tricks } from './tricks';

jest.setTimeout(240_000);

let rounds: BoundRounds;
beforeAll(async () => {
  rounds = await createBoundRounds();
});
afterAll(() => rounds.close());

interface Applied {
  readonly report: Report;
  readonly run: Run;
  /** The output of Terraform, on one line. */
  readonly printed: string;
  /** The roles that each identity is bound to. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** Applies the plan, and checks that the API received nothing but approved writes. */
async function applied(round: Round, report: Report, meanwhile?: () => Promise<unknown>): Promise<Applied> {
  await meanwhile?.();
  const before = await readAll(round);
  await round.requestLog.clear();
  const run = await round.apply();
  const approved = report.digest === undefined ? { ...report, approvedWrites: [] } : report;
  expect(excessive(await round.requestLog.entries(), approved)).toEqual([]);
  expect(unexplained(before, await readAll(round), approved)).toEqual([]);
  const { roleBindings } = await round.call('GET', `roleBindings?group=${round.rootGroupUid}`);
  const roles: Record<string, string[]> = {};
  for (const { role, identity } of roleBindings as { role: { name: string }; identity: { name: string } }[])
    if (identity.name !== 'administrator') (roles[identity.name] ??= []).push(role.name);
  return { report, run, printed: unwrapped(run.text), roles };
}

/** Returns an identity for each condition, which makes it a viewer or an owner of the root. */
const bindings = (conditions: readonly string[]): string =>
  conditions
    .map(
      (condition, index) => `
resource "platform_identity" "i${index}" {
  group_uid   = platform_group.team.uid
  name        = "i${index}"
  claim_match = { issuer = "https://issuer.example", subject = "s${index}" }
}
resource "platform_role_binding" "i${index}" {
  group_uid    = "ROOT"
  identity_uid = platform_identity.i${index}.uid
  role_uid     = (${condition.replaceAll('GROUP', 'platform_group.team.uid')}) ? data.platform_role.viewer.uid : data.platform_role.owner.uid
}
`,
    )
    .join('');

const rolesInReport = ({ access }: Report, identity: string) =>
  access.lines.gained.filter(({ identity: path }) => path.endsWith(`/${identity}`)).map(({ roles }) => roles);

describe('an owner that the report shows as a viewer is rejected', () => {
  const SEED = 'known-to-the-attacker';
  /** The time between the plan to apply and the plans for its review. */
  let between: Date;
  const conclusive = {
    environment: tricks['the environment of the engine'] ?? '',
    arguments: tricks['the arguments of the engine'] ?? '',
    'time of the plan': 'timecmp(plantimestamp(), "BETWEEN") > 0 || GROUP == ""',
    'digits of the new uid': 'contains(PLACEHOLDERS, GROUP)',
  };
  const names = Object.keys(conclusive);
  /** OpenTofu knows some of the roles at plan, and rejects other ones itself; Terraform compares the texts of files. */
  const refusal = 'Error: (The write is not approved|Provider produced inconsistent final plan|Error in function call)';
  let result: Applied;

  beforeAll(async () => {
    const round = await rounds.begin();
    const placeholders = [SEED, unmarkedSeed(SEED)].map((seed) =>
      createReviewPlan(seed, round.baseUrl, false).uidFor(group, { parent_uid: round.rootGroupUid, name: 'team' }),
    );
    between = new Date(Date.now() + 10_000);
    const conditions = Object.values(conclusive).map((condition) =>
      condition.replace('BETWEEN', between.toISOString()).replace('PLACEHOLDERS', JSON.stringify(placeholders)),
    );
    round.configure(organization(bindings(conditions)));
    const report = await round.plan({
      seed: SEED,
      async beforeReview(planJson) {
        const { timestamp } = JSON.parse(planJson) as { readonly timestamp: string };
        expect(new Date(timestamp).getTime()).toBeLessThan(between.getTime());
        await new Promise((resolve) => setTimeout(resolve, between.getTime() + 1_000 - Date.now()));
      },
    });
    result = await applied(round, report);
  });

  test.each(names.map((name, index) => [name, `i${index}`] as const))('by the %s', (_, identity) => {
    expect(rolesInReport(result.report, identity)).toEqual([['viewer']]);
    expect(result.printed).toMatch(new RegExp(`${refusal}.*platform_role_binding(\\.|" ")${identity}[, "]`));
    expect(result.roles[identity]).toBeUndefined();
  });

  test('everything else in the report is applied', () => {
    expect(result.report.unresolved).toEqual([]);
    expect(result.printed.match(new RegExp(refusal, 'g'))).toHaveLength(names.length);
    expect(result.run.code).toBe(1);
  });
});

test('a role that is unknown until the apply, or that differs between the plans for the review, is never bound', async () => {
  const round = await rounds.begin();
  const open = ['the time of the apply', 'the digits of a uid'].map((name) => tricks[name] ?? '');
  round.configure(organization(bindings(open)));
  const { report, run, printed, roles } = await applied(round, await round.plan());
  expect(report.unresolved.map(({ address, attribute }) => `${address} ${attribute}`)).toEqual([
    'platform_role_binding.i0 role_uid',
    'platform_role_binding.i1 role_uid',
  ]);
  expect(run.code).toBe(1);
  expect(printed.match(/roleUid: \(unknown at review\)/g)).toHaveLength(open.length);
  expect(roles).toEqual({});
});

test('a binding that replace_triggered_by recreates is deleted, and not recreated as an owner', async () => {
  const round = await rounds.begin();
  const binding = (condition: string, lifecycle: string) => `
resource "platform_group" "later" {
  count      = ${lifecycle === '' ? 0 : 1}
  parent_uid = "ROOT"
  name       = "later"
}
resource "terraform_data" "clock" {
  input = timestamp()
}
resource "platform_role_binding" "ci" {
  group_uid    = "ROOT"
  identity_uid = platform_identity.ci.uid
  role_uid     = (${condition}) ? data.platform_role.viewer.uid : data.platform_role.owner.uid
  ${lifecycle}
}`;
  round.configure(organization(binding('true', '')));
  expect((await round.applyUnbound()).code).toBe(0);
  const condition = (tricks['the environment of the engine'] ?? '').replace('GROUP', 'platform_group.later[0].uid');
  const replaced = 'lifecycle {\n    replace_triggered_by = [terraform_data.clock]\n  }';
  round.configure(organization(binding(condition, replaced)));
  const { report, run, printed, roles } = await applied(round, await round.plan());
  expect(report.unresolved).toEqual([]);
  expect(report.approvedWrites.map(({ action, kind }) => `${action} ${kind}`).sort()).toEqual([
    'create Group',
    'create RoleBinding',
    'delete RoleBinding',
  ]);
  expect(printed).toMatch(otherRole);
  expect(run.code).toBe(1);
  expect(roles).toEqual({});
});

describe('values that exist only during an apply', () => {
  const adoptingAtApply = `
provider "platform" {
  on_existing = terraform.applying ? "adopt" : "error"
}
${organization('')}`;

  test('a provider that adopts only at the apply adopts nothing', async () => {
    const round = await rounds.begin();
    round.configure(adoptingAtApply);
    const report = await planUnlessMissing(round, 'terraform.applying');
    if (report === undefined) return;
    const { root, theirs } = await unmanagedGroup(round);
    const { run, printed } = await applied(round, report);
    expect(run.code).toBe(1);
    expect(printed).toContain('Cannot adopt group "team"');
    expect(await round.call('GET', `groups/${root}/${theirs}`)).toMatchObject({ description: 'theirs' });
  });

  test('a secret of an ephemeral value is sent with an approved write, and changes nothing else', async () => {
    const round = await rounds.begin();
    round.configure(`
ephemeral "platform_token" "own" {}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_identity_provider" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer                   = "https://login.example.com"
    client_id                = "platform"
    client_secret            = terraform.applying ? "at the apply" : substr(ephemeral.platform_token.own.token, 0, 8)
    client_secret_wo_version = 1
  }
}`);
    const report = await planUnlessMissing(round, 'terraform.applying');
    if (report === undefined) return;
    expect(JSON.stringify(report)).not.toContain('at the apply');
    const { run } = await applied(round, report);
    expect(run.code).toBe(0);
  });

  /** Creates a group outside of Terraform, with the natural key of the group that the report creates. */
  async function unmanagedGroup(round: Round) {
    const root = round.rootGroupUid;
    const { uid } = await round.call('POST', `groups/${root}`, { name: 'team', description: 'theirs' });
    return { root, theirs: String(uid).slice(root.length + 1) };
  }

  /** Returns `undefined`, and prints that, if the engine is too old for the expression. */
  async function planUnlessMissing(round: Round, expression: string): Promise<Report | undefined> {
    try {
      return await round.plan();
    } catch (error) {
      const isMissing = error instanceof PlanFailedError && /nsupported attribute|not support/.test(error.message);
      if (!isMissing) throw error;
      process.stdout.write(`Skipped: this engine has no ${expression}.\n`);
      return undefined;
    }
  }
});

test('an object that only the plan to apply contains is in the report, which proves nothing', async () => {
  const round = await rounds.begin();
  const environment = 'strcontains(file("/proc/self/environ"), "PLATFORM_PLAN_FOR_REVIEW=")';
  round.configure(
    organization(`
resource "platform_role_binding" "ci" {
  count        = ${environment} ? 0 : 1
  group_uid    = "ROOT"
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.owner.uid
}`),
  );
  const { report, run, roles } = await applied(round, await round.plan());
  const high = report.findings.filter(({ severity }) => severity === 'high').map(({ id }) => id);
  expect(high).toEqual(expect.arrayContaining(['owner-gained', 'not-proved']));
  // The environment of the apply differs, too: engines that compare texts of files stop.
  expect({ code: run.code, roles }).toEqual(
    can('consistent files') ? { code: 1, roles: {} } : { code: 0, roles: { ci: ['owner'] } },
  );
});
