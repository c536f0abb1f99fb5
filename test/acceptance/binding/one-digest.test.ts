/** One change has one digest: planned twice, by two identities, with another state, and with review plans or without. */
import { type BoundRounds, createBoundRounds, type Round } from './bound-rounds';

jest.setTimeout(300_000);

let rounds: BoundRounds;
beforeAll(async () => {
  rounds = await createBoundRounds();
});
afterAll(() => rounds.close());

const PLANNER = 'a77ac400'.repeat(5);
const seed = {
  groups: [
    {
      ...{ uid: PLANNER, name: 'acme' },
      identities: [
        {
          uid: `${PLANNER}/bbbbbbbbbbbbbbbb`,
          name: 'planner',
          servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' as const,
        },
      ],
      roleBindings: [{ identity: `${PLANNER}/bbbbbbbbbbbbbbbb`, role: 'viewer' }],
    },
  ],
};

const existing = `
data "platform_role" "viewer" { name = "viewer" }
data "platform_role" "editor" { name = "editor" }
resource "platform_group" "team" {
  parent_uid = "${PLANNER}"
  name       = "team"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.team.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "a" }
}
`;
const binding = (role: string, group: string) => `
resource "platform_role_binding" "ci" {
  group_uid    = ${group}
  identity_uid = platform_identity.ci.uid
  role_uid     = ${role}
}
`;
const fresh = `
resource "platform_group" "fresh" {
  parent_uid  = platform_group.team.uid
  name        = "fresh"
  description = "Below \${platform_group.team.uid}"
}
resource "platform_group" "inner" {
  parent_uid  = platform_group.fresh.uid
  name        = "inner"
  description = "Below \${platform_group.fresh.uid}"
}
resource "platform_account_association" "cloud" {
  group_uid = platform_group.fresh.uid
  name      = "cloud"
  amazon    = { account = "012345678901" }
}
resource "platform_role" "custom" {
  group_uid    = platform_group.fresh.uid
  name         = "custom"
  capabilities = ["groups.list"]
}
resource "terraform_data" "anchor" { input = platform_group.fresh.uid }
output "made" { value = platform_group.fresh.create_time }
`;

const viewer = 'data.platform_role.viewer.uid';
test.each<[what: string, before: string, after: string]>([
  [
    'new objects of every way to refer',
    existing,
    existing + fresh + binding('platform_role.custom.uid', 'platform_group.fresh.uid'),
  ],
  [
    'an update, a deletion and a replacement',
    existing + binding(viewer, 'platform_group.team.uid'),
    existing.replace('"a"', '"b"') + binding('data.platform_role.editor.uid', `"${PLANNER}"`),
  ],
  [
    'an expression about a new uid',
    existing,
    existing + fresh + binding('coalesce(platform_role.custom.uid)', 'one([platform_group.fresh.uid])'),
  ],
])('%s: one digest', async (_what, before, after) => {
  const round = await rounds.begin(seed);
  round.configure(before);
  expect(await round.applyUnbound()).toMatchObject({ code: 0 });
  round.configure(after);
  const digests: Record<string, string | undefined> = {};
  const plan = async (how: string, options?: Parameters<Round['plan']>[0]) => {
    digests[how] = (await round.plan(options)).digest;
  };
  await plan('first');
  await plan('again');
  raiseSerial(round);
  await plan('with a later serial');
  await plan('by a viewer', { token: await round.tokenFor(`${PLANNER}/bbbbbbbbbbbbbbbb`) });
  await plan('with review plans', { isReviewed: true });
  await plan('with other placeholders', { isReviewed: true, seed: 'another' });
  expect(digests['first']).toMatch(/^[0-9a-f]{64}$/);
  expect(digests).toEqual(Object.fromEntries(Object.keys(digests).map((how) => [how, digests['first']])));
  expect(await round.apply()).toMatchObject({ code: 0 });
});

/** Stores the state again, as an apply without changes of this provider does. */
function raiseSerial({ tf }: Round): void {
  const state = JSON.parse(tf.read('terraform.tfstate')) as { readonly serial: number };
  tf.write({ 'terraform.tfstate': JSON.stringify({ ...state, serial: state.serial + 7 }) });
}
