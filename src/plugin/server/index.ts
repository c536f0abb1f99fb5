/** A provider as the calls of Terraform's plugin protocol. */
import type { Log } from '../sdk/log';
import type { Provider } from '../sdk/provider';
import type { Handlers } from '../wire/service';
import { configureHandlers, schemaHandlers } from './provider';
import { listHandlers } from './list';
import { dataSourceHandlers, ephemeralHandlers } from './read-only';
import { functionHandlers } from './function';
import { resourceHandlers, storedHandlers } from './resource';
import { createCallSession } from './call';

export { encodeSchema, schemaProblems } from './provider';

/** One set of handlers serves one process. Nothing runs before the first call. */
export function createHandlers(provider: Provider, { log }: { readonly log: Log }): Handlers {
  const session = createCallSession(provider, log);
  return {
    ...schemaHandlers(session),
    ...configureHandlers(session),
    ...resourceHandlers(session),
    ...storedHandlers(session),
    ...dataSourceHandlers(session),
    ...ephemeralHandlers(session),
    ...functionHandlers(session),
    ...listHandlers(session),
  };
}
