/**
 * Reads complete lists, for readers of a whole organization. A list contains only what the caller may see and is never denied
 * (contract L8), so the access of the caller decides if the lists are complete. Missing parts are reported.
 */
import { isObject, type Values } from '../../model/api';
import { kindInWords, type Declaration } from '../../model/schema';
import { plural } from '../../base/text/words';
import { ApiError } from '../errors/api-error';
import { isDeniedList, lacksList } from '../errors/lacks-list';
import type { Client } from '../requests/client';
import { holdsCapability, type Whoami } from '../responses/whoami';
import { listInV1 } from './list-in-v1';

export interface CompleteList {
  readonly declaration: Declaration;
  readonly objects: readonly Values[];
  /** Clauses about unreadable parts; empty if the list is complete. */
  readonly problems: readonly string[];
}

export interface CompleteListOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of objects of each page. */
  readonly onPage?: ((count: number) => void) | undefined;
}

/** The maximum number of pages of a kind, with 200 objects each: more than any organization has. */
const MOST_PAGES = 2_500;

/** The calls that read a list, also where only v1 has one (contract L9). */
export type CompleteLists = Pick<Client, 'get' | 'listUidsInV1' | 'pages'>;

/** Reads every page and reports unreadable parts. Throws if the service is unreachable or rejects the token. */
export async function readCompleteList(
  client: CompleteLists,
  declaration: Declaration,
  query: { readonly inRoot?: true; readonly descendantsOf?: string; readonly childrenOf?: string },
  { signal, onPage }: CompleteListOptions = {},
): Promise<CompleteList> {
  const objects: Values[] = [];
  const problems: string[] = [];
  const text = kindInWords(declaration);
  let pages = 0;
  try {
    for await (const { items, malformed } of client.pages(declaration, query, { signal })) {
      objects.push(...items);
      onPage?.(items.length);
      for (const { uid, problem } of malformed)
        problems.push(`cannot read the ${text} ${uid ?? 'without a uid'}: ${problem}.`);
      if (++pages < MOST_PAGES) continue;
      problems.push(`the organization has more than ${objects.length} ${plural(text)}. The rest was not read.`);
      break;
    }
  } catch (error) {
    const inV1 = lacksList(error) ? await listInV1(client, declaration, query, { signal }) : undefined;
    if (inV1 !== undefined) return { declaration, objects: inV1, problems: [] };
    if (lacksList(error) && !isDeniedList(error)) problems.push(`the service has no list of ${plural(text)}.`);
    else if (isFatal(error)) throw error;
    else problems.push(`cannot read the ${plural(text)}: ${getReason(error)}.`);
  }
  return { declaration, objects, problems };
}

/** Returns a clause for each kind that the token cannot list in the whole group. */
export function hiddenKinds(
  self: Whoami,
  kinds: readonly Declaration[],
  { uid, name }: { readonly uid: string; readonly name: string },
): string[] {
  return kinds
    .filter(({ capability }) => !holdsCapability(self, `${capability}.list`, uid))
    .map(
      (kind) =>
        `the token cannot list every ${kindInWords(kind)} of ${name} (${kind.capability}.list). Hidden objects are not counted.`,
    );
}

/** Returns the explanation of an error of the client, without its period. */
export function getReason(error: unknown): string {
  const { explanation, message } = error as { readonly explanation?: string; readonly message?: string };
  return (explanation ?? message ?? String(error)).replace(/\.$/, '');
}

/**
 * Returns true for an error after which no further request can succeed: the service is unreachable, rejects the token, or
 * lacks the selected version of the API.
 */
export function isFatal(error: unknown): boolean {
  if (error instanceof ApiError && error.servedVersion !== undefined) return true;
  const code = isObject(error) ? error['code'] : undefined;
  return !['PERMISSION_DENIED', 'NOT_FOUND', 'ABORTED', 'UNIMPLEMENTED', 'INTERNAL'].includes(String(code));
}
