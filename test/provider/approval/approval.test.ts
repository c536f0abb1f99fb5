/** With an approved report, the provider sends only the listed writes, and rejects the others before any request. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Values } from '../../../src/model/api';
import { createPlaceholder } from '../../../src/model/approval';
import type { ReportedWrite } from '../../../src/model/report';
import { hashValue } from '../../../src/model/approval/writes/approved-write';
import { boundReport } from '../../model/approval/report/bound-report';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { Log } from '../../../src/plugin';
import { createLog } from '../../../src/plugin/goplugin/log';
import { type Host, startHost } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';

const folder = mkdtempSync(join(tmpdir(), 'approval-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

let emulator: Emulator;
let root: string;
beforeEach(() => {
  emulator = createEmulator();
  root = emulator.rootGroupUid;
});
afterEach(() => emulator.close());

/** Returns a provider that is bound to a report with these writes. */
async function bound(writes: readonly Partial<ReportedWrite>[], block: Values = {}): Promise<Host> {
  const approvedWrites = writes.map((write) => ({ path: 'acme/x', key: {}, fields: {}, ...write }) as ReportedWrite);
  writeFileSync(file, JSON.stringify(boundReport(approvedWrites)));
  return host({ PLATFORM_APPROVED_REPORT: file }, block);
}
async function host(more: Readonly<Record<string, string>> = {}, block: Values = {}, log?: Log): Promise<Host> {
  const token = await emulator.administratorToken();
  const env = { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: token, ...more };
  let slept = 0;
  const provider = createProvider({
    env,
    fetch: (request) => emulator.handle(request),
    clock: () => Date.now() + slept,
    sleep: (ms, signal) => {
      slept += ms;
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
    },
  });
  return startHost(provider, block, { terraformVersion: 'in-process', ...(log && { log }) });
}
const written = () => emulator.requestLog.entries.filter(({ method }) => method !== 'GET').map(({ method }) => method);

const team = { name: 'team' };
const teamUid = () => createPlaceholder(root, 'team');
const createTeam = (): Partial<ReportedWrite> => ({
  action: 'create',
  kind: 'Group',
  uid: teamUid(),
  parent: root,
  key: team,
  fields: team,
});
const match = { issuer: 'https://issuer.example', subject: 's' };
const createCi = (): Partial<ReportedWrite> => ({
  action: 'create',
  kind: 'Identity',
  uid: createPlaceholder(teamUid(), 'ci'),
  parent: teamUid(),
  key: { name: 'ci' },
  fields: { name: 'ci', claimMatch: match, description: `in ${teamUid()}` },
});
const ciIn = (group: unknown): Values => ({
  group_uid: group,
  name: 'ci',
  description: `in ${String(group)}`,
  claim_match: match,
});

test('a create passes field for field, once, and its uid replaces the placeholder in other writes', async () => {
  const provider = await bound([createTeam(), createCi()]);
  await expect(
    provider.resource('platform_group').apply({ parent_uid: root, name: 'team', description: 'more' }),
  ).rejects.toThrow(/The write is not approved[^]*description: \(not set\)[^]*\(set, value not shown\)/);
  await expect(provider.resource('platform_group').apply({ parent_uid: root, name: 'other' })).rejects.toThrow(
    /approved:\s+name: "team"\s+attempted:\s+name: "other"/,
  );
  expect(written()).toEqual([]);
  const group = provider.resource('platform_group');
  await group.apply({ parent_uid: root, name: 'team' });
  const uid = group.state?.['uid'];
  await expect(provider.resource('platform_identity').apply(ciIn(root))).rejects.toThrow('The write is not approved');
  await provider.resource('platform_identity').apply(ciIn(uid));
  expect(written()).toEqual(['POST', 'POST']);
  // The run knows the uid of its own object, and reads nothing to identify it.
  const reads = emulator.requestLog.entries.filter(({ path }) => path.endsWith(`/groups/${String(uid)}`));
  expect(reads).toEqual([]);
});

test('the same write is rejected the second time', async () => {
  const provider = await bound([createTeam()], { on_existing: 'create' });
  await provider.resource('platform_group').apply({ parent_uid: root, name: 'team' });
  await expect(provider.resource('platform_group').apply({ parent_uid: root, name: 'team' })).rejects.toThrow(
    'This run has used the approved write already.',
  );
  expect(written()).toEqual(['POST']);
});

