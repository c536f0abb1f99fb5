/** An organization with the names and accounts of other companies: adopted in every format, declared, and edited in small steps. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { stringify } from 'yaml';
import { Organization, PlatformProvider, type GroupContents } from '../../constructs';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { serveProvider } from '../support/served-provider';
import { terraform, type Terraform } from '../support/terraform';

jest.setTimeout(300_000);

const cli = resolve('dist/platform-iac.js');

interface Account {
  readonly issuer: string;
  readonly subject: string;
}

const guid = (index: number) => `b1946ac9-2492-4d23-a2f1-${String(index).padStart(12, '0')}`;

/** Twelve accounts of each form, as the sign-ins of other companies write them. */
const accounts: readonly Account[] = Array.from({ length: 12 }, (_, index) => [
  { issuer: 'https://acme.okta.example', subject: `00u${index}a1b2c3D4e5F6g7h8i9` },
  { issuer: 'https://accounts.google.com', subject: `1112606501212450${String(72_906 + index)}` },
  { issuer: 'https://acme.auth0.example/', subject: index % 2 ? `auth0|${index}f00` : `google-oauth2|${index}07` },
  {
    issuer: `https://login.microsoftonline.example/${guid(0)}/v2.0`,
    subject: `${index % 2 ? '-' : 'A'}AikzqFVrSa_${guid(index)}`,
  },
  {
    issuer: 'https://ldap.acme.example',
    subject: `CN=${['jörg', 'jürg', '山田', "O'Neil"][index % 4]} ${index},OU=b/c,DC=acme`,
  },
]).flat();

/** Legal names of groups and identities; many are equal after their characters are replaced. */
const names: readonly string[] = [
  ...[
    'constructor',
    'tostring',
    '1st',
    '-dash',
    '_under',
    '.',
    '..',
    '-',
    '_',
    'count',
    'each',
    'for_each',
    '0',
    'self',
  ],
  ...Array.from({ length: 89 }, (_, index) => [`a${index}.b`, `a${index} b`, `a${index}_b`, `${index} c`]).flat(),
];

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';

test(`there are 60 accounts and ${names.length} names`, () => {
  expect(accounts).toHaveLength(60);
  expect(names.length).toBe(370);
});

describe('an existing organization', () => {
  let running: RunningEmulator;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'names-'));
    const people = accounts.map((account, index) => ({ name: `person ${index}`, account }));
    running = await startEmulator({
      thread: true,
      seed: {
        groups: [
          {
            name: 'acme',
            roleBindings: people.map(({ name }) => ({ identity: name, role: 'viewer' })),
            groups: names.slice(0, 185).map((name) => ({ name })),
            identities: names.slice(185).map((name) => ({ name, servicePrincipal })),
          },
        ],
        identities: people,
      },
    });
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  test.each(['constructs', 'yaml', 'hcl'])('is adopted and proven as %s', async (format) => {
    const args = ['adopt', '--out', join(folder, format), '--format', format, '--pipeline', 'none'];
    const more = format === 'hcl' ? [] : ['--cdk', 'cdktf'];
    const env = { ...process.env, PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token, TMPDIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, ...more], {
      env,
      maxBuffer: 2 ** 26,
    });
    // The administrator of the emulator is an owner, too.
    expect(stdout).toContain(
      `Plan: ${names.length + accounts.length + 1} to import, 0 to add, 0 to change, 0 to destroy.`,
    );
  });
});

