/** What lies directly in an object, of whatever kind. */
import { ApiError, type Client } from '../../client';
import { declarations } from '../../resources';
import { offers } from '../../schema';
import type { ApiObject } from '../configured';
import { subjectOf } from '../subject';

export interface Child {
  /** `identity "ci-bot" (uid …)`. */
  readonly words: string;
}

export interface Children {
  /** The first few of each kind. */
  readonly named: readonly Child[];
  readonly count: number;
}

/** `most`: how many to name. A kind that may not be listed is left out: the caller may see some of the children only. */
export async function childrenOf(client: Client, uid: string, most: number, signal: AbortSignal): Promise<Children> {
  const pages = await Promise.all(
    declarations
      .filter((declaration) => offers(declaration, 'list'))
      .map(async (declaration) => {
        const query = { childrenOf: uid, pageSize: most };
        try {
          const { items, totalCount } = await client.page(declaration, query, { signal });
          const named = items.map((item) => ({ words: subjectOf(declaration, item as ApiObject) }));
          return { named, count: totalCount ?? items.length };
        } catch (error) {
          if (ApiError.from(error).code === 'CANCELLED') throw error;
          return { named: [], count: 0 };
        }
      }),
  );
  return {
    named: pages.flatMap(({ named }) => named).slice(0, most),
    count: pages.reduce((sum, { count }) => sum + count, 0),
  };
}
