/** Finds objects where the API has no readable list of their kind: in the list of v1 (contract L9). */
import type { Values } from '../../api';
import type { Client } from '../../client';
import { DiagError } from '../../plugin';
import { type Declaration, listPath } from '../../schema';
import { collectionInWords } from '../messages/subject';
import { findByKeyInV1 } from '../../client/find/find-by-key';
import type { FindOptions } from './find-existing';
import { hasKey, type NaturalKey } from '../../client/find/natural-key';

/**
 * Returns the objects with the key from the list of v1 and from the writes of this run. Returns `undefined` if v1 has no list
 * and this run has written no such object.
 */
export async function findWithoutList(
  client: Client,
  declaration: Declaration,
  key: NaturalKey,
  { signal, recent }: FindOptions,
): Promise<Values[] | undefined> {
  const listed = await findByKeyInV1(client, declaration, key, { signal });
  const found = recent.corrected(declaration, listed ?? [], (object) => hasKey(declaration, object, key));
  return listed === undefined && found.length === 0 ? undefined : found;
}

/** Returns the error for a search that needs a list. `advice`: the next step. */
export function missingList(declaration: Declaration, subject: string, advice: string): DiagError {
  return new DiagError(
    `No readable list of ${collectionInWords(declaration)}`,
    [
      `Cannot find ${subject}: the API has no readable list of ${declaration.collection} (GET ${listPath(declaration)}), and v1 has none.`,
      `${advice} If other lists are missing, too, check base_url.`,
    ].join('\n'),
  );
}
