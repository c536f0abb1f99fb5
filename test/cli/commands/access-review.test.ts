/** `platform-iac access-review` over an emulator: its files, and the evidence of each proposal. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { createClient } from '../../../src/client';
import { identity, role, roleBinding } from '../../../src/model/kinds';
import { runCli } from '../../../src/cli/program';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'access-review-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
const root = 'ac3e'.repeat(10);
const shop = `${root}/${'5'.repeat(16)}`;
const binding = `${shop}/${'6'.repeat(16)}`;
const claimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1/shop@2:ref:refs/heads/main',
};
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const old = { createTime: ago(400), updateTime: ago(400) };
const keys = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
let running: RunningEmulator;

beforeAll(async () => {
  running = await startEmulator({
    seed: {
      groups: [
        {
          ...{ uid: root, name: 'acme', ...old },
          groups: [
            {
              ...{ uid: shop, name: 'shop', ...old },
              identities: [
                { name: 'used', claimMatch, ...old, lastSeenTime: ago(89) },
                { name: 'idle', claimMatch, ...old, lastSeenTime: ago(91) },
                { name: 'never', claimMatch, ...old },
                { name: 'young', claimMatch, createTime: ago(10), updateTime: ago(10) },
                { name: 'wide', claimMatch, ...old, lastSeenTime: ago(1) },
                {
                  ...{ name: 'keys', createTime: ago(20), updateTime: ago(20) },
                  staticKeys: { issuer: 'https://k8s.example', subject: 's', issuerKeys: keys, expirationTime: ago(2) },
                },
              ],
              roleBindings: [
                ...['used', 'never', 'young', 'young'].map((identity) => ({ identity, role: 'viewer', ...old })),
                { uid: binding, identity: 'idle', role: 'viewer', ...old },
                { identity: 'idle', role: 'editor', createTime: ago(5), updateTime: ago(5) },
                { identity: 'wide', role: 'viewer', ...old },
                { identity: 'keys', role: 'viewer', ...old },
              ],
            },
          ],
          roleBindings: [{ identity: 'shop/wide', role: 'editor', ...old }],
        },
      ],
    },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  const attributes = { uid: binding, group_uid: shop };
  const resource = { mode: 'managed', type: 'platform_role_binding', name: 'idle', instances: [{ attributes }] };
  const provider = `provider["${PROVIDER_ADDRESS}"]`;
  writeFileSync(at('org.tfstate'), JSON.stringify({ version: 4, resources: [{ ...resource, provider }] }));
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await running.close();
});

function accessReview(...args: readonly string[]) {
  return accessReviewAt(undefined, ...args);
}

async function accessReviewAt(width: number | undefined, ...args: readonly string[]) {
  let err = '';
  const terminal = width === undefined ? {} : { terminal: { width, color: false } };
  const write = { out: () => undefined, err: (text: string) => (err += text), ...terminal };
  return { code: await runCli(['access-review', ...args], write), err };
}
const proposals = (dir: string) =>
  readFileSync(at(`${dir}/proposals.csv`), 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').slice(0, 4).join(' '));
const UNDECLARED = [
  'Decide first if this owner is yours. No owners are declared, so the review cannot identify outsiders.',
  '"github:1" (acme): acme/shop/wide, acme/shop/idle, acme/shop/never and 2 more, at most editor in acme',
  'Add the entry to "owners" in review.config.json only if this owner is yours. The line:',
  '"owners": ["github:1"]',
  'Otherwise, pass --not-ours "github:1" to propose the removal of its grants.',
];

test('each proposal has evidence: unused for 90 days, or covered by another grant', async () => {
  const ended = await accessReview('--live', '--out', at('all'));
  expect(ended.code).toBe(0);
  const [first = '', ...listed] = ended.err.split('\n').filter((line) => line !== '');
  expect(first).toBe(
    `platform-iac: Wrote access.csv, proposals.csv and index.html in ${at('all')}: 10 grants, 5 proposed removals, 5 identities without a declared owner.`,
  );
  for (const name of ['access', 'proposals']) expect(readFileSync(at(`all/${name}.csv`), 'utf8')).toMatch(/^\u{FEFF}/u);
  expect(readFileSync(at('all/access.csv'), 'utf8')).toContain('unknown: no stack was read');
  // Static keys have no issuer that anyone could declare.
  expect(listed.slice(0, 5).map((line) => line.trim())).toEqual(UNDECLARED);
  expect(listed.slice(5)).toEqual([
    'The review assumes that each exact branch, tag and environment of a trust policy is protected.',
    '1 owner:',
    expect.stringContaining('administrator'),
    'Confirm each owner, or give it another role.',
    'Then decide about these proposed removals:',
    ...Array.from({ length: 5 }, () => expect.stringMatching(/^ {2}acme\/shop/) as string),
  ]);
  expect(ended.err).toContain('  acme/shop/keys: viewer in acme/shop (expired). The keys of the identity expired');
  expect(readFileSync(at('all/proposals.csv'), 'utf8')).toContain('gives at least the same access.",');
  // A grant of five days is not unused for 90 days.
  expect(proposals('all').sort()).toEqual([
    'acme/shop/idle viewer acme/shop unused and redundant',
    'acme/shop/keys viewer acme/shop expired',
    'acme/shop/never viewer acme/shop unused',
    'acme/shop/wide viewer acme/shop redundant',
    'acme/shop/young viewer acme/shop duplicate',
  ]);
  expect(readFileSync(at('all/index.html'), 'utf8')).toContain('viewer (read-only, ');
  expect(readFileSync(at('all/proposals.csv'), 'utf8')).toContain('The identity was last used 91 days ago');
});

test.each([80, 120])(
  'at %d columns, each line fits, and the terminal and the page name the undeclared owners',
  async (width) => {
    const { err } = await accessReviewAt(width, '--live', '--out', at('narrow'));
    for (const line of err.split('\n')) if (line.trim().includes(' ')) expect(line.length).toBeLessThanOrEqual(width);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(` ${UNDECLARED.join(' ')} `);
    const page = readFileSync(at('narrow/index.html'), 'utf8').replaceAll('<wbr>', '');
    for (const text of UNDECLARED) expect(page.includes(text.replaceAll('"', '&quot;'))).toBe(true);
    writeFileSync(at('declared.json'), JSON.stringify({ owners: ['github:1'] }));
    const declared = await accessReviewAt(width, '--live', '--config', at('declared.json'), '--out', at('narrow'));
    expect(declared.err).not.toContain('o owners are declared');
    expect(readFileSync(at('narrow/index.html'), 'utf8')).not.toContain('o owners are declared');
  },
);

test('the limit can be changed', async () => {
  await accessReview('--live', '--unused-days', '5', '--out', at('five'));
  expect(proposals('five')).toContain('acme/shop/used viewer acme/shop unused');
  expect(await accessReview('--live', '--unused-days', 'x', '--out', at('x'))).toMatchObject({ code: 2 });
});

test('the files show since when, the last use, and where a grant is declared', async () => {
  await accessReview('--live', '--state', at('org.tfstate'), '--out', at('declared'));
  const page = readFileSync(at('declared/index.html'), 'utf8');
  expect(page.replaceAll('<wbr>', '')).toContain('platform_role_binding.idle');
  expect(page).toContain('not managed: role binding');
  await accessReview('--live', '--out', at('without-state'));
  expect(readFileSync(at('without-state/index.html'), 'utf8')).toMatch(/>role binding <abbr title="[0-9a-f]/);
  expect(readFileSync(at('without-state/index.html'), 'utf8')).not.toContain('not managed');
  expect(readFileSync(at('declared/access.csv'), 'utf8').split('\r\n')).toHaveLength(12);
});

test('with the synthesized stack it writes a patch of the program, and a later review deletes it', async () => {
  const metadata = { path: 'shop/idle', uniqueId: 'idle', source: { file: 'main.ts', line: 2 } };
  const resource = { platform_role_binding: { idle: { '//': { metadata } } } };
  mkdirSync(at('stack'));
  writeFileSync(at('stack/cdk.tf.json'), JSON.stringify({ resource }));
  writeFileSync(at('main.ts'), "one();\nshop.grant(idle, 'viewer');\ntwo();\n");
  const before = process.cwd();
  process.chdir(folder);
  try {
    const { err } = await accessReview('--live', '--state', 'org.tfstate', '--synth', 'stack', '--out', 'patched');
    expect(err).toContain('git apply patched/removals.patch');
    expect(readFileSync('patched/removals.patch', 'utf8')).toContain("\n-shop.grant(idle, 'viewer');\n");
    expect(readFileSync('patched/proposals.csv', 'utf8')).toContain('in removals.patch');
    writeFileSync('main.ts', "one();\nconst used = shop.grant(idle, 'viewer');\n");
    const none = await accessReview('--live', '--state', 'org.tfstate', '--synth', 'stack', '--out', 'patched');
    expect(none.err).toContain(
      'Wrote no removals.patch: no proposed grant has a statement of its own. patched/proposals.csv',
    );
    expect(existsSync('patched/removals.patch')).toBe(false);
    expect(readFileSync('patched/proposals.csv', 'utf8')).toContain(
      'does more than this grant. Remove the grant there by hand.',
    );
  } finally {
    process.chdir(before);
  }
});

test('a state with a removed grant keeps the lines, and a stack of another state is reported', async () => {
  const state = JSON.parse(readFileSync(at('org.tfstate'), 'utf8')) as { resources: object[] };
  const removed = {
    ...state.resources[0],
    name: 'removed',
    instances: [{ attributes: { uid: `${shop}/${'7'.repeat(16)}` } }],
  };
  writeFileSync(at('more.tfstate'), JSON.stringify({ ...state, resources: [...state.resources, removed] }));
  const review = (name: string) => {
    const metadata = { path: `shop/${name}`, source: { file: 'main.ts', line: 2 } };
    mkdirSync(at(name), { recursive: true });
    const resource = { platform_role_binding: { [name]: { '//': { metadata } } } };
    writeFileSync(at(`${name}/cdk.tf.json`), JSON.stringify({ resource }));
    return accessReview('--live', '--state', at('more.tfstate'), '--synth', at(name), '--out', at(`${name}/out`));
  };
  const { code, err } = await review('idle');
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('does not belong') as string });
  expect(readFileSync(at('idle/out/access.csv'), 'utf8')).toMatch(/^acme\/shop\/idle,.*\bmain\.ts:2,/m);
  expect((await review('other')).err).toContain(
    `platform-iac: ${at('other')} does not belong to any plan or state: their resources differ. Synthesize again.\n`,
  );
  expect(readFileSync(at('other/out/access.csv'), 'utf8')).not.toContain('main.ts');
});

test('a token that does not see everything leads to an incomplete review, which says so', async () => {
  process.env['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, [
    'groups.list',
    'role_bindings.list',
  ]);
  const { code, err } = await accessReview('--live', '--out', at('part'));
  process.env['PLATFORM_TOKEN'] = running.token;
  expect(code).toBe(3);
  expect(err).toContain('the token cannot list every identity of acme');
  expect(readFileSync(at('part/index.html'), 'utf8')).toContain('A missing line proves nothing.');
});

test.each([
  ['without --live', ['--out', at('x')], 2, 'pass --live'],
  ['without a folder', ['--live'], 2, "required option '--out <dir>'"],
  ['with a file as folder', ['--live', '--out', at('org.tfstate')], 1, 'Cannot write to'],
])('%s it is an error', async (_, args, code, message) => {
  expect(await accessReview(...args)).toMatchObject({ code, err: expect.stringContaining(message) as string });
});

test('a grant of an undeclared owner is no proposal until a person decides that the owner is a stranger', async () => {
  const client = createClient({ baseUrl: running.baseUrl, token: running.token });
  const policy = { issuer: claimMatch.issuer, subject: 'repo:others@7/shop@8:ref:refs/heads/main' };
  const { uid: identityUid } = await client.create(identity, shop, { name: 'stranger', claimMatch: policy });
  const { uid: roleUid } = await client.find(role, 'viewer');
  await client.create(roleBinding, shop, { identityUid, roleUid });
  await client.close();
  writeFileSync(at('owners.json'), JSON.stringify({ owners: ['github:1'] }));
  const args = ['--live', '--config', at('owners.json'), '--out', at('open')] as const;
  const undecided = await accessReview(...args);
  expect(undecided.err).toMatch(
    /: 11 grants, 5 proposed removals, 1 removal to decide, 1 identity of undeclared owners\.\n/,
  );
  expect(undecided.err).toContain(
    'does not list it: the list is incomplete, or outsiders have access.\n  "github:7" (others): acme/shop/stranger, viewer in acme/shop\n',
  );
  expect(undecided.err).toContain('Add the entry to "owners" in owners.json only if this owner is yours.\n');
  // A line to paste would declare a stranger.
  expect(undecided.err).not.toContain('"owners": [');
  expect(undecided.err).not.toContain('  acme/shop/stranger: viewer');
  expect(readFileSync(at('open/proposals.csv'), 'utf8')).toMatch(/^acme\/shop\/stranger,.*,github:7,/m);
  const page = readFileSync(at('open/index.html'), 'utf8');
  expect(page).toContain('<h2>Removals if the owner is not yours</h2>');
  expect(page).toContain('5 removals proposed, 1 to decide.');
  expect(page + readFileSync(at('open/proposals.csv'), 'utf8')).not.toContain('If this owner is yours');
  const decided = await accessReview(...args, '--not-ours', 'github:7');
  expect(decided.err).toContain(': 11 grants, 6 proposed removals, 1 identity that outsiders can assume.');
  expect(decided.err).not.toContain('the list is incomplete');
  expect(decided.err).toContain(
    '  acme/shop/stranger: viewer in acme/shop (outsiders). Workloads of github:7 can assume it.',
  );
  expect(readFileSync(at('open/index.html'), 'utf8')).not.toContain('if the owner is not yours');
  expect(await accessReview(...args, '--not-ours', 'github:8')).toEqual({
    code: 2,
    err: 'platform-iac: Cannot find "github:8": it is no undeclared owner of workloads. Undeclared owners: "github:7".\n',
  });
});
