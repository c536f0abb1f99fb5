/** Runs a provider: in the process that Terraform starts, or in another process, such as a test or a debugger. */
import {
  type Plugin,
  type Reattached,
  type ReattachOptions,
  reattachPlugin,
  type ServeOptions,
  servePlugin,
} from './process';
import { createProviderRoutes } from './routes';
import type { Provider } from './sdk/provider';

export type { Reattached, ReattachOptions, ServeOptions };

/**
 * Runs the provider as Terraform starts it and ends the process when Terraform is done. The main file of a provider
 * calls this and nothing else.
 *
 * Started by anything but Terraform it prints how to use the provider and exits with 1; with `--version` it prints
 * the version, and with `--debug` it serves as {@link startReattach} does and prints the variable to set for
 * Terraform. It never rejects: when it cannot serve, it prints one line on stdout, which Terraform shows, and exits
 * with 1.
 *
 * Log lines go to stderr while `TF_LOG`, `TF_LOG_PROVIDER` or `TF_LOG_PROVIDER_<NAME>` asks for their level; `console`
 * writes log lines too.
 *
 * @example void serve(provider);
 */
export function serve(provider: Provider, options?: ServeOptions): Promise<void> {
  return servePlugin({ ...toPlugin(provider), ...options });
}

/**
 * Serves the provider from this process, for tests and debuggers: Terraform finds it through the environment, needs no
 * `init` and no installation for it, and neither stops nor restarts it. One process serves all commands and all
 * provider blocks, so it is configured many times. It speaks plain text, as Terraform expects here, on a socket that
 * only this user can reach.
 *
 * Rejects with an Error when it can listen neither on a socket nor on a port.
 *
 * @example
 * const running = await startReattach(provider);
 * spawnSync('terraform', ['plan'], { env: { ...process.env, ...running.env } });
 * await running.close();
 */
export function startReattach(provider: Provider, options?: ReattachOptions): Promise<Reattached> {
  return reattachPlugin(toPlugin(provider), options);
}

function toPlugin(provider: Provider): Plugin {
  const { name, address, version } = provider;
  return { name, address, version, createRoutes: (log) => createProviderRoutes(provider, log) };
}
