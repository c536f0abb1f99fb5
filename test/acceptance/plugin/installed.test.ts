/** The fixture provider as an executable: items 23 and 27 of test/plugin/checklist.md, and 28 from the view of Terraform. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { bundlePlugin } from '../../support/bundle-plugin';
import { can } from '../../support/engine';
import { fixtureAddress, fixtureHcl } from '../../support/fixture/fixture-provider';
import { startFixtureSession } from '../../support/fixture/session';
import { terraform, type Terraform } from '../../support/terraform';

jest.setTimeout(120_000);

const bundle = bundlePlugin(join(__dirname, '../../support/fixture/main.ts'), 'fixture');
afterAll(() => bundle.remove());

const os = platform() === 'win32' ? 'windows' : platform();
const target = `${os}_${arch() === 'x64' ? 'amd64' : arch()}`;

/** Creates a folder with a local mirror that contains the provider as a zip file, like a registry. */
function packed(files: Readonly<Record<string, string>>): Terraform {
  const tf = terraform({ files: { 'main.tf': fixtureHcl, ...files } });
  const mirror = join(tf.dir, 'terraform.d/plugins', fixtureAddress);
  mkdirSync(mirror, { recursive: true });
  const executable = { os: 3, attrs: (0o100755 << 16) >>> 0 };
  const zip = zipSync({ 'terraform-provider-fixture_v0.1.0': [readFileSync(bundle.file), executable] });
  writeFileSync(join(mirror, `terraform-provider-fixture_0.1.0_${target}.zip`), zip);
  return tf;
}

test('a packed mirror keeps the executable bit, and two provider blocks do not mix', async () => {
  const tf = packed({
    'two.tf': `
provider "fixture" { endpoint = "https://one" }
provider "fixture" {
  alias    = "two"
  endpoint = "https://two"
}
data "fixture_where" "one" {}
data "fixture_where" "two" { provider = fixture.two }
resource "fixture_thing" "one" { name = "a" }
resource "fixture_thing" "two" {
  provider = fixture.two
  name     = "a"
}
output "where" { value = [data.fixture_where.one.endpoint, data.fixture_where.two.endpoint] }`,
  });
  await tf.init();
  await tf.apply();
  const { where } = JSON.parse((await tf.ok('output', '-json')).stdout) as { where: { value: string[] } };
  expect(where.value).toEqual(['https://one', 'https://two']);
  tf.close();
});

test('Terraform shows the recorded schemas', async () => {
  const session = await startFixtureSession();
  const { stdout } = await session.tf.ok('providers', 'schema', '-json');
  // OpenTofu also shows empty descriptions and summaries of functions, and newer engines the messages of deprecated attributes.
  const messages: unknown[] = [];
  const shown: unknown = JSON.parse(stdout, (key, value: unknown) => {
    if (key === 'deprecation_message') messages.push(value);
    return value === '' || key === 'deprecation_message' ? undefined : value;
  });
  await session.close();
  const record = join(__dirname, 'fixture-schema.json');
  // `UPDATE_RECORDS=1` writes the file again. Check the difference before you commit it.
  if (process.env['UPDATE_RECORDS'] === '1') writeFileSync(record, `${JSON.stringify(shown, null, 2)}\n`);
  expect(shown).toEqual(JSON.parse(readFileSync(record, 'utf8')));
  expect(messages).toEqual(can('deprecation message') ? ['Use "text" instead.'] : []);
});
