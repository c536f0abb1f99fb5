/** Reads lists of the API with a limited number of requests. */
import { isObject, MAX_PAGE_SIZE, type Values } from '../../../model/api';
import type { Client } from '../../../client';
import { kindInWords, type Declaration } from '../../../model/schema';

export type PageReader = Pick<Client, 'page'>;

export interface ListScope {
  readonly inRoot?: true;
  readonly childrenOf?: string | undefined;
  readonly descendantsOf?: string | undefined;
  readonly ids?: readonly string[];
  readonly pageSize?: number;
  readonly [filter: string]: unknown;
}

/** The part of a list that was read. */
export interface Shown {
  readonly objects: readonly Values[];
  /** True if these are all objects that the caller may see. */
  readonly isWhole: boolean;
  /** The total number, if the service returns it. */
  readonly totalCount: number | undefined;
  /** The reason why the list is incomplete, as a clause. */
  readonly reason?: string;
}

export interface BudgetedLists {
  /** Reads a list page by page, until `isEnough`, its end, an error or the last request. */
  read(declaration: Declaration, scope: ListScope, isEnough?: (shown: Shown) => boolean): Promise<Shown>;
  /** Returns the number of remaining requests. */
  left(): number;
}

export const NO_REQUESTS_LEFT = 'this plan needs more requests than the limit for a report';

/** @param requests the maximum number of requests in total */
export function createBudgetedLists(client: PageReader, requests: number, signal?: AbortSignal): BudgetedLists {
  let left = requests;
  return {
    left: () => left,
    async read(declaration, scope, isEnough = () => false) {
      let objects: readonly Values[] = [];
      let totalCount: number | undefined;
      let pageToken: string | undefined;
      for (;;) {
        if (left <= 0) return { objects, isWhole: false, totalCount, reason: NO_REQUESTS_LEFT };
        left--;
        try {
          const page = await client.page(declaration, { pageSize: MAX_PAGE_SIZE, ...scope, pageToken }, { signal });
          objects = [...objects, ...page.items];
          totalCount = page.totalCount;
          pageToken = page.nextPageToken;
          const [malformed] = page.malformed;
          if (malformed !== undefined)
            return {
              objects,
              isWhole: false,
              totalCount,
              reason: `the ${kindInWords(declaration)} ${malformed.uid ?? 'without a uid'} is malformed`,
            };
        } catch (error) {
          return { objects, isWhole: false, totalCount, reason: getReason(error) };
        }
        const isWhole = pageToken === undefined && objects.length >= (totalCount ?? 0);
        if (pageToken === undefined && !isWhole)
          return { objects, isWhole, totalCount, reason: 'the list changed while it was read' };
        const shown = { objects, isWhole, totalCount };
        if (isWhole || isEnough(shown)) return shown;
      }
    },
  };
}

function getReason(error: unknown): string {
  const { explanation, message } =
    isObject(error) || error instanceof Error ? (error as { explanation?: string; message?: string }) : {};
  return (explanation ?? message ?? String(error)).replace(/\.$/, '');
}

/** The objects that were read, and sentences about the others. */
export interface ReadPart<T> {
  readonly found: readonly T[];
  readonly unread: readonly string[];
}

export function joinParts<T>(parts: readonly ReadPart<T>[]): ReadPart<T> {
  return { found: parts.flatMap(({ found }) => found), unread: parts.flatMap(({ unread }) => unread) };
}
