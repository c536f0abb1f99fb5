/** The objects that the resources of this run manage. A register of the journal. */
import type { Values } from '../../model/api';
import type { Declaration } from '../../model/schema';
import { toObjectId, type ObjectId } from '../convert/to-state';

/** `created`, `adopted`: by this run, so that its plan did not know the object. `planned`: the state contained it. */
export type ManagedOrigin = 'created' | 'adopted' | 'planned';

export type ManagedObjects = ReturnType<typeof createManagedObjects>;

/**
 * Creates the record for one run. Terraform and OpenTofu read each object of the state once in a run (`readsOnce`). Other
 * hosts may read it again, so a second read proves nothing there.
 */
export function createManagedObjects(readsOnce: boolean) {
  const origins = new Map<ObjectId, ManagedOrigin>();
  const read = new Set<ObjectId>();
  function plan(declaration: Declaration, object: Values | string): void {
    const id = toObjectId(declaration, object);
    if (!origins.has(id)) origins.set(id, 'planned');
  }
  return {
    created: (declaration: Declaration, object: Values) => void origins.set(toObjectId(declaration, object), 'created'),
    adopted: (declaration: Declaration, object: Values) => void origins.set(toObjectId(declaration, object), 'adopted'),
    updating: plan,
    read: plan,
    has: (declaration: Declaration, uid: string) => origins.has(toObjectId(declaration, uid)),
    /** Returns how a resource of this run came to manage the object; `undefined` if none does. */
    origin: (declaration: Declaration, uid: string) => origins.get(toObjectId(declaration, uid)),
    /** Records a read of the object. Returns true if another resource of this run has read it before. */
    isReadAgain: (declaration: Declaration, uid: string) =>
      readsOnce && read.size === read.add(toObjectId(declaration, uid)).size,
  };
}
