/**
 * A bound apply with the commands of users sends only the writes of the approved report. `fixed-tricks.test.ts` and
 * `adoption.test.ts` apply values that differ at the apply, in one process.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealReport } from '../../../src/model/approval';
import type { Report } from '../../../src/review';
import { unwrapped } from '../../support/terraform';
import { type BoundStage, setBoundStage } from './bound-stage';
import { bindingIf, organization } from './tricks';

jest.setTimeout(300_000);

let stage: BoundStage;
beforeEach(async () => {
  stage = await setBoundStage(organization(''));
});
afterEach(() => stage.close());

const writes = async () =>
  (await stage.requestLog.entries())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.split('/')[3] ?? ''}`);
const bindings = async () => {
  const { roleBindings } = await stage.call('GET', `roleBindings?group=${stage.rootGroupUid}`);
  return (roleBindings as { role: { name: string }; identity: { name: string } }[])
    .filter(({ identity }) => identity.name === 'ci')
    .map(({ role }) => role.name);
};

test('the writes of the report are sent, and a plan without changes follows', async () => {
  stage.configure(organization(bindingIf('true')));
  const { approvedWrites } = await stage.plan();
  expect(approvedWrites.map(({ action, kind }) => `${action} ${kind}`).sort()).toEqual([
    'create Group',
    'create Identity',
    'create RoleBinding',
  ]);
  const { code, out } = await stage.apply();
  expect({ code, done: /Apply complete! Resources: 3 added/.test(out) }).toEqual({ code: 0, done: true });
  expect(await bindings()).toEqual(['viewer']);
  expect((await stage.plan()).verdict.result).toBe('unchanged');
});

test('without a readable, unchanged report, nothing is sent', async () => {
  await stage.plan();
  await stage.requestLog.clear();
  const text = readFileSync(join(stage.tf.dir, 'report.json'), 'utf8');
  const report = JSON.parse(text) as Report;
  const owner = report.approvedWrites.map((write) => ({ ...write, fields: { ...write.fields, description: 'x' } }));
  const { digest, ...undigested } = report;
  for (const [wrong, exit] of [
    ['', 3],
    [text.slice(0, 100), 3],
    [JSON.stringify(undigested), 2],
    [JSON.stringify({ ...report, approvedWrites: owner }), 2],
  ] as const) {
    writeFileSync(join(stage.tf.dir, 'wrong.json'), wrong);
    expect((await stage.run('apply', 'tfplan', '--approved', 'wrong.json')).code).toBe(exit);
    stage.tf.env['PLATFORM_APPROVED_REPORT'] = join(stage.tf.dir, 'wrong.json');
    const { code, text: printed } = await stage.tf.run('apply', '-no-color', '-auto-approve', '-input=false');
    expect(unwrapped(printed)).toContain('Invalid PLATFORM_APPROVED_REPORT');
    expect(code).toBe(1);
  }
  delete stage.tf.env['PLATFORM_APPROVED_REPORT'];
  // The failed applies have stored a state, so that the plan is stale.
  expect((await stage.plan()).digest).toBe(digest);
  expect((await stage.apply('--digest', 'a'.repeat(64))).code).toBe(1);
  expect(await writes()).toEqual([]);
  expect((await stage.apply('--digest', digest ?? '')).code).toBe(0);
});

test('an apply that failed halfway is resumed with the same approval', async () => {
  stage.configure(organization(bindingIf('true')));
  await stage.plan();
  const failing = await stage.faults.add({
    effect: 'error',
    code: 'FAILED_PRECONDITION',
    method: 'POST',
    path: '/iam/v2beta1/identities*',
  });
  expect(failing).toBeDefined();
  expect((await stage.apply()).code).toBe(1);
  await stage.faults.clear();
  const again = await stage.run('plan', '--out', 'tfplan', '--format', 'json', '--expect', 'report.json');
  expect(again.err).toContain('The approval holds');
  expect(again.code).toBe(0);
  const { code } = await stage.apply();
  expect(code).toBe(0);
  expect(await bindings()).toEqual(['viewer']);
});

test('an offline plan of a provider that adopts has a digest only if every object is in the state', async () => {
  stage.configure(`provider "platform" {\n  on_existing = "adopt"\n}\n${organization('')}`);
  await stage.plan();
  expect((await stage.apply()).code).toBe(0);
  const known = await stage.plan('--offline');
  expect(known.verdict.problems).toEqual([]);
  await stage.tf.destroy();
  const offline = await stage.plan('--offline');
  expect(offline).not.toHaveProperty('digest');
  expect(offline.verdict.problems[0]).toContain('it is unknown if the object exists');
});

/** The role by its uid: Terraform changes role and binding in any order. The group delays the binding. */
const getGrant = (role: string, capabilities: readonly string[]): string => `
resource "platform_role" "deployer" {
  group_uid    = "ROOT"
  name         = "deployer"
  capabilities = ${JSON.stringify(capabilities)}
}
${
  role === ''
    ? ''
    : `
resource "platform_group" "later" {
  parent_uid = "ROOT"
  name       = "later"
}
resource "platform_role_binding" "grant" {
  group_uid    = "ROOT"
  identity_uid = platform_identity.ci.uid
  role_uid     = "${role}"
  depends_on   = [platform_group.later]
}`
}
`;

