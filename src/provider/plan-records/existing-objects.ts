/**
 * Warns at plan about creates whose natural key an object already has. The apply would stop there, after other creates.
 *
 * It is a warning and not an error: another resource of the plan may release the key, and a provider does not learn what
 * Terraform plans for the other resources.
 */
import { MAX_PAGE_SIZE, type Values } from '../../model/api';
import type { Client } from '../../client';
import { childrenQuery, hasKey, inclusions } from '../../client/internal';
import type { Diagnostic } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { capitalized } from '../../base/text/words';
import { getObjectUid } from '../convert/to-state';
import { existsAtPlan } from '../messages/duplicate-texts';
import { createWarning } from '../messages/severity';
import { describeSubject } from '../messages/subject';
import type { Existence, ManagedUids } from '../keys/existence';
import type { Visibility } from '../refresh/visibility';
import { isDistinct, keyAttributes, keyOfAttributes } from '../keys/key-text';

export type ExistingObjects = ReturnType<typeof createExistingObjects>;

interface Service {
  readonly client: Client;
  readonly existence: Pick<Existence, 'unexpired'>;
  readonly visibility: Pick<Visibility, 'saw'>;
}

/** The maximum number of lists in one plan. The apply checks creates of other kinds and in other groups. */
const MAX_LISTS = 5;

export function createExistingObjects({ client, existence, visibility }: Service, managed: ManagedUids) {
  const lists = new Map<string, Promise<readonly Values[]>>();

  function getList(declaration: Declaration, parent: string, signal: AbortSignal): Promise<readonly Values[]> {
    const id = `${declaration.kind} ${parent}`;
    const known = lists.get(id);
    if (known !== undefined || lists.size >= MAX_LISTS) return known ?? Promise.resolve([]);
    const reading = firstPage(client, declaration, parent, signal).then((objects) => {
      for (const object of objects) visibility.saw(declaration, getObjectUid(declaration, object));
      return objects;
    });
    lists.set(id, reading);
    return reading;
  }

  return {
    /** Returns a warning if an object that no resource of this run manages has the natural key of the planned object. */
    async warnings(declaration: Declaration, plan: Values, signal: AbortSignal): Promise<Diagnostic[]> {
      const key = keyOfAttributes(declaration, plan);
      if (key?.parent === undefined || !isDistinct(declaration, key)) return [];
      const found = existence
        .unexpired(declaration, await getList(declaration, key.parent, signal))
        .filter(
          (object) => hasKey(declaration, object, key) && !managed.has(declaration, getObjectUid(declaration, object)),
        );
      if (found.length === 0) return [];
      const summary = `${capitalized(describeSubject(declaration, plan))} already exists`;
      const path = keyAttributes(declaration).slice(-1);
      return [createWarning('OBJECT_EXISTS', summary, existsAtPlan(declaration, found), path)];
    },
  };
}

/** Returns the first page of the objects directly in a group. A list that cannot be read proves nothing. */
async function firstPage(
  client: Client,
  declaration: Declaration,
  parent: string,
  signal: AbortSignal,
): Promise<readonly Values[]> {
  const query = { ...childrenQuery(declaration, parent), pageSize: MAX_PAGE_SIZE, ...inclusions(declaration) };
  try {
    return (await client.page(declaration, query, { signal })).items;
  } catch {
    return [];
  }
}
