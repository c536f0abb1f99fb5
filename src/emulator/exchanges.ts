/**
 * Every request with its answer, for whoever watches: a channel of `node:diagnostics_channel`, so that watching costs
 * nothing when nobody does, and reaches every emulator of the process. What a fault does is not among it.
 *
 * @example
 * diagnostics_channel.subscribe(EXCHANGES, (exchange) => { … (exchange as Exchange).response.status … });
 */
import { channel } from 'node:diagnostics_channel';
import type { Handler } from './http/rest';

/** The name of the channel. */
export const EXCHANGES = 'cdktf-provider-platform.emulator.exchange';

/** Copies, whose bodies nobody has read. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

const exchanges = channel(EXCHANGES);

/** A handler whose exchanges are published. */
export function watched(handler: Handler): Handler {
  return async (request) => {
    if (!exchanges.hasSubscribers) return handler(request);
    // Read to its end first: of two readers of one body, neither can give up alone.
    const { url, method, headers } = request;
    const body = await request.clone().arrayBuffer();
    const copy = new Request(url, { method, headers, ...(body.byteLength > 0 && { body }) });
    const response = await handler(request);
    exchanges.publish({ request: copy, response: response.clone() } satisfies Exchange);
    return response;
  };
}
