/** The provider in a CI workload: without a token of the API, with an identity to assume. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { startHost } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';
import { identity, role, roleBinding } from '../../../src/model/kinds';

const baseUrl = 'http://localhost';
const subject = 'repo:acme/shop:environment:production';

/** Starts an organization with one identity that has every capability, and runs Terraform as a workload with its token. */
async function workload(claim = subject) {
  let now = Date.UTC(2026, 0, 1);
  const emulator = createEmulator({ publicUrls: [baseUrl], clock: () => new Date(now) });
  const fetch = (request: Request): Promise<Response> => emulator.handle(request);
  const root = emulator.rootGroupUid;
  const administrator = createClient({ baseUrl, token: await emulator.administratorToken(), fetch });
  const { items } = await administrator.page(role, { name: 'owner' });
  const claimMatch = { issuer: emulator.oidcIssuer(), subject };
  const { uid: identityUid } = await administrator.create(identity, root, { name: 'ci', claimMatch });
  await administrator.create(roleBinding, root, { identityUid, roleUid: items[0]!.uid });

  const folder = mkdtempSync(join(tmpdir(), 'workload-'));
  const file = join(folder, 'token');
  const present = async (): Promise<void> => writeFileSync(file, await emulator.oidcToken({ subject: claim }));
  await present();
  emulator.requestLog.clear();
  const env = {
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_AUTH_URL: baseUrl,
    PLATFORM_IDENTITY_UID: identityUid,
    PLATFORM_IDENTITY_TOKEN_FILE: file,
  };
  const sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    now += ms;
    return Promise.resolve();
  };
  const start = (variables: Record<string, string>) =>
    startHost(
      createProvider({ env: variables, fetch, clock: () => now, sleep, temporaryFolder: folder }),
      {},
      { terraformVersion: 'in-process' },
    );
  return {
    emulator,
    root,
    present,
    pass: (ms: number) => void (now += ms),
    exchanges: () => emulator.requestLog.counts()['GET /sts/exchange'] ?? 0,
    run: () => start(env),
    /** Starts another process with a token in its provider block. */
    runAsAdministrator: async () =>
      start({ PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: await emulator.administratorToken() }),
    identity: { uid: identityUid, subject, issuer: emulator.oidcIssuer() },
    close: () => {
      emulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}

it('exchanges one token for a whole run, regardless of its length', async () => {
  const { run, root, exchanges, close } = await workload();
  const host = await run();
  const groups = Array.from({ length: 20 }, (_, index) => ({ parent_uid: root, name: `group ${index}` }));
  await Promise.all(groups.map((config) => host.resource('platform_group').apply(config)));
  expect(exchanges()).toBe(1);
  close();
});

it('continues after its token and its first identity token have expired', async () => {
  const { run, root, exchanges, present, pass, emulator, close } = await workload();
  const group = (await run()).resource('platform_group');
  await group.apply({ parent_uid: root, name: 'a' });
  // Longer than either token lives: an apply may take hours.
  pass(3 * 3600_000);
  await present();
  await group.apply({ parent_uid: root, name: 'a', description: 'later' });
  // Revoked in the middle of the run.
  emulator.faults.add({ effect: 'expiredTokens', times: 1 });
  await group.apply({ parent_uid: root, name: 'a', description: 'later still' });
  expect(group.state).toMatchObject({ description: 'later still' });
  expect(exchanges()).toBe(3);
  close();
});

it('requests no token before it is needed', async () => {
  const { run, exchanges, close } = await workload();
  await run();
  expect(exchanges()).toBe(0);
  close();
});

it('names the claim that does not match, and creates nothing', async () => {
  const { run, root, emulator, close } = await workload('repo:acme/shop:pull_request');
  const host = await run();
  const refused = host.resource('platform_group').apply({ parent_uid: root, name: 'a' });
  await expect(refused).rejects.toThrow(
    /invalid "sub"[^]*The identity token says iss .*, sub "repo:acme\/shop:pull_request"/,
  );
  expect(emulator.requestLog.entries.every(({ path }) => path === '/sts/exchange')).toBe(true);
  close();
});

describe('an identity that another process has just changed', () => {
  /** Lets the exchange cache an identity that rejects this workload, and then another process change the identity. */
  async function changed() {
    const all = await workload('repo:acme/shop:pull_request');
    const { run, runAsAdministrator, root, identity: ci } = all;
    const create = async () => (await run()).resource('platform_group').apply({ parent_uid: root, name: 'a' });
    await expect(create()).rejects.toThrow(/invalid "sub"/);
    const resource = (await runAsAdministrator()).resource('platform_identity');
    await resource.import(ci.uid);
    const claim_match = { issuer: ci.issuer, subject: 'repo:acme/shop:pull_request' };
    await resource.apply({ group_uid: root, name: 'ci', claim_match });
    return { ...all, create };
  }

  it('is assumed once the exchange no longer caches the former one (contract T8)', async () => {
    const { create, close } = await changed();
    await expect(create()).resolves.toMatchObject({ action: 'create' });
    close();
  });
});
