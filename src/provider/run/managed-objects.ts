/** The objects that the resources of this run manage. A register of the journal. */
import type { Values } from '../../api';
import type { Declaration } from '../../schema';
import { objectId, type ObjectId } from '../convert/to-state';
import type { Journal } from './journal';

/** `created`, `adopted`: by this run, so that its plan did not know the object. `planned`: the state contained it. */
export type Origin = 'created' | 'adopted' | 'planned';

export interface ManagedObjects extends Pick<Journal, 'created' | 'adopted' | 'updating' | 'read'> {
  has(declaration: Declaration, uid: string): boolean;
  /** Returns how a resource of this run came to manage the object; `undefined` if none does. */
  origin(declaration: Declaration, uid: string): Origin | undefined;
  /** Records a read of the object. Returns true if another resource of this run has read it before. */
  isReadAgain(declaration: Declaration, uid: string): boolean;
}

/**
 * Creates the record for one run. Terraform and OpenTofu read each object of the state once in a run (`readsOnce`). Other
 * hosts may read it again, so a second read proves nothing there.
 */
export function createManagedObjects(readsOnce: boolean): ManagedObjects {
  const origins = new Map<ObjectId, Origin>();
  const read = new Set<ObjectId>();
  function plan(declaration: Declaration, object: Values | string): void {
    const id = objectId(declaration, object);
    if (!origins.has(id)) origins.set(id, 'planned');
  }
  return {
    created: (declaration, object) => void origins.set(objectId(declaration, object), 'created'),
    adopted: (declaration, object) => void origins.set(objectId(declaration, object), 'adopted'),
    updating: plan,
    read: plan,
    has: (declaration, uid) => origins.has(objectId(declaration, uid)),
    origin: (declaration, uid) => origins.get(objectId(declaration, uid)),
    isReadAgain: (declaration, uid) => readsOnce && read.size === read.add(objectId(declaration, uid)).size,
  };
}
