/**
 * Runs the engine with the provider in this process. The engine starts a provider three times for a plan, and twice to show one: a third
 * of the time of a plan of 76 resources, and two thirds of the time to show it.
 */
import { readFileSync } from 'node:fs';
import { isReleaseInstalled } from '../../install/release-check';
import { releaseHashes } from '../../install/install-provider';
import type { Engine, EngineRun } from './run-engine';
import { loadReview } from '../load-review';
import type * as ProviderServer from '../provider-server';

/** The variable that makes the engine use running providers. A debugger sets it. */
const RUNNING_PROVIDERS = 'TF_REATTACH_PROVIDERS';

/**
 * Calls `run` with variables for the engine. They name the provider in this process if the engine would start the same one in the
 * folder: it is installed, and the lock file allows no other.
 *
 * @param env the environment of the engine
 */
export async function runServed<T>(
  dir: string,
  env: NodeJS.ProcessEnv,
  run: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  // The provider reads the environment of its process, and this process writes no log of it.
  const isLogged = Object.keys(env).some((name) => name.startsWith('TF_LOG'));
  return withProvider(env === process.env && !isLogged && isReleaseInstalled(dir, env), run);
}

/** Returns the engine's JSON of the plan in `file`. The engine decodes it with the schema of the provider that made the plan. */
export async function showPlan(engine: Engine, file: string): Promise<EngineRun> {
  const { isMadeByRelease, LARGEST_PLAN_BYTES } = loadReview();
  const show = (env: NodeJS.ProcessEnv) =>
    engine.run(['show', '-json', file], { env, largestBytes: LARGEST_PLAN_BYTES });
  const isServed = isMadeByRelease(readFileSync(file), releaseHashes());
  const shown = await withProvider(isServed, show);
  return isServed && shown.code !== 0 ? show({}) : shown;
}

async function withProvider<T>(isServed: boolean, run: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const isRunning = process.env[RUNNING_PROVIDERS] !== undefined;
  const server = isServed && !isRunning ? await loadProviderServer().startProviderServer() : undefined;
  try {
    return await run(server?.env ?? {});
  } finally {
    await server?.close();
  }
}

function loadProviderServer(): typeof ProviderServer {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../provider-server') as typeof ProviderServer;
}
