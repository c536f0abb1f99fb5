/** The request rate of the emulator, and the cost of a list among 100 objects and among 100,000. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, startEmulator, type Emulator } from '../../src/emulator';
import { inMb, inMs, median, type Bench, type Row } from './report';
import { timed } from './timed';

const few = 100;
const many = 100_000;
const claimMatch = { issuer: 'https://token.example.com', subject: 's' };

export function emulator(): Bench {
  return { name: 'emulator', run: async () => [...(await throughput()), ...(await growth()), ...(await seedStart())] };
}

/** The CPU and the memory of the command until its first line, with a seed of 100,000 objects in 100 groups. */
async function seedStart(rounds = 3): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'seed.json');
  const each = Array.from({ length: many / 200 }, (_, n) => `i${n}`);
  const groups = Array.from({ length: 100 }, (_, n) => ({
    name: `g${n}`,
    identities: each.map((name) => ({ name, claimMatch })),
    roleBindings: each.map((identity) => ({ identity, role: 'viewer' })),
  }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'acme', groups }] }));
  const command = join(__dirname, '../../dist/platform-iac.js');
  const look = `process.stdout.write(require('fs').readFileSync('/proc/' + process.ppid + '/status', 'utf8'))`;
  const started = [];
  for (let round = 0; round < rounds; round++)
    started.push(
      await timed(process.execPath, [command, 'emulator', '--seed', file, '--', process.execPath, '-e', look]),
    );
  rmSync(folder, { recursive: true });
  const cpu = median(started.map((start) => start.cpu));
  const peak = median(started.map(({ stdout }) => Number(/VmHWM:\s*(\d+)/.exec(stdout)?.[1]) * 1024));
  const accept = 1;
  return [
    { what: `start with a seed of ${many}, CPU`, value: inMs(1000 * cpu), ratio: cpu / 12, accept, goal: 0.67 },
    { what: `start with a seed of ${many}, memory`, value: inMb(peak), ratio: peak / 400e6, accept },
  ];
}

async function throughput(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const rows: Row[] = [];
  for (const [where, dataFile] of [
    ['in memory', undefined],
    ['on disk', join(folder, 'data.db')],
  ] as const) {
    const { baseUrl, token, rootGroupUid: root, seed, close } = await startEmulator({ dataFile });
    await seed({ groups: [{ name: 'full', groups: Array.from({ length: 1_000 }, (_, n) => ({ name: `n${n}` })) }] });
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

/** From 16 concurrent clients, for two seconds. */
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
    // Writes go to several places of indexes that do not fit into any cache of the processor.
    const accept = what === 'create' ? 4 : 2;
    return [
      { what: `${what}, of ${few}`, value: inMs(before) },
      { what: `${what}, of ${many}`, value: inMs(after), ratio: after / before, accept },
    ];
  });
}

/** The milliseconds that lists take among `size` identities and as many bindings in one group, each after a write. */
async function listTimes(size: number): Promise<Record<string, number>> {
  const emulator = createEmulator();
  const token = await emulator.administratorToken();
  const numbers = Array.from({ length: size }, (_, n) => (n * 7919) % size);
  const identities = numbers.map((n) => ({ name: `n${n}`, claimMatch }));
  emulator.seed({ groups: [{ name: 'full', groups: [{ name: 'inner', identities }] }] });
  const inner = (await listed(emulator, token, '/iam/v2beta1/groups?name=inner')).groups?.[0]?.uid ?? '';
  const named = `/iam/v2beta1/identities?uidp.children_of=${inner}&name=n7`;
  const bound = (await listed(emulator, token, named)).identities?.[0]?.uid ?? '';
  await call(emulator, token, 'POST', `/iam/v2beta1/roleBindings/${inner}`, {
    identityUid: bound,
    roleUid: (await listed(emulator, token, '/iam/v2beta1/roles?name=viewer')).roles?.[0]?.uid,
  });
  const list = `/iam/v2beta1/identities?page_size=50&`;
  const pages = {
    'list by name in a group': `${list}uidp.children_of=${inner}&name=n7`,
    'list by name': `${list}name=n7`,
    'list of a group': `${list}uidp.children_of=${inner}`,
    'list of a group, by name': `${list}uidp.children_of=${inner}&order_by=name`,
    'list of a tree': `${list}uidp.descendants_of=${inner}`,
    'list of a tree, by name': `${list}uidp.descendants_of=${inner}&order_by=name`,
    'bindings of an identity': `/iam/v2beta1/roleBindings?identity=${bound}`,
    'list of a group, a way of assuming': `${list}uidp.children_of=${inner}&relationship_type=RELATIONSHIP_TYPE_CLAIM_MATCH`,
  };
  let count = 0;
  const write = async () => {
    const identity = { name: `new ${count++}`, claimMatch };
    await call(emulator, token, 'POST', `/iam/v2beta1/identities/${inner}`, identity);
  };
  const times: Record<string, number> = {};
  for (const [what, path] of Object.entries(pages)) {
    const { nextPageToken } = await listed(emulator, token, path);
    times[what] = await medianMs(() => listed(emulator, token, path), write);
    if (nextPageToken !== undefined)
      times[`${what}, the next page`] = await medianMs(
        () => listed(emulator, token, `${path}&page_token=${nextPageToken}`),
        write,
      );
  }
  times['read'] = await medianMs(() => listed(emulator, token, `/iam/v2beta1/identities/${bound}`), write);
  times['create'] = await medianMs(write);
  emulator.close();
  return times;
}

interface Listed {
  readonly groups?: readonly { readonly uid: string }[];
  readonly identities?: readonly { readonly uid: string }[];
  readonly roles?: readonly { readonly uid: string }[];
  readonly nextPageToken?: string;
}

async function listed(emulator: Emulator, token: string, path: string): Promise<Listed> {
  return (await call(emulator, token, 'GET', path)) as Listed;
}

async function call(emulator: Emulator, token: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await emulator.handle(new Request(`http://emulator.localhost${path}`, init));
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

async function medianMs(
  run: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 101; round++) {
    await before();
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}
