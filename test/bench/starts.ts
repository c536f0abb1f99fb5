/** Many starts of the two programs: none may fail, and each takes as long as the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rssOf, startEmulatorProcess } from './emulator-process';
import { inMb, inMs, median, type Bench, type Row } from './report';
import { toSchema } from './start-up';

interface Start {
  readonly ms: number;
  readonly rss: number;
}

/** @param executable the built provider */
export function starts(executable: string, count = 500): Bench {
  return {
    name: 'starts',
    onlyByName: true,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      const data = join(folder, 'organization.db');
      try {
        return [
          ...(await rowsOf('emulator, in memory: start to first line', count, () => emulatorStart([]))),
          ...(await rowsOf('emulator, on one data file', count, () => emulatorStart(['--data', data]))),
          ...(await rowsOf('provider: start to answered GetProviderSchema', count, async () => {
            const { toAnswerMs, rss } = await toSchema(executable);
            return { ms: toAnswerMs, rss };
          })),
        ];
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

async function emulatorStart(args: readonly string[]): Promise<Start> {
  const { baseUrl, token, rootGroupUid, startMs, child, stop } = await startEmulatorProcess(args);
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${baseUrl}/iam/v2beta1/groups/${rootGroupUid}`, { headers });
  const rss = rssOf(child.pid!);
  await stop();
  if (status !== 200) throw new Error(`It answered ${status}.`);
  return { ms: startMs, rss };
}

async function rowsOf(what: string, count: number, start: () => Promise<Start>): Promise<Row[]> {
  const good: Start[] = [];
  const failures: string[] = [];
  for (let round = 0; round < count; round += 1) {
    try {
      good.push(await start());
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  const times = good.map(({ ms }) => ms);
  const memory = good.map(({ rss }) => rss);
  return [
    { what, value: `${inMs(median(times))}, worst ${inMs(Math.max(...times))}` },
    { what: '  resident memory', value: `${inMb(median(memory))}, most ${inMb(Math.max(...memory))}` },
    { what: '  failed', value: [`${failures.length} of ${count}`, ...new Set(failures)].join(': ') },
  ];
}
