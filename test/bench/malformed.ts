/**
 * Malformed requests, over HTTP and gRPC, from a seeded generator. After each hundred the process answers a good request, or
 * the bench ends there.
 */
import { connect, type ClientHttp2Session } from 'node:http2';
import { connectGrpc } from '../emulator/grpc/grpc-client';
import { randomFrom } from '../support/random';
import { rssOf, startEmulatorProcess, type EmulatorProcess } from './emulator-process';
import { malformedGrpc } from './malformed-grpc';
import { malformedHttp } from './malformed-http';
import { inMb, inMs, median, type Bench, type Row } from './report';

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly rootGroupUid: string;
  /** The request of a list, with a query. */
  readonly path: string;
}

export interface Malformed {
  readonly kind: string;
  /** Resolves with how it ended, in words or as a status; never rejects. */
  readonly send: () => Promise<string>;
}

const atOnce = 10;

export function malformed(count = 10_000, seed = 1): Bench {
  return {
    name: 'malformed',
    onlyByName: true,
    async run() {
      const emulator = await startEmulatorProcess();
      const target: Target = { ...emulator, path: '/iam/v2beta1/groups?page_size=5' };
      const sessions = sessionsAt(emulator.baseUrl);
      const random = randomFrom(seed);
      const endings = new Map<string, number>();
      const took: [string, number][] = [];
      try {
        for (let sent = 0; sent < count; sent += 100) {
          const requests = Array.from({ length: 100 }, () =>
            random.chance(50) ? malformedHttp(random, target) : malformedGrpc(random, target, sessions.open),
          );
          const lane = async (): Promise<void> => {
            for (let next = requests.shift(); next !== undefined; next = requests.shift()) {
              const from = performance.now();
              const ending = `${next.kind.split(',')[0]!} ${await next.send()}`;
              took.push([next.kind, performance.now() - from]);
              endings.set(ending, (endings.get(ending) ?? 0) + 1);
            }
          };
          await Promise.all(Array.from({ length: atOnce }, lane));
          await answersGoodRequests(emulator, `after ${sent + 100} of seed ${seed}`);
        }
        return rows(endings, took, rssOf(emulator.child.pid!));
      } finally {
        sessions.close();
        await emulator.stop();
      }
    },
  };
}

async function answersGoodRequests(
  { baseUrl, token, rootGroupUid, child }: EmulatorProcess,
  when: string,
): Promise<void> {
  const end = child.exitCode ?? child.signalCode;
  if (end !== null) throw new Error(`The process has ended (${end}) ${when}.`);
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(30_000);
  const { status } = await fetch(`${baseUrl}/iam/v2beta1/groups/${rootGroupUid}`, { headers, signal });
  if (status !== 200) throw new Error(`A good request is answered ${status} ${when}.`);
  const grpc = connectGrpc(baseUrl, token);
  try {
    await grpc.call('GroupsService', 'GetGroup', { uid: rootGroupUid });
  } catch (error) {
    throw new Error(`A good call fails ${when}: ${(error as Error).message}`, { cause: error });
  } finally {
    grpc.close();
  }
}

/** A session that the server has ended is followed by another. */
function sessionsAt(baseUrl: string) {
  let session: ClientHttp2Session | undefined;
  return {
    open: (): ClientHttp2Session => {
      if (session === undefined || session.closed || session.destroyed)
        session = connect(baseUrl).on('error', () => undefined);
      return session;
    },
    close: () => session?.destroy(),
  };
}

function rows(endings: ReadonlyMap<string, number>, took: readonly (readonly [string, number])[], rss: number): Row[] {
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, 5);
  const total = [...endings.values()].reduce((sum, number) => sum + number, 0);
  return [
    { what: 'requests, by outcome', value: String(total) },
    ...[...endings].sort().map(([what, number]) => ({ what: `  ${what}`, value: String(number) })),
    { what: 'time, median', value: inMs(median(took.map(([, ms]) => ms))) },
    ...slowest.map(([kind, ms]) => ({ what: `  slowest: ${kind}`, value: inMs(ms) })),
    { what: 'resident memory at the end', value: inMb(rss) },
  ];
}
