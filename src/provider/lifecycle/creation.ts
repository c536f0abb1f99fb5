/** Describes a create: its natural key, the fields to send, and existing objects with the same key. */
import type { Values } from '../../api';
import { isNotFound } from '../../client';
import { type Declaration, offers } from '../../schema';
import { createFields, createInput, parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';
import { connected, serviceTime, type Session } from '../session/session';
import type { CreateContext } from '../session/contexts';
import { withoutExpired } from '../convert/expiry';
import { subjectOf } from '../messages/subject';
import { findExisting } from '../keys/find-existing';
import { hasKey, type NaturalKey, keyOf } from '../../client/find/natural-key';

/** A create: its key and the fields to send. */
export interface Creation {
  readonly declaration: Declaration;
  readonly key: NaturalKey;
  /** The fields of the request. */
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

/** The objects that had the same natural key before the request was sent. */
export interface Before {
  readonly found: readonly Values[];
  /** Only objects created at this time or later can be the result. Absent: any object that was not found before can be. */
  readonly createdSince?: Date;
}

/** Returns the objects that have the same natural key now. Expired objects do not conflict. */
export async function findExistingOf(
  { declaration, key }: Creation,
  session: Session,
  signal: AbortSignal,
): Promise<Values[]> {
  const { client } = connected(session);
  const found = await session.propagation.retryWhilePropagating({ uid: key.parent }, { signal }, () =>
    findExisting(client, declaration, key, { signal, recent: session.recent }),
  );
  return withoutExpired(declaration, found, serviceTime(session));
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
  // Objects identified by the uid of their group already come from a single read (contract U4).
  if (!offers(declaration, 'get') || declaration.uidScheme === 'parentUid') return [...listed];
  const { client } = connected(session);
  const confirmed = listed.map(async (object): Promise<Values[]> => {
    const uid = uidOf(declaration, object);
    // A read that lags behind may lack a young object, which then counts as existing.
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
