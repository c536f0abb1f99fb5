/** Reads that lag behind writes: every object exists once, and no state is lost. */
import { header, setStage, type Stage } from './stage';

jest.setTimeout(240_000);

let stage: Stage;
afterEach(() => stage.close());

/** Fifty resources: groups, and one of each other kind in most of them. */
const config = (description: string) => `${header}
provider "platform" {
  propagation_timeout_seconds = 10
}
resource "platform_group" "group" {
  count       = 9
  parent_uid  = "${stage.rootGroupUid}"
  name        = "group \${count.index}"
  description = "${description}"
}
resource "platform_identity" "identity" {
  count       = 9
  group_uid   = platform_group.group[count.index].uid
  name        = "identity"
  description = "${description}"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "s \${count.index}"
  }
}
resource "platform_role" "role" {
  count        = 9
  group_uid    = platform_group.group[count.index].uid
  name         = "role"
  description  = "${description}"
  capabilities = ["groups.list"]
}
resource "platform_role_binding" "binding" {
  count        = 9
  group_uid    = platform_group.group[count.index].uid
  identity_uid = platform_identity.identity[count.index].uid
  role_uid     = platform_role.role[count.index].uid
}
resource "platform_account_association" "association" {
  count       = 7
  group_uid   = platform_group.group[count.index].uid
  name        = "clouds"
  description = "${description}"
  amazon      = { account = "123456789012" }
}
resource "platform_group_invite" "invite" {
  count     = 7
  group_uid = platform_group.group[count.index].uid
  role_uid  = platform_role.role[count.index].uid
  email     = "person-\${count.index}@example.com"
  ttl       = "86400s"
}
`;

test.each(['constant', 'flapping'] as const)(
  'fifty resources are applied, applied again, updated and destroyed while reads lag (%s)',
  async (variation) => {
    stage = await setStage({ config: '' });
    stage.tf.write({ 'main.tf': config('old') });
    await stage.faults.add({ effect: 'lag', lagMs: 5_000, variation });
    await stage.tf.apply();
    expect(await posts()).toHaveLength(50);
    await stage.tf.apply();
    expect(await posts()).toEqual([]);
    expect((await stage.tf.ok('plan', '-no-color')).text).not.toMatch(/[1-9]\d* to (add|destroy)/);
    stage.tf.write({ 'main.tf': config('new') });
    await stage.tf.apply();
    expect(await posts()).toEqual([]);
    await stage.tf.ok('destroy', '-no-color', '-auto-approve');
    const deleted = (await stage.writes()).filter((line) => line.startsWith('DELETE'));
    expect(new Set(deleted).size).toBe(50);
  },
);

async function posts(): Promise<string[]> {
  return (await stage.writes()).filter((line) => line.startsWith('POST'));
}
