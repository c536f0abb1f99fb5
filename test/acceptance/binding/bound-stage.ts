/** Plans, approves and applies with the commands that users run, the real engine and the emulator. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type RunningEmulator, type SeedTree } from '../../../src/emulator';
import type { Report } from '../../../src/review';
import { builtCli } from '../../support/built';
import { terraform, type Terraform } from '../../support/terraform';
import { header } from '../provider/stage';
import { administratorCall, type Call } from './administrator-call';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface BoundStage extends RunningEmulator {
  readonly tf: Terraform;
  configure(config: string): void;
  /** Runs `platform-iac COMMAND …` in the folder of the configuration. */
  run(command: string, ...args: string[]): Promise<Ended>;
  /** Plans, and stores the report as `report.json`. */
  plan(...args: string[]): Promise<Report>;
  /** Applies the plan, bound to `report.json`. */
  apply(...args: string[]): Promise<Ended>;
  readonly call: Call;
}

export async function setBoundStage(config: string, seed?: SeedTree): Promise<BoundStage> {
  const cli = builtCli();
  const running = await startEmulator({ ...(seed !== undefined && { seed }) });
  const tf = terraform({ env: { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token } });
  const configure = (text: string): void =>
    tf.write({ 'main.tf': header + text.replaceAll('ROOT', running.rootGroupUid) });
  /** The emulator runs in this process, so no command may be awaited synchronously. */
  async function run(command: string, ...args: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [cli, command, ...args], {
      env: tf.env,
      cwd: tf.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, err };
  }
  configure(config);
  const installed = await run('install', tf.dir);
  if (installed.code !== 0) throw new Error(installed.err);
  await tf.init();
  return {
    ...running,
    tf,
    configure,
    run,
    async plan(...args) {
      const { out, err } = await run('plan', '--out', 'tfplan', '--format', 'json', ...args);
      if (out === '') throw new Error(err);
      writeFileSync(join(tf.dir, 'report.json'), out);
      return JSON.parse(out) as Report;
    },
    apply: (...args) => run('apply', 'tfplan', '--approved', 'report.json', ...args),
    call: administratorCall(running),
    async close() {
      tf.close();
      await running.close();
    },
  };
}
