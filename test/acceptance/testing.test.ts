/** Organizations that the real terraform applies to the emulator of a test, as users of `./testing` do. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from '../../constructs';
import { applied, ROOT_GROUP_UID, synthesized } from '../../constructs/testing';
import { company, program } from '../constructs/testing/programs';

jest.setTimeout(120_000);

/** The temporary folders that exist now; tests in other processes have theirs. */
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`platform-testing-${process.pid}-`));
afterEach(() => expect(left()).toEqual([]));

test('an applied organization is the declared one, and a second plan is empty, also with fake timers and without fetch', async () => {
  jest.useFakeTimers();
  const { fetch } = globalThis;
  // A test environment of a browser replaces it with one that refuses other origins.
  globalThis.fetch = () => Promise.reject(new Error('Cross-Origin Request Blocked'));
  const files = () => [...readdirSync('.'), ...readdirSync(homedir())].sort();
  const [filesBefore, declared] = [files(), synthesized(company)];
  const org = await applied(company);
  try {
    expect(left()).toHaveLength(1);
    expect(org.rootGroupUid).toBe(ROOT_GROUP_UID);
    expect(org.groups).toEqual({ acme: {}, ...declared.groups });
    expect(org.identities).toEqual(declared.identities);
    expect(org.roles).toEqual(declared.roles);
    expect(org.grants).toEqual(declared.grants);
    expect(org.whoHas('editor', 'acme/payments')).toEqual(['acme/payments/ci']);
    expect(org.whoCan('role_bindings.create', 'acme')).toEqual([]);
    expect(await org.plan()).toEqual([]);
    // Somebody changes it by hand.
    const { key } = org.access.group('acme/payments');
    const headers = { authorization: `Bearer ${org.emulator.token}`, 'content-type': 'application/json' };
    const url = `${org.emulator.baseUrl}/iam/v2beta1/groups/${key}?updateMask=description`;
    await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ description: 'Else.' }) });
    expect(await org.plan()).toEqual(['update platform_group.acme_payments']);
  } finally {
    globalThis.fetch = fetch;
    await org.close();
    jest.useRealTimers();
  }
  await org.close();
  expect(files()).toEqual(filesBefore);
});

test('stacks that depend on each other are applied in order, to the emulator and not to the service they name', async () => {
  const org = await applied(
    (outdir) => {
      const app = new App({ outdir });
      const [base, team] = ['base', 'team'].map((name) => new TerraformStack(app, name)) as [
        TerraformStack,
        TerraformStack,
      ];
      for (const stack of [base, team])
        new PlatformProvider(stack, 'platform', {
          baseUrl: 'https://api.example.invalid',
          identityUid: 'a'.repeat(40),
        });
      const payments = Group.at(base, 'initech').addGroup('payments');
      new Group(team, 'checkout', { parent: payments, name: 'checkout' });
      return app;
    },
    { rootName: 'initech' },
  );
  try {
    expect(Object.keys(org.groups)).toEqual(['initech', 'initech/payments', 'initech/payments/checkout']);
    expect(await org.plan()).toEqual([]);
  } finally {
    await org.close();
  }
});

test.each(['Über GmbH', '1st', 'acme'])('a program may call its root group %s', async (id) => {
  const org = await applied((outdir) => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'org');
    new PlatformProvider(stack, 'platform');
    Group.fromUid(stack, id, ROOT_GROUP_UID).addGroup('payments');
    return app;
  });
  try {
    expect(Object.keys(org.groups)).toEqual([id, `${id}/payments`]);
  } finally {
    await org.close();
  }
});

describe('a folder with HCL', () => {
  const source = 'platform-iac.internal/npm/platform';
  const head = `terraform {\n  required_providers {\n    platform = { source = "${source}" }\n  }\n}\nvariable "root_group_uid" {}\n`;
  const group = (more = '') =>
    `resource "platform_group" "payments" {\n  parent_uid = var.root_group_uid\n  name = "payments"\n${more}}\n`;
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hcl-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is applied on top of a seed, and stays unchanged', async () => {
    const block = 'provider "platform" {\n  base_url = "https://api.example.invalid"\n  alias = "eu"\n}\n';
    writeFileSync(join(folder, 'main.tf'), head + block + group('  provider = platform.eu\n'));
    const seed = { groups: [{ name: 'acme', groups: [{ name: 'shop' }] }] };
    const org = await applied(folder, { seed });
    await org.close();
    expect(Object.keys(org.groups)).toEqual(['acme', 'acme/payments', 'acme/shop']);
    expect(readdirSync(folder)).toEqual(['main.tf']);
  });

  it.each([
    ['without a configuration', undefined, '7e577e57…'],
    ['with the name of its root group in the configuration', { ['ac3e'.repeat(10)]: 'globex' }, 'globex'],
  ])('%s is applied without a seed', async (_, names, root) => {
    writeFileSync(join(folder, 'main.tf'), head + group());
    if (names !== undefined) writeFileSync(join(folder, 'review.config.json'), JSON.stringify({ names }));
    const org = await applied(folder);
    await org.close();
    expect(Object.keys(org.groups)).toEqual([root, `${root}/payments`]);
  });

  it('whose module names a service is rejected before anything is applied', async () => {
    mkdirSync(join(folder, 'team'));
    const block = 'provider "platform" {\n  base_url = "https://api.example.invalid"\n}\n';
    const required = `terraform {\n  required_providers {\n    platform = { source = "${source}" }\n  }\n}\n`;
    writeFileSync(join(folder, 'team/main.tf'), required + block);
    writeFileSync(
      join(folder, 'main.tf'),
      `${head}provider "platform" {}\n${group()}module "team" {\n  source = "./team"\n}\n`,
    );
    await expect(applied(folder)).rejects.toThrow(
      'the provider block module.team:platform has settings that a test cannot replace.',
    );
  });
});

test('a failed apply shows the diagnostics with the construct, and leaves nothing behind', async () => {
  const wrong = program((_, stack) => Group.fromUid(stack, 'other', 'b'.repeat(40)).addGroup('payments'));
  const error: unknown = await applied(wrong).catch((reason: unknown) => reason);
  expect((error as Error).message).toMatch(
    /^Cannot apply the stack org: terraform apply failed\.\n\nError: Cannot read group .*\n {2}in platform_group\.other_payments \(org\/other\/payments, .*testing\.test\.ts:\d+\)\nPermission denied/,
  );
  expect(existsSync('terraform.org.tfstate')).toBe(false);
});
