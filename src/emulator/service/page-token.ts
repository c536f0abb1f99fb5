/**
 * Page tokens: opaque, signed, bound to their query, valid for three days. With one that is malformed, forged, expired or
 * of another query the list starts over, without an error (contract L6).
 */
import { createHash, createHmac } from 'node:crypto';
import { PAGE_TOKEN_LIFETIME_MS } from '../../model/api';
import type { Position } from '../store/selection';

export interface PageTokens {
  /** Returns a token for the results after `position` in the list of `query`. */
  issue(query: unknown, position: Position): string;
  /** The position of the next page. `undefined` for the first page. */
  read(query: unknown, token: string): Position | undefined;
}

export function createPageTokens(key: string, clock: () => Date): PageTokens {
  const signature = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url').slice(0, 22);
  return {
    issue: (query, { value, uid }) => {
      const content: Content = [digest(query), clock().getTime(), value, uid];
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${signature(payload)}${payload}`;
    },
    read: (query, token) => {
      const payload = token.slice(22);
      if (token.slice(0, 22) !== signature(payload)) return undefined;
      const [bound, issuedAt, value, uid] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Content;
      const expired = clock().getTime() - issuedAt > PAGE_TOKEN_LIFETIME_MS;
      return expired || bound !== digest(query) ? undefined : { value, uid };
    },
  };
}

type Content = readonly [query: string, issuedAtMs: number, value: string | number, uid: string];

function digest(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 22);
}
