/**
 * While an object is replaced with `create_before_destroy`, its former self has the same natural key. Which one that is
 * travels from the plan of the change to the create in the resource's private state.
 */
import type { PrivateState } from '../../plugin';

const KEY = 'former_uid';

interface HasPrivate {
  readonly private: PrivateState;
}

export function rememberFormer(context: HasPrivate, uid: unknown): void {
  context.private.set(KEY, uid);
}

export function formerUid(context: HasPrivate): unknown {
  return context.private.get(KEY);
}

export function forgetFormer(context: HasPrivate): void {
  context.private.set(KEY, undefined);
}
