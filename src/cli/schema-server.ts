/** Serves the schema of this release's provider to the engine from this process. */
import { PROVIDER_ADDRESS, PROVIDER_NAME, REGISTRY_ADDRESSES, VERSION } from '../model/api';
import { type Reattached, reattachPlugin } from '../plugin/process';
import { encodedSchema } from '../provider/encoded-schema';

/** Returns the running server, or `undefined` outside of a build, which contains the schema. The engine gets no other answer. */
export async function startSchemaServer(): Promise<Reattached | undefined> {
  if (encodedSchema === undefined) return undefined;
  return reattachPlugin(
    {
      ...{ name: PROVIDER_NAME, address: PROVIDER_ADDRESS, registryAddresses: REGISTRY_ADDRESSES, version: VERSION },
      encodedSchema,
      createRoutes: () => new Map(),
    },
    { env: {} },
  );
}
