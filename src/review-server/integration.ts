/** The interface between the server and the services that call it. */
import type { IncomingHttpHeaders } from 'node:http';

/** A service that calls the server. */
export interface Integration {
  /** The path of its requests, for example `/github`. */
  readonly path: string;
  /** Checks a request and returns the answer to it. Throws nothing. */
  readonly receive: (request: ReceivedRequest) => Answer;
}

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response to a request, and the work after it. */
export interface Answer {
  readonly status: number;
  /** One sentence for the caller. It contains nothing of the request. */
  readonly text: string;
  readonly work?: Work;
}

export interface Work {
  /** Names the work in the log, without secrets. */
  readonly name: string;
  /** Does the work and returns its result in a few words. */
  readonly run: (signal: AbortSignal) => Promise<string>;
}

/** Returns the value of a header; `undefined` if it is missing or repeated. */
export function headerOf({ headers }: ReceivedRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