describe('a declared organization', () => {
  let emulator: RunningEmulator;
  let outdir: string;
  let tf: Terraform;
  let provider: Awaited<ReturnType<typeof serveProvider>> | undefined;
  beforeAll(async () => {
    emulator = await startEmulator({ thread: true });
    outdir = mkdtempSync(join(tmpdir(), 'names-'));
    tf = terraform({
      dir: join(outdir, 'stacks/org'),
      env: { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token },
    });
  });
  afterAll(async () => {
    provider?.close();
    tf.close();
    rmSync(outdir, { recursive: true });
    await emulator.close();
  });

  interface Data {
    readonly groups: Record<string, GroupContents & { readonly name?: string; readonly description?: string }>;
    readonly people: Record<string, readonly Account[]>;
  }

  /** Some groups also contain the identity `ci` with a role. Keys of maps may be any text. */
  const first: Data = {
    groups: Object.fromEntries(
      names
        .slice(0, 80)
        .map((name, index) => [
          name,
          index % 20 === 0 ? { identities: { ci: { servicePrincipal, roles: ['viewer'] } } } : {},
        ]),
    ),
    people: { viewer: accounts },
  };

  function synthesize(data: Data, format: 'json' | 'yaml' | 'object'): void {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'org');
    new PlatformProvider(stack, 'platform');
    new LocalBackend(stack, { path: join(outdir, 'terraform.tfstate') });
    const options = { root: emulator.rootGroupUid };
    if (format === 'object') new Organization(stack, 'acme', { ...options, ...data });
    else {
      const file = join(outdir, `organization.${format}`);
      writeFileSync(file, format === 'json' ? JSON.stringify(data) : stringify(data, { aliasDuplicateObjects: false }));
      Organization.fromFile(stack, 'acme', file, options);
    }
    app.synth();
  }

  const edited = (data: Data, key: string, change: object): Data => ({
    ...data,
    groups: { ...data.groups, [key]: { ...data.groups[key], ...change } },
  });
  const withoutGroup = ({ groups, ...others }: Data, key: string): Data => ({
    ...others,
    groups: Object.fromEntries(Object.entries(groups).filter(([other]) => other !== key)),
  });
  const [ada, bob, ...others] = accounts as readonly [Account, Account, ...Account[]];
  const newcomer = { issuer: 'https://acme.okta.example', subject: '00uNEW' };

  /** Returns the changes of a plan. A hash is `#`. */
  const rowsOf = (text: string): string[] =>
    [...text.matchAll(/^ {2}# (?:platform_)?(\S+) will be (\w+)/gm)]
      .map(([, address = '', change = '']) => `${change} ${address.replace(/_[0-9a-f]{8}(?=_|$)/g, '_#')}`)
      .sort();

  const steps: readonly [string, (data: Data) => Data, readonly string[]][] = [
    [
      'someone joins',
      (data) => ({ ...data, people: { viewer: [newcomer, ...accounts] } }),
      ['created role_binding.id_00uNEW_acme_okta_example_#_viewer_on_acme'],
    ],
    [
      'the first person leaves',
      (data) => ({ ...data, people: { viewer: [newcomer, bob, ...others] } }),
      ['destroyed role_binding.id_00u0a1b2c3D4e5F6g7h8i9_acme_okta_example_#_viewer_on_acme'],
    ],
    [
      'all change places',
      ({ groups, people: { viewer = [] } }) => ({
        groups: Object.fromEntries(Object.entries(groups).reverse()),
        people: { viewer: viewer.toReversed() },
      }),
      [],
    ],
    [
      'a person gets another role',
      (data) => ({ ...data, people: { viewer: [newcomer, ...others], editor: [bob] } }),
      [
        'created role_binding.id_111260650121245072906_accounts_google_com_#_editor_on_acme',
        'destroyed role_binding.id_111260650121245072906_accounts_google_com_#_viewer_on_acme',
      ],
    ],
    [
      'a person returns',
      (data) => ({ ...data, people: { viewer: [ada, newcomer, ...others], editor: [bob] } }),
      ['created role_binding.id_00u0a1b2c3D4e5F6g7h8i9_acme_okta_example_#_viewer_on_acme'],
    ],
    ['a group is added', (data) => edited(data, 'a0-b', {}), ['created group.acme_a0-b']],
    ['a group gets another name', (data) => edited(data, 'a1.b', { name: 'renamed' }), ['updated group.acme_a1_b_#']],
    ['a description changes', (data) => edited(data, '1st', { description: 'New' }), ['updated group.acme_1st']],
    ['one of three similar groups is removed', (data) => withoutGroup(data, 'a2.b'), ['destroyed group.acme_a2_b_#']],
    [
      'a group with an identity is removed',
      (data) => withoutGroup(data, 'constructor'),
      [
        'destroyed group.acme_constructor_#',
        'destroyed identity.acme_constructor_#_ci',
        'destroyed role_binding.acme_constructor_#_ci_viewer',
      ],
    ],
  ];

  /** Returns the stack without the metadata of the CDK, which names the file of each object. */
  const declared = (): unknown =>
    JSON.parse(tf.read('cdk.tf.json'), (key, value: unknown) => (key === '//' ? undefined : value));

  test('is applied, and each small edit is a small plan', async () => {
    let data = first;
    synthesize(data, 'object');
    await tf.init();
    await tf.ok('validate');
    provider = await serveProvider(tf.env);
    Object.assign(tf.env, provider.env);
    await tf.apply();
    const stack = declared();
    for (const format of ['json', 'yaml'] as const) {
      synthesize(data, format);
      expect(declared()).toEqual(stack);
    }
    const plans: [string, string[]][] = [];
    for (const [index, [step, edit]] of steps.entries()) {
      data = edit(data);
      synthesize(data, (['json', 'yaml', 'object'] as const)[index % 3] ?? 'json');
      const { text, changed } = await tf.plan('-out=tfplan');
      plans.push([step, rowsOf(text)]);
      if (changed) await tf.ok('apply', '-no-color', '-input=false', 'tfplan');
    }
    expect(plans).toEqual(steps.map(([step, , rows]) => [step, rows]));
    expect((await tf.plan()).changed).toBe(false);
  });
});
