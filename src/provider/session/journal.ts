/**
 * The journal of a run: a step of the lifecycle reports once what happens to an object, and every register hears it. A step that
 * reported to some registers and forgot another would be invisible.
 */
import type { Values } from '../../api';
import type { NaturalKey } from '../../client/find/natural-key';
import { containerKind } from '../../resources';
import { decidesAccess, type Declaration } from '../../schema';
import type { Approval, ApprovedWrite } from '../approval/approval';
import type { IdentityChanges } from '../configuration/identity-changes';
import { uidOf } from '../convert/to-state';
import type { KnownKeys } from '../keys/known-keys';
import type { Reads } from '../refresh/reads';
import type { ManagedObjects } from '../run/managed-objects';
import type { Propagation } from '../run/propagation';
import type { RecentObjects } from '../run/recent-objects';
import type { TokenIdentity } from '../run/token-identity';

/** A create that this run has sent. */
export interface CreatedObject {
  readonly object: Values;
  /** The words for the object in messages. */
  readonly subject: string;
  /** If it can be a parent: true if it contains nothing but objects of this run. */
  readonly isEmpty: boolean;
  readonly write: ApprovedWrite;
}

export interface Journal {
  /** A resource is about to give the key to an object, with any outcome. */
  creating(declaration: Declaration, key: NaturalKey): void;
  created(declaration: Declaration, created: CreatedObject): void;
  /** A resource to create takes over an existing object. Its age is that of the object. */
  adopted(declaration: Declaration, object: Values, key: NaturalKey): void;
  /** A resource is about to change its object. `key`: the key that it gets, if it changes. */
  updating(declaration: Declaration, uid: string, key: NaturalKey | undefined): void;
  updated(declaration: Declaration, object: Values): void;
  /** A request that changes the object has ended, with any outcome. */
  attempted(declaration: Declaration, uid: string): void;
  deleted(declaration: Declaration, uid: string, key: NaturalKey | undefined): void;
  /** The state contains the object, which will be read. */
  reading(declaration: Declaration, uid: string, createTime: unknown): void;
  read(declaration: Declaration, object: Values): void;
}

/** A register hears the steps that concern it. */
export type Register = Partial<Journal>;

/** Returns a journal that passes each step to all registers, in their order. */
export function createJournal(registers: readonly Register[]): Journal {
  const tell =
    <Step extends keyof Journal>(step: Step) =>
    (...told: Parameters<Journal[Step]>): void => {
      for (const register of registers) (register[step] as ((...args: unknown[]) => void) | undefined)?.(...told);
    };
  return {
    creating: tell('creating'),
    created: tell('created'),
    adopted: tell('adopted'),
    updating: tell('updating'),
    updated: tell('updated'),
    attempted: tell('attempted'),
    deleted: tell('deleted'),
    reading: tell('reading'),
    read: tell('read'),
  };
}

interface Registers {
  readonly managed: ManagedObjects;
  readonly propagation: Propagation;
  readonly recent: RecentObjects;
  readonly approval: Approval;
  readonly keys: KnownKeys | undefined;
  readonly reads: Reads | undefined;
  readonly tokenIdentity: TokenIdentity | undefined;
  /** Absent if the client is absent. */
  readonly identityChanges: IdentityChanges | undefined;
}

/** Returns what each register of a session hears. */
export function createRegisters(registers: Registers): readonly Register[] {
  const { managed, propagation, recent, approval, keys, reads, tokenIdentity, identityChanges } = registers;
  /** A token reads lists by its access, and an exchange reads the identity. */
  function changedAccess(declaration: Declaration, object: Values): void {
    if (decidesAccess(declaration)) tokenIdentity?.accessChanged();
    if (declaration.access?.assumable === true) identityChanges?.changed(uidOf(declaration, object));
  }
  return [
    {
      created: (declaration, { object }) => managed.create(declaration, uidOf(declaration, object)),
      adopted: (declaration, object) => managed.adopt(declaration, uidOf(declaration, object)),
      updating: (declaration, uid) => managed.add(declaration, uid),
      read: (declaration, object) => managed.add(declaration, uidOf(declaration, object)),
    },
    {
      created: (declaration, { object }) => propagation.created(uidOf(declaration, object)),
      adopted: (declaration, object) => propagation.createdAt(uidOf(declaration, object), object['createTime']),
      reading(declaration, uid, createTime) {
        if (declaration === containerKind) propagation.createdAt(uid, createTime);
      },
      read(declaration, object) {
        if (declaration === containerKind) propagation.createdAt(uidOf(declaration, object), object['createTime']);
      },
    },
    {
      created: (declaration, { object }) => recent.wrote(declaration, object),
      adopted: (declaration, object) => recent.wrote(declaration, object),
      updated: (declaration, object) => recent.wrote(declaration, object),
      deleted: (declaration, uid) => recent.deleted(declaration, uid),
      read(declaration, object) {
        if (propagation.isYoung(object['createTime'])) recent.saw(declaration, object);
      },
    },
    { created: (declaration, { write, object }) => approval.created(write, uidOf(declaration, object)) },
    {
      creating: (declaration, key) => keys?.use(declaration, key),
      created: (declaration, created) => keys?.created(declaration, created),
      adopted: (declaration, object, key) => keys?.use(declaration, key, uidOf(declaration, object)),
      updating(declaration, uid, key) {
        if (key !== undefined) keys?.use(declaration, key, uid);
      },
      deleted(declaration, uid, key) {
        if (key !== undefined) keys?.deleted(declaration, key, uid);
      },
    },
    {
      created: (declaration, { object }) => reads?.invalidate(declaration, uidOf(declaration, object)),
      adopted: (declaration, object) => reads?.invalidate(declaration, uidOf(declaration, object)),
      attempted: (declaration, uid) => reads?.invalidate(declaration, uid),
    },
    {
      created: (declaration, { object }) => changedAccess(declaration, object),
      adopted: (declaration, object) => changedAccess(declaration, object),
      updated: (declaration, object) => changedAccess(declaration, object),
    },
  ];
}
