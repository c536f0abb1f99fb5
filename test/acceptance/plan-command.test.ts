/** `platform-iac plan` with the real engine and the installed provider: the plan to apply, its review, the report. */
import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import type { Report } from '../../src/review';
import { terraform, type Terraform } from '../support/terraform';
import { header } from './provider/stage';

jest.setTimeout(300_000);

const cli = resolve('dist/platform-iac.js');
let running: RunningEmulator;
let tf: Terraform;
let temporary: string;

beforeEach(async () => {
  running = await startEmulator();
  tf = terraform({ env: { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token } });
  temporary = join(tf.dir, 'temporary');
  mkdirSync(temporary);
});
afterEach(async () => {
  tf.close();
  await running.close();
});

const configure = (config: string): void =>
  tf.write({ 'main.tf': header + config.replaceAll('ROOT', running.rootGroupUid) });

async function installed(config: string): Promise<void> {
  configure(config);
  expect((await run('install', [tf.dir])).code).toBe(0);
  await tf.init();
}

const env = () => ({ ...tf.env, TMPDIR: temporary });
/** The emulator runs in this process, so no command may be awaited synchronously. */
async function run(command: string, args: readonly string[], cwd = tf.dir) {
  const child = spawn(process.execPath, [cli, command, ...args], {
    env: env(),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
async function plan(...args: string[]) {
  const ended = await run('plan', args);
  // Plans contain secrets in clear text, so no plan may remain.
  expect(readdirSync(temporary)).toEqual([]);
  return ended;
}
const report = async (...args: string[]): Promise<Report> =>
  JSON.parse((await plan('--format', 'json', ...args)).out) as Report;
const writes = async () => (await running.requestLog.entries()).filter(({ method }) => method !== 'GET');

const teams = (who: string, more = ''): string => `
locals {
  teams = toset(["payments", "shop"])
  whom  = { for name, identity in platform_identity.ci : name => identity.uid }
}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_group" "team" {
  for_each   = local.teams
  parent_uid = "ROOT"
  name       = each.key
}
resource "platform_identity" "ci" {
  for_each    = local.teams
  group_uid   = platform_group.team[each.key].uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
resource "platform_role_binding" "ci" {
  for_each     = local.teams
  group_uid    = platform_group.team[each.key].uid
  identity_uid = ${who}
  role_uid     = data.platform_role.viewer.uid
}
${more}
`;

test('every reference to new objects is resolved, and the stored plan can be applied', async () => {
  await installed(teams('local.whom[each.key]'));
  const { code, out, err } = await plan('--out', 'tfplan', '--format', 'text');
  expect(code).toBe(0);
  expect(out).toContain('6 created. Findings: 1 high, 1 low.');
  // The name of the root group comes from the API, not from the configuration.
  expect(out).toMatch(/\+ acme\/payments\/ci {2}viewer in acme\/payments/);
  expect(err).toBe('');
  expect(statSync(join(tf.dir, 'tfplan')).mode & 0o777).toBe(0o600);
  expect(await writes()).toEqual([]);
  await tf.ok('apply', '-no-color', '-input=false', 'tfplan');
  const { verdict } = await report('--', '-detailed-exitcode');
  expect(verdict.result).toBe('unchanged');
});

test('a value that depends on the digits of a uid, or on a data source without a result yet, is unresolved', async () => {
  // It detects placeholders: the review would see one identity, and the apply would bind another.
  const forged = `length(regexall("/00000000", platform_group.team[each.key].uid)) > 0 ? local.whom["shop"] : local.whom["payments"]`;
  await installed(teams(forged));
  expect((await report()).unresolved.map(({ address, attribute }) => `${address} ${attribute}`)).toEqual([
    'platform_role_binding.ci["payments"] identity_uid',
    'platform_role_binding.ci["shop"] identity_uid',
  ]);
  const early = `
locals {
  shop = { uid = platform_group.team["shop"].uid }
}
data "platform_identities" "found" {
  children_of = local.shop.uid
}
`;
  const forgedByData =
    'length(data.platform_identities.found.identities) > 0 ? local.whom["shop"] : local.whom["payments"]';
  configure(teams(forgedByData, early));
  const { findings } = await report();
  expect(findings.map(({ id, subject }) => `${id} ${subject}`)).toContain(
    'unresolved unknown values of platform_role_binding.ci',
  );
});

test('the review also refreshes changes from outside', async () => {
  await installed(teams('local.whom[each.key]'));
  await tf.apply();
  const [group] =
    (await tf.state()).values?.root_module.resources?.filter(({ type }) => type === 'platform_group') ?? [];
  const response = await fetch(
    `${running.baseUrl}/iam/v2beta1/groups/${String(group?.values['uid'])}?updateMask=description`,
    {
      method: 'PATCH',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'changed' }),
    },
  );
  expect(response.status).toBe(200);
  await fetch(`${running.baseUrl}/iam/v2beta1/groups/${String(group?.values['uid'])}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'by hand' }),
  });
  const drifted = await run('drift', ['--format', 'json', '--exclude', 'acme']);
  expect(drifted).toMatchObject({ code: 1, err: '' });
  expect(JSON.parse(drifted.out)).toEqual({
    compared: { objects: 7, roots: ['acme'] },
    changed: [
      expect.objectContaining({
        status: 'changed',
        path: 'acme/payments',
        address: 'platform_group.team["payments"]',
        fields: [{ field: 'description', after: 'changed' }],
      }),
    ],
    unmanaged: [
      expect.objectContaining({
        kind: 'group',
        path: 'acme/payments/by hand',
        to: 'platform_group.acme_payments_by_hand',
      }),
    ],
    deletions: [expect.objectContaining({ kind: 'group' })],
    problems: [],
  });
  const shown = await run('drift', ['--exclude', 'acme']);
  expect(shown.out).toMatch(
    /\nTo declare and import the objects, run:\n {2}.* adopt --unmanaged --root acme --out \.\n/,
  );
  const lost = await run('drift', ['--', '-state=lost.tfstate']);
  expect(lost).toMatchObject({ code: 3, out: '' });
  expect(lost.err).toContain('Cannot determine which objects are managed: the state of . contains none.');
  expect(readdirSync(temporary)).toEqual([]);
  configure(
    teams(
      'local.whom[each.key]',
      'resource "platform_group" "new" {\n  parent_uid = "ROOT"\n  name = "new"\n}\nlocals {\n  new = platform_group.new.uid\n}\nresource "platform_group" "within" {\n  parent_uid = local.new\n  name = "within"\n}',
    ),
  );
  const { verdict, drift, plans } = await report();
  expect(verdict).toMatchObject({ result: 'changed', problems: [] });
  expect(drift).toHaveLength(1);
  expect(plans[0]?.reviewPlans).toEqual(['review', 'review-2']);
});

test('arguments apply to every plan, and the JSON of all plans can be stored for a separate review', async () => {
  // OpenTofu does not report excluded resources, so a single resource must be in a complete plan.
  const once = 'resource "platform_group" "once" {\n  parent_uid = "ROOT"\n  name = "once"\n}';
  await installed(teams('local.whom[each.key]', `variable "unused" {\n  type = string\n}\n${once}`));
  const kept = join(tf.dir, 'kept');
  const { code, out, err } = await plan(
    '--verbose',
    '--json-out',
    kept,
    '--format',
    'json',
    '--',
    '-var=unused=x',
    '-target=platform_identity.ci',
  );
  expect(code).toBe(0);
  const { verdict, findings } = JSON.parse(out) as Report;
  expect(verdict.counts).toMatchObject({ added: 4 });
  expect(err).toContain('# platform_group.team["payments"] will be created');
  expect(err).not.toMatch(/Refreshing|Reading|terraform apply/);
  expect(findings.map(({ id }) => id)).toEqual(['outsider-can-assume', 'partial-plan', 'not-proved']);
  const files = ['plan.json', 'review.json', 'review-2.json'];
  const all = [...files, 'context.json'];
  expect(readdirSync(kept).sort()).toEqual([...all].sort());
  for (const file of all) expect(statSync(join(kept, file)).mode & 0o777).toBe(0o600);
  const again = await run('review', ['--format', 'json', ...[...all].sort()], kept);
  const [first, second] = [JSON.parse(out) as Report, JSON.parse(again.out) as Report];
  expect({ access: second.access, digest: second.digest }).toEqual({ access: first.access, digest: first.digest });
  // Without open values one plan is complete, and the files of an earlier run are removed. The report names its folder for the apply.
  const destroy = ['--format', 'json', '--json-out', kept, '--dir', tf.dir, '--', '-var=unused=x', '-destroy'];
  const destroying = JSON.parse((await run('plan', destroy, temporary)).out) as Report;
  expect(destroying.plans).toMatchObject([{ name: 'plan', stack: tf.dir }]);
  expect(readdirSync(kept).sort()).toEqual(['context.json', 'plan.json']);
});

test('without open values no review plan is created: for a moved or a removed block, which the provider does not see', async () => {
  await installed(teams('local.whom[each.key]'));
  await tf.apply();
  await running.requestLog.clear();
  const moved = teams('local.whom[each.key]').replace(
    '"platform_role_binding" "ci"',
    '"platform_role_binding" "bound"',
  );
  configure(`${moved}moved {\n  from = platform_role_binding.ci\n  to = platform_role_binding.bound\n}\n`);
  const asMoved = await report('--out', 'tfplan');
  expect(asMoved.plans).toEqual([expect.not.objectContaining({ reviewPlans: expect.anything() as unknown })]);
  expect(asMoved.verdict).toMatchObject({ result: 'unchanged', problems: [] });
  await tf.ok('apply', '-no-color', '-input=false', 'tfplan');

  const removed = moved.replace(/resource "platform_role_binding" "bound" \{[^}]*\}\n/, '');
  configure(`${removed}removed {\n  from = platform_role_binding.bound\n  lifecycle {\n    destroy = false\n  }\n}\n`);
  const asRemoved = await report('--out', 'tfplan');
  expect(asRemoved.plans).toEqual([expect.not.objectContaining({ reviewPlans: expect.anything() as unknown })]);
  expect(asRemoved.unmanaged.map(({ address }) => address)).toEqual([
    'platform_role_binding.bound["payments"]',
    'platform_role_binding.bound["shop"]',
  ]);
  expect(asRemoved.access.lost).toEqual([]);
  await tf.ok('apply', '-no-color', '-input=false', 'tfplan');
  expect(await writes()).toEqual([]);
});

test('a failed plan or an invalid argument is reported, and never passes', async () => {
  configure(teams('local.whom[each.key]'));
  const uninitialized = await plan();
  expect(uninitialized.code).toBe(3);
  expect(uninitialized.err).toMatch(/init/);
  expect(uninitialized.err).toContain('The engine failed to plan (exit code 1).');
  expect(await plan('--dir', 'nowhere')).toMatchObject({ code: 2, err: 'platform-iac: nowhere is not a folder.\n' });
  for (const refused of ['-out=x', '-json', '--generate-config-out=x'])
    expect((await plan('--', refused)).code).toBe(2);
  await installed(
    'resource "platform_group" "a" {\n  parent_uid = "ROOT"\n  name = "a"\n  lifecycle {\n    postcondition {\n      condition = self.name != "a"\n      error_message = "Not that name."\n    }\n  }\n}\n',
  );
  const errored = await plan('--format', 'text');
  expect(errored.code).toBe(3);
  expect(errored.err).toContain('Not that name.');
  expect(`${errored.out}${errored.err}`).not.toContain('The engine failed to plan');
  expect(errored.out.match(/planning failed/g)).toHaveLength(1);
});

test('an interruption ends the engine, leaves no plan, and sets the exit code', async () => {
  await installed(teams('local.whom[each.key]'));
  // The engine waits for a lock that is never released.
  const child = spawn(process.execPath, [cli, 'plan', '--dir', tf.dir], {
    env: { ...env(), PLATFORM_BASE_URL: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (readdirSync(temporary).length === 0) await new Promise((done) => setImmediate(done));
  child.kill('SIGTERM');
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, left: readdirSync(temporary), text: text.includes('    at ') }).toEqual({
    code: 143,
    left: [],
    text: false,
  });
});

const { publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const recipient = JSON.stringify(createPublicKey(publicKey).export({ format: 'jwk' }));

const offline = (more: string) => `
variable "token" {
  type      = string
  sensitive = true
}
provider "platform" {
  token = var.token
}
data "platform_identity" "ada" {
  issuer  = "https://login.example.com"
  subject = "ada"
}
resource "platform_role" "auditor" {
  group_uid    = "ROOT"
  name         = "auditor"
  capabilities = ["groups.list", "roles.list"]
}
resource "platform_role_binding" "ada" {
  group_uid    = "ROOT"
  identity_uid = data.platform_identity.ada.uid
  role_uid     = platform_role.auditor.uid
}
resource "platform_identity_provider" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer                   = "https://login.example.com"
    client_id                = "platform"
    client_secret            = "a secret value"
    client_secret_wo_version = 1
  }
}
resource "platform_group_invite" "eve" {
  group_uid = platform_group.team["shop"].uid
  role_uid  = data.platform_role.viewer.uid
  ttl       = "86400s"
}
resource "platform_group_invite" "ada" {
  group_uid     = "ROOT"
  role_uid      = data.platform_role.viewer.uid
  ttl           = "86400s"
  recipient_jwk = ${JSON.stringify(recipient)}
}
output "code" {
  value = platform_group_invite.ada.encrypted_code
}
resource "platform_group" "kept" {
  parent_uid          = "ROOT"
  name                = "kept"
  deletion_protection = true
}
output "kept" {
  value = platform_group.kept.uid
}
${more}
`;

test('a plan against a snapshot needs no credential, and has the digest of the live plan', async () => {
  tf.env['TF_VAR_token'] = running.token;
  await installed(teams('local.whom[each.key]', offline('')));
  await tf.apply();
  // Drift is part of the report, too.
  const changed = await fetch(`${running.baseUrl}/iam/v2beta1/groups?name=kept`, {
    headers: { authorization: `Bearer ${running.token}` },
  });
  const { groups } = (await changed.json()) as { groups: { uid: string }[] };
  await fetch(`${running.baseUrl}/iam/v2beta1/groups/${String(groups[0]?.uid)}?updateMask=description`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'changed' }),
  });
  const [key, file] = [join(tf.dir, 'key.pem'), join(tf.dir, 'org.snapshot')];
  tf.write({ 'key.pub': (await run('snapshot', ['--new-key', key])).out });
  const written = await run('snapshot', ['--live', '--state', `org=${tf.dir}`, '--key', key, '--out', file]);
  expect(written).toMatchObject({ code: 0, out: '' });
  expect(tf.read('org.snapshot')).not.toMatch(/a secret value|PRIVATE/);
  expect([key, file].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o600]);

  const next = offline(`
resource "platform_group" "new" {
  parent_uid = platform_group.kept.uid
  name       = "new"
}
resource "platform_role_binding" "new" {
  group_uid    = platform_group.new.uid
  identity_uid = platform_identity.ci["shop"].uid
  role_uid     = platform_role.auditor.uid
}
`)
    .replace('"roles.list"]', '"roles.list", "role_bindings.list"]')
    .replace('deletion_protection = true', 'deletion_protection = false')
    .replace(/resource "platform_group_invite" "eve" \{[^}]*\}/, '');
  configure(teams('local.whom[each.key]', next));
  const live = await report();
  expect(live.verdict).toMatchObject({ result: 'changed', problems: [] });
  expect(live.drift).toHaveLength(1);

  await running.requestLog.clear();
  for (const name of ['PLATFORM_BASE_URL', 'PLATFORM_TOKEN']) tf.env[name] = undefined;
  tf.env['TF_VAR_token'] = 'none';
  const args = ['--snapshot', file, '--snapshot-key', join(tf.dir, 'key.pub'), '--pass', 'TF_VAR_token'];
  const offlineReport = await report(...args);
  // The placeholders of two plans differ.
  const comparable = (one: Report) =>
    JSON.parse(
      JSON.stringify({ ...one, plans: [], provenance: {}, checksum: '' }).replaceAll(/\/00000000[0-9a-f]{8}/g, '/new'),
    ) as unknown;
  expect(comparable(offlineReport)).toEqual(comparable(live));
  expect(offlineReport.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await running.requestLog.entries()).toEqual([]);
  expect(readdirSync(tf.dir).filter((name) => name.startsWith('snapshot'))).toEqual([]);

  // Another key, and a plan to apply.
  tf.write({ 'other.pub': (await run('snapshot', ['--new-key', join(tf.dir, 'other.pem')])).out });
  const untrusted = await plan('--snapshot', file, '--snapshot-key', join(tf.dir, 'other.pub'));
  expect(untrusted).toMatchObject({ code: 3, out: '', err: expect.stringContaining('Cannot trust') as string });
  expect(await plan(...args, '--out', 'tfplan')).toMatchObject({ code: 2 });
});

test('a plan against a snapshot finds a provider in the home, and gets a secret only with --pass', async () => {
  configure(`
variable "team" {
  type = string
}
variable "token" {
  type      = string
  sensitive = true
}
provider "platform" {
  token = var.token
}
resource "platform_group" "team" {
  parent_uid = "ROOT"
  name       = var.team
}
`);
  Object.assign(tf.env, { TF_VAR_team: 'payments', TF_VAR_token: running.token });
  expect((await run('install', ['--user'])).code).toBe(0);
  await tf.init();
  await tf.apply();
  const [key, file] = [join(tf.dir, 'key.pem'), join(tf.dir, 'org.snapshot')];
  tf.write({ 'key.pub': (await run('snapshot', ['--new-key', key])).out });
  const written = await run('snapshot', ['--live', '--state', `org=${tf.dir}`, '--key', key, '--out', file]);
  expect(written).toMatchObject({ code: 0 });

  // Terraform would find the provider of an earlier "terraform init" there.
  rmSync(join(tf.dir, '.terraform'), { recursive: true });
  const credentials = { PLATFORM_BASE_URL: undefined, PLATFORM_TOKEN: undefined, TF_VAR_token: 'none' };
  Object.assign(tf.env, credentials, { TF_VAR_team: 'shop' });
  const args = ['--snapshot', file, '--snapshot-key', join(tf.dir, 'key.pub'), '--format', 'text'];
  const missing = await plan(...args);
  expect(missing).toMatchObject({ code: 3, out: '' });
  expect(missing.err).toContain('input variable "token" is not set');
  expect(missing.err).toContain(
    'Terraform does not get TF_VAR_token: the configuration declares it as sensitive or ephemeral. If it needs the value, pass --pass TF_VAR_token.',
  );
  const passed = await plan(...args, '--pass', 'TF_VAR_token');
  expect(passed.code).toBe(0);
  expect(passed.out).toContain('shop');
  expect(passed.err).not.toContain('does not get');
});
