/** The built provider as a process of Terraform, installed next to the configuration. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { installProvider } from '../../../src/install/install-provider';
import { VERSION } from '../../../src/model/api';
import { builtProvider } from '../../support/built';
import { terraform, type Terraform } from '../../support/terraform';
import { header } from './stage';

export interface ProcessStage extends RunningEmulator {
  readonly tf: Terraform;
  /** Writes the configuration. ROOT is replaced by the uid of the root group. */
  configure(config: string): void;
}

/** Every stage has its own folder and emulator. */
export async function setProcessStage(config: string): Promise<ProcessStage> {
  const running = await startEmulator();
  const { baseUrl, token, rootGroupUid } = running;
  const tf = terraform({ env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token } });
  const configure = (text: string): void => tf.write({ 'main.tf': header + text.replaceAll('ROOT', rootGroupUid) });
  configure(config);
  installProvider({ dir: tf.dir, executable: builtProvider(), version: VERSION, env: tf.env });
  await tf.init();
  return {
    ...running,
    tf,
    configure,
    async close() {
      tf.close();
      await running.close();
    },
  };
}

/** Returns the processes that `ancestor` started, directly or indirectly. Linux only. */
export function descendantsOf(ancestor: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && existsSync(join('/proc', name, 'stat')))
      .flatMap((name): [number, number][] => {
        try {
          const fields = readFileSync(join('/proc', name, 'stat'), 'utf8')
            .replace(/^.*\) /, '')
            .split(' ');
          return [[Number(name), Number(fields[1])]];
        } catch {
          return []; // It ended meanwhile.
        }
      }),
  );
  const children = [...parents].filter(([, parent]) => parent === ancestor).map(([pid]) => pid);
  return children.flatMap((pid) => [pid, ...descendantsOf(pid)]);
}

/** Waits until `condition` is true. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${condition.toString()} was not true within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
