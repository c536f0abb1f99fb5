/** What was asked of the emulator: for tests that count requests or look at what exactly was sent. */

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The method and route, with `{uid}` in the place of one; the path itself where there is no such route. */
  readonly route: string;
  /** Absent where a fault cut the connection. */
  readonly status?: number | undefined;
  /** The body as text, if the route takes one and it was not over 64 KiB. */
  readonly body?: string;
  readonly time: Date;
}

export interface RequestLog {
  /** The latest 10,000 requests, the oldest first. */
  readonly entries: readonly LoggedRequest[];
  /** How often each route was asked since the last `clear`: `{'PATCH /iam/v2beta1/groups/{uid}': 1}`. */
  counts(): Readonly<Record<string, number>>;
  clear(): void;
}

export interface RequestRecorder extends RequestLog {
  /** Says what a request turned out to be, before it is answered. */
  readonly describe: (request: Request, pattern: string, body: string) => void;
  add(request: Request, status: number | undefined, time: Date): void;
}

const keptRequests = 10_000;
const keptBodyLength = 64 * 1024;

export function createRequestLog(): RequestRecorder {
  const entries: LoggedRequest[] = [];
  const counts = new Map<string, number>();
  const described = new WeakMap<Request, { readonly pattern: string; readonly body: string }>();
  return {
    entries,
    counts: () => Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))),
    clear: () => {
      entries.length = 0;
      counts.clear();
    },
    describe: (request, pattern, body) => void described.set(request, { pattern, body }),
    add: (request, status, time) => {
      const { method } = request;
      const { pathname: path, search } = new URL(request.url);
      const { pattern = path, body = '' } = described.get(request) ?? {};
      const route = `${method} ${pattern}`;
      counts.set(route, (counts.get(route) ?? 0) + 1);
      const text = body === '' || body.length > keptBodyLength ? {} : { body };
      entries.push({ method, path, query: search.slice(1), route, status, time, ...text });
      if (entries.length > keptRequests) entries.shift();
    },
  };
}
