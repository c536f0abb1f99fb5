/**
 * A plan without changes over 1,000 resources of the built provider, against Terraform's built-in `terraform_data` in
 * the same shape: the price of every look at an organization. The API answers after 20 ms. A last plan runs under the
 * profiler and tells where the provider's time goes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { providerFolder, startLine } from './launcher';
import { dataConfig, organizationOf, platformConfig } from './organization';
import { profileShares } from './profile';
import { inMs, median, type Bench, type Row } from './report';

const total = 1_000;
const counts = organizationOf(total);
const latencyMs = 20;

/** @param executable the built provider */
export function emptyPlan(executable: string, rounds = 5): Bench {
  return {
    name: 'empty-plan',
    async run() {
      const running = await startEmulator();
      const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
      const plain = providerFolder(join(scratch, 'plain'), startLine(executable));
      const profiles = join(scratch, 'profiles');
      const profiled = providerFolder(
        join(scratch, 'profiled'),
        `exec "${process.execPath}" --cpu-prof --cpu-prof-dir="${profiles}" "${executable}"`,
      );
      const env = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
      const ours = terraform({
        files: { 'main.tf': platformConfig(counts, running.rootGroupUid) },
        env,
        timeoutMs: 300_000,
      });
      const theirs = terraform({ files: { 'main.tf': dataConfig(counts) }, timeoutMs: 300_000 });
      try {
        ours.env.TF_CLI_CONFIG_FILE = plain;
        await Promise.all([ours.apply('-parallelism=20'), theirs.init().then(() => theirs.apply('-parallelism=20'))]);
        await running.faults.add({ effect: 'latency', latencyMs });
        const ourMs: number[] = [];
        const theirMs: number[] = [];
        let requests = 0;
        // In turns, so that other work on the machine weighs on both alike.
        for (let round = 0; round < rounds; round += 1) {
          theirMs.push(await planMs(theirs));
          await running.requestLog.clear();
          ourMs.push(await planMs(ours));
          requests = (await running.requestLog.entries()).length;
        }
        ours.env.TF_CLI_CONFIG_FILE = profiled;
        await planMs(ours);
        return [...summary(median(theirMs), median(ourMs), requests), ...profileShares(profiles)];
      } finally {
        ours.close();
        theirs.close();
        await running.close();
        rmSync(scratch, { recursive: true, force: true });
      }
    },
  };
}

function summary(theirs: number, ours: number, requests: number): readonly Row[] {
  return [
    { what: `terraform_data, ${total} resources`, value: inMs(theirs) },
    {
      what: `platform, ${total} resources, API ${latencyMs} ms`,
      value: inMs(ours),
      ratio: ours / theirs,
      accept: 2.2,
      goal: 1.6,
    },
    { what: 'platform, per resource beyond terraform_data', value: inMs((ours - theirs) / total) },
    { what: 'requests to the API', value: `${requests} (accept 15)` },
  ];
}

async function planMs(tf: Terraform): Promise<number> {
  const from = performance.now();
  const { changed } = await tf.plan();
  if (changed) throw new Error('the plan is not empty');
  return performance.now() - from;
}
