/** The requests to the emulator, for tests that count them, or compare requests and responses. */
import { channel } from 'node:diagnostics_channel';
import { PACKAGE_NAME, pathInDefaultVersion, pathInVersions } from '../../model/api';
import { fetchResponse, type ApiRequest, type ServedResponse } from './messages';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The method and route in the default version, with `{uid}` instead of a uid; `(no route)` without a route. */
  readonly route: string;
  /** Absent if a fault cut the connection. */
  readonly status?: number | undefined;
  /** The body as text, if the route has one and it is at most 64 KiB. */
  readonly body?: string;
  readonly time: Date;
}

export interface RequestLog {
  /** The latest requests, the oldest first: at most 10,000, 16 Mi characters in all, and of 24 hours. */
  readonly entries: readonly LoggedRequest[];
  /**
   * The number of requests of each route since the last `clear`, in all versions of the API together:
   * `{'PATCH /iam/v2beta1/groups/{uid}': 1}`. `counts()['PATCH /iam/v2/groups/{uid}']` is the same number.
   */
  counts(): Readonly<Record<string, number>>;
  clear(): void;
}

export interface RequestRecorder extends RequestLog {
  add(request: {
    readonly method: string;
    /** The path as the client sent it. */
    readonly path: string;
    readonly url: URL;
    /** The path of the route; absent without a route. */
    readonly pattern: string | undefined;
    readonly body: string | undefined;
    readonly status: number | undefined;
    readonly time: Date;
  }): void;
}

const keptRequests = 10_000;
const keptLength = 16 * 1024 * 1024;
const keptMs = 24 * 60 * 60 * 1000;
const keptBodyLength = 64 * 1024;

/** Requests of unknown paths do not add a name for each path. */
const NO_ROUTE = '(no route)';

export function createRequestLog(): RequestRecorder {
  const entries: LoggedRequest[] = [];
  const counts = new Map<string, number>();
  let length = 0;
  const isTooMuch = (oldest: LoggedRequest, now: Date) =>
    entries.length > keptRequests || length > keptLength || now.getTime() - oldest.time.getTime() > keptMs;

  return {
    entries,
    counts: () => inVersions(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))),
    clear: () => {
      entries.length = 0;
      length = 0;
      counts.clear();
    },
    add: ({ method, path, url, pattern = NO_ROUTE, body = '', status, time }) => {
      const route = `${method} ${pathInDefaultVersion(pattern)}`;
      counts.set(route, (counts.get(route) ?? 0) + 1);
      const text = body === '' || body.length > keptBodyLength ? {} : { body };
      const entry = { method, path, query: url.search.slice(1), route, status, time, ...text };
      entries.push(entry);
      length += getLength(entry);
      for (let oldest = entries[0]; oldest !== undefined && isTooMuch(oldest, time); oldest = entries[0]) {
        entries.shift();
        length -= getLength(oldest);
      }
    },
  };
}

/**
 * Returns the counts, which also have the names of the routes in other versions. Those names are not enumerable: a sum counts
 * each request once.
 */
export function inVersions(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const readable = { ...counts };
  for (const [route, count] of Object.entries(counts)) {
    const [method = '', path = ''] = route.split(/ (.*)/s);
    for (const same of pathInVersions(path).map((version) => `${method} ${version}`))
      if (same !== route) Object.defineProperty(readable, same, { value: count });
  }
  return readable;
}

function getLength({ path, query, body = '' }: LoggedRequest): number {
  return path.length + query.length + body.length;
}

/**
 * The name of a channel of `node:diagnostics_channel` on which every emulator of the process publishes its requests and
 * responses. It costs nothing while nobody listens. What a fault does is not published.
 *
 * @example
 * diagnostics_channel.subscribe(EXCHANGES, (exchange) => { … (exchange as Exchange).response.status … });
 */
export const EXCHANGES = `${PACKAGE_NAME}.emulator.exchange`;

/** Copies with unread bodies. */
export interface LoggedExchange {
  readonly request: Request;
  readonly response: Response;
}

const exchanges = channel(EXCHANGES);

/** Returns the response of `handle`, and publishes it with its request and with the body if it was read. */
export async function publishExchange(
  { url, method, headers }: ApiRequest,
  handle: () => Promise<ServedResponse>,
  bodyRead: () => string | undefined,
): Promise<ServedResponse> {
  const response = await handle();
  if (!exchanges.hasSubscribers) return response;
  const body = bodyRead();
  const request = new Request(url, { method, headers: [...headers], ...(body && { body }) });
  exchanges.publish({ request, response: fetchResponse(response) } satisfies LoggedExchange);
  return response;
}
