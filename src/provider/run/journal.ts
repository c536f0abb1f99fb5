/**
 * The journal of a run: a step of the lifecycle reports once what happens to an object, and every register hears it. A step that
 * reported to some registers and forgot another would be invisible.
 */
import type { Values } from '../../model/api';
import type { ObjectKey } from '../../client/internal';
import type { Declaration } from '../../model/schema';
import type { ApprovedWrite } from '../approval/approval';
import type { CreatedKey } from '../keys/known-keys';

export interface Journal {
  /** A resource is about to give the key to an object, with any outcome. */
  creating(declaration: Declaration, key: ObjectKey): void;
  created(declaration: Declaration, object: Values, how: CreatedKey & { readonly write: ApprovedWrite }): void;
  /** A resource to create takes over an existing object. Its age is that of the object. */
  adopted(declaration: Declaration, object: Values, key: ObjectKey): void;
  /** A resource is about to change its object. `key`: the key that it gets, if it changes. */
  updating(declaration: Declaration, uid: string, key: ObjectKey | undefined): void;
  updated(declaration: Declaration, object: Values): void;
  /** A request that changes the object has ended, with any outcome. */
  attempted(declaration: Declaration, uid: string): void;
  deleted(declaration: Declaration, uid: string, key: ObjectKey | undefined): void;
  /** The state contains the object, which will be read. */
  reading(declaration: Declaration, uid: string, createTime: unknown): void;
  read(declaration: Declaration, object: Values): void;
}

/** A register hears the steps that concern it. */
export type Register = Partial<Journal>;

/** Returns a journal that passes each step to all registers, in their order. */
export function createJournal(registers: readonly (Register | undefined)[]): Journal {
  const tell =
    <Step extends keyof Journal>(step: Step) =>
    (...told: Parameters<Journal[Step]>): void => {
      for (const register of registers) (register?.[step] as ((...args: unknown[]) => void) | undefined)?.(...told);
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
