/**
 * One object: the CPU of its plan and apply next to those of `terraform_data`, which needs no provider, and of a provider in Go that
 * does nothing: see `null-provider.ts`. The API answers after 100 ms. The requests before the write
 * are those of the process that applies.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { installNullProvider, nullConfig, nullProvider } from './null-provider';
import { providerFolder, startLine } from './launcher';
import { dataConfig, platformConfig } from './organization';
import { inMs, median, type Bench, type Row } from './report';
import { timed } from './timed';

const counts = { groups: 1, identities: 0, bindings: 0 };
const latencyMs = 100;
const engine = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';

/** @param executable the built provider */
export function oneObject(executable: string, rounds = 5): Bench {
  return {
    name: 'one-object',
    async run() {
      const running = await startEmulator({ thread: true });
      const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
      const env = {
        PLATFORM_BASE_URL: running.baseUrl,
        PLATFORM_TOKEN: running.token,
        TF_CLI_CONFIG_FILE: providerFolder(join(scratch, 'provider'), startLine(executable)),
      };
      const ours = terraform({ files: { 'main.tf': platformConfig(counts, running.rootGroupUid) }, env });
      const theirs = terraform({ files: { 'main.tf': dataConfig(counts) } });
      const go = nullProvider === undefined ? undefined : terraform({ files: { 'main.tf': nullConfig(1) } });
      const [ourPlan, ourApply, theirPlan, theirApply, reads, roundTrips]: number[][] = [[], [], [], [], [], []];
      const [goPlan, goApply]: number[][] = [[], []];
      try {
        await theirs.init();
        if (go !== undefined) await installNullProvider(go);
        await running.faults.add({ effect: 'latency', latencyMs });
        // In turns, so that other work on the machine affects both alike.
        for (let round = 0; round < rounds; round += 1) {
          theirPlan?.push(await run(theirs, 'plan', '-out=one'));
          theirApply?.push(await run(theirs, 'apply', 'one'));
          if (go !== undefined) {
            goPlan?.push(await run(go, 'plan', '-out=one'));
            goApply?.push(await run(go, 'apply', 'one'));
            await go.destroy();
          }
          ourPlan?.push(await run(ours, 'plan', '-out=one'));
          await running.requestLog.clear();
          ourApply?.push(await run(ours, 'apply', 'one'));
          const entries = await running.requestLog.entries();
          const routes = entries.map(({ route }) => route);
          const write = routes.findIndex((route) => /^POST .*\/groups\b/.test(route));
          if (write < 0) throw new Error(`The apply creates no group: ${routes.join(', ')}`);
          reads?.push(write);
          roundTrips?.push(countRoundTrips(entries.slice(0, write).map(({ time }) => time.getTime())));
          await Promise.all([ours.destroy(), theirs.destroy()]);
        }
        return [
          ...compare('plan', { theirs: theirPlan, go: goPlan, ours: ourPlan }, { accept: 1.9, goal: 1.7 }),
          ...compare('apply', { theirs: theirApply, go: goApply, ours: ourApply }, { accept: 2.2, goal: 2 }),
          { what: 'requests before the POST, in the apply', value: `${median(reads ?? [])}` },
          { what: '  in round trips', value: `${median(roundTrips ?? [])} (accept 2)` },
        ];
      } finally {
        ours.close();
        theirs.close();
        go?.close();
        await running.close();
        rmSync(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** Returns the CPU in milliseconds. */
async function run(tf: Terraform, command: string, argument: string): Promise<number> {
  const { cpu } = await timed(engine, [command, '-input=false', argument], { cwd: tf.dir, env: tf.env });
  return 1_000 * cpu;
}

function compare(
  command: string,
  { theirs = [], go = [], ours = [] }: Readonly<Record<'theirs' | 'go' | 'ours', readonly number[] | undefined>>,
  budget: Pick<Row, 'accept' | 'goal'>,
): Row[] {
  const what = `${command} of one create, CPU`;
  return [
    { what: `terraform_data, ${what}`, value: inMs(median(theirs)) },
    ...(go.length === 0 ? [] : [{ what: `null provider in Go, ${what}`, value: inMs(median(go)) }]),
    {
      what: `platform, ${what}`,
      value: inMs(median(ours)),
      // terraform_data starts no process: without the other provider there is nothing to compare.
      ...(go.length > 0 && { ratio: median(ours) / median(go), ...budget }),
    },
  ];
}

/** Counts requests that start together as one round trip. */
function countRoundTrips(starts: readonly number[]): number {
  return starts.filter((start, index) => index === 0 || start - (starts[index - 1] ?? 0) > latencyMs / 2).length;
}
