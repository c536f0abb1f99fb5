/**
 * Looks for an object where the API has no readable list of its kind (contract L9). A list that cannot be read proves nothing:
 * v1 may have one. Without it, the object is created and a warning reports what was not checked.
 */
import type { Values } from '../../api';
import type { Client } from '../../client';
import { lacksList } from '../../client/errors';
import { DiagError } from '../../plugin';
import { type Declaration, kindInWords, listPath } from '../../schema';
import { collectionInWords } from '../data/filters';
import { connected, type CreateContext } from '../session';
import type { Creation } from './creation';
import { findInV1, type FindOptions, hasKey, type Key } from './natural-key';

/** Returns the result of `look`; without a list, the objects in the list of v1, or `undefined` if v1 has no list. */
export async function findIfListed(
  creation: Creation,
  context: CreateContext,
  look: () => Promise<Values[]>,
): Promise<Values[] | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!lacksList(error)) throw error;
    const { declaration, key } = creation;
    const { client } = connected(context.client);
    const options = { signal: context.signal, recent: context.client.recent };
    const listed = await findWithoutList(client, declaration, key, options);
    if (listed === undefined) warn(creation, context);
    return listed;
  }
}

/**
 * Returns the objects with the key from the list of v1 and from the writes of this run. Returns `undefined` if v1 has no list and
 * this run has written no such object.
 */
export async function findWithoutList(
  client: Client,
  declaration: Declaration,
  key: Key,
  { signal, recent }: FindOptions,
): Promise<Values[] | undefined> {
  const listed = await findInV1(client, { declaration, key }, signal);
  const found = recent.corrected(declaration, listed ?? [], (object) => hasKey(declaration, object, key));
  return listed === undefined && found.length === 0 ? undefined : found;
}

/** The error for a search that needs a list. `advice`: what to do instead. */
export function missingList(declaration: Declaration, subject: string, advice: string): DiagError {
  return new DiagError(
    `No readable list of ${collectionInWords(declaration)}`,
    [
      `Cannot find ${subject}: the API has no readable list of ${declaration.collection} (GET ${listPath(declaration)}), and v1 has none.`,
      `${advice} If other lists are missing, too, check base_url.`,
    ].join('\n'),
  );
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
