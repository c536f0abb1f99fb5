/**
 * Checks once, before the first planned create, that the service is reachable and accepts the token. With a wrong address or a
 * token of another organization, a plan with creates would look right, and the apply would fail midway.
 */
import { isUid, isWithin, type Values } from '../../model/api';
import { ApiError, type Client } from '../../client';
import { lacksList } from '../../client/internal';
import { containerKind, getGroupOfParent } from '../../model/kinds';
import { type Declaration, kindInWords } from '../../model/schema';
import { getParentUid } from '../convert/to-api';
import { toDiagnostics, isReported } from '../messages/diagnostics';
import type { ModifyContext } from '../run/contexts';
import { connected, type Session } from '../run/session';

/** Runs the check, unless a read has succeeded already. Reports only the first of many equal failures. */
export async function preflight(declaration: Declaration, plan: Values, context: ModifyContext): Promise<void> {
  const { providerData: session, diags } = context;
  if (session.client === undefined || !session.first('response')) return;
  const { signal } = context;
  const { client } = connected(session);
  const parent = getParentUid(declaration, plan);
  const place = isUid(parent) ? getGroupOfParent(declaration, parent) : parent;
  const { review } = session.planned;
  // A review plan may create the group. Only the part above it exists then.
  const group = isUid(place) && review !== undefined ? review.placeholders.existingPart(place) : place;
  try {
    if (isUid(group)) await client.get(containerKind, group, { signal });
    else await checkService(session, client, signal);
  } catch (error) {
    if (isUid(group) && (await hasCapability(session, group, error, signal))) return;
    if (isReported(error, session)) return;
    const subject = isUid(group) ? `${kindInWords(containerKind)} (uid ${group})` : `the ${containerKind.collection}`;
    diags.add(...toDiagnostics(error, { verb: 'read', declaration: containerKind, subject }));
  }
}

/** Throws if the service cannot be reached with this address and token. With on_existing = "create", no list is read. */
async function checkService(session: Session, client: Client, signal: AbortSignal): Promise<void> {
  const { onExisting } = session;
  const { tokenIdentity } = connected(session);
  try {
    if (onExisting === 'create') await tokenIdentity.read(signal);
    else await client.page(containerKind, { pageSize: 1 }, { signal });
  } catch (error) {
    if (onExisting === 'create' || !lacksList(error)) throw error;
    // Without a list (contract L9) the service still knows the caller; at a wrong address it does not.
    await tokenIdentity.read(signal).catch(() => Promise.reject(error as Error));
  }
}

/** Returns true if the token has a capability in the group or above: it may then create in the group, but not read it. */
async function hasCapability(session: Session, uid: string, denial: unknown, signal: AbortSignal): Promise<boolean> {
  if (ApiError.from(denial).code !== 'PERMISSION_DENIED') return false;
  try {
    const { capabilities } = await connected(session).tokenIdentity.read(signal);
    return capabilities.some(({ group }) => isWithin(uid, group));
  } catch {
    return false; // The denial itself is reported.
  }
}
