/**
 * The number of requests of a refresh, by the number of managed and existing objects: the cost of a plan on any
 * network.
 */
import { createClient } from '../../src/client';
import { createEmulator } from '../../src/emulator';
import { createReads } from '../../src/provider/refresh/reads';
import { declarations } from '../../src/resources';
import { identifierField, type Declaration } from '../../src/schema';
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
        const requests = await requestsFor(shape);
        const { what, accept } = shape;
        rows.push({ what, value: `${requests} requests${accept === undefined ? '' : ` (accept ${accept})`}` });
      }
      return rows;
    },
  };
}

/** Reads as Terraform does, ten at a time. */
async function requestsFor({ there, managed }: Shape): Promise<number> {
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
  const reads = createReads(client, { bulk: true });
  const call = new AbortController();
  const walk = async (): Promise<void> => {
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) await reads.read(...next, call);
  };
  await Promise.all(Array.from({ length: 10 }, walk));
  const requests = emulator.requestLog.entries.length;
  emulator.close();
  return requests;
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
