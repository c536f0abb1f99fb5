import { createFaultInjector } from '../../../src/emulator/faults/fault-injector';
import { fetchResponse } from '../../../src/emulator/wire/messages';
import { createPipeline, type Gate } from '../../../src/emulator/http/pipeline';
import type { Route } from '../../../src/emulator/wire/route';
import { createRequestLog } from '../../../src/emulator/wire/request-log';

/** Some routes, served as the emulator serves all of them, without faults. */
export function pipelineOf<Backend extends Gate>(
  routes: readonly Route<Backend>[],
  backend: Backend,
): (request: Request) => Promise<Response> {
  const clock = () => new Date();
  const faults = createFaultInjector<never>({
    clock,
    delay: async () => undefined,
    expireTokens: () => undefined,
    random: (length) => new Uint8Array(length),
    past: () => ({ rewind: () => undefined, hasObject: () => true, refresh: () => undefined, close: () => undefined }),
  });
  const serve = createPipeline({ routes, backend, faults, log: createRequestLog(), clock });
  return async (request) => fetchResponse(await serve(request));
}
