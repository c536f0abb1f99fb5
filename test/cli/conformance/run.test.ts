// @slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../../src/model/api';
import {
  confirmedLine,
  formatConformanceJson,
  formatConformanceText,
  rules,
  runConformance,
} from '../../../src/cli/conformance';
import { RUN_MS } from '../../../src/cli/conformance/run';
import { startEmulator } from '../../../src/emulator';
import { type EmbeddedService, startEmbedded } from './embedded-service';
import { mutants } from './mutants';

const COLLECTIONS = [
  'groups',
  'identities',
  'roles',
  'roleBindings',
  'identityProviders',
  'accountAssociations',
  'groupInvites',
];

/** Returns each object of the organization, without times. */
async function objectsOf({ emulator, token }: Pick<EmbeddedService, 'emulator' | 'token'>): Promise<string[]> {
  const lists = COLLECTIONS.map(async (collection) => {
    const path = `http://localhost/iam/v2beta1/${collection}?page_size=200`;
    const response = await emulator.handle(new Request(path, { headers: { authorization: `Bearer ${token}` } }));
    const items = ((await response.json()) as Values)[collection] as readonly Values[];
    return items.map(({ uid }) => `${collection}/${String(uid)}`);
  });
  return (await Promise.all(lists)).flat().sort();
}

describe('a run against the embedded API', () => {
  it('finds no difference, tries all but a few rules, and leaves nothing behind', async () => {
    const service = await startEmbedded();
    const before = await objectsOf(service);
    const result = await service.run();
    const differing = result.rules.filter(({ verdict }) => verdict !== 'holds' && verdict !== 'notTried');
    expect(differing).toEqual([]);
    expect(result.counts.notTried).toBeLessThanOrEqual(15);
    expect({ left: result.left, fails: result.fails, total: result.total }).toEqual({
      left: [],
      fails: false,
      total: rules.length,
    });
    expect(await objectsOf(service)).toEqual(before);
  }, 60_000);

  it('makes no identity provider and no root group without a throwaway root group', async () => {
    const service = await startEmbedded();
    await service.run();
    const writes = service.emulator.requestLog.entries
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => path);
    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter((path) => /identityProviders|externalGroupRoleMappings|\/groups$/.test(path))).toEqual([]);
  }, 60_000);

  it('writes only beneath its group and in the throwaway root group, over a socket with gRPC too', async () => {
    const running = await startEmulator();
    const { baseUrl, token, rootGroupUid } = running;
    try {
      const result = await runConformance({
        ...{ baseUrl, version: 'v2beta1', parent: rootGroupUid, throwawayRoot: rootGroupUid, grpc: true },
        rules,
        ...{ token: () => Promise.resolve(token), signal: new AbortController().signal },
      });
      const others = result.rules
        .filter(({ verdict }) => verdict !== 'holds')
        .map(({ id, verdict }) => `${id} ${verdict}`);
      expect(others).toEqual(['E5 notTried', 'T7 notTried', 'A8 notTried', 'F2 notTried', 'F3 notTried']);
      expect(result.left).toEqual([]);
    } finally {
      await running.close();
    }
  }, 60_000);

  it('holds where times have 0, 3, 6 or 9 decimals', async () => {
    let count = 0;
    const withDecimals = (text: string) =>
      text.replace(/\.\d{3}Z/g, (ms) => `${ms.slice(0, -1)}${['', '000', '000001'][++count % 3]}Z`);
    const service = await startEmbedded({
      ...{ rule: 'V3', title: 'times have more decimals' },
      response: (_, __, json) => ({ json: JSON.parse(withDecimals(JSON.stringify(json))) as Values }),
    });
    const result = await service.run({ rules: rules.filter(({ id }) => /^[LV]/.test(id)) });
    expect(result.rules.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id)).toEqual(['V3']);
    expect(result.fails).toBe(false);
  }, 30_000);

  it('keeps to the rate limit of a service: few requests are refused, and no rule differs', async () => {
    const service = await startEmbedded();
    const before = await objectsOf(service);
    service.emulator.faults.add({ effect: 'rateLimit', requestsPerSecond: 60, burst: 20 });
    const result = await service.run({ rules: rules.filter(({ id }) => /^[LMO]/.test(id)) });
    service.emulator.faults.clear();
    const { entries } = service.emulator.requestLog;
    const refused = entries.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused / entries.length).toBeLessThan(0.25);
    expect(
      result.rules.flatMap(({ id, verdict }) => (verdict === 'holds' || verdict === 'notTried' ? [] : [id])),
    ).toEqual([]);
    expect(result.left).toEqual([]);
    expect(await objectsOf(service)).toEqual(before);
  }, 60_000);

  it('does not treat a body that is too large as a rate limit', async () => {
    const tooLarge = { code: 8, message: 'the message is too large', details: [] };
    const { emulator, token } = await startEmbedded();
    let refused = 0;
    const result = await runConformance({
      ...{ baseUrl: 'http://localhost', version: 'v2beta1', parent: emulator.rootGroupUid },
      ...{ rules: rules.filter(({ id }) => id === 'O8'), token: () => Promise.resolve(token) },
      signal: new AbortController().signal,
      fetch: async (request) => {
        const body = await request.clone().text();
        if (body.length <= 1024 * 1024) return emulator.handle(request);
        refused += 1;
        return Response.json(tooLarge, { status: 429 });
      },
    });
    expect([refused, result.rules.map(({ verdict }) => verdict)]).toEqual([1, ['allowed']]);
  });

  it('ends within its time at a latency of 100 ms', async () => {
    const service = await startEmbedded();
    service.emulator.faults.add({ effect: 'latency', latencyMs: 100 });
    const result = await service.run();
    expect(RUN_MS).toBeLessThan(120_000);
    expect(result.rules.filter(({ verdict }) => verdict === 'differs' || verdict === 'allowed')).toEqual([]);
    expect(result.rules.flatMap(({ reason = '' }) => (reason.includes('seconds') ? [reason] : []))).toEqual([]);
  }, 120_000);
});

