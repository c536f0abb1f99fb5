/**
 * A plan without changes over 1,000 and 10,000 resources: the CPU of Terraform with the built provider, next to Terraform with a provider
 * in Go that does nothing (`null-provider.ts`). The API answers after 20 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { watchedProvider } from './launcher';
import { installNullProvider, nullConfig, nullProvider, nullState } from './null-provider';
import { organizationOf, platformConfig } from './organization';
import { inMb, median, type Bench, type Row } from './report';
import { timed } from './timed';
import { platformState, seedOf } from './written-state';

const latencyMs = 20;
const engine = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
const sizes = [
  { total: 1_000, accept: 1, goal: 0.9, rounds: 5 },
  { total: 10_000, accept: 0.92, goal: 0.85, rounds: 3 },
];
/** The limit for the memory of the provider with 10,000 resources. */
const MAX_BYTES = 165e6;

/** @param executable the built provider */
export function nullPlan(executable: string, only?: number): Bench {
  return {
    name: 'null-plan',
    onlyByName: true,
    async run() {
      if (nullProvider === undefined) throw new Error('Set NULL_PROVIDER to a built terraform-provider-null.');
      const rows: Row[] = [];
      for (const size of sizes)
        if (only === undefined || only === size.total) rows.push(...(await compare(executable, size)));
      return rows;
    },
  };
}

async function compare(executable: string, { total, accept, goal, rounds }: (typeof sizes)[number]): Promise<Row[]> {
  const counts = organizationOf(total);
  const running = await startEmulator({ thread: true, seed: seedOf(counts, 'bench') });
  const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
  const provider = watchedProvider(join(scratch, 'provider'), executable);
  const env = {
    PLATFORM_BASE_URL: running.baseUrl,
    PLATFORM_TOKEN: running.token,
    TF_CLI_CONFIG_FILE: provider.cliConfig,
  };
  const root = running.rootGroupUid;
  const ours = terraform({
    files: { 'main.tf': platformConfig(counts, root), 'terraform.tfstate': await platformState(running, root) },
    env,
  });
  const go = terraform({ files: { 'main.tf': nullConfig(total), 'terraform.tfstate': nullState(total) } });
  const [ourCpu, goCpu, memory]: [number[], number[], number[]] = [[], [], []];
  try {
    await installNullProvider(go);
    await running.faults.add({ effect: 'latency', latencyMs });
    // In turns, so that other work on the machine affects both alike.
    for (let round = 0; round < rounds; round += 1) {
      goCpu.push(await plan(go));
      const usage = await provider.during(async () => ourCpu.push(await plan(ours)));
      memory.push(usage.peakMemory);
    }
  } finally {
    ours.close();
    go.close();
    await running.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  const inS = (seconds: number): string => `${seconds.toFixed(2)} s`;
  const bytes = median(memory);
  return [
    { what: `${total} resources, null provider in Go, CPU`, value: inS(median(goCpu)) },
    { what: '  platform, CPU', value: inS(median(ourCpu)), ratio: median(ourCpu) / median(goCpu), accept, goal },
    { what: '  memory of the provider', value: inMb(bytes), ratio: bytes / MAX_BYTES, accept: 1 },
  ];
}

async function plan(tf: Terraform): Promise<number> {
  const { stdout, cpu } = await timed(engine, ['plan', '-input=false', '-no-color'], { cwd: tf.dir, env: tf.env });
  if (!stdout.includes('No changes.')) throw new Error(`The plan is not empty:\n${stdout.slice(-2_000)}`);
  return cpu;
}
