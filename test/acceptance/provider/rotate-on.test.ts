/** `rotate_on` with Terraform: a rotation that fails at any request converges at the next apply to a new identity. */
import type { Fault } from '../../../src/emulator';
import { engine, hasDefect } from '../../support/engine';
import { resourceIn } from '../../support/terraform-json';
import { blocksOf } from '../docs/blocks';
import { fiftyResources, objectsInState, objectsOf } from './fifty-resources';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

interface Identity {
  readonly rotateOn?: string;
  readonly name?: string;
  /** More of the block of the identity. */
  readonly more?: string;
  /** More of the block of its role binding. */
  readonly ofBinding?: string;
}

const configure = ({ rotateOn = 'null', name = 'ci', more = '', ofBinding = '' }: Identity): void =>
  stage.tf.write({
    'main.tf': `${header}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "terraform_data" "rotation" {
  triggers_replace = ${rotateOn}
}
resource "platform_identity" "ci" {
  group_uid   = "${stage.rootGroupUid}"
  name        = "${name}"
  rotate_on   = ${rotateOn}
  claim_match = { issuer = "https://issuer.example", subject = "ci" }
  ${more}
}
resource "platform_role_binding" "ci" {
  group_uid    = "${stage.rootGroupUid}"
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.viewer.uid
  ${ofBinding}
}
`,
  });

const createFirst = 'lifecycle {\n    create_before_destroy = true\n  }';
const withAnchor =
  'lifecycle {\n    create_before_destroy = true\n    replace_triggered_by  = [terraform_data.rotation]\n  }';

async function identity(): Promise<{ readonly uid: string; readonly name: unknown }> {
  const { values } = resourceIn(await stage.tf.state(), 'platform_identity.ci');
  return { uid: String(values['uid']), name: values['name'] };
}

/** Expects exactly one identity, with one role binding. */
async function expectOnly(uid: string): Promise<void> {
  const snapshot = JSON.stringify(await stage.snapshot());
  expect(snapshot.match(/"subject":"ci"/g)).toHaveLength(1);
  expect(snapshot).toContain(`"uid":"${uid}"`);
  expect(snapshot.match(new RegExp(`"identityUid":"${uid}"|"identity":"${uid}"`, 'g'))).toHaveLength(1);
}

const refused = (method: string, collection: string): Fault => ({
  effect: 'error',
  code: 'INVALID_ARGUMENT',
  method,
  path: `/iam/v2beta1/${collection}/**`,
});
const deletionOfIdentity = refused('DELETE', 'identities');
const failures: readonly [string, Fault][] = [
  ['the create of the identity', refused('POST', 'identities')],
  ['the create of the binding', refused('POST', 'roleBindings')],
  ['the deletion of the binding', refused('DELETE', 'roleBindings')],
  ['the deletion of the identity', deletionOfIdentity],
];

/** Applies until an apply succeeds, and returns the errors of the others. */
async function applyToTheEnd(): Promise<string[]> {
  const errors: string[] = [];
  while (errors.length < 3) {
    const { code, text } = await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
    if (code === 0) break;
    errors.push(text);
  }
  return errors;
}

const injected = /an injected fault of the emulator/;
const inUse = /Cannot delete identity "ci" .*: it is in use/;
const isLate = hasDefect('late deletion of dependents');
const { version } = engine();
const late = isLate ? ` (Terraform ${version} deletes the former binding one apply later)` : '';

