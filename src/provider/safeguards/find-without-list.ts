/**
 * Looks for an object where the API has no readable list of its kind (contract L9). A list that cannot be read proves nothing:
 * v1 may have one. Without it, the object is created and a warning reports what was not checked.
 */
import type { Values } from '../../model/api';
import { isDeniedList, lacksList } from '../../client/internal';
import { kindInWords } from '../../model/schema';
import { createWarning } from '../messages/severity';
import type { CreateContext } from '../run/contexts';
import { requireAbsence } from './absence';
import type { Creation } from './creation';

/** Returns the result of `find`. Without a list, returns the objects in the list of v1, or `undefined` if v1 has no list. */
export async function findEvenWithoutList(
  creation: Creation,
  context: CreateContext,
  find: () => Promise<Values[]>,
): Promise<Values[] | undefined> {
  try {
    return await find();
  } catch (error) {
    if (!lacksList(error)) throw error;
    if (isDeniedList(error)) await requireAbsence(creation, context);
    const { declaration, key, service, subject } = creation;
    const listed = await service.existence.findWithoutList(declaration, key, context.signal);
    if (listed !== undefined) return listed;
    const kind = kindInWords(declaration);
    const detail = [
      `The API has no readable list of ${declaration.collection}. The provider creates ${subject} although it may already exist.`,
      `If you find a duplicate, delete one of the two. To manage a ${kind} that exists, import it by its uid.`,
    ];
    context.diags.add(createWarning('LIST_UNREADABLE', `Cannot check for an existing ${kind}`, detail));
    return undefined;
  }
}
