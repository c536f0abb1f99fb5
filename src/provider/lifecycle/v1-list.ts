/** Finds objects by their natural key in the list of v1, which contains uids only (contract L9). */
import type { Values } from '../../api';
import type { Client } from '../../client';
import { listInV1 } from '../../client/list-in-v1';
import type { Declaration } from '../../schema';
import { hasKey, type Key } from './natural-key';

/** Returns the objects with the key; `undefined` if v1 has no readable list of the kind either. */
export async function findInV1(
  client: Client,
  { declaration, key }: { readonly declaration: Declaration; readonly key: Key },
  signal: AbortSignal,
): Promise<Values[] | undefined> {
  const { parent, anywhere, values } = key;
  const name = typeof values['name'] === 'string' ? values['name'] : undefined;
  const query = { childrenOf: parent, inRoot: parent === undefined && anywhere !== true, name };
  const listed = await listInV1(client, declaration, query, { signal });
  return listed?.filter((object) => hasKey(declaration, object, key));
}
