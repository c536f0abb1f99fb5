/** Groups that are too new to be used: a live service refuses calls in them right after a creation. Contract F1. */
import { type Code, isWithin, parentUid } from '../../model/api';
import type { ServedResponse } from '../wire/messages';
import type { FaultTarget } from './fault-target';

export interface NewGroups {
  /** Records a request that created a group. */
  readonly observe: (target: FaultTarget, response: ServedResponse) => void;
  /** Returns the code of the error with which a request in a new group fails; `undefined` if it does not. */
  readonly codeFor: (target: FaultTarget) => Code | undefined;
}

interface NewGroup {
  readonly uid: string;
  readonly usableAt: number;
  /** The authorization header of the request that created it. For a root group, this token stays invalid. */
  readonly createdBy: string | null;
}

export function createNewGroups(delayMs: number, clock: () => Date): NewGroups {
  const groups: NewGroup[] = [];
  return {
    observe: ({ request, url }, { status, body }) => {
      if (request.method !== 'POST' || status !== 200 || !groupsPath.test(url.pathname)) return;
      const { uid } = JSON.parse(body) as { uid?: unknown };
      if (typeof uid !== 'string') return;
      const createdBy = request.headers.get('authorization');
      groups.push({ uid, usableAt: clock().getTime() + delayMs, createdBy });
    },
    codeFor: ({ request, url }) => {
      const named = uidsInUrl(url);
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

/** Returns the uids in a URL's path and query. */
export function uidsInUrl({ pathname, search }: URL): string[] {
  return (pathname + search).replace(/%2f/gi, '/').match(uidExpression) ?? [];
}
