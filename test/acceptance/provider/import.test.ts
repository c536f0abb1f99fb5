// @smoke
import { createClient, type Client } from '../../../src/client';
import { group, identity, role, roleBinding } from '../../../src/model/kinds';
import { blocksOf } from '../docs/blocks';
import { describeWith } from '../../support/engine';
import { unwrapped } from '../../support/terraform';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
let client: Client;
const uids: Record<string, string> = {};

const empty = `
resource "platform_group" "there" {
  parent_uid = "ROOT"
  name       = "there"
}
`;

beforeAll(async () => {
  stage = await setStage({ config: empty });
  client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  const there = await client.create(group, stage.rootGroupUid, { name: 'there' });
  const ci = await client.create(identity, there.uid, {
    name: 'ci-bot',
    description: 'Deploys.',
    claimMatch: {
      issuer: 'https://issuer.example',
      subjectPattern: '^repo:acme/.*$',
      claims: { Some_Key: 'a', someKey: 'b' },
    },
  });
  const auditor = await client.create(role, there.uid, {
    name: 'auditor',
    capabilities: ['groups.list', 'roles.list'],
  });
  const binding = await client.create(roleBinding, there.uid, { identityUid: ci.uid, roleUid: auditor.uid });
  Object.assign(uids, { there: there.uid, ci: ci.uid, auditor: auditor.uid, binding: binding.uid });
});
afterAll(async () => {
  await client.close();
  await stage.close();
});

test('terraform import by uid leads to a plan without changes', async () => {
  const run = await stage.tf.ok('import', '-no-color', '-input=false', 'platform_group.there', uids['there']!);
  expect(run.text).toContain('Import successful');
  expect((await stage.tf.plan()).changed).toBe(false);
});

test.each([
  ['one that is managed already', 'platform_group.there', () => uids['there']!, /already managing/],
  ['a bad id', 'platform_group.other', () => 'Not an id"', /Invalid import id.*does not identify any group/],
  [
    'an unknown id',
    'platform_group.other',
    () => `${uids['there']!}/${'0'.repeat(16)}`,
    /Cannot find the group to import/,
  ],
  ['an id of another kind', 'platform_group.other', () => uids['ci']!, /Cannot find the group to import/],
])('terraform import of %s fails with the reason', async (_, address, id, expected) => {
  stage.tf.write({ 'other.tf': 'resource "platform_group" "other" {\n  name = "other"\n}\n' });
  const run = await stage.tf.run('import', '-no-color', '-input=false', address, id());
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toMatch(expected);
  stage.tf.write({ 'other.tf': '' });
});

test('an import block with -generate-config-out generates configuration with an empty plan', async () => {
  const block = (type: string, id: string): string => `import {\n  to = ${type}.found\n  id = "${id}"\n}\n`;
  const blocks = [
    block('platform_group', 'acme/there'),
    block('platform_identity', uids['ci']!),
    block('platform_role', 'acme/there/auditor'),
    block('platform_role_binding', 'acme/there:ci-bot:auditor'),
  ].join('');
  stage.tf.write({ 'main.tf': header + blocks.replaceAll('import {', 'import {\n  provider = platform') });
  await stage.tf.ok('state', 'rm', 'platform_group.there');
  const { text } = await stage.tf.plan('-generate-config-out=generated.tf');
  expect(text).toContain('4 to import, 0 to add, 0 to change, 0 to destroy');
  // Terraform would now reject a provider here, because the generated resources name none.
  stage.tf.write({ 'main.tf': header + blocks });
  const generated = stage.tf.read('generated.tf');
  expect(generated).not.toMatch(/\b(uid|create_time|verified)\s+=/);
  expect(generated).toContain('Some_Key = "a"');
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
  expect((await stage.writes()).filter((line) => line.startsWith('PATCH'))).toEqual([]);
});

describeWith('import in a module', 'docs/provider.md: import in a module', () => {
  test('the plan imports the object without changes', async () => {
    const [block] = blocksOf('docs/provider.md#Import in a module');
    await client.create(group, stage.rootGroupUid, { name: 'team' });
    const values = `parent_uid = "${stage.rootGroupUid}"`;
    stage.tf.write({
      'main.tf': `${header}\nmodule "team" {\n  source = "./modules/team"\n  ${values}\n}\n`,
      'modules/team/main.tf': block!.text,
      'generated.tf': '',
    });
    await stage.tf.init();
    expect((await stage.tf.plan('-target=module.team')).text).toContain(
      '1 to import, 0 to add, 0 to change, 0 to destroy',
    );
  });
});
