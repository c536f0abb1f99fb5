/** What keeps an object from being deleted: what lies in it, or what refers to it, of whatever kind. */
import { camelCase } from '../../api';
import type { Client, Query } from '../../client';
import { declarations } from '../../resources';
import { offers, type Declaration } from '../../schema';
import { subjectOf } from '../subject';

export interface Obstacles {
  /** The first of them, as in `identity "ci-bot" (uid …)`. */
  readonly named: readonly string[];
  readonly count: number;
}

/** The most that are named. */
const NAMED = 20;

/** What lies directly in the object. */
export function insideOf(client: Client, uid: string, signal: AbortSignal): Promise<Obstacles> {
  const queries = declarations.map((declaration): [Declaration, Query] => [declaration, { childrenOf: uid }]);
  return gather(client, queries, signal);
}

/** What refers to the object by a field that lists can be filtered by. */
export function referringTo(
  client: Client,
  referred: Declaration,
  uid: string,
  signal: AbortSignal,
): Promise<Obstacles> {
  const queries = declarations.flatMap((declaration) =>
    Object.entries(declaration.filters).flatMap(([filter, { matches }]): [Declaration, Query][] => {
      const type = declaration.fields[matches]?.type;
      const refers = type?.is === 'string' && type.refersTo === referred.kind;
      return refers ? [[declaration, { [camelCase(filter)]: uid }]] : [];
    }),
  );
  return gather(client, queries, signal);
}

async function gather(
  client: Client,
  queries: readonly (readonly [Declaration, Query])[],
  signal: AbortSignal,
): Promise<Obstacles> {
  const listable = queries.filter(([declaration]) => offers(declaration, 'list'));
  const pages = await Promise.all(
    listable.map(async ([declaration, query]): Promise<Obstacles> => {
      try {
        const { items, malformed, totalCount } = await client.page(
          declaration,
          { ...query, pageSize: NAMED },
          { signal },
        );
        const named = [
          ...items.map((item) => subjectOf(declaration, item)),
          ...malformed.map(({ subject }) => subject),
        ];
        return { named, count: totalCount ?? named.length };
      } catch (error) {
        if (signal.aborted) throw error;
        // A list that fails, or that nobody may see, must not hide the others.
        return { named: [], count: 0 };
      }
    }),
  );
  return {
    named: pages.flatMap(({ named }) => named).slice(0, NAMED),
    count: pages.reduce((sum, { count }) => sum + count, 0),
  };
}
