/** A provider as the calls of Terraform's plugin protocol. */
import type { Log } from '../sdk/context';
import type { Provider } from '../sdk/provider';
import type { Handlers } from '../wire/service';
import { configureHandlers, type SchemaCheck, schemaHandlers } from './provider';
import { listHandlers } from './list';
import { dataSourceHandlers, ephemeralHandlers } from './read-only';
import { functionHandlers } from './function';
import { resourceHandlers, storedHandlers } from './resource';
import { createSession } from './call';

export { type SchemaCheck, schemaProblems } from './provider';

/** One set of handlers serves one process. Nothing runs before the first call. */
export function createHandlers(provider: Provider, { log, ...check }: SchemaCheck & { readonly log: Log }): Handlers {
  const session = createSession(provider, log);
  return {
    ...schemaHandlers(session, check),
    ...configureHandlers(session),
    ...resourceHandlers(session),
    ...storedHandlers(session),
    ...dataSourceHandlers(session),
    ...ephemeralHandlers(session),
    ...functionHandlers(session),
    ...listHandlers(session),
  };
}