test('an object that another process created is identified by its place, key and fields', async () => {
  const first = await bound([createTeam(), createCi()]);
  const group = first.resource('platform_group');
  await group.apply({ parent_uid: root, name: 'team' });
  const second = await bound([createTeam(), createCi()]);
  await second.resource('platform_identity').apply(ciIn(group.state?.['uid']));

  const provider = await host();
  const other = provider.resource('platform_group');
  await other.apply({ parent_uid: root, name: 'other' });
  const third = await bound([createTeam(), createCi()]);
  await expect(third.resource('platform_identity').apply(ciIn(other.state?.['uid']))).rejects.toThrow(
    'The write is not approved',
  );
});

describe('without a list of groups, an object that another process created', () => {
  const createdBefore = async () => {
    const first = await bound([createTeam(), createCi()]);
    const group = first.resource('platform_group');
    await group.apply({ parent_uid: root, name: 'team' });
    emulator.faults.add({ effect: 'listMissing', path: '/iam/v2beta1/groups' });
    return ciIn(group.state?.['uid']);
  };

  test('is identified by the list of v1', async () => {
    const ci = await createdBefore();
    await (await bound([createTeam(), createCi()])).resource('platform_identity').apply(ci);
    expect(written()).toEqual(['POST', 'POST']);
  });

  test('is not identified without the list of v1 either: nothing is sent, and the error explains why', async () => {
    const ci = await createdBefore();
    emulator.faults.add({ effect: 'error', code: 'NOT_FOUND', method: 'GET', path: '/iam/v1*' });
    await expect((await bound([createTeam(), createCi()])).resource('platform_identity').apply(ci)).rejects.toThrow(
      /The write is not approved[^]*The API has no readable list of groups, so another group can have the natural key/,
    );
    expect(written()).toEqual(['POST']);
  });
});

test('an update passes with its fields, and may omit only fields that already have their approved value', async () => {
  const group = (await host()).resource('platform_group');
  await group.apply({ parent_uid: root, name: 'team', description: 'old' });
  const uid = String(group.state?.['uid']);
  const update: Partial<ReportedWrite> = {
    action: 'update',
    kind: 'Group',
    uid,
    parent: root,
    fields: { name: 'new', description: 'new' },
  };
  const imported = async (writes: readonly Partial<ReportedWrite>[]) => {
    const instance = (await bound(writes)).resource('platform_group');
    await instance.import(uid);
    return instance;
  };
  emulator.requestLog.clear();
  const attempt = await imported([update]);
  await expect(attempt.apply({ parent_uid: root, name: 'new', description: 'old' })).rejects.toThrow('not approved');
  await expect(attempt.apply({ parent_uid: root, name: 'new', description: 'x' })).rejects.toThrow(
    /approved:\s+description: "new"\s+attempted:\s+description: "x"/,
  );
  await expect((await imported([update])).destroy()).rejects.toThrow('It contains no delete of a group.');
  expect(written()).toEqual([]);
  await group.apply({ parent_uid: root, name: 'new', description: 'old' });
  await (await imported([update])).apply({ parent_uid: root, name: 'new', description: 'new' });
  await (await imported([{ action: 'delete', kind: 'Group', uid, parent: root }])).destroy();
  expect(written()).toEqual(['PATCH', 'PATCH', 'DELETE']);
});

test('an object is adopted only if the report lists the adoption, even if nothing changes', async () => {
  const group = (await host()).resource('platform_group');
  await group.apply({ parent_uid: root, name: 'team' });
  const uid = String(group.state?.['uid']);
  const adopting = { on_existing: 'adopt' };
  const first = await bound([createTeam()], adopting);
  await expect(first.resource('platform_group').apply({ parent_uid: root, name: 'team' })).rejects.toThrow(
    /Cannot adopt group "team"[^]*It contains no adopt of a group/,
  );
  const adoption = { action: 'adopt', kind: 'Group', uid, parent: root, fields: {} } as const;
  await (await bound([adoption], adopting)).resource('platform_group').apply({ parent_uid: root, name: 'team' });
  expect(written()).toEqual(['POST']);
});

test('a sensitive field is compared by its hash, and an unknown one never passes', async () => {
  const secret = { ...createTeam(), fields: {}, key: {}, hashed: { name: hashValue('acme/x', 'name', 'team') } };
  const provider = await bound([secret]);
  await expect(provider.resource('platform_group').apply({ parent_uid: root, name: 'other' })).rejects.toThrow(
    /name: \(sensitive\)\s+attempted:\s+name: \(sensitive\)/,
  );
  const unknown = await bound([{ ...createTeam(), unknown: ['description'] }]);
  await expect(unknown.resource('platform_group').apply({ parent_uid: root, name: 'team' })).rejects.toThrow(
    'description: (unknown at review)',
  );
  await provider.resource('platform_group').apply({ parent_uid: root, name: 'team' });
  expect(written()).toEqual(['POST']);
});

