/** How many requests the embedded API serves, and how a list grows from 1,000 to 100,000 objects. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, startEmulator, type Emulator } from '../../src/emulator';
import { inMs, median, type Bench, type Row } from './report';

const few = 1_000;
const many = 100_000;
const claimMatch = { issuer: 'https://token.example.com', subject: 's' };

export function emulator(): Bench {
  return { name: 'emulator', run: async () => [...(await throughput()), ...(await growth())] };
}

async function throughput(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const rows: Row[] = [];
  for (const [where, dataFile] of [
    ['in memory', undefined],
    ['on disk', join(folder, 'data.db')],
  ] as const) {
    const { baseUrl, token, rootGroupUid: root, seed, close } = await startEmulator({ dataFile });
    await seed({ groups: [{ name: 'full', groups: Array.from({ length: few }, (_, n) => ({ name: `n${n}` })) }] });
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}` };
      await (
        await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      ).arrayBuffer();
    };
    const groups = '/iam/v2beta1/groups';
    rows.push(
      { what: `get, ${where}`, value: await perSecond(() => ask('GET', `${groups}/${root}`)) },
      { what: `list of 50, ${where}`, value: await perSecond(() => ask('GET', `${groups}?order_by=name`)) },
      { what: `create, ${where}`, value: await perSecond(() => ask('POST', `${groups}/${root}`, { name: 'a' })) },
    );
    await close();
  }
  rmSync(folder, { recursive: true });
  return rows;
}

/** From 16 clients at once, for two seconds. */
async function perSecond(request: () => Promise<void>): Promise<string> {
  for (let warm = 0; warm < 200; warm++) await request();
  const start = performance.now();
  let count = 0;
  const client = async () => {
    for (; performance.now() - start < 2000; count++) await request();
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return `${Math.round(count / ((performance.now() - start) / 1000))} /s`;
}

async function growth(): Promise<Row[]> {
  const small = await listTimes(few);
  const large = await listTimes(many);
  return Object.keys(small).flatMap((what) => {
    const [before = Number.NaN, after = Number.NaN] = [small[what], large[what]];
    return [
      { what: `${what}, of ${few}`, value: inMs(before) },
      { what: `${what}, of ${many}`, value: inMs(after), ratio: after / before, accept: 10 },
    ];
  });
}

/** The milliseconds that lists of 200 take among `size` identities, the first one after each write and those that follow. */
async function listTimes(size: number): Promise<Record<string, number>> {
  const emulator = createEmulator();
  const token = await emulator.administratorToken();
  const identities = Array.from({ length: size }, (_, n) => ({ name: `n${(n * 7919) % size}`, claimMatch }));
  emulator.seed({ groups: [{ name: 'full', groups: [{ name: 'inner', identities }] }] });
  const full = (await listed(emulator, token, '/iam/v2beta1/groups?name=full')).groups?.[0]?.uid ?? '';
  const path = `/iam/v2beta1/identities?uidp.descendants_of=${full}&order_by=name&page_size=200`;
  const write = () => emulator.seed({ groups: [{ name: 'write' }] });
  let token200 = '';
  const times = {
    'list 200 by name, after a write': await medianMs(async () => {
      token200 = (await listed(emulator, token, path)).nextPageToken ?? '';
    }, write),
    'list 200 by name': await medianMs(() => listed(emulator, token, path)),
    'the next page': await medianMs(() => listed(emulator, token, `${path}&page_token=${token200}`)),
    'skip half': await medianMs(() => listed(emulator, token, `${path}&skip=${size / 2}`)),
  };
  emulator.close();
  return times;
}

interface Listed {
  readonly groups?: readonly { readonly uid: string }[];
  readonly nextPageToken?: string;
}

async function listed(emulator: Emulator, token: string, path: string): Promise<Listed> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await emulator.handle(new Request(`http://emulator.localhost${path}`, { headers }));
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Listed;
}

async function medianMs(run: () => Promise<unknown>, before: () => void = () => undefined): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 25; round++) {
    before();
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}