test('a grant is refused without a delay after the change that narrows its role has failed', async () => {
  stage.configure(organization(getGrant('', ['groups.list', 'repo.create'])));
  await stage.plan();
  expect((await stage.apply()).code).toBe(0);
  const { roles } = await stage.call('GET', 'roles?name=deployer');
  const uid = (roles as { uid: string }[])[0]?.uid ?? '';
  stage.configure(organization(getGrant(uid, ['groups.list'])));
  const report = await stage.plan();
  expect(report.access.gained.map(({ capabilities }) => capabilities)).toEqual([['groups.list']]);
  expect(report.access.early?.rows.map(({ capabilities }) => capabilities)).toEqual([['repo.create']]);
  expect(report.approvedWrites.filter(({ after }) => after !== undefined)).toMatchObject([
    { action: 'create', kind: 'RoleBinding', after: [uid] },
  ]);
  await stage.faults.add({
    effect: 'error',
    code: 'FAILED_PRECONDITION',
    method: 'PATCH',
    path: '/iam/v2beta1/roles*',
  });
  await stage.faults.add({ effect: 'latency', latencyMs: 3000, method: 'POST', path: '/iam/v2beta1/groups*' });
  await stage.requestLog.clear();
  const { code, out, err } = await stage.apply();
  expect(code).toBe(1);
  const text = unwrapped(out + err);
  expect(text).toContain('A previous change has failed');
  expect(text).toMatch(
    /Cannot create role binding .*: .*deployer must lose access first, and that change has failed\. Nothing was sent for it\. Together, both give access that nobody has before or after this change\. Correct that error, and apply again\./,
  );
  expect(await writes()).toEqual(['PATCH roles', 'POST groups']);
  expect(await bindings()).toEqual([]);
  await stage.faults.clear();
  // The same approval holds for the rest.
  const rest = await stage.run('plan', '--out', 'tfplan', '--format', 'json', '--expect', 'report.json');
  expect(rest.code).toBe(0);
  expect((await stage.apply()).code).toBe(0);
  expect(await bindings()).toEqual(['deployer']);
});

const program = (command: string) => `
resource "terraform_data" "program" {
  provisioner "local-exec" {
    command = "${command}"
  }
}
`;

test('a plan with other writes than the report is refused before anything is started', async () => {
  stage.configure(organization(bindingIf('true')));
  await stage.plan();
  stage.configure(organization(bindingIf('true')).replaceAll(/name( *)= "ci"/g, 'name$1= "cd"'));
  await stage.run('plan', '--out', 'tfplan');
  await stage.requestLog.clear();
  const { code, out, err } = await stage.apply();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(unwrapped(err)).toMatch(
    /[12] of 3 writes are not in report\.json \(first: create \w[\w ]* \S.*\)\. Nothing was started\./,
  );
  expect(await stage.requestLog.entries()).toEqual([]);
});

test('a program, a provider block and an output that the report does not contain are refused', async () => {
  stage.configure(organization(''));
  await stage.plan();
  const more = [
    [program('true'), 'provisioner terraform_data.program'],
    ['output "more" {\n  value = "x"\n}\n', 'output output.more'],
    ['provider "platform" {\n  max_retries = 2\n}\n', 'provider provider.platform'],
  ] as const;
  for (const [text, named] of more) {
    stage.configure(organization('') + text);
    const again = await stage.run('plan', '--out', 'tfplan', '--expect', 'report.json');
    expect(again.code).toBe(1);
    expect(unwrapped(again.err)).toContain(named);
    const { code, out, err } = await stage.apply();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(unwrapped(err)).toMatch(new RegExp(`report\\.json does not approve what this plan runs\\. .*${named}`));
  }
  expect(await writes()).toEqual([]);
});

test('the provider reads a private copy of the report, and its digest', async () => {
  stage.configure(organization(program('echo COPY=$PLATFORM_APPROVED_REPORT; echo DIGEST=$PLATFORM_APPROVED_DIGEST')));
  const { digest } = await stage.plan();
  const { code, out } = await stage.apply('--max-age', '1h');
  expect(code).toBe(0);
  expect(out).toContain(`DIGEST=${digest}`);
  const [, copy = ''] = /COPY=(\/\S+)/.exec(out) ?? [];
  expect(copy).toMatch(/platform-approved-\w+\/report\.json$/);
  expect(existsSync(copy)).toBe(false);
});

test('an old report is refused with --max-age, and another text is a usage error', async () => {
  const { provenance, ...report } = await stage.plan();
  const of = (time: string) => {
    const old = sealReport({ ...report, provenance: { ...provenance, time } });
    writeFileSync(join(stage.tf.dir, 'report.json'), JSON.stringify(old));
  };
  of(new Date(Date.now() - 8 * 86_400_000).toISOString());
  const { code, err } = await stage.apply('--max-age', '7d');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('which --max-age does not allow') });
  expect((await stage.apply('--max-age', 'week')).code).toBe(2);
  of('');
  expect((await stage.apply('--max-age', '7d')).err).toContain('it has no time');
  expect(await writes()).toEqual([]);
});
