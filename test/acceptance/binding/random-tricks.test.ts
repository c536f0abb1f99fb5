/**
 * Random configurations with expressions that depend on time, environment, uids, ephemeral values and replacements: the API
 * receives a subset of the approved writes, or the apply is rejected.
 *
 * Two rounds by default. For an hour: `MINUTES=60 npx jest --selectProjects acceptance random-tricks`.
 */
import fc from 'fast-check';
import { unwrapped } from '../../support/terraform';
import { type BoundRounds, createBoundRounds, PlanFailedError } from './bound-rounds';
import { excessive, readAll, unexplained } from './explained';
import { tricks } from './tricks';

const minutes = Number(process.env['MINUTES'] ?? 0);
jest.setTimeout((minutes + 5) * 60_000);

/** Few conditions are tricks: one of them is enough for a rejection, and half of the rounds must be applied entirely. */
const condition = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('true', 'false') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(tricks)) },
);
const pick = fc.record({ when: condition, one: fc.nat({ max: 3 }), other: fc.nat({ max: 3 }) });
const configurations = fc.record({
  groups: fc.array(pick, { minLength: 1, maxLength: 2 }),
  identities: fc.array(pick, { minLength: 2, maxLength: 3 }),
  capabilities: pick,
  bindings: fc.array(fc.record({ role: pick, identity: pick, where: pick, isReplaced: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  count: pick,
  secret: pick,
  onExisting: fc.constantFrom('"error"', '"error"', '"adopt"', 'terraform.applying ? "adopt" : "error"'),
});
type Configuration = typeof configurations extends fc.Arbitrary<infer T> ? T : never;
type Pick = Configuration['secret'];

/** An object from outside of Terraform that an apply could adopt. */
const unmanaged = fc.constantFrom('none', 'none', 'before the plan', 'after the review');

function toText({ groups, identities, capabilities, bindings, count, secret, onExisting }: Configuration): string {
  const chosen = ({ when, one, other }: Pick, options: readonly string[]): string => {
    const at = (index: number) => options[index % options.length] ?? '';
    return `(${when.replaceAll('GROUP', 'platform_group.fresh.uid')}) ? ${at(one)} : ${at(other)}`;
  };
  const quoted = ['"a"', '"b"', '"c"', '"d"'];
  const roles = ['data.platform_role.viewer.uid', 'data.platform_role.owner.uid', 'platform_role.custom.uid'];
  const places = ['"ROOT"', ...groups.map((_, index) => `platform_group.g${index}.uid`)];
  const who = identities.map((_, index) => `platform_identity.i${index}.uid`);
  return `
provider "platform" {
  on_existing = ${onExisting}
}
data "platform_role" "viewer" {
  name = "viewer"
}
data "platform_role" "owner" {
  name = "owner"
}
resource "platform_group" "fresh" {
  parent_uid = "ROOT"
  name       = "fresh"
}
resource "terraform_data" "clock" {
  input = timestamp()
}
resource "platform_role" "custom" {
  group_uid    = "ROOT"
  name         = "custom"
  capabilities = ${chosen(capabilities, ['["groups.list"]', '["groups.list", "roles.list"]', '["role_bindings.create"]'])}
}
ephemeral "platform_token" "own" {}
resource "platform_identity_provider" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer                   = "https://login.example.com"
    client_id                = "platform"
    client_secret            = terraform.applying ? "at the apply" : substr(ephemeral.platform_token.own.token, ${secret.one}, 8)
    client_secret_wo_version = ${secret.other}
  }
}
${groups
  .map(
    (group, index) => `
resource "platform_group" "g${index}" {
  parent_uid  = "ROOT"
  name        = "g${index}"
  description = ${chosen(group, quoted)}
}`,
  )
  .join('')}
${identities
  .map(
    (identity, index) => `
resource "platform_identity" "i${index}" {
  group_uid   = platform_group.g${index % groups.length}.uid
  name        = "i${index}"
  claim_match = { issuer = "https://issuer.example", subject = ${chosen(identity, quoted)} }
}`,
  )
  .join('')}
${bindings
  .map(
    ({ role, identity, where, isReplaced }, index) => `
resource "platform_role_binding" "b${index}" {
  count        = ${index === 0 ? '1' : chosen({ ...count, when: count.when.includes('GROUP') ? 'true' : count.when }, ['1', '0'])}
  group_uid    = ${chosen(where, places)}
  identity_uid = ${chosen(identity, who)}
  role_uid     = ${chosen(role, roles)}
  ${isReplaced ? 'lifecycle {\n    replace_triggered_by = [terraform_data.clock]\n  }' : ''}
}`,
  )
  .join('')}
`;
}

/** Returns the configuration with constant conditions. */
function settled(configuration: Configuration): Configuration {
  return JSON.parse(
    JSON.stringify(configuration, (name, value: unknown) => (name === 'when' ? 'true' : value)),
  ) as Configuration;
}

interface Tally {
  applied: number;
  refused: number;
  failed: number;
  undecided: number;
}

interface Sample {
  /** Applied first, without tricks. */
  readonly first: Configuration | undefined;
  readonly second: Configuration;
  readonly unmanaged: string;
}

async function play(rounds: BoundRounds, { first, second, unmanaged: made }: Sample, tally: Tally): Promise<string[]> {
  const round = await rounds.begin();
  const makeUnmanaged = async () => {
    const inRoot = (kind: string, body: object) => round.call('POST', `${kind}/${round.rootGroupUid}`, body);
    const group = await inRoot('groups', { name: 'g0', description: 'theirs' });
    const claimMatch = { issuer: 'https://theirs.example', subject: 's' };
    await round.call('POST', `identities/${String(group['uid'])}`, { name: 'i0', claimMatch });
  };
  if (first !== undefined) {
    round.configure(toText(settled(first)));
    await round.applyUnbound();
  }
  round.configure(toText(second));
  if (made === 'before the plan') await makeUnmanaged();
  const report = await round.plan().catch((error: unknown) => {
    if (error instanceof PlanFailedError) return undefined;
    throw error;
  });
  if (report === undefined) {
    tally.failed++;
    return [];
  }
  if (made === 'after the review') await makeUnmanaged();
  const before = await readAll(round);
  await round.requestLog.clear();
  const { code, text } = await round.apply();
  const requests = await round.requestLog.entries();
  const printed = unwrapped(text);
  if (report.digest === undefined) tally.undecided++;
  else if (code === 0) tally.applied++;
  else if (printed.includes('The write is not approved')) tally.refused++;
  else tally.failed++;
  const approved = report.digest === undefined ? { ...report, approvedWrites: [] } : report;
  const problems = [...unexplained(before, await readAll(round), approved), ...excessive(requests, approved)];
  return problems.map((problem) => `${problem}\n${toText(second)}\n${printed}`);
}

test('the API receives only approved writes, or the apply is rejected', async () => {
  const end = Date.now() + minutes * 60_000;
  const tally: Tally = { applied: 0, refused: 0, failed: 0, undecided: 0 };
  const seed = minutes > 0 ? Math.floor(Math.random() * 2 ** 31) : 7;
  const samples = fc.sample(
    fc.record({ first: fc.option(configurations, { nil: undefined }), second: configurations, unmanaged }),
    { seed, numRuns: minutes > 0 ? 20_000 : 2 },
  );
  const rounds = await createBoundRounds();
  let played = 0;
  try {
    for (const sample of samples) {
      if (played > 0 && minutes > 0 && Date.now() > end) break;
      played++;
      expect(await play(rounds, sample, tally)).toEqual([]);
      if (minutes > 0) process.stdout.write(`seed ${seed}, round ${played}: ${JSON.stringify(tally)}\n`);
    }
  } finally {
    await rounds.close();
  }
  expect(tally.applied + tally.refused + tally.failed + tally.undecided).toBe(played);
});