test.each([
  ['a missing file', undefined],
  ['no JSON', '{'],
  ['no digest', JSON.stringify({ ...boundReport([]), digest: undefined })],
  ['no list', JSON.stringify(boundReport(undefined))],
  ['another version', JSON.stringify(boundReport([], { version: 2 }))],
  ['no effect', JSON.stringify(boundReport([], { effect: undefined }))],
  ['a list that the digest does not cover', JSON.stringify({ ...boundReport([]), digest: 'a'.repeat(64) })],
  ['an edited report', JSON.stringify({ ...boundReport([]), others: [] })],
])('%s approves nothing', async (_, text) => {
  rmSync(file, { force: true });
  if (text !== undefined) writeFileSync(file, text);
  await expect(host({ PLATFORM_APPROVED_REPORT: file })).rejects.toThrow('Invalid PLATFORM_APPROVED_REPORT');
  await expect(host({ PLATFORM_APPROVED_REPORT: '' })).rejects.toThrow('Invalid PLATFORM_APPROVED_REPORT');
});

test('a report with another digest than PLATFORM_APPROVED_DIGEST approves nothing', async () => {
  await bound([createTeam()]);
  const { digest } = JSON.parse(readFileSync(file, 'utf8')) as { digest: string };
  const env = { PLATFORM_APPROVED_REPORT: file, PLATFORM_APPROVED_DIGEST: digest };
  await (await host(env)).resource('platform_group').apply({ parent_uid: root, name: 'team' });
  await expect(host({ ...env, PLATFORM_APPROVED_DIGEST: 'a'.repeat(64) })).rejects.toThrow(
    /has the digest [0-9a-f]{64}, and PLATFORM_APPROVED_DIGEST requires "a{64}"/,
  );
  await expect(host({ PLATFORM_APPROVED_DIGEST: digest })).rejects.toThrow('PLATFORM_APPROVED_REPORT is not');
  expect(written()).toEqual(['POST']);
});

