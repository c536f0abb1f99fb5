/** The calls of a provider as routes. */
import type { Routes } from '../grpc/server';
import type { LeveledLog } from './goplugin/log';
import { bindProviderRoutes } from './goplugin/provider-routes';
import type { Provider } from './sdk/provider';
import { createHandlers } from './server';

export type { LeveledLog, Routes };

/** Returns the routes of the calls of Terraform to a provider. */
export function createProviderRoutes(provider: Provider, log: LeveledLog): Routes {
  return bindProviderRoutes(createHandlers(provider, { log }), log);
}
