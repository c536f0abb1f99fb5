/**
 * Random configurations whose expressions depend on time, environment, uids, ephemeral values and replacements: what the API
 * receives is a subset of the approved writes, or the apply is refused.
 *
 * One round by default. For an hour: `MINUTES=60 npx jest --selectProjects acceptance random-tricks`.
 */
import fc from 'fast-check';
import { unwrapped } from '../../support/terraform';
import { type BoundStage, setBoundStage } from './bound-stage';
import { readAll, unexplained } from './explained';
import { tricks } from './tricks';

const minutes = Number(process.env['MINUTES'] ?? 0);
jest.setTimeout((minutes + 5) * 60_000);

const conditions = Object.values(tricks);
const condition = fc.constantFrom('true', 'false', ...conditions);
const pick = fc.record({ when: condition, one: fc.nat({ max: 3 }), other: fc.nat({ max: 3 }) });
const configurations = fc.record({
  groups: fc.array(pick, { minLength: 1, maxLength: 2 }),
  identities: fc.array(pick, { minLength: 1, maxLength: 2 }),
  capabilities: pick,
  bindings: fc.array(fc.record({ role: pick, identity: pick, where: pick, isReplaced: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  count: pick,
  secret: pick,
});
type Configuration = typeof configurations extends fc.Arbitrary<infer T> ? T : never;
type Pick = Configuration['secret'];

function textOf({ groups, identities, capabilities, bindings, count, secret }: Configuration): string {
  const chosen = ({ when, one, other }: Pick, options: readonly string[]): string => {
    const at = (index: number) => options[index % options.length] ?? '';
    return `(${when.replaceAll('GROUP', 'platform_group.fresh.uid')}) ? ${at(one)} : ${at(other)}`;
  };
  const quoted = ['"a"', '"b"', '"c"', '"d"'];
  const roles = ['data.platform_role.viewer.uid', 'data.platform_role.owner.uid', 'platform_role.custom.uid'];
  const places = ['"ROOT"', ...groups.map((_, index) => `platform_group.g${index}.uid`)];
  const who = identities.map((_, index) => `platform_identity.i${index}.uid`);
  return `
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
    client_secret            = substr(ephemeral.platform_token.own.token, ${secret.one}, 8)
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

/** Everything that a condition decides is constant. */
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

async function play(first: Configuration | undefined, second: Configuration, tally: Tally): Promise<string[]> {
  const stage: BoundStage = await setBoundStage(first === undefined ? '' : textOf(settled(first)));
  try {
    if (first !== undefined) await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
    stage.configure(textOf(second));
    const before = await readAll(stage);
    const report = await stage.plan();
    const { code, out, err } = await stage.apply();
    const text = unwrapped(out + err);
    if (report.digest === undefined) tally.undecided++;
    else if (code === 0) tally.applied++;
    else if (text.includes('The write is not approved')) tally.refused++;
    else tally.failed++;
    const approved = report.digest === undefined ? { ...report, approvedWrites: [] } : report;
    return unexplained(before, await readAll(stage), approved).map(
      (problem) => `${problem}\n${textOf(second)}\n${text}`,
    );
  } finally {
    await stage.close();
  }
}

test('what the API receives is approved, or the apply is refused', async () => {
  const end = Date.now() + minutes * 60_000;
  const tally: Tally = { applied: 0, refused: 0, failed: 0, undecided: 0 };
  const seed = minutes > 0 ? Math.floor(Math.random() * 2 ** 31) : 7;
  const samples = fc.sample(fc.tuple(fc.option(configurations, { nil: undefined }), configurations), {
    seed,
    numRuns: minutes > 0 ? 5_000 : 1,
  });
  let rounds = 0;
  for (const [first, second] of samples) {
    if (rounds > 0 && Date.now() > end) break;
    rounds++;
    expect(await play(first, second, tally)).toEqual([]);
    if (minutes > 0) process.stdout.write(`seed ${seed}, round ${rounds}: ${JSON.stringify(tally)}\n`);
  }
  expect(tally.applied + tally.refused + tally.failed + tally.undecided).toBe(rounds);
});
