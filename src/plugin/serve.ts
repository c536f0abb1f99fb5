/** Brings a provider and the process that Terraform starts together. */
import { servePlugin, startReattach as startPlugin, type Plugin, type Reattached } from './goplugin';
import type { Provider } from './sdk/provider';
import { createHandlers } from './server';

/**
 * Runs the provider as Terraform starts it, until Terraform is done; the main file of a provider calls this and
 * nothing else. With `--debug` it serves a Terraform that is told where to find it.
 */
export function serve(provider: Provider): Promise<void> {
  return servePlugin(toPlugin(provider));
}

/** Serves the provider from this process, for tests and debuggers: give the `env` of the result to `terraform`. */
export function startReattach(provider: Provider, options?: Parameters<typeof startPlugin>[1]): Promise<Reattached> {
  return startPlugin(toPlugin(provider), options);
}

function toPlugin(provider: Provider): Plugin {
  const { name, address } = provider;
  return { name, address, createHandlers: (log) => createHandlers(provider, { log }) };
}
