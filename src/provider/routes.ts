import { createProviderRoutes, type LeveledLog, type Routes } from '../plugin/routes';
import { createProvider } from './provider';

/** Returns the routes of our provider. The bundle loads this file, and everything that only it imports, when Terraform needs it. */
export function createRoutes(log: LeveledLog): Routes {
  return createProviderRoutes(createProvider(), log);
}
