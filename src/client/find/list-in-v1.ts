/** Finds objects by the list of v1 (contract G2) if v2 has no readable list of the kind (contract L9). */
import type { Values } from '../../model/api';
import type { Declaration } from '../../model/schema';
import type { CallOptions, Client, V1Query } from '../requests/client';
import { isNotFound } from '../errors/api-error';
import { lacksList } from '../errors/lacks-list';

/** Returns the objects that the list of v1 contains, each read by its uid; `undefined` if there is no such list. */
export async function listInV1(
  client: Pick<Client, 'get' | 'listUidsInV1'>,
  declaration: Declaration,
  query: V1Query,
  options: CallOptions,
): Promise<Values[] | undefined> {
  let uids: readonly string[];
  try {
    uids = await client.listUidsInV1(declaration, query, options);
  } catch (error) {
    if (lacksList(error)) return undefined;
    throw error;
  }
  const found: Values[] = [];
  for (const uid of uids) {
    try {
      found.push(await client.get(declaration, uid, options));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return found;
}
