// @smoke
/**
 * Constructs, synthesized and applied by the real terraform with the built provider. The synth installs it automatically; where the
 * processes of the provider do not matter, one serves all commands.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, LocalBackend, TerraformIterator, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import {
  Group,
  Identity,
  importExisting,
  Organization,
  PlatformProvider,
  Role,
  RoleBinding,
  unmanage,
} from '../../constructs';
import { createClient } from '../../src/client';
import { runCli } from '../../src/cli/program';
import { group, identity, role, roleBinding } from '../../src/model/kinds';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { readPlan, reviewPlans } from '../../src/review';
import { serveProvider, type ServedProvider } from '../support/served-provider';
import { terraform, type Terraform } from '../support/terraform';
import '../support/quiet';

jest.setTimeout(120_000);

const repository = join(__dirname, '../..');
let emulator: RunningEmulator;
let outdir: string;
let tf: Terraform;

beforeEach(async () => {
  emulator = await startEmulator();
  outdir = mkdtempSync(join(tmpdir(), 'constructs-'));
  tf = terraform({
    dir: join(outdir, 'stacks/org'),
    env: { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token },
  });
});

afterEach(async () => {
  tf.close();
  rmSync(outdir, { recursive: true });
  await emulator.close();
});

/** Synthesizes the stack that `build` fills, like the program of a user. */
function synth(
  build: (stack: TerraformStack, root: ReturnType<typeof Group.fromUid>) => void,
  context: Record<string, unknown> = {},
): void {
  const app = new App({ outdir, context });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  new LocalBackend(stack, { path: join(outdir, 'terraform.tfstate') });
  build(stack, Group.fromUid(stack, 'acme', emulator.rootGroupUid));
  app.synth();
}

/** Returns the writes since the last call: `PATCH groups {"name":…}`. */
async function writes(): Promise<string[]> {
  const { requestLog } = emulator;
  const changing = (await requestLog.entries()).filter(({ method }) => method !== 'GET');
  const lines = changing.map(({ method, path }) => `${method} ${path.split('/')[3] ?? ''}`);
  await requestLog.clear();
  return lines;
}

describe('the quick start', () => {
  it('is synthesized on its own, planned, applied, planned without changes and destroyed', async () => {
    const before = await emulator.snapshot();
    const program = ['--tsconfig', join(repository, 'tsconfig.json'), join(repository, 'examples/quick-start/main.ts')];
    execFileSync(join(repository, 'node_modules/.bin/tsx'), program, {
      // CDKTF stores its state in the working directory of the program.
      cwd: outdir,
      env: { ...process.env, CDKTF_OUTDIR: outdir, ROOT_GROUP_UID: emulator.rootGroupUid },
      timeout: 60_000,
    });
    const locked = tf.read('.terraform.lock.hcl');
    expect(locked).toContain('provider "platform-iac.internal/npm/platform" {');
    await tf.init();
    expect(tf.read('.terraform.lock.hcl')).toBe(locked);
    expect((await tf.plan()).stdout).toContain('Plan: 4 to add, 0 to change, 0 to destroy.');
    await tf.apply();
    expect(await writes()).toEqual(['POST groups', 'POST groups', 'POST identities', 'POST roleBindings']);
    expect((await tf.plan()).changed).toBe(false);
    await tf.destroy();
    expect(await writes()).toEqual(['DELETE roleBindings', 'DELETE identities', 'DELETE groups', 'DELETE groups']);
    expect(await emulator.snapshot()).toEqual(before);
  });
});

