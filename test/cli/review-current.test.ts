/** `platform-iac review --live` and `--state` without a plan: the findings of the current organization. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../src/model/api';
import { createClient } from '../../src/client';
import { groupInvite, role } from '../../src/model/kinds';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { runCli } from '../../src/cli/program';
import { REPORT_FORMATS } from '../../src/cli/report/report-formats';
import type { Report } from '../../src/review';
import { dataIn } from '../review/page/page-data';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'review-current-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
const root = 'ac3e'.repeat(10);
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const old = { createTime: ago(400), updateTime: ago(400) };
const github = (subject: string) => ({ issuer: 'https://token.actions.githubusercontent.com', subject });
const issuerKeys = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
let running: RunningEmulator;

beforeAll(async () => {
  running = await startEmulator({
    seed: {
      groups: [
        {
          ...{ uid: root, name: 'acme', ...old },
          identities: [
            {
              ...{ name: 'deployer', ...old, lastSeenTime: ago(1) },
              claimMatch: github('repo:acme@1/infra@2:ref:refs/heads/main'),
            },
            { name: 'robot', claimMatch: github('repo:acme@1/shop@2:pull_request'), ...old },
            { name: 'nobody', claimMatch: github('repo:acme@1/shop@2:ref:main'), ...old },
            { name: 'consultant', claimMatch: github('repo:others@7/infra@9:ref:refs/heads/main'), ...old },
            { name: 'stranger', claimMatch: github('repo:others@7/shop@8:ref:refs/heads/main'), ...old },
          ],
          roles: [
            { name: 'updater', capabilities: ['identity.update'] },
            { name: 'auditor', capabilities: ['libraries.go.list'] },
          ],
          groups: [
            {
              name: 'shop',
              identities: [
                { name: 'legacy', staticKeys: { issuer: 'https://k8s.example', subject: 's', issuerKeys }, ...old },
                {
                  ...{ name: 'fixer', ...old, lastSeenTime: ago(1) },
                  claimMatch: github('repo:acme@1/shop@2:ref:refs/heads/main'),
                },
              ],
              roleBindings: [
                { identity: 'legacy', role: 'viewer', ...old },
                { identity: 'deployer', role: 'viewer', ...old },
              ],
            },
          ],
          roleBindings: [
            { identity: 'deployer', role: 'auditor', ...old },
            { identity: 'deployer', role: 'owner', ...old },
            { identity: 'consultant', role: 'owner', ...old },
            { identity: 'robot', role: 'editor', ...old },
            { identity: 'shop/fixer', role: 'updater', ...old },
          ],
        },
      ],
    },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  writeFileSync(at('review.config.json'), JSON.stringify({ owners: ['acme'] }));
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await running.close();
});

async function review(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const write = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await runCli(['review', '--config', at('review.config.json'), ...args], write);
  return { code, out, err };
}
async function findingsOf(...args: readonly string[]) {
  const { code, out } = await review(...args, '--format', 'json');
  const report = JSON.parse(out) as Report;
  const findings = report.findings.flatMap(({ affected, ...finding }) =>
    affected === undefined ? [finding] : affected.map((object) => ({ ...finding, ...object })),
  );
  return { code, report, found: findings.map(({ severity, id, subject }) => `${severity} ${id}: ${subject}`) };
}
async function reasonsOf() {
  const { out } = await review('--live', '--format', 'json');
  const { findings } = JSON.parse(out) as Report;
  return {
    found: findings.flatMap(({ affected = [], reason }) => [reason, ...affected.map((one) => one.reason ?? '')]),
  };
}
const FINDINGS = [
  'high outsider-can-assume: acme/consultant',
  'high outsider-can-assume: acme/stranger',
  'high outsider-can-assume: acme/shop/legacy',
  'high escalation-path: acme/shop/fixer',
  'high pull-request-can-write: acme/robot',
  'high owner-held: acme/consultant in acme',
  'medium nobody-can-assume: acme/nobody',
  'medium static-keys-open: acme/shop/legacy',
  'medium owner-held: acme/deployer in acme',
  'medium owner-held: acme/shop/fixer in acme',
  'low owner-held: administrator in acme',
  'low grant-unneeded: acme/consultant as owner in acme',
  'low grant-unneeded: acme/robot as editor in acme',
  'low grant-unneeded: acme/shop/legacy as viewer in acme/shop',
  'low grant-unneeded: acme/deployer as acme/auditor in acme',
  'low grant-unneeded: acme/deployer as viewer in acme/shop',
];

test('it reports owners, outsiders, unreviewed code, escalation paths, static keys and unneeded grants', async () => {
  const { code, found, report } = await findingsOf('--live');
  expect({ code, found }).toEqual({ code: 0, found: FINDINGS });
  expect(report).toMatchObject({ current: {}, plans: [], changes: [], verdict: { worst: 'high' } });
  expect(report).not.toHaveProperty('digest');
  const owners = report.findings.flatMap((finding) => [finding, ...(finding.affected ?? [])]);
  // The role auditor has a capability of owners as well.
  expect(owners.find(({ subject }) => subject === 'acme/deployer in acme')?.witness).toMatch(/^by owner: /);
  expect(report.findings.filter(({ address, plan }) => address !== undefined || plan !== undefined)).toEqual([]);
  expect(JSON.stringify(report.findings)).not.toMatch(/\b(gains?|becomes?|new)\b/);
});

test('an outsider who owns the organization is the first fact, before unknown issuers and other outsiders', async () => {
  const { out } = await review('--live', '--format', 'text');
  const [headline = ''] = out.replaceAll(/\n(?! )/g, ' ').split(' This report shows');
  expect(headline).toMatch(
    /^- Outsiders can assume acme\/consultant, which is owner in acme: the repository owner others \(.*\)\. - Outsiders can assume 1 more identity: acme\/stranger\. /s,
  );
  const { found } = await reasonsOf();
  expect(found).toContain('acme/consultant is an owner in acme, and outsiders can assume it.');
  expect(found.join()).toContain('acme/stranger, which has no role: ');
});

test('merged findings name the identities, and short ones have the reason', async () => {
  const { out } = await review('--live', '--format', 'text', '--verbose');
  const text = out.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Administrative access in acme: acme/deployer, administrator hold the role owner; acme/shop/fixer holds identity.update.',
    'Grants that other grants cover: acme/deployer.',
  ])
    expect(text).toContain(part);
  const { found } = await reasonsOf();
  expect(found).toContain('acme/deployer is viewer in acme/shop, and owner in acme gives at least the same access.');
});

test('two broken rules are sentences with the identities, and texts name the file of --config', async () => {
  const rule = { rule: 'never', can: ['owner'], where: ['**'], reason: 'x' };
  const invariants = [
    { ...rule, name: 'no owners' },
    { ...rule, name: 'only people own', who: { people: false } },
  ];
  writeFileSync(at('other.json'), JSON.stringify({ owners: ['github:1'], invariants }));
  const { out } = await review('--live', '--format', 'text', '--config', at('other.json'));
  const [headline = ''] = out.replaceAll(/\s+/g, ' ').split(' This report shows');
  expect(headline).toMatch(/acme\/consultant[^.]* violate "no owners"\./);
  expect(headline).not.toMatch(/[.;] +violate/);
  for (const format of ['text', 'markdown', 'sarif', 'codequality', 'html'] as const) {
    const { out: found } = await review('--live', '--format', format, '--config', at('other.json'));
    const text = format === 'html' ? JSON.stringify(dataIn(found)) : found;
    expect(text).toContain('other.json');
    expect(text).not.toContain('review.config.json');
  }
});

test('every format shows the current organization, and no change', async () => {
  for (const format of REPORT_FORMATS) {
    const { code, out, err } = await review('--live', '--format', format);
    expect({ format, code, err, isEmpty: out.length < 10 }).toEqual({ format, code: 0, err: '', isEmpty: false });
    // The script of the page contains sentences for every report.
    const text = format === 'html' ? out.slice(0, out.indexOf('<style>')) : out;
    expect(text).not.toMatch(/No changes|Nobody gains|No findings|plan\.json/);
    if (['sarif', 'codequality'].includes(format)) expect(text).toContain('review.config.json');
  }
  const { out } = await review('--live', '--format', 'text');
  expect(out).toContain('This report shows the current organization. Findings: 6 high, 3 medium');
});

test('--fail-on is a gate, and an organization that the token cannot read is inconclusive', async () => {
  expect((await review('--live', '--fail-on', 'high')).code).toBe(1);
  process.env['PLATFORM_TOKEN'] = 'nonsense';
  const { code, err } = await review('--live');
  process.env['PLATFORM_TOKEN'] = running.token;
  expect(code).toBe(3);
  expect(err).toMatch(
    /^platform-iac: live: cannot read the organization\. .*malformed\. Get a new token of this service, and set PLATFORM_TOKEN to it\.$/m,
  );
});

test('an open invite is a finding, and --baseline shows only what is new since', async () => {
  const { out: before } = await review('--live', '--format', 'json');
  writeFileSync(at('known.json'), before);
  const known = Object.values((JSON.parse(before) as Report).verdict.findings).reduce((sum, count) => sum + count);
  expect((await findingsOf('--live', '--baseline', at('known.json'))).found).toEqual([]);
  const client = createClient({ baseUrl: running.baseUrl, token: running.token });
  const owner = await client.find(role, 'owner');
  await client.create(groupInvite, root, { roleUid: owner.uid, ttl: '86400s' });
  await client.close();
  const { found, report, code } = await findingsOf('--live', '--baseline', at('known.json'), '--fail-on', 'high');
  expect(found).toEqual([expect.stringMatching(/^high invite-open: group invite [0-9a-f]{16} in acme$/)]);
  expect(report.findings[0]?.reason).toMatch(/, (?:until \d{4}-\d\d-\d\d|without an expiry)\.$/);
  expect({ code, baseline: report.current?.baseline }).toEqual({
    code: 1,
    baseline: { known, gone: 0 },
  });
  const { out } = await review('--live', '--baseline', at('known.json'), '--format', 'text');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`${known} findings of the baseline are not shown.`);
});

test('--state reports the findings of a state, with addresses', async () => {
  const provider = `provider["${PROVIDER_ADDRESS}"]`;
  const resource = (type: string, name: string, attributes: object) => ({
    ...{ mode: 'managed', type, name, provider },
    instances: [{ attributes }],
  });
  const shop = `${root}/${'5'.repeat(16)}`;
  const state = {
    version: 4,
    serial: 7,
    resources: [
      resource('platform_group', 'shop', { uid: shop, parent_uid: root, name: 'shop' }),
      resource('platform_identity', 'ci', {
        ...{ uid: `${shop}/${'6'.repeat(16)}`, group_uid: shop, name: 'ci' },
        claim_match: github('repo:others@7/shop@8:ref:refs/heads/main'),
      }),
    ],
  };
  writeFileSync(at('org.tfstate'), JSON.stringify(state));
  const { report } = await findingsOf('--state', at('org.tfstate'));
  expect(report.findings).toMatchObject([{ id: 'outsider-can-assume', address: 'platform_identity.ci' }]);
  const { err, out } = await review('--state', at('org.tfstate'), '--format', 'text');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `This report shows the state ${at('org.tfstate')} (serial 7). Findings: `,
  );
  const laidOver = await review('--live', '--state', at('org.tfstate'), '--format', 'text');
  expect(laidOver.out).toContain('This report shows the current organization.');
  const short = `${root.slice(0, 8)}…`;
  const note = `Note: The state lacks the name of the root group, so paths begin with ${short}. To show its name, add to `;
  expect(err).toContain(`${note}review.config.json: "names": { "${root}": "NAME" }`);
  writeFileSync(at('own.json'), '{}');
  const named = await review('--state', at('org.tfstate'), '--config', at('own.json'));
  expect(named.err).toContain(`${note}own.json: "names"`);
  expect((await review('--live')).err).toBe('');
});

test.each([
  [[], 'No plan is named. Pass the JSON of a plan. For the current organization, pass --live or --state.'],
  [['plan.json', '--state', 'a.tfstate'], '--state is for an organization without a plan.'],
  [['plan.json', '--baseline', 'known.json'], '--baseline is for an organization without a plan.'],
  [['--live', '--expect', '0'.repeat(64)], '--expect requires a plan'],
  [['--live', '--no-new-access'], '--no-new-access requires a plan'],
  [['--live', '--least-capabilities'], '--least-capabilities requires a plan'],
  [['--live', '--baseline', 'known.json', '--save', 'json=known.json'], 'the command uses this file'],
])('%j is a usage error', async (args, message) => {
  const { code, out, err } = await review(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

test.each([
  ['missing', undefined, 'Cannot read '],
  ['broken', '{"vers', 'it is not complete JSON'],
  ['of a plan', JSON.stringify({ version: 3, findings: [], verdict: {} }), 'it is not the report of an organization'],
  ['inconclusive', JSON.stringify({ version: 3, current: {}, verdict: { result: 'unjudged' } }), 'it is inconclusive'],
  ['compared', JSON.stringify({ version: 3, current: { baseline: {} }, verdict: {} }), 'omits findings'],
])('a baseline that is %s fails the review', async (name, text, message) => {
  const file = at(`${name.replaceAll(' ', '-')}.json`);
  if (text !== undefined) writeFileSync(file, text);
  const { code, out, err } = await review('--live', '--baseline', file);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(message);
});

test('nobody can approve a current organization', async () => {
  const { code, err } = await review(
    join(__dirname, '../review/corpus/owner-added.terraform-1.11.4.json'),
    '--expect',
    at('known.json'),
  );
  expect(code).not.toBe(0);
  expect(err).toMatch(/known\.json/);
  expect(readFileSync(at('known.json'), 'utf8')).not.toContain('"digest"');
});
