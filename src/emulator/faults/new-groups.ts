/** Groups that are too new to be used: what a live service shows right after a creation. Contract F1. */
import { isWithin, parentUid, type Code } from '../../api';
import type { FaultTarget } from './fault';

export interface NewGroups {
  /** Takes note of a request that created a group. */
  observe(target: FaultTarget, response: Response): Promise<void>;
  /** The code of the error with which a request in a new group fails; `undefined` if it does not. */
  codeFor(target: FaultTarget): Code | undefined;
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
    observe: async ({ request, url }, response) => {
      if (request.method !== 'POST' || !response.ok || !groupsPath.test(url.pathname)) return;
      const { uid } = (await response.clone().json()) as { uid?: unknown };
      if (typeof uid !== 'string') return;
      const createdBy = request.headers.get('authorization');
      groups.push({ uid, usableAt: clock().getTime() + delayMs, createdBy });
    },
    codeFor: ({ request, url }) => {
      const named = uidsIn(url);
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

function uidsIn({ pathname, search }: URL): string[] {
  return (pathname + search).replace(/%2f/gi, '/').match(uidExpression) ?? [];
}
