/** The environment of an engine that plans against a snapshot. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  clientEnvironment,
  CREDENTIAL_NAMES,
  passProblem,
  selectInputs,
  snapshotVariables,
} from '../../../src/cli/engine/offline-environment';

const api = { baseUrl: 'http://127.0.0.1:8080', token: 'reader' };

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'offline-environment-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NAME = 'its name looks like that of a credential';
const SENSITIVE = 'the configuration declares it as sensitive or ephemeral';

const CREDENTIALS = [
  ...['api_token', 'API_TOKEN', 'db_password', 'clientSecret', 'api_key', 'aws_region', 'platform_url', 'pgpassfile'],
  ...['vault_addr', 'ci_job_jwt', 'ssh_private_key', 'google_project', 'arm_tenant', 'actions_url', 'tf_http_address'],
];

test.each<[name: string, body: string, reason: string | undefined]>([
  ['region', '{}', undefined],
  ['region', '{ sensitive = false }', undefined],
  ['root_group_uid', '{ type = string }', undefined],
  ['region', '{ sensitive = true }', SENSITIVE],
  ['region', '{ ephemeral = true }', SENSITIVE],
  ...CREDENTIALS.map((name): [string, string, string] => [name, '{ sensitive = false }', NAME]),
])('the variable %s with the body %j passes unless there is a reason', (name, body, reason) => {
  const inJson = body.includes('sensitive = true')
    ? { sensitive: true }
    : body.includes('ephemeral')
      ? { ephemeral: true }
      : {};
  const variable = `TF_VAR_${name}`;
  for (const [file, text] of [
    ['main.tf', `variable "${name}" ${body}`],
    ['cdk.tf.json', JSON.stringify({ variable: { [name]: inJson } })],
  ] as const) {
    writeFileSync(join(dir, file), text);
    const env = { [variable]: 'value', TF_VAR_undeclared: 'x', GITHUB_TOKEN: 'x' };
    expect(selectInputs(env, dir)).toEqual(
      reason === undefined
        ? { env: { [variable]: 'value' }, withheld: [] }
        : {
            env: {},
            withheld: [
              `Terraform does not get ${variable}: ${reason}. If it needs the value, pass --pass ${variable}.`,
            ],
          },
    );
    expect(selectInputs(env, dir, [variable])).toEqual({ env: { [variable]: 'value' }, withheld: [] });
    rmSync(join(dir, file));
  }
});

test('every name of the list is withheld, in any case, and the documentation contains it', () => {
  const { contains, begins } = CREDENTIAL_NAMES;
  const names = [...contains.flatMap((part) => [part, `my_${part}_2`]), ...begins.map((part) => `${part}x`)];
  const all = names.flatMap((name) => [name, name.toUpperCase()]);
  writeFileSync(join(dir, 'main.tf'), all.map((name) => `variable "${name}" {}\n`).join(''));
  const env = Object.fromEntries(all.map((name) => [`TF_VAR_${name}`, 'x']));
  expect(selectInputs(env, dir).env).toEqual({});
  expect(selectInputs(env, dir).withheld).toHaveLength(all.length);
  const page = readFileSync(resolve('docs/security.md'), 'utf8');
  expect([...contains, ...begins].filter((part) => !page.includes(`\`${part}\``))).toEqual([]);
});

test('nothing passes if a declaration cannot be read, and the reason names the file', () => {
  writeFileSync(join(dir, 'main.tf'), 'variable "region" {}');
  writeFileSync(join(dir, 'more.tf'), 'variable "region" {');
  const { env, withheld } = selectInputs({ TF_VAR_region: 'x', TF_VAR_team: 'y' }, dir, ['TF_VAR_team']);
  expect(env).toEqual({ TF_VAR_team: 'y' });
  expect(withheld).toEqual([
    expect.stringMatching(
      /^Terraform does not get TF_VAR_region: its declaration is unknown \(Cannot read more\.tf: line 1: /,
    ),
  ]);
});

test.each<[name: string, problem: string | undefined]>([
  ['TF_VAR_api_token', undefined],
  ['TF_VAR_missing', 'Cannot pass TF_VAR_missing: it is not set. Set it, or omit --pass TF_VAR_missing.'],
  ...['PLATFORM_TOKEN', 'GITHUB_TOKEN', 'HOME', 'TF_DATA_DIR', 'tf_var_x', 'api_token', ''].map(
    (name): [string, string] => [
      name,
      `Cannot pass ${name}: only variables of the configuration can pass. Their names begin with TF_VAR_.`,
    ],
  ),
])('--pass with %j', (name, problem) => {
  expect(passProblem(name, { TF_VAR_api_token: '', PLATFORM_TOKEN: 'x', GITHUB_TOKEN: 'x' })).toBe(problem);
});

test('it names the API of the snapshot, which no proxy may see', () => {
  expect(snapshotVariables({ NO_PROXY: 'example.com' }, api)).toEqual({
    NO_PROXY: 'example.com,127.0.0.1',
    no_proxy: 'example.com,127.0.0.1',
    PLATFORM_SNAPSHOT_API: JSON.stringify(api),
  });
  expect(clientEnvironment(api)).toEqual({ PLATFORM_BASE_URL: api.baseUrl, PLATFORM_TOKEN: 'reader' });
});
