/** The diff of proposed removals: after `git apply`, the program declares everything but the proposed grants. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { App } from 'cdktf';
import { readSynthesized, createRemovals, type AccessReview, type Synthesized } from '../../../src/review';

// In the repository, so that the programs find the constructs. Other tests read all files of the repository except for this folder.
const temporary = resolve('test/.temp');
mkdirSync(temporary, { recursive: true });
const folder = mkdtempSync(join(temporary, 'removals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `import { type App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, RoleBinding, Team } from '../../../constructs';

export function organization(app: App): void {
  const stack = new TerraformStack(app, 'organization');
  new PlatformProvider(stack, 'platform');
  const acme = Group.fromUid(stack, 'acme', '${'a'.repeat(40)}');
  const shop = acme.addGroup('shop');
  const ci = shop.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
  const bot = shop.addIdentity('bot', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
  // Unused since March.
  shop.grant(ci, 'viewer');
  acme
    .addGroup('kept')
    .grant(ci, 'viewer');
  shop.grant([ci, bot], 'editor');
  for (const one of [ci, bot]) {
    acme.grant(one, 'viewer');
  }
  const used = shop.grant(bot, 'owner');
  used.toString();
  new Team(acme, 'team', { identities: { job: { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER', roles: ['viewer'] } } });
  new RoleBinding(shop, 'direct', { identity: bot, role: 'viewer' });
}
`;

interface Configuration {
  readonly resource: Readonly<Record<string, Readonly<Record<string, { '//'?: unknown }>>>>;
}

/** Synthesizes a program, and returns its resources without the lines of their declarations. */
function synthesized(name: string): { readonly stack: Synthesized; readonly resources: Map<string, unknown> } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- jest compiles the program
  const { organization } = require(join(folder, name)) as { readonly organization: (app: App) => void };
  const outdir = join(folder, `${name}.out`);
  const app = new App({ outdir, context: { excludeStackIdFromLogicalIds: 'true' } });
  organization(app);
  app.synth();
  const text = readFileSync(join(outdir, 'stacks/organization/cdk.tf.json'), 'utf8');
  const { resource } = JSON.parse(text) as Configuration;
  const resources = Object.entries(resource).flatMap(([type, all]) =>
    Object.entries(all).map(([id, values]) => [`${type}.${id}`, { ...values, '//': undefined }] as const),
  );
  const fromHere = (file: string) => relative(folder, join(process.cwd(), file));
  return { stack: readSynthesized(text, 'organization', fromHere), resources: new Map(resources) };
}

/** Proposes the grants that are declared on lines with these texts. */
function proposed(stack: Synthesized, marks: readonly string[]): AccessReview {
  const lines = program.split('\n');
  const proposals = [...stack.origins].flatMap(([address, origin]) => {
    const { source } = origin ?? {};
    const line = lines[(source?.line ?? 0) - 1] ?? '';
    if (!address.startsWith('platform_role_binding.') || !marks.some((mark) => line.includes(mark))) return [];
    return [{ row: { isManaged: true, by: 'role_binding', grant: address, address, plan: 'p', source }, evidence: [] }];
  });
  return { proposals } as unknown as AccessReview;
}

test('the patch removes statements that declare only the grant, and git applies it', () => {
  writeFileSync(join(folder, 'before.ts'), program);
  const before = synthesized('before');
  const review = proposed(before.stack, ['// never', "shop.grant(ci, 'viewer')", 'new RoleBinding']);
  expect(review.proposals).toHaveLength(2);
  const { patch, reasons } = createRemovals(review, [before.stack], (file) => readFileSync(join(folder, file), 'utf8'));
  expect([...reasons]).toEqual([]);
  execFileSync('git', ['apply', '--unsafe-paths', `--directory=${relative(process.cwd(), folder)}`], { input: patch });
  writeFileSync(join(folder, 'after.ts'), readFileSync(join(folder, 'before.ts')));
  const { resources } = synthesized('after');

  const removed = review.proposals.map(({ row }) => row.grant);
  expect([...before.resources.keys()].filter((address) => !resources.has(address)).sort()).toEqual(removed.sort());
  expect(resources).toEqual(new Map([...before.resources].filter(([address]) => !removed.includes(address))));
});

test.each([
  ['a chain that declares a group, too', '.grant(ci, ', 'declares 2 objects'],
  ['a list', 'shop.grant([ci', 'declares 2 objects'],
  ['a loop', 'acme.grant(one', 'declares 2 objects'],
  ['a value that is used', 'const used', 'does more than this grant. Remove the grant there by hand.'],
  ['data of a team', 'new Team', 'does more than this grant. Remove the grant there by hand.'],
])('%s stays, with the reason', (_, mark, reason) => {
  writeFileSync(join(folder, 'kept.ts'), program);
  const { stack } = synthesized('kept');
  const all = proposed(stack, [mark]).proposals;
  const [first] = all.filter(({ row }) => !(mark.startsWith('.') && row.source?.line === 12));
  const review = { proposals: [first] } as unknown as AccessReview;
  const { patch, reasons } = createRemovals(review, [stack], () => program);
  expect(patch).toBe('');
  expect([...reasons.values()].join()).toContain(reason);
});

test('both grants of a list are removed together', () => {
  writeFileSync(join(folder, 'both.ts'), program);
  const { stack } = synthesized('both');
  const { patch } = createRemovals(proposed(stack, ['shop.grant([ci']), [stack], () => program);
  expect(patch.split('\n').filter((line) => line.startsWith('-'))).toEqual([
    '--- a/both.ts',
    "-  shop.grant([ci, bot], 'editor');",
  ]);
});

test('without the line, outside of the folder, and for other kinds there is a reason', () => {
  const row = { isManaged: true, by: 'role_binding', address: 'a', plan: 'p' };
  const source = { file: '../main.ts', line: 1 };
  const rows = [
    { ...row, grant: '1' },
    { ...row, grant: '2', source },
    { ...row, grant: '3', source: { file: 'main.ts', line: 1 } },
    { ...row, grant: '4', source, by: 'group_invite' },
    { ...row, grant: '5', isManaged: false },
  ];
  const review = { proposals: rows.map((one) => ({ row: one, evidence: [] })) } as unknown as AccessReview;
  const { reasons } = createRemovals(review, [], () => undefined);
  expect([...reasons.values()]).toEqual([
    'pass --synth to find the line.',
    'it is not declared in TypeScript in this folder. Remove the grant there by hand.',
    'the file cannot be read. Run the command in the folder of the program.',
    'it is no role binding. Remove the grant there by hand.',
  ]);
});
