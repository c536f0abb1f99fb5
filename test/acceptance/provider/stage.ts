/** The real terraform, our provider in this process (reattached), and the emulator on a real socket. */
import { startEmulator, type RunningEmulator, type SeedTree } from '../../../src/emulator';
import { startReattach } from '../../../src/plugin';
import type { ProviderRuntime } from '../../../src/provider/configuration/configuration-result';
import { createProvider } from '../../../src/provider/provider';
import { terraform, type Terraform } from '../../support/terraform';

export interface Stage extends RunningEmulator {
  readonly tf: Terraform;
  /** Returns the writes since the last call: `PATCH /iam/v2beta1/groups/…?updateMask=name {"name":…}`. */
  writes(): Promise<string[]>;
}

/** The beginning of every configuration. */
export const header = `
terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
`;

/** For tests that delete new objects on purpose: they count as deleted immediately. */
export const noLag = `
provider "platform" {
  propagation_timeout_seconds = 0
}
`;

export interface StageOptions {
  /** The configuration. ROOT is replaced by the uid of the root group. */
  readonly config: string;
  readonly seed?: SeedTree;
  /** The maximum time of one command, in milliseconds. */
  readonly timeoutMs?: number;
  /** The environment of the provider instead of the emulator's address and the administrator's token. */
  readonly env?: (emulator: RunningEmulator) => NonNullable<ProviderRuntime['env']>;
}

export async function setStage({ config, seed, timeoutMs, env }: StageOptions): Promise<Stage> {
  const running = await startEmulator({ ...(seed !== undefined && { seed }) });
  const environment = env?.(running) ?? { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
  const provider = await startReattach(createProvider({ env: environment }), { env: {} });
  const tf = terraform({
    files: { 'main.tf': header + config.replaceAll('ROOT', running.rootGroupUid) },
    env: provider.env,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return {
    ...running,
    tf,
    async writes() {
      const { requestLog } = running;
      const lines = (await requestLog.entries())
        .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sts/'))
        .map(({ method, path, query, body }) =>
          [`${method} ${path}${query === '' ? '' : `?${decodeURIComponent(query)}`}`, body].filter(Boolean).join(' '),
        );
      await requestLog.clear();
      return lines;
    },
    async close() {
      tf.close();
      await provider.close();
      await running.close();
    },
  };
}