describe('a run', () => {
  it('removes what a killed run has left, and not the group of a user or of a running run', async () => {
    const service = await startEmbedded();
    const { emulator, token } = service;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const make = async (name: string, description: string): Promise<string> => {
      const url = `http://localhost/iam/v2beta1/groups/${emulator.rootGroupUid}`;
      const body = JSON.stringify({ name, description });
      return String(
        ((await (await emulator.handle(new Request(url, { method: 'POST', headers, body }))).json()) as Values)['uid'],
      );
    };
    const mark = (process: number): string =>
      `Made by platform-iac conformance (machine 0123456789ab, process ${process}). It removes the group.`;
    const recent = new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '').toLowerCase();
    const old = await make('iac-conformance-20200101t000000z-0123abcd', mark(1));
    const child = new Request(`http://localhost/iam/v2beta1/roles/${old}`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ name: 'left', capabilities: ['groups.list'] }),
    });
    await emulator.handle(child);
    const kept = [
      await make(`iac-conformance-${recent}-0123abcd`, mark(1)),
      await make('iac-conformance-20200101t000000z-0123abcd', 'A group of a user.'),
      await make('payments', mark(1)),
    ];
    await service.run({ rules: [] });
    const left = (await objectsOf(service))
      .filter((object) => object.startsWith('groups/'))
      .map((object) => object.slice('groups/'.length));
    expect(left.filter((uid) => uid !== emulator.rootGroupUid).sort()).toEqual(kept.sort());
  });

  it('stops when it is interrupted, and removes what it made', async () => {
    const service = await startEmbedded();
    const before = await objectsOf(service);
    const interrupted = new AbortController();
    let ended = 0;
    const result = await service.run({
      signal: interrupted.signal,
      progress: () => {
        if (++ended === 20) interrupted.abort(new Error('the run was interrupted'));
      },
    });
    expect(result.interrupted).toBe('the run was interrupted');
    expect(result.left).toEqual([]);
    expect(result.rules.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(await objectsOf(service)).toEqual(before);
  }, 60_000);

  it('reports a caller who cannot create a group', async () => {
    const { emulator, run } = await startEmbedded();
    const token = await emulator.tokenFor(emulator.administratorUid, ['groups.list']);
    await expect(run({ token: () => Promise.resolve(token) })).rejects.toThrow(
      /^Cannot create a group beneath [0-9a-f]{40}: HTTP 403/,
    );
  });

  it('fails only for a difference on which the client or the provider relies', async () => {
    const outcomes = await Promise.all(
      [
        ['errors', 'E4'],
        ['grants', 'A6'],
        ['routing', 'O6'],
      ].map(async ([file = '', id = '']) => {
        const mutant = mutants[file]?.find(({ rule }) => rule === id);
        const { run } = await startEmbedded(mutant);
        const { fails, rules: results } = await run({ rules: rules.filter((rule) => rule.id === id) });
        return [id, results[0]?.verdict, fails];
      }),
    );
    expect(outcomes).toEqual([
      ['E4', 'differs', true],
      ['A6', 'allowed', false],
      ['O6', 'allowed', false],
    ]);
  });

  it('shows requests and responses without secrets', async () => {
    const mutant = {
      rule: 'all',
      title: 'each response is refused',
      response: ({ path, method }: { path: string; method: string }) =>
        method === 'POST' && /identities|groupInvites|identityProviders|exchange/.test(path)
          ? { status: 400, json: { code: 3, message: `the request was ${method}`, details: [] } }
          : undefined,
    };
    const service = await startEmbedded(mutant);
    const result = await service.run({
      throwawayRoot: service.emulator.rootGroupUid,
      rules: rules.filter(({ id }) => /^(K|C3|T)/.test(id)),
    });
    const text = formatConformanceText(result) + formatConformanceJson(result);
    expect(result.counts.differs).toBeGreaterThan(3);
    expect(text).toContain('Request:  POST');
    expect(text).not.toContain(service.token);
    expect(text).not.toMatch(/eyJ[\w-]{8,}\./);
    expect(text).not.toContain('conformance-secret');
  }, 30_000);
});

test('at least 40 mutants break a visible rule each', () => {
  const all = Object.values(mutants).flat();
  expect(all.length).toBeGreaterThanOrEqual(40);
  const ids = new Set(rules.map(({ id }) => id));
  expect(all.filter(({ rule }) => !ids.has(rule))).toEqual([]);
  expect(new Set(all.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(40);
});

test('the README has the number of confirmed rules', () => {
  const confirmed = rules.filter(({ published }) => published?.extent === 'all').length;
  const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
  expect(readme).toContain(
    `${confirmedLine({ confirmed, total: rules.length }).replace(/\.$/, '')}: [compatibility](docs/compatibility.md)`,
  );
});