describe('a synthesized stack', () => {
  it('can be synthesized again into an initialized folder, and keeps its lock', async () => {
    const build = (description: string) =>
      synth((stack, root) => new Group(stack, 'payments', { parent: root, name: 'payments', description }));
    build('Moves the money.');
    await tf.init();
    await tf.apply();
    const locked = tf.read('.terraform.lock.hcl');
    build('Moves all the money.');
    expect(tf.read('.terraform.lock.hcl')).toBe(locked);
    expect((await tf.plan()).stdout).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  });

  it('is valid for the matchers of CDKTF’s testing module, which use no mirror', () => {
    const stack = new TerraformStack(Testing.app({ outdir }), 'org');
    new PlatformProvider(stack, 'platform');
    new Group(stack, 'payments', { parent: emulator.rootGroupUid, name: 'payments' });
    const folder = Testing.fullSynth(stack);
    // OpenTofu prints a warning about a missing CLI configuration before the JSON that the matcher reads.
    process.env['TF_CLI_CONFIG_FILE'] = tf.env['TF_CLI_CONFIG_FILE'];
    expect(Testing.toBeValidTerraform(folder)).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

describe('a synthesized stack, planned and applied with one process of the provider', () => {
  let provider: ServedProvider;
  beforeEach(async () => {
    provider = await serveProvider(tf.env);
    Object.assign(tf.env, provider.env);
  });
  afterEach(() => provider.close());

  it('grants a custom role, found by its name in its group', async () => {
    synth((stack, root) => {
      const auditor = new Role(stack, 'auditor', {
        group: root,
        name: 'auditor',
        capabilities: ['roles.list', 'groups.list'],
      });
      const ci = new Identity(stack, 'ci', {
        group: root,
        name: 'ci',
        claimMatch: {
          issuer: 'https://issuer.example',
          subjectPattern: '^ci:.*$',
          claims: { repositoryOwner: 'acme' },
        },
      });
      new RoleBinding(stack, 'ci-audits', { group: root, identity: ci, role: auditor });
    });
    await tf.init();
    await tf.apply();
    expect((await tf.plan()).changed).toBe(false);
    synth((stack, root) => {
      new Group(stack, 'named', {
        parent: root,
        name: 'named',
        description: Role.named(stack, 'auditor', { group: root }).uid,
      });
    });
    const plan = await tf.plan('-target=platform_group.named');
    expect(plan.stdout).toMatch(new RegExp(`description += "${emulator.rootGroupUid}/[0-9a-f]{16}"`));
  });

  it('shows in the review of its plan where each object is declared, including instances of for_each', async () => {
    synth((stack, root) => {
      const forEach = TerraformIterator.fromList(['payments', 'shop']);
      const teams = new Group(stack, 'teams', { parent: root, name: forEach.value, forEach }); // for each
      teams.overrideLogicalId('teams');
      const claimMatch = { issuer: 'https://issuer.example', subject: 'ci' };
      new Identity(stack, 'ci', { group: root, name: 'ci', claimMatch }); // alone
    });
    await tf.init();
    await tf.ok('plan', '-out=tfplan');
    tf.write({ 'plan.json': (await tf.ok('show', '-json', 'tfplan')).stdout });
    let out = '';
    const files = [join(tf.dir, 'plan.json'), '--synth', tf.dir];
    const code = await runCli(['review', ...files, '--format', 'json'], {
      out: (text) => (out += text),
      err: (text) => expect(text).toBe(''),
    });
    expect(code).toBe(0);
    const { changes } = JSON.parse(out) as { changes: { address: string; construct: string; source: unknown }[] };
    const text = readFileSync(__filename, 'utf8').split('\n');
    const lineOf = (mark: string) => ({
      file: 'test/acceptance/constructs.test.ts',
      line: text.findIndex((line) => line.endsWith(`// ${mark}`)) + 1,
    });
    expect(changes.map(({ address, construct, source }) => ({ address, construct, source }))).toEqual([
      { address: 'platform_identity.ci', construct: 'org/ci', source: lineOf('alone') },
      { address: 'platform_group.teams["payments"]', construct: 'org/teams', source: lineOf('for each') },
      { address: 'platform_group.teams["shop"]', construct: 'org/teams', source: lineOf('for each') },
    ]);
  });

  it('moves a construct with everything in it to another place in the tree, without touching an object', async () => {
    const fill = (root: ReturnType<typeof Group.fromUid>, payments: Group) => {
      const ci = payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
      payments.grant(ci, 'viewer');
      root.grant(ci, 'editor');
    };
    synth((stack, root) => {
      const teams = new Construct(stack, 'teams');
      fill(root, new Group(teams, 'pay', { parent: root, name: 'payments' }));
    });
    await tf.init();
    await tf.apply();
    await writes();
    synth((_, root) => fill(root, root.addGroup('payments').wasAt('teams/pay')));
    const plan = await tf.plan();
    expect(plan.stdout).toMatch(/platform_group\.teams_pay_\w{8} has moved to platform_group\.acme_payments/);
    expect(plan.stdout.match(/has moved to/g)).toHaveLength(4);
    expect(plan.stdout).toMatch(/^Plan: 0 to add, 0 to change, 0 to destroy[.,]/m);
    await tf.apply();
    expect(await writes()).toEqual([]);
    expect((await tf.plan()).changed).toBe(false);
  });

  it('forgets an unmanaged group and the objects in its scope, and deletes nothing', async () => {
    const build = (isManaged: boolean) =>
      synth((_, root) => {
        const payments = root.addGroup('payments');
        payments.addGroup('checkout');
        if (!isManaged) unmanage(payments);
      });
    build(true);
    await tf.init();
    await tf.apply();
    await writes();
    build(false);
    const plan = await tf.plan();
    expect(plan.stdout).toMatch(/^Plan: 0 to add, 0 to change, 0 to destroy[.,]/m);
    await tf.apply();
    expect(await writes()).toEqual([]);
    expect((await tf.ok('state', 'list')).stdout).toBe('');
    expect((await tf.plan()).changed).toBe(false);
  });

  it('reports the role bindings that the stack does not declare, with their import blocks', async () => {
    synth((_, root) => {
      root.managesAllGrants();
      const payments = root.addGroup('payments').managesAllGrants();
      payments.grant(payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }), 'viewer');
    });
    await tf.init();
    const applied = await tf.apply();
    const report = 'The group has 1 undeclared role binding';
    expect(applied.stdout).toContain(report);
    expect(applied.stdout).toContain('role binding (identity "administrator", role "owner"');

    const { baseUrl, token, rootGroupUid } = emulator;
    const client = createClient({ baseUrl, token });
    const [found] = (await client.page(group, { childrenOf: rootGroupUid })).items;
    const [ci] = (await client.page(identity, { childrenOf: found!.uid })).items;
    const [editor] = (await client.page(role, { name: 'editor' })).items;
    const byHand = await client.create(roleBinding, found!.uid, { identityUid: ci!.uid, roleUid: editor!.uid });
    const plan = await tf.plan();
    // The state stores the reported role bindings.
    expect(plan.changed).toBe(true);
    expect(plan.stdout).toContain('role binding (identity "ci", role "editor", group "payments")');
    expect(plan.stdout).toContain(`id = "${byHand.uid}"`);
    const reported = reviewPlans([readPlan(JSON.stringify(await tf.planJson()), 'plan')]);
    expect(reported.findings).toContainEqual(
      expect.objectContaining({ id: 'check-failed', reason: expect.stringContaining(byHand.uid) as string }),
    );
    expect(reported.approvedWrites).toEqual([]);

    // With remove: true, the plan removes the binding, and the review reports the lost access.
    const build = (options?: { remove: boolean }) =>
      synth((_, root) => {
        const payments = root.addGroup('payments');
        if (options !== undefined) payments.managesAllGrants(options);
        payments.grant(payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }), 'viewer');
      });
    build({ remove: true });
    const review = reviewPlans([readPlan(JSON.stringify(await tf.planJson()), 'plan')]);
    expect(review.access.lost).toMatchObject([
      { identity: `${rootGroupUid}/payments/ci`, through: [{ by: 'role_binding', role: 'editor', grant: byHand.uid }] },
    ]);
    expect(review.approvedWrites).toEqual([
      expect.objectContaining({ action: 'delete', kind: 'RoleBinding', uid: byHand.uid }),
    ]);
    const removal = await tf.apply();
    expect(removal.stdout).toContain('This plan removes 1 undeclared role binding');
    const grants = async () =>
      (await client.page(roleBinding, { childrenOf: found!.uid })).items.map(({ roleUid }) => roleUid);
    expect(await grants()).not.toContain(editor!.uid);
    expect((await tf.plan()).changed).toBe(false);
    // The end of the mode removes nothing.
    await client.create(roleBinding, found!.uid, { identityUid: ci!.uid, roleUid: editor!.uid });
    build();
    await tf.apply();
    expect(await grants()).toHaveLength(2);
    await client.close();
  });

  it.each([true, false])(
    'deletes only the expired grant of a group that manages all grants (remove: %p)',
    async (remove) => {
      const at = (time: string) => {
        const build = (_: TerraformStack, root: ReturnType<typeof Group.fromUid>): void => {
          const payments = root.addGroup('payments').managesAllGrants({ remove });
          const ci = payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
          payments.grant(ci, 'viewer');
          payments.grant(ci, 'editor', { expires: '2027-03-31' });
        };
        synth(build, { 'platform:now': time });
      };
      at('2027-03-30');
      await tf.init();
      await tf.apply();
      await writes();
      expect((await tf.plan()).changed).toBe(false);
      at('2027-03-31');
      const review = reviewPlans([readPlan(JSON.stringify(await tf.planJson()), 'plan')]);
      expect(review.access.lost).toMatchObject([{ through: [{ role: 'editor' }] }]);
      expect(review.approvedWrites).toMatchObject([{ action: 'delete', kind: 'RoleBinding' }]);
      await tf.apply();
      expect(await writes()).toEqual(['DELETE roleBindings']);
      await tf.apply();
      expect(await writes()).toEqual([]);
      expect((await tf.plan()).changed).toBe(false);
    },
  );

  it.each([undefined, 'other'])(
    'imports an existing object by its path of names, with a provider of alias %p',
    async (alias) => {
      const payments = (stack: TerraformStack, parent: ReturnType<typeof Group.fromUid>): Group => {
        const provider = alias === undefined ? undefined : new PlatformProvider(stack, alias, { alias });
        return new Group(stack, 'payments', { parent, name: 'payments', provider });
      };
      synth(payments);
      await tf.init();
      await tf.apply();
      await tf.ok('state', 'rm', 'platform_group.payments');
      await writes();
      synth((stack, root) => payments(stack, root).importFrom('acme/payments'));
      expect((await tf.plan()).stdout).toContain('Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.');
      await tf.apply();
      expect(await writes()).toEqual([]);
      expect((await tf.plan()).changed).toBe(false);
    },
  );

  it('imports an organization by the names of its objects, and changes nothing', async () => {
    const { baseUrl, token, rootGroupUid } = emulator;
    const client = createClient({ baseUrl, token });
    const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';
    const payments = await client.create(group, rootGroupUid, { name: 'payments' });
    const ci = await client.create(identity, payments.uid, { name: 'ci', servicePrincipal });
    const auditor = await client.create(role, rootGroupUid, { name: 'auditor', capabilities: ['groups.list'] });
    const sees = await client.create(roleBinding, rootGroupUid, { identityUid: ci.uid, roleUid: auditor.uid });
    await client.close();
    await writes();
    synth((stack, root) => {
      const acme = new Organization(stack, 'organization', {
        root,
        roles: { auditor: { capabilities: ['groups.list'] } },
        groups: { payments: { identities: { ci: { servicePrincipal } } } },
        grants: [{ role: 'auditor', identity: 'payments/ci' }],
      });
      importExisting(acme, {
        groups: { payments: payments.uid },
        identities: { 'payments/ci': ci.uid },
        roles: { auditor: auditor.uid },
        roleBindings: { ': payments/ci auditor': sees.uid },
      });
    });
    await tf.init();
    expect((await tf.plan()).stdout).toContain('Plan: 4 to import, 0 to add, 0 to change, 0 to destroy.');
    await tf.apply();
    expect(await writes()).toEqual([]);
    expect((await tf.plan()).changed).toBe(false);
  });
});
