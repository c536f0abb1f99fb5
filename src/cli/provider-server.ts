/** Serves this release's provider to the engine from this process. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, REGISTRY_ADDRESSES, VERSION } from '../model/api';
import { type Reattached, reattachPlugin } from '../plugin/process';
import { encodedSchema } from '../provider/encoded-schema';
import type * as LateRoutes from '../provider/routes';

/** Returns the running server; `undefined` if others could reach it, and outside of a build, which contains the schema. */
export async function startProviderServer(): Promise<Reattached | undefined> {
  if (encodedSchema === undefined) return undefined;
  const server = await reattachPlugin(
    {
      ...{ name: PROVIDER_NAME, address: PROVIDER_ADDRESS, registryAddresses: REGISTRY_ADDRESSES, version: VERSION },
      encodedSchema,
      // oxlint-disable-next-line typescript/no-require-imports -- another file of the build: a plan that is shown needs the schema alone
      createRoutes: (log) => (require('../provider/routes') as typeof LateRoutes).createRoutes(log),
    },
    // Without a log.
    { env: {} },
  );
  if (server.isPrivate) return server;
  await server.close();
  return undefined;
}
