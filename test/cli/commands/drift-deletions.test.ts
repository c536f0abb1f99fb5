/** The commands of `platform-iac drift` that delete unmanaged objects: the API accepts all of them in their order. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { runCli } from '../../../src/cli/program';
import type { Drift } from '../../../src/review';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'drift-'));
const environment = { ...process.env };
const root = 'ac3e'.repeat(10);
const [legal, archive, ci, auditor] = ['1', '2', '3', '4'].map((digit) => digit.repeat(16));
const claimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1/shop@2:ref:refs/heads/main',
};
const oidc = { issuer: 'https://login.example', clientId: 'a', clientSecret: 'b', groupsClaim: 'groups' };
let running: RunningEmulator;

beforeEach(async () => {
  running = await startEmulator({
    seed: {
      groups: [
        {
          uid: root,
          name: 'acme',
          identityProviders: [
            {
              ...{ name: 'staff', defaultRole: 'registry.pull', oidc },
              externalGroupRoleMappings: [{ externalGroupId: 'admins', role: 'legal/auditor', scope: 'legal' }],
            },
          ],
          groups: [
            {
              uid: `${root}/${legal}`,
              name: 'legal',
              roles: [{ uid: `${root}/${legal}/${auditor}`, name: 'auditor', capabilities: ['repo.list'] }],
              accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
              groupInvites: [{ role: 'viewer', ttl: '3600s' }],
              groups: [
                {
                  uid: `${root}/${legal}/${archive}`,
                  name: 'archive',
                  identities: [{ uid: `${root}/${legal}/${archive}/${ci}`, name: 'ci', claimMatch }],
                },
              ],
              roleBindings: [
                { identity: 'archive/ci', role: 'auditor' },
                { identity: 'archive/ci', role: 'owner' },
              ],
            },
          ],
        },
      ],
    },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
});
afterEach(() => running.close());
afterAll(() => {
  process.env = environment;
  rmSync(folder, { recursive: true });
});

/** Runs the command with a state that manages the root group and the objects, and returns the lines after each heading of commands. */
async function drift(managed: readonly { readonly type: string; readonly uid: string }[], ...args: readonly string[]) {
  const resources = [{ type: 'platform_group', uid: root }, ...managed].map(({ type, uid }, index) => ({
    ...{ mode: 'managed', type, name: `a${index}`, provider: `provider["${PROVIDER_ADDRESS}"]` },
    instances: [{ attributes: { uid, name: 'a' } }],
  }));
  const file = join(folder, 'state.tfstate');
  writeFileSync(file, JSON.stringify({ version: 4, terraform_version: '1.11.4', resources }));
  let out = '';
  const output = { out: (text: string) => (out += text), err: () => undefined };
  await runCli(['drift', '--state', file, '--root', 'acme', ...args], output);
  return out;
}

/** Runs the commands, and returns the statuses that are no success. */
async function runCommands(text: string): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [, path = ''] of text.matchAll(/^(?: {2})?curl -fsSX DELETE .*"\$PLATFORM_BASE_URL(.*)"$/gm)) {
    const headers = { authorization: `Bearer ${running.token}` };
    const { status } = await fetch(`${running.baseUrl}${path}`, { method: 'DELETE', headers });
    if (status !== 200) failed.push(`${path}: ${status}`);
  }
  return failed;
}

test.each(['text', 'markdown'])('in the order of the %s, the API accepts each deletion', async (format) => {
  const text = await drift([], '--format', format);
  expect(text).toContain('To delete the other 10, run in this order:');
  expect(await runCommands(text)).toEqual([]);
  const { unmanaged } = JSON.parse(await drift([], '--format', 'json')) as Drift;
  expect(unmanaged.every(({ isOwnAccess }) => isOwnAccess)).toBe(true);
});

test.each([
  ['a managed grant keeps its identity, its role and their groups', 'role_binding', / is acme\/legal\/auditor in /, 4],
  ['a managed identity keeps its groups', 'identity', /ci$/, 2],
])('%s', async (_, type, path, kept) => {
  const list = JSON.parse(await drift([], '--format', 'json')) as Drift;
  const found = list.unmanaged.find((object) => object.kind === type.replace('_', ' ') && path.test(object.path));
  const managed = [{ type: `platform_${type}`, uid: found!.uid }];
  const text = await drift(managed);
  expect(text).toMatch(new RegExp(`Other objects need ${kept} unmanaged objects: the API refuses their deletions\\.`));
  expect(await runCommands(text)).toEqual([]);
});

test('an object that is not listed keeps its group', async () => {
  const text = await drift([], '--exclude', 'acme/legal/archive');
  expect(text).toContain('Other objects need 1 unmanaged object: the API refuses the deletion.');
  expect(await runCommands(text)).toEqual([]);
});

test('each grant names the people who have it, and an invite its uses and its end', async () => {
  await running.close();
  const externalGroupRoleMappings = [{ externalGroupId: 'everyone', role: 'owner', scope: 'acme' }];
  const invite = { role: 'owner', ttl: '86400s' };
  running = await startEmulator({
    seed: {
      groups: [
        {
          ...{ uid: root, name: 'acme' },
          identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc, externalGroupRoleMappings }],
          groupInvites: [invite, { ...invite, email: 'ada@example.com', singleUse: true }],
        },
      ],
    },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  const { unmanaged } = JSON.parse(await drift([], '--format', 'json')) as Drift;
  const facts = unmanaged.flatMap(({ access, isOwnAccess }) =>
    access === undefined || isOwnAccess ? [] : [access.text.replace(/\d{4}-\d\d-\d\d$/, 'DAY')],
  );
  expect(facts.sort()).toEqual([
    'Full control for ada@example.com, for a single use, until DAY',
    'Full control for anyone in the external group everyone',
    'Full control for anyone with the code, any number of times, until DAY',
  ]);
});