describe('a deletion', () => {
  const deleting = (uid: string, fields: Values): Partial<ReportedWrite> => ({
    ...{ action: 'delete', kind: 'Identity', uid, parent: root, fields },
  });
  const identities = async (count: number): Promise<string[]> => {
    const provider = await host();
    const uids: string[] = [];
    for (let index = 0; index < count; index++) {
      const instance = provider.resource('platform_identity');
      await instance.apply({ group_uid: root, name: `ci-${index}`, claim_match: match });
      uids.push(String(instance.state?.['uid']));
    }
    emulator.requestLog.clear();
    return uids;
  };
  const destroy = async (provider: Host, uid: string): Promise<void> => {
    const instance = provider.resource('platform_identity');
    await instance.import(uid);
    await instance.destroy();
  };

  test.each<[string, Values]>([
    ['another name', { name: 'other', claimMatch: match }],
    ['another trust policy', { name: 'ci-0', claimMatch: { ...match, subject: 'other' } }],
    ['another method', { name: 'ci-0', claimMatch: null, servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
  ])('is rejected if the object has %s than the report lists', async (_, fields) => {
    const [uid = ''] = await identities(1);
    const provider = await bound([deleting(uid, fields)]);
    await expect(destroy(provider, uid)).rejects.toThrow(/The write is not approved[^]*approved:[^]*attempted:/);
    expect(written()).toEqual([]);
  });

  test('passes if the object has the listed fields, or if it no longer exists', async () => {
    const [uid = '', gone = ''] = await identities(2);
    const provider = await bound([
      deleting(uid, { name: 'ci-0', claimMatch: match, servicePrincipal: null }),
      deleting(gone, { name: 'ci-1', claimMatch: match }),
    ]);
    await destroy(provider, uid);
    const instance = provider.resource('platform_identity');
    await instance.import(gone);
    await destroy(await host(), gone);
    await instance.destroy();
    expect(written().slice(0, 2)).toEqual(['DELETE', 'DELETE']);
  });

  test('of many objects reads one list', async () => {
    const uids = await identities(30);
    const provider = await bound(uids.map((uid, index) => deleting(uid, { name: `ci-${index}`, claimMatch: match })));
    const all = uids.map((uid) => ({ uid, one: provider.resource('platform_identity') }));
    for (const { uid, one } of all) await one.import(uid);
    emulator.requestLog.clear();
    await Promise.all(all.map(({ one }) => one.destroy()));
    expect(written()).toHaveLength(30);
    expect(emulator.requestLog.entries.filter(({ method }) => method === 'GET').length).toBeLessThan(10);
  });
});

describe('the removal of undeclared role bindings', () => {
  /** Returns the uid of the administrator's role binding in the root group, and the configuration that removes it. */
  const removing = async () => {
    const provider = await host();
    const found = await provider.data('platform_role_bindings', { children_of: root });
    const existing = found['role_bindings'] as Values[];
    emulator.requestLog.clear();
    return { uid: String(existing[0]?.['uid']), config: { group_uid: root, declared: [], existing } };
  };
  const deletion = (uid: string): Partial<ReportedWrite> => ({
    action: 'delete',
    kind: 'RoleBinding',
    uid,
    parent: root,
  });

  test('passes if the report lists the deletion of each object', async () => {
    const { uid, config } = await removing();
    const provider = await bound([deletion(uid)]);
    await provider.resource('platform_role_bindings_exclusive').apply(config);
    expect(written()).toEqual(['DELETE']);
  });

  test('is rejected before any request if the report lists another object', async () => {
    const { uid, config } = await removing();
    const provider = await bound([deletion(uid.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))]);
    await expect(provider.resource('platform_role_bindings_exclusive').apply(config)).rejects.toThrow(
      /The write is not approved[^]*the approved report does not contain this write/,
    );
    expect(written()).toEqual([]);
  });

  test('is rejected if the report lists another role or another identity of the role binding', async () => {
    const { uid, config } = await removing();
    const [binding] = config.existing;
    for (const fields of [{ roleUid: 'a'.repeat(40) }, { identityUid: 'b'.repeat(40) }]) {
      const provider = await bound([{ ...deletion(uid), fields }]);
      await expect(provider.resource('platform_role_bindings_exclusive').apply(config)).rejects.toThrow(
        'The write is not approved',
      );
    }
    expect(binding).toBeDefined();
    expect(written()).toEqual([]);
  });

  test('needs one approved deletion if the resource of the object deletes it, too', async () => {
    const { uid, config } = await removing();
    const provider = await bound([deletion(uid)]);
    const own = provider.resource('platform_role_binding');
    await own.import(uid);
    await Promise.all([own.destroy(), provider.resource('platform_role_bindings_exclusive').apply(config)]);
    expect(written()).toEqual(['DELETE']);
  });
});

test('a write that must follow another is rejected only after that other write has failed in this run', async () => {
  const first = await host();
  const deployer = first.resource('platform_role');
  await deployer.apply({ group_uid: root, name: 'deployer', capabilities: ['groups.list', 'repo.create'] });
  const uid = String(deployer.state?.['uid']);
  const narrow: Partial<ReportedWrite> = {
    ...{ action: 'update', kind: 'Role', uid, parent: root, path: 'acme/deployer' },
    fields: { capabilities: ['groups.list'] },
  };
  for (const isFailing of [true, false]) {
    const provider = await bound([narrow, { ...createTeam(), after: [uid] }]);
    const [role, group] = [provider.resource('platform_role'), provider.resource('platform_group')];
    await role.import(uid);
    if (isFailing) {
      const other = { group_uid: root, name: 'deployer', capabilities: ['groups.list', 'roles.list'] };
      await expect(role.apply(other)).rejects.toThrow('not approved');
    }
    const created = group.apply({ parent_uid: root, ...team });
    if (isFailing)
      await expect(created).rejects.toThrow(/acme\/deployer must lose access first, and that change has failed/);
    else await created;
  }
});

test('the debug log says which write of the report is sent, and that another one is refused', async () => {
  const decisions: string[] = [];
  const write = (line: string): void => {
    const { '@message': message, reason } = JSON.parse(line) as Record<string, string>;
    if (message?.startsWith('Decision: ') === true) decisions.push(`${message.slice(10)} (${reason ?? ''})`);
  };
  await bound([createTeam()]);
  const log = createLog({ name: 'platform', env: { TF_LOG: 'debug' }, write });
  const provider = await host({ PLATFORM_APPROVED_REPORT: file }, {}, log);
  await provider.resource('platform_group').apply({ parent_uid: root, ...team });
  await expect(provider.resource('platform_group').apply({ parent_uid: root, name: 'other' })).rejects.toThrow();
  expect(decisions).toContain('send (The approved report contains it: acme/x)');
  expect(decisions.at(-1)).toBe('refuse (The write is not approved)');
});
