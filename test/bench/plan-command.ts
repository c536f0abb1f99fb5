/**
 * `platform-iac plan` compared with `terraform plan`, and `platform-iac review`, for a company of 76 resources: its first apply,
 * a further team, and a plan without changes. The API answers after 20 ms.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { companyConfig } from './company';
import { median, type Bench, type Row } from './report';

const latencyMs = 20;

/** @param executable the built command */
export function planCommand(executable: string, rounds = 5): Bench {
  return {
    name: 'plan-command',
    async run() {
      const running = await startEmulator({ thread: true });
      const tf = terraform({
        env: { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token },
        timeoutMs: 300_000,
      });
      const write = (...extra: string[]) => tf.write({ 'main.tf.json': companyConfig(running.rootGroupUid, extra) });
      const measure = (what: string, accept: number) => measured(tf, executable, rounds, { what, accept });
      try {
        await running.faults.add({ effect: 'latency', latencyMs });
        write();
        await run(tf, executable, ['install', '.']);
        await tf.init();
        const rows = await measure('first apply', 1.4);
        await tf.apply();
        write('returns');
        rows.push(...(await measure('a further team', 1.4)));
        write();
        rows.push(...(await measure('no change', 1.35)));
        return rows;
      } finally {
        tf.close();
        await running.close();
      }
    },
  };
}

async function measured(
  tf: Terraform,
  executable: string,
  rounds: number,
  { what, accept }: { readonly what: string; readonly accept: number },
): Promise<Row[]> {
  const plain: number[] = [];
  const plan: number[] = [];
  const offline: number[] = [];
  const review: number[] = [];
  const kept = join(tf.dir, 'kept');
  // In turns, so that other work on the machine weighs on all alike.
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await took(() => tf.ok('plan', '-input=false', '-no-color', `-out=${join(tf.dir, 'plain')}`)));
    plan.push(await took(() => run(tf, executable, ['plan', '--json-out', kept])));
    offline.push(await took(() => run(tf, executable, ['plan', '--offline'])));
    review.push(await took(() => run(tf, executable, ['review', join(kept, 'context.json'), join(kept, 'plan.json')])));
  }
  const base = median(plain);
  return [
    { what: `76 resources, ${what}: terraform plan`, value: inS(base) },
    { what: '  platform-iac plan', value: inS(median(plan)), ratio: median(plan) / base, accept },
    { what: '  platform-iac plan --offline', value: inS(median(offline)), ratio: median(offline) / base },
    { what: '  platform-iac review', value: inS(median(review)), ratio: median(review) / 1_000, accept: 1 },
  ];
}

async function run(tf: Terraform, executable: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [executable, ...args], {
    cwd: tf.dir,
    env: tf.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`platform-iac ${args.join(' ')} exits with ${code}:\n${text}`);
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const inS = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
