/** What is to be created: its natural key, what is sent, and what the service has with the same key. */
import type { Values } from '../../api';
import { isNotFound } from '../../client';
import { type Declaration, offers } from '../../schema';
import { createFields, createInput, parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';
import { connected, serviceTime, type Session } from '../session/session';
import type { CreateContext } from '../session/contexts';
import { hasExpired } from '../convert/expiry';
import { subjectOf } from '../messages/subject';
import { findExisting } from '../keys/find-existing';
import { hasKey, type Key, keyOf } from '../keys/natural-key';

/** What is created: its key, and what is sent. */
export interface Creation {
  readonly declaration: Declaration;
  readonly key: Key;
  /** What a create sends. */
  readonly input: Values;
  /** The approved fields: `input`, and the inputs that exist only in Terraform. */
  readonly approvable: Values;
  readonly subject: string;
}

export function creationOf(declaration: Declaration, { plan, config }: CreateContext): Creation {
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : ((plan[attribute] as string | null) ?? undefined);
  const input = createInput(declaration, { plan, config });
  const approvable = createFields(declaration, { plan, config });
  const key = keyOf(declaration, parent, input);
  return { declaration, key, input, approvable, subject: subjectOf(declaration, plan) };
}

/** What had the same natural key before the request was sent. */
export interface Before {
  readonly found: readonly Values[];
  /** Only what the service made then or later can be ours. Absent: whatever was not found can be. */
  readonly createdSince?: Date;
}

/** Everything that has the same natural key now; what has expired is in nobody's way. */
export async function findExistingOf(
  { declaration, key }: Creation,
  session: Session,
  signal: AbortSignal,
): Promise<Values[]> {
  const { client } = connected(session);
  const found = await session.propagation.retryWhilePropagating({ uid: key.parent }, { signal }, () =>
    findExisting(client, declaration, key, { signal, recent: session.recent }),
  );
  const { ends } = declaration;
  return ends === undefined ? found : found.filter((object) => !hasExpired(ends, object, serviceTime(session)));
}

/**
 * Returns the current form of listed objects that exist and have the key. A list that lags behind (contract F5) still shows
 * deleted objects and former values, so a single read decides. Without a readable object the list counts.
 */
export async function confirmExisting(
  { declaration, key }: Creation,
  listed: readonly Values[],
  session: Session,
  signal: AbortSignal,
): Promise<Values[]> {
  // Objects that are identified by their group's uid come from a single read (contract U4).
  if (!offers(declaration, 'get') || declaration.uidScheme === 'parentUid') return [...listed];
  const { client } = connected(session);
  const confirmed = listed.map(async (object): Promise<Values[]> => {
    const uid = uidOf(declaration, object);
    // A young object may be missing from a read that lags behind: it then counts as existing.
    const target = { uid, createTime: object['createTime'] };
    try {
      const current = await session.propagation.retryWhilePropagating(target, { signal }, () =>
        client.get(declaration, uid, { signal }),
      );
      return hasKey(declaration, current, key) ? [current] : [];
    } catch (error) {
      signal.throwIfAborted();
      return isNotFound(error) ? [] : [object];
    }
  });
  return (await Promise.all(confirmed)).flat();
}
