/**
 * Looks for an object where the API has no readable list of its kind (contract L9). A list that cannot be read proves nothing:
 * v1 may have one. Without it, the object is created and a warning reports what was not checked.
 */
import type { Values } from '../../api';
import { lacksList } from '../../client/errors';
import { kindInWords } from '../../schema';
import { connected, type CreateContext } from '../session';
import type { Creation } from './creation';
import { hasKey } from './natural-key';
import { findInV1 } from './v1-list';

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
