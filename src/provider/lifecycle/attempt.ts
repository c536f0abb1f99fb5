/** One resource on its way into existence: what is wanted, who has it already, and what is stored once it exists. */
import type { Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { parentAttribute } from '../schema';
import { connected, type Session } from '../session';
import { subjectOf } from '../subject';
import { appliedState, createInput, uidOf, type Attributes } from '../values';
import { checkTakenOver } from './check-taken-over';
import type { CreateContext } from './lifecycle';
import { keyOf, lookUp, type Key } from './look-up';

export interface Attempt {
  readonly declaration: Declaration;
  readonly key: Key;
  /** What a create sends. */
  readonly input: ApiObject;
  readonly subject: string;
}

export function attemptAt(declaration: Declaration, { plan, config }: CreateContext): Attempt {
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : ((plan[attribute] as string | null) ?? undefined);
  const input = createInput(declaration, { plan, config });
  return { declaration, key: keyOf(declaration, parent, input), input, subject: subjectOf(declaration, plan) };
}

/** Everything that has the same natural key now. */
export function look({ declaration, key }: Attempt, session: Session, signal: AbortSignal): Promise<ApiObject[]> {
  const { client } = connected(session);
  return session.window.through(key.parent, signal, () => lookUp(client, declaration, key, signal));
}

/** The object exists: that must not be lost, whatever happens from here on. */
export function exists(attempt: Attempt, object: ApiObject, sent: ApiObject, context: CreateContext): Attributes {
  const { declaration, subject } = attempt;
  const { client: session, plan } = context;
  const uid = uidOf(declaration, object);
  const state = appliedState(declaration, object, plan);
  context.checkpoint(state);
  session.claims.claim(declaration, uid);
  session.window.opened(uid);
  connected(session).reads.invalidate(declaration, uid);
  checkTakenOver(declaration, subject, sent, object);
  return state;
}
