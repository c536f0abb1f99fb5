/** What a create is about: its key, what it sends, and what exists already with the same key. */
import type { Values } from '../../api';
import type { Declaration } from '../../schema';
import { parentAttribute } from '../convert/schema';
import { createInput } from '../convert/to-api';
import { uidOf } from '../convert/to-state';
import { connected, type CreateContext, type Session } from '../session';
import { subjectOf } from './messages';
import { findExisting, type Key, keyOf } from './natural-key';

export interface Creation {
  readonly declaration: Declaration;
  readonly key: Key;
  /** What a create sends. */
  readonly input: Values;
  readonly subject: string;
}

export function creationOf(declaration: Declaration, { plan, config }: CreateContext): Creation {
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : ((plan[attribute] as string | null) ?? undefined);
  const input = createInput(declaration, { plan, config });
  return { declaration, key: keyOf(declaration, parent, input), input, subject: subjectOf(declaration, plan) };
}

/** Everything that has the same natural key now. */
export function findExistingOf(
  { declaration, key }: Creation,
  session: Session,
  signal: AbortSignal,
): Promise<Values[]> {
  const { client } = connected(session);
  return session.propagation.retryWhilePropagating(key.parent, signal, () =>
    findExisting(client, declaration, key, signal),
  );
}

/** How long another resource may take to begin with its update or deletion. Milliseconds. */
const HANDOVER_MS = 10_000;

/**
 * Everything that has the same natural key and keeps it. A name may be handed over in one run: the resource that has it is
 * renamed or removed while another one is created with it, in either order. So what is met gets the time to go.
 */
export async function findRemaining(creation: Creation, session: Session, signal: AbortSignal): Promise<Values[]> {
  const { declaration } = creation;
  const deadline = session.runtime.clock() + HANDOVER_MS;
  const ended = new Set<string>();
  for (;;) {
    const found = await findExistingOf(creation, session, signal);
    const uids = found.map((object) => uidOf(declaration, object)).filter((uid) => !ended.has(uid));
    if (uids.length === 0) return found;
    const left = Math.max(0, deadline - session.runtime.clock());
    const uid = await session.writes.ended(declaration, uids, left, signal);
    if (uid === undefined) return found;
    ended.add(uid);
  }
}
