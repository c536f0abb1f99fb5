/**
 * Looks for an object where the API has no readable list of its kind (contract L9). A list that cannot be read proves nothing:
 * v1 may have one. Without it, the object is created and a warning reports what was not checked.
 */
import type { Values } from '../../api';
import { type Client, isNotFound } from '../../client';
import { lacksList } from '../../client/errors';
import { type Declaration, kindInWords } from '../../schema';
import { connected, type CreateContext } from '../session';
import type { Creation } from './creation';
import { hasKey, type Key } from './natural-key';

/** Returns the result of `look`; without a list, the objects in that of v1, or `undefined` if there is none either. */
export async function findIfListed(
  creation: Creation,
  context: CreateContext,
  look: () => Promise<Values[]>,
): Promise<Values[] | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!lacksList(error)) throw error;
    // A second object is wanted: nothing depends on the list.
    if (context.client.onExisting === 'create') return undefined;
    const { declaration, key } = creation;
    const listed = await findInV1(connected(context.client).client, creation, context.signal);
    const found = context.client.recent.corrected(declaration, listed ?? [], (object) =>
      hasKey(declaration, object, key),
    );
    if (listed !== undefined || found.length > 0) return found;
    warn(creation, context);
    return undefined;
  }
}

async function findInV1(
  client: Client,
  { declaration, key }: Creation,
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

function warn({ declaration, subject }: Creation, { diags }: CreateContext): void {
  const kind = kindInWords(declaration);
  diags.warning(
    `Cannot check for an existing ${kind}`,
    [
      `The API has no readable list of ${declaration.collection}. The provider creates ${subject} although an equal one may exist.`,
      `If you find a duplicate, delete one of the two. To manage a ${kind} that exists, import it by its uid.`,
    ].join('\n'),
  );
}
