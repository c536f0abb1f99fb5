/** Account associations: a group has at most one, which has the uid of the group and changes in place. */
import { createClient } from '../../../src/client';
import { accountAssociation } from '../../../src/model/kinds';
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, noLag, setStage, type Stage } from './stage';

jest.setTimeout(240_000);

let stage: Stage;
afterEach(() => stage.close());

const association = (group: string, body: string, name = 'clouds') => `
resource "platform_account_association" "${name}" {
  group_uid = ${group}
  name      = "${name}"
  ${body}
}
`;
const groups = `${noLag}
resource "platform_group" "one" {
  parent_uid = "ROOT"
  name       = "one"
}
resource "platform_group" "other" {
  parent_uid = "ROOT"
  name       = "other"
}
`;
const one = 'platform_group.one.uid';
const amazon = (account: string) => `amazon = {\n    account = "${account}"\n  }`;

function declare(config: string): void {
  stage.tf.write({ 'main.tf': header + config.replaceAll('ROOT', stage.rootGroupUid) });
}

const stored = async (name: string) => {
  const state = await stage.tf.state();
  return resourceIn(state, name).values;
};

test('is created, changed in place with only the changed fields, found again, and deleted', async () => {
  stage = await setStage({ config: groups + association(one, amazon('123456789012')) });
  const { tf } = stage;
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
  const { uid, group_uid: group } = await stored('platform_account_association.clouds');
  expect([uid, group]).toEqual([group, expect.stringContaining(stage.rootGroupUid)]);
  await stage.writes();

  const azure = `azure = {\n    tenant_id  = "t"\n    client_ids = { Deploy_Key = "1", reader = "2" }\n  }`;
  declare(groups + association(one, `description = "Where it runs."\n  ${azure}`));
  expect((await tf.plan()).text).toContain('1 to change, 0 to destroy');
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
  const [patch, ...others] = await stage.writes();
  expect(others).toEqual([]);
  expect(patch).toMatch(
    new RegExp(`^PATCH /iam/v2beta1/accountAssociations/${String(uid)}\\?updateMask=description,amazon,azure `),
  );
  expect(patch).toContain('"Deploy_Key"');

  await tf.ok('state', 'rm', 'platform_account_association.clouds');
  await tf.ok('import', '-no-color', 'platform_account_association.clouds', String(uid));
  expect((await tf.plan()).changed).toBe(false);

  const client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  await client.update(accountAssociation, String(uid), { google: { projectId: 'p', projectNumber: '1' } });
  expect((await tf.plan()).text).toMatch(/google\s+= \{/);
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);

  declare(groups);
  await tf.apply();
  await expect(client.get(accountAssociation, String(uid))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await client.close();
});

test('is replaced for another group, and created again if someone else deletes it', async () => {
  stage = await setStage({ config: groups + association(one, amazon('123456789012')) });
  const { tf } = stage;
  await tf.apply();
  const before = await stored('platform_account_association.clouds');
  declare(groups + association('platform_group.other.uid', amazon('123456789012')));
  expect((await tf.plan()).text).toMatch(/group_uid\s+= .* # forces replacement/);
  await tf.apply();
  const after = await stored('platform_account_association.clouds');
  expect(after['uid']).not.toBe(before['uid']);

  const client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  await client.delete(accountAssociation, String(after['uid']));
  await client.close();
  expect((await tf.plan()).text).toContain('1 to add, 0 to change, 0 to destroy');
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
});

test('the plan rejects a second one in a group, and the apply rejects an existing one with the import block', async () => {
  stage = await setStage({ config: groups });
  const { tf } = stage;
  await tf.apply();
  declare(groups + association(one, amazon('123456789012')) + association(one, amazon('210987654321'), 'second'));
  const twice = await tf.run('plan', '-no-color');
  expect([twice.code, unwrapped(twice.text)]).toEqual([1, expect.stringContaining('Two resources declare the same')]);
  declare(groups + association(one, amazon('123456789012')));
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);

  const { uid } = await stored('platform_account_association.clouds');
  await tf.ok('state', 'rm', 'platform_account_association.clouds');
  const taken = await tf.run('apply', '-no-color', '-auto-approve');
  expect(taken.code).toBe(1);
  expect(unwrapped(taken.text)).toContain(`to = platform_account_association.ADDRESS id = "${String(uid)}"`);
});
