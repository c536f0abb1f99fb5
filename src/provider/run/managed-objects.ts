/** The objects that the resources of this run manage. */
import type { Declaration } from '../../schema';

export interface ManagedObjects {
  add(declaration: Declaration, uid: string): void;
  has(declaration: Declaration, uid: string): boolean;
  /** Records a read of the object. Returns true if another resource of this run has read it before. */
  isReadAgain(declaration: Declaration, uid: string): boolean;
  /** Records that this run has created the object, which its resource manages. */
  create(declaration: Declaration, uid: string): void;
  /** Returns true if the plan of this run did not know the object yet. */
  wasCreated(declaration: Declaration, uid: string): boolean;
  /** Records that a resource of this run manages an existing object instead of creating one. */
  adopt(declaration: Declaration, uid: string): void;
  wasAdopted(declaration: Declaration, uid: string): boolean;
}

/**
 * Creates the record for one run. Terraform and OpenTofu read each object of the state once in a run (`readsOnce`). Other
 * hosts may read it again, so a second read proves nothing there.
 */
export function createManagedObjects(readsOnce: boolean): ManagedObjects {
  const managed = new Set<string>();
  const read = new Set<string>();
  const created = new Set<string>();
  const adopted = new Set<string>();
  // By kind and uid, because an account association has the uid of its group (contract U4).
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;
  return {
    add: (declaration, uid) => void managed.add(key(declaration, uid)),
    has: (declaration, uid) => managed.has(key(declaration, uid)),
    isReadAgain: (declaration, uid) => readsOnce && read.size === read.add(key(declaration, uid)).size,
    create(declaration, uid) {
      managed.add(key(declaration, uid));
      created.add(key(declaration, uid));
    },
    wasCreated: (declaration, uid) => created.has(key(declaration, uid)),
    adopt(declaration, uid) {
      this.create(declaration, uid);
      adopted.add(key(declaration, uid));
    },
    wasAdopted: (declaration, uid) => adopted.has(key(declaration, uid)),
  };
}
