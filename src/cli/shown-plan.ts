/**
 * Shows a saved plan as JSON. The engine decodes a plan with the schema of its provider, and starts the provider for it: two
 * thirds of the time. This process serves the same schema if the provider of this release made the plan.
 */
import { readFileSync } from 'node:fs';
import { releaseHashes } from '../install/install-provider';
import type { Engine, EngineRun } from './engine';
import { loadReview } from './load-review';
import type * as SchemaServer from './schema-server';

/** The variable that makes the engine use running providers. A debugger sets it. */
const RUNNING_PROVIDERS = 'TF_REATTACH_PROVIDERS';

/** Returns the engine's JSON of the plan in `file`. */
export async function showPlan(engine: Engine, file: string): Promise<EngineRun> {
  const { isMadeByRelease, LARGEST_PLAN_BYTES } = loadReview();
  const show = (env: NodeJS.ProcessEnv = {}) =>
    engine.run(['show', '-json', file], { env, largestBytes: LARGEST_PLAN_BYTES });
  const isServed = process.env[RUNNING_PROVIDERS] === undefined && isMadeByRelease(readFileSync(file), releaseHashes());
  const server = isServed ? await loadSchemaServer().startSchemaServer() : undefined;
  if (server === undefined) return show();
  try {
    const shown = await show(server.env);
    if (shown.code === 0) return shown;
  } finally {
    await server.close();
  }
  return show();
}

/** Loads what {@link showPlan} needs. */
export function preloadSchemaServer(): void {
  loadSchemaServer();
}

function loadSchemaServer(): typeof SchemaServer {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('./schema-server') as typeof SchemaServer;
}
