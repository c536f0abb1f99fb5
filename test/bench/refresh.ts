/**
 * The number of requests of a refresh, by the number of managed and existing objects: the cost of a plan on any
 * network.
 */
import { createClient } from '../../src/client';
import { createEmulator } from '../../src/emulator';
import { createLog } from '../../src/plugin/goplugin/log';
import { createReads } from '../../src/provider/refresh/reads';
import { declarations } from '../../src/model/kinds';
import { identifierField, type Declaration } from '../../src/model/schema';
import type { Bench, Row } from './report';

interface Shape {
  readonly what: string;
  /** Objects of each kind that there are. */
  readonly there: Readonly<Record<string, number>>;
  /** Objects of each kind that are managed. */
  readonly managed: Readonly<Record<string, number>>;
  readonly accept?: number;
}

const shapes: readonly Shape[] = [
  { what: '3 of 10,000', there: { Identity: 10_000 }, managed: { Identity: 3 }, accept: 3 },
  { what: '1,500 of 1,500', there: { Identity: 1500 }, managed: { Identity: 1500 }, accept: 15 },
  {
    what: '1,000 of three kinds',
    there: { Group: 100, Role: 450, Identity: 450 },
    managed: { Group: 100, Role: 450, Identity: 450 },
    accept: 15,
  },
  { what: '200 of 10,000', there: { Identity: 10_000 }, managed: { Identity: 200 } },
  { what: '5,000 of 10,000', there: { Identity: 10_000 }, managed: { Identity: 5000 } },
];

export function refresh(): Bench {
  return {
    name: 'refresh',
    async run() {
      const rows: Row[] = [];
      for (const shape of shapes) {
        const { requests } = await refreshOf(shape);
        const { what, accept } = shape;
        rows.push({ what, value: `${requests} requests${accept === undefined ? '' : ` (accept ${accept})`}` });
      }
      const [, shape] = shapes;
      for (const level of shape === undefined ? [] : ['off', 'off', 'debug']) {
        const { cpuMs } = await refreshOf(shape as Shape, level);
        rows.push({ what: `1,500 of 1,500, log ${level}`, value: `${Math.round(cpuMs)} ms of CPU` });
      }
      return rows;
    },
  };
}

/** Reads as Terraform does, ten at a time. `level`: the level of the log. */
async function refreshOf({ there, managed }: Shape, level = 'off'): Promise<{ requests: number; cpuMs: number }> {
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme', ...seedOf(there) }] } });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  const wanted: [Declaration, string][] = [];
  for (const declaration of kindsIn(managed)) {
    const uids: string[] = [];
    const query = { descendantsOf: emulator.rootGroupUid };
    for await (const object of client.list(declaration, query)) uids.push(String(object[identifierField(declaration)]));
    const every = uids.length / (managed[declaration.kind] ?? 1);
    for (let at = 0; at < uids.length; at += every) wanted.push([declaration, uids[Math.floor(at)] ?? '']);
  }
  emulator.requestLog.clear();
  let written = 0;
  const log = createLog({ name: 'platform', env: { TF_LOG: level }, write: ({ length }) => void (written += length) });
  const reads = createReads(client, { bulk: true, log });
  const call = new AbortController();
  const walk = async (): Promise<void> => {
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) await reads.read(...next, call);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: 10 }, walk));
  const { user, system } = process.cpuUsage(before);
  if (written > 0 !== (level !== 'off')) throw new Error('The log does not have its level.');
  const requests = emulator.requestLog.entries.length;
  emulator.close();
  return { requests, cpuMs: (user + system) / 1000 };
}

function seedOf(there: Shape['there']): Record<string, object[]> {
  return Object.fromEntries(
    kindsIn(there).map(({ kind, collection, examples: { create: example } }) => [
      collection,
      Array.from({ length: there[kind] ?? 0 }, (_, index) => ({ ...example, name: `n${index}` })),
    ]),
  );
}

function kindsIn(counts: Readonly<Record<string, number>>): Declaration[] {
  return declarations.filter(({ kind }) => kind in counts);
}
