import { unwrapped } from '../../support/terraform';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ config: '' });
});
afterAll(() => stage.close());

const role = (name: string, capabilities: readonly string[]) => `
resource "platform_role" "${name}" {
  group_uid    = "${stage.rootGroupUid}"
  name         = "${name}"
  capabilities = ${JSON.stringify(capabilities)}
}
`;

test('a role keeps capabilities as written, including unknown ones, which are one warning', async () => {
  stage.tf.write({ 'main.tf': header + role('apk', ['CAP_IAM_GROUPS_LIST', 'figs.list', 'CAP_FIGS_CREATE']) });
  const { text } = await stage.tf.apply();
  expect(text.match(/Warning: .*/g)).toEqual(['Warning: 2 unknown capabilities']);
  expect((await stage.tf.plan()).changed).toBe(false);
  expect((await stage.writes()).at(-1)).toContain('["CAP_FIGS_CREATE","CAP_IAM_GROUPS_LIST","CAP_FIGS_LIST"]');
});

test('a misspelled capability is a warning on its line, for each role with one', async () => {
  const slips = role('one', ['group.list']) + role('two', ['role_binding.create']);
  stage.tf.write({ 'main.tf': header + slips });
  for (const text of [(await stage.tf.plan()).text, (await stage.tf.apply()).text]) {
    const printed = unwrapped(text).match(/Warning: capabilities names .*?\?/g);
    expect(printed?.sort()).toEqual([
      'Warning: capabilities names "group.list", an unknown capability: did you mean "groups.list"?',
      'Warning: capabilities names "role_binding.create", an unknown capability: did you mean "role_bindings.create"?',
    ]);
  }
});

test('a pattern that RE2 does not support is rejected with the reason', async () => {
  const match = 'issuer = "https://issuer.example"\n    subject_pattern = "^repo:acme/(?!evil).*$"';
  const identity = `resource "platform_identity" "ci" {\n  group_uid = "${stage.rootGroupUid}"\n  name = "ci"\n  claim_match = {\n    ${match}\n  }\n}\n`;
  stage.tf.write({ 'main.tf': header + identity });
  const run = await stage.tf.run('validate', '-no-color');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain(
    'invalid or unsupported Perl syntax "(?!" at character 12 (RE2 has no look-around)',
  );
});
