/**
 * Groups that are too new to be used: what a live service shows right after a creation. Source: not-shown "Facts to
 * design for", first item.
 */
import { isWithin, parentUid, type Code } from '../../api';

export interface NewGroups {
  /** Takes note of a request that created a group. */
  observe(request: Request, response: Response): Promise<void>;
  /** The code with which a request is refused because of a new group; `undefined` if it is not. */
  refusal(request: Request): Code | undefined;
}

interface NewGroup {
  readonly uid: string;
  readonly usableAt: number;
  /** The header of the request that created it. */
  readonly createdBy: string | null;
}

export function createNewGroups(delayMs: number, clock: () => Date): NewGroups {
  const groups: NewGroup[] = [];
  return {
    observe: async (request, response) => {
      if (request.method !== 'POST' || !response.ok || !groupsPath.test(new URL(request.url).pathname)) return;
      const { uid } = (await response.clone().json()) as { uid?: unknown };
      if (typeof uid !== 'string') return;
      const createdBy = request.headers.get('authorization');
      groups.push({ uid, usableAt: clock().getTime() + delayMs, createdBy });
    },
    refusal: (request) => {
      const named = uidsIn(request);
      const concerned = groups.filter(({ uid }) => named.some((name) => isWithin(name, uid)));
      const authorization = request.headers.get('authorization');
      if (concerned.some(({ uid, createdBy }) => parentUid(uid) === undefined && createdBy === authorization))
        return 'UNAUTHENTICATED';
      const now = clock().getTime();
      return concerned.some(({ usableAt }) => now < usableAt) ? 'PERMISSION_DENIED' : undefined;
    },
  };
}

const groupsPath = /^\/iam\/[^/]+\/groups(\/|$)/;
const uidExpression = /[0-9a-f]{40}(\/[0-9a-f]{16})*/g;

function uidsIn(request: Request): string[] {
  const { pathname, search } = new URL(request.url);
  return (pathname + search).replace(/%2f/gi, '/').match(uidExpression) ?? [];
}