describe.each([
  [`the new identity first${late}`, { more: createFirst, name: 'ci-2' }, isLate],
  [`the new identity first, with an anchor${late}`, { more: withAnchor, name: 'ci-2' }, isLate],
  ['the new identity and its binding first', { more: createFirst, ofBinding: createFirst, name: 'ci-2' }, false],
  ['the old identity first', { name: 'ci' }, false],
])('%s', (_title, { name, ...blocks }, isOneMore) => {
  test.each(failures)('%s fails once', async (_request, fault) => {
    configure({ rotateOn: '{ quarter = "2026-q3" }', ...blocks });
    await stage.tf.apply();
    const before = await identity();
    configure({ rotateOn: '{ quarter = "2026-q4" }', name, ...blocks });
    await stage.faults.add({ ...fault, times: 1 });
    const errors = await applyToTheEnd();
    // The injected error of this deletion comes instead of that of the service.
    const isBlocked = isOneMore && fault !== deletionOfIdentity;
    expect(errors.filter((text) => injected.test(text))).toHaveLength(1);
    expect(errors.filter((text) => inUse.test(text))).toHaveLength(isBlocked ? 1 : 0);
    expect(errors).toHaveLength(isBlocked ? 2 : 1);
    const after = await identity();
    expect(after.name).toBe(name);
    expect(after.uid).not.toBe(before.uid);
    await expectOnly(after.uid);
    expect((await stage.tf.plan()).changed).toBe(false);
  });
});

test('the first values, and no values, send nothing, and each next plan is empty', async () => {
  configure({});
  await stage.tf.apply();
  await stage.writes();
  for (const rotateOn of ['{ quarter = "2026-q3" }', 'null', '{ quarter = "2026-q4" }', 'null']) {
    configure({ rotateOn });
    await stage.tf.apply();
    expect((await stage.tf.plan()).changed).toBe(false);
  }
  expect(await stage.writes()).toEqual([]);
});

test('fifty resources of all kinds: each identity is replaced once, and its bindings follow, after a failure', async () => {
  const { tf, rootGroupUid, faults } = stage;
  const identities = 'resource "platform_identity" "identity" {';
  const config = (quarter: string) =>
    fiftyResources(rootGroupUid, 'old', 'propagation_timeout_seconds = 0').replace(
      identities,
      `${identities}\n  rotate_on = { quarter = "${quarter}" }`,
    );
  const uids = async (): Promise<string[]> =>
    ((await tf.state()).values?.root_module.resources ?? [])
      .filter(({ type }) => type === 'platform_identity')
      .map(({ values }) => String(values['uid']));
  const initial = await objectsOf(stage);
  tf.write({ 'main.tf': config('2026-q3') });
  await tf.apply();
  const before = await uids();
  const others = (await objectsOf(stage)).filter((object) => !/^(Identity|RoleBinding) /.test(object));
  tf.write({ 'main.tf': config('2026-q4') });
  for (const [method, collection] of [
    ['POST', 'identities'],
    ['POST', 'roleBindings'],
  ] as const) {
    await faults.add({ ...refused(method, collection), after: 2, times: 1 });
    expect((await tf.run('apply', '-no-color', '-input=false', '-auto-approve')).code).toBe(1);
    await faults.clear();
  }
  await tf.apply();
  const after = await uids();
  expect([before.length, after.length]).toEqual([8, 8]);
  expect(after.filter((uid) => before.includes(uid))).toEqual([]);
  const objects = await objectsOf(stage);
  expect(objects.filter((object) => !/^(Identity|RoleBinding) /.test(object))).toEqual(others);
  expect(await objectsInState(stage)).toEqual(objects.filter((object) => !initial.includes(object)));
  expect((await tf.plan()).changed).toBe(false);
});

test('the example of docs/provider.md creates the new identity and its role before it deletes the old ones', async () => {
  const sections = ['docs/provider.md#Plain HCL', 'docs/provider.md#Rotate an identity'];
  const hcl = sections.flatMap(blocksOf).filter(({ language }) => language === 'hcl');
  stage.tf.write({ 'main.tf': hcl.map(({ text }) => text).join('\n') });
  stage.tf.env['TF_VAR_root_group_uid'] = stage.rootGroupUid;
  for (const quarter of ['2026-q3', '2026-q4']) {
    stage.tf.env['TF_VAR_quarter'] = quarter;
    await stage.writes();
    await stage.tf.apply();
    expect((await stage.tf.plan()).changed).toBe(false);
  }
  expect((await stage.writes()).map((line) => line.split('/', 4).join('/'))).toEqual([
    ...['POST /iam/v2beta1/identities', 'POST /iam/v2beta1/roleBindings'],
    ...['DELETE /iam/v2beta1/roleBindings', 'DELETE /iam/v2beta1/identities'],
  ]);
});
