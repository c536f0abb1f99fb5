/** Members of external groups in the answers of live commands, and a service that does not show where they have their role. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import type { Answer } from '../../src/review';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy';

jest.setTimeout(60_000);

const oidc = { issuer: 'https://login.example', clientId: 'x', pkceEnabled: true, groupsClaim: 'groups' };
const claimMatch = { issuer: 'https://issuer.example', subject: 'ci' };
const members = 'acme/(anyone in the external group admins)';
const folder = mkdtempSync(join(tmpdir(), 'members-'));
const environment = process.env;

let organization: RunningEmulator;
let proxy: FaultProxy;
let withoutScope: ((body: string) => string) | undefined;

beforeAll(async () => {
  organization = await startEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          identities: [{ name: 'ci', claimMatch }],
          roleBindings: [{ identity: 'ci', role: 'viewer' }],
          identityProviders: [
            {
              ...{ name: 'staff', defaultRole: 'registry.pull', oidc },
              externalGroupRoleMappings: [{ externalGroupId: 'admins', role: 'owner', scope: 'payments' }],
            },
          ],
          groups: [{ name: 'payments' }, { name: 'shop' }],
        },
      ],
    },
  });
  proxy = await startFaultProxy(organization.baseUrl, ({ path }) =>
    withoutScope !== undefined && path.includes('/externalGroupRoleMappings') ? { rewritten: withoutScope } : undefined,
  );
  process.env = { ...environment, PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: organization.token };
});
afterEach(() => (withoutScope = undefined));
afterAll(async () => {
  process.env = environment;
  await proxy.close();
  await organization.close();
  rmSync(folder, { recursive: true });
});

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

async function answer(...args: readonly string[]): Promise<Answer & { readonly code: number }> {
  const { code, out } = await run(...args, '--live', '--format', 'json');
  return { ...(JSON.parse(out) as Answer), code };
}

describe('everyone in an external group', () => {
  test('is counted where the mapping gives the role and beneath, and nowhere else', async () => {
    const owners = await answer('who-can', 'role_bindings.create', 'acme/payments');
    expect(owners.code).toBe(0);
    expect(owners.rows.map(({ identity, role, group }) => [identity, role, group])).toEqual([
      [members, 'owner', 'acme/payments'],
      ['administrator', 'owner', 'acme'],
    ]);
    const elsewhere = await answer('who-can', 'role_bindings.create', 'acme/shop');
    expect(elsewhere.rows.map(({ identity }) => identity)).toEqual(['administrator']);
  });

  test('is counted in the sentence, with the reason', async () => {
    const { code, out } = await run('who-can', 'role_bindings.create', 'acme/payments', '--live');
    expect(code).toBe(0);
    expect(out).toContain('2 identities have role_bindings.create in acme/payments:');
    expect(out).toContain('anyone in the external group admins');
    const why = await run('why', members, 'role_bindings.create', 'acme/payments', '--live');
    expect([why.code, why.err]).toEqual([0, '']);
    expect((await answer('where-can', members)).rows.map(({ group, role }) => [group, role])).toEqual([
      ['acme/payments', 'owner'],
    ]);
  });
});

test('an external group of the same name at another identity provider is another answer', async () => {
  const headers = { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' };
  const iam = `${organization.baseUrl}/iam/v2beta1`;
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${iam}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { readonly uid: string }).uid;
  };
  const { roles } = (await (await fetch(`${iam}/roles?name=owner`, { headers })).json()) as {
    readonly roles: readonly { readonly uid: string }[];
  };
  const roleUid = roles[0]!.uid;
  const more = { oidc: { ...oidc, issuer: 'https://partners.example' }, defaultRole: roleUid };
  const partners = await post(`identityProviders/${organization.rootGroupUid}`, { name: 'partners', ...more });
  const scope = organization.rootGroupUid;
  await post(`externalGroupRoleMappings/${partners}`, { externalGroupId: 'admins', roleUid, scope });
  const { rows } = await answer('who-can', 'role_bindings.create', 'acme/payments');
  expect(rows.map(({ identity, group }) => [identity, group])).toEqual([
    ['acme/(anyone in the external group admins of partners)', 'acme'],
    ['acme/(anyone in the external group admins of staff)', 'acme/payments'],
    ['acme/(anyone who signs in through partners)', 'acme'],
    ['administrator', 'acme'],
  ]);
  const named = await answer('where-can', 'acme/(anyone in the external group admins of staff)');
  expect(named.rows.map(({ group }) => group)).toEqual(['acme/payments']);
  expect(await fetch(`${iam}/identityProviders/${partners}`, { method: 'DELETE', headers })).toMatchObject({
    status: 200,
  });
  expect((await answer('who-can', 'role_bindings.create', 'acme/shop')).rows).toHaveLength(1);
});

describe.each([
  ['absent', (body: string) => body.replaceAll(/,"scope":"[^"]*"/g, '')],
  ['empty', (body: string) => body.replaceAll(/"scope":"[^"]*"/g, '"scope":""')],
  ['null', (body: string) => body.replaceAll(/"scope":"[^"]*"/g, '"scope":null')],
])('a scope that is %s in responses', (_form, rewrite) => {
  beforeEach(() => (withoutScope = rewrite));

  test.each([
    ['who-can', ['who-can', 'role_bindings.create', 'acme/payments']],
    ['who-can about a group without mappings', ['who-can', 'role_bindings.create', 'acme/shop']],
    ['where-can', ['where-can', 'acme/ci']],
    ['why', ['why', 'acme/ci', 'groups.list', 'acme']],
  ])('makes %s inconclusive', async (_question, args) => {
    const { code, out, err } = await run(...args, '--live');
    expect(code).toBe(3);
    expect(out + err).toContain('Cannot resolve scope_uid of ');
    expect(out + err).toContain('the service does not show it');
    expect((await answer(...args)).problems).toEqual([expect.stringContaining('Cannot resolve scope_uid of ')]);
  });

  test('makes an access review inconclusive', async () => {
    const { code, err } = await run('access-review', '--live', '--out', join(folder, 'review'));
    expect(code).toBe(3);
    expect(err).toContain('Cannot resolve scope_uid of ');
  });
});
