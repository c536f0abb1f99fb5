/** An organization of any size behind the real client. It counts lists and single reads of every kind. */
import { createClient, type Client } from '../../../src/client';

export const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** Returns the uid with this index directly under a group. */
export function uidIn(groupUid: string, index: number): string {
  return `${groupUid}/${index.toString(16).padStart(16, '0')}`;
}

export interface Organization {
  readonly client: Client;
  /** The objects by uid, in any collection. */
  readonly objects: Set<string>;
  /** The requests in order: `GET one` and `GET list`. */
  readonly requests: string[];
  /** Its response, if any, replaces that of the organization. */
  intercept: (request: { list: boolean; uid: string }) => Response | Promise<Response> | undefined;
}

export function organization(uids: Iterable<string>): Organization {
  const objects = new Set(uids);
  const own: Organization = {
    objects,
    requests: [],
    intercept: () => undefined,
    client: createClient({
      baseUrl: 'https://api.test',
      token: 'token',
      maxRetries: 0,
      fetch: async (request) => {
        const url = new URL(request.url);
        const [, , , collection = '', ...rest] = url.pathname.split('/');
        const uid = rest.join('/');
        const list = uid === '';
        own.requests.push(list ? 'list' : uid);
        return own.intercept({ list, uid }) ?? (list ? page(collection, url.searchParams) : single(uid));
      },
    }),
  };

  function page(collection: string, query: URLSearchParams): Response {
    const beneath = `${query.get('uidp.descendants_of') ?? ''}/`;
    const matching = [...objects].filter((uid) => uid.startsWith(beneath)).sort();
    const start = Number(query.get('page_token') ?? 0);
    const end = start + Number(query.get('page_size'));
    return Response.json({
      [collection]: matching.slice(start, end).map(objectOf),
      nextPageToken: end < matching.length ? String(end) : '',
      totalCount: String(matching.length),
    });
  }

  function single(uid: string): Response {
    return objects.has(uid) ? Response.json(objectOf(uid)) : refusal(404, 5, true);
  }

  return own;
}

/** Returns an error response. `proof`: with the details that only the service itself adds. */
export function refusal(status: number, code: number, proof = false): Response {
  const details = proof
    ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'NOT_FOUND', domain: 'x' }]
    : [];
  return Response.json({ code, message: 'refused', details }, { status });
}

function objectOf(uid: string): object {
  return { uid, name: 'x', createTime: '2026-01-01T00:00:00Z' };
}
