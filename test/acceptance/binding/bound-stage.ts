/** Plans, approves and applies with the commands that users run, the real engine and the emulator. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../src/review';
import { builtCli } from '../../support/built';
import { setProcessStage, type ProcessStage } from '../provider/process-stage';
import { administratorCall, type Call } from './administrator-call';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface BoundStage extends ProcessStage {
  /** Runs `platform-iac COMMAND …` in the folder of the configuration. */
  run(command: string, ...args: string[]): Promise<Ended>;
  /** Plans, and stores the report as `report.json`. */
  plan(...args: string[]): Promise<Report>;
  /** Applies the plan, bound to `report.json`. */
  apply(...args: string[]): Promise<Ended>;
  readonly call: Call;
}

export async function setBoundStage(config: string): Promise<BoundStage> {
  const cli = builtCli();
  const stage = await setProcessStage(config);
  const { tf } = stage;
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
  return {
    ...stage,
    run,
    async plan(...args) {
      const { out, err } = await run('plan', '--out', 'tfplan', '--format', 'json', ...args);
      if (out === '') throw new Error(err);
      writeFileSync(join(tf.dir, 'report.json'), out);
      return JSON.parse(out) as Report;
    },
    apply: (...args) => run('apply', 'tfplan', '--approved', 'report.json', ...args),
    call: administratorCall(stage),
  };
}
