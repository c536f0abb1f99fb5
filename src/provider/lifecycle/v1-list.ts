/** Finds objects by their natural key in the list of v1, which contains uids only (contract L9). */
import type { Values } from '../../api';
import { type Client, isNotFound } from '../../client';
import { lacksList } from '../../client/errors';
import type { Declaration } from '../../schema';
import { hasKey, type Key } from './natural-key';

/** Returns the objects with the key; `undefined` if v1 has no readable list of the kind either. */
export async function findInV1(
  client: Client,
  { declaration, key }: { readonly declaration: Declaration; readonly key: Key },
  signal: AbortSignal,
): Promise<Values[] | undefined> {
  if (key.parent === undefined) return undefined;
  let uids: readonly string[];
  try {
    uids = await client.listUidsInV1(declaration, key.parent, { signal });
  } catch (error) {
    if (lacksList(error)) return undefined;
    throw error;
  }
  const found: Values[] = [];
  for (const uid of uids) found.push(...(await withKey(client, declaration, { uid, key }, signal)));
  return found;
}

async function withKey(
  client: Client,
  declaration: Declaration,
  { uid, key }: { readonly uid: string; readonly key: Key },
  signal: AbortSignal,
): Promise<Values[]> {
  try {
    const object = await client.get(declaration, uid, { signal });
    return hasKey(declaration, object, key) ? [object] : [];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
