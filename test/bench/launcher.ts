/** The provider, started in a way of our own: under a profiler, or with its processes noted. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the line that starts the provider as Terraform does, with this Node: its first lines set options of Node. */
export function startLine(executable: string): string {
  return `PATH="${dirname(process.execPath)}:$PATH" exec "${executable}"`;
}

/** A folder with a script named like the provider; returns the CLI configuration that leads Terraform to it. */
export function providerFolder(folder: string, ...lines: readonly string[]): string {
  mkdirSync(folder);
  const launcher = join(folder, 'terraform-provider-platform');
  writeFileSync(launcher, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(launcher, 0o755);
  const config = join(folder, 'terraform.rc');
  writeFileSync(
    config,
    `provider_installation {\n dev_overrides {\n "platform-iac.internal/npm/platform" = "${folder}"\n }\n}\n`,
  );
  return config;
}

/** The resources that the provider's processes used; NaN where the system does not report them (Linux does). */
export interface Usage {
  /** The memory of the largest process, in bytes. */
  readonly peakMemory: number;
  /** The CPU time of all of them together. */
  readonly cpuMs: number;
}

export interface Watched {
  /** For `TF_CLI_CONFIG_FILE`. */
  readonly cliConfig: string;
  /** Returns the resources used by the processes that start during `work`. */
  during(work: () => Promise<unknown>): Promise<Usage>;
}

/** The sampling interval: use after the last sample is not counted. Milliseconds. */
const EVERY_MS = 20;
/** `getconf CLK_TCK` on every Linux that Node runs on. */
const TICK_MS = 10;

export function watchedProvider(folder: string, executable: string): Watched {
  const pids = join(folder, 'pids');
  const cliConfig = providerFolder(folder, `echo $$ >> "${pids}"`, startLine(executable));
  return {
    cliConfig,
    async during(work) {
      writeFileSync(pids, '');
      const peaks = new Map<string, number>();
      const cpu = new Map<string, number>();
      const look = (): void => {
        for (const pid of readFileSync(pids, 'utf8').split('\n').filter(Boolean)) {
          const process = join('/proc', pid);
          if (!existsSync(process)) continue;
          try {
            const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(join(process, 'status'), 'utf8'))?.[1];
            const fields = readFileSync(join(process, 'stat'), 'utf8')
              .replace(/^.*\) /, '')
              .split(' ');
            if (peak !== undefined) peaks.set(pid, Number(peak) * 1024);
            cpu.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS);
          } catch {
            // It ended meanwhile.
          }
        }
      };
      const timer = setInterval(look, EVERY_MS);
      try {
        await work();
      } finally {
        clearInterval(timer);
      }
      return {
        peakMemory: peaks.size === 0 ? Number.NaN : Math.max(...peaks.values()),
        cpuMs: cpu.size === 0 ? Number.NaN : [...cpu.values()].reduce((sum, ms) => sum + ms, 0),
      };
    },
  };
}
