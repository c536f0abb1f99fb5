/**
 * Whether the service is there and knows us, asked once before anything is planned to be created: with a wrong address or
 * a token of another organization a plan of creations would look right, and fail in the middle of the apply.
 */
import { isUid, isWithin, type Values } from '../../api';
import { ApiError, type Client } from '../../client';
import type { Diags } from '../../plugin';
import { containerKind } from '../../resources';
import { type Declaration, kindInWords } from '../../schema';
import { parentAttribute } from '../convert/schema';
import { diagnosticsOf } from '../diagnostics';
import { connected, type Session } from '../session';

/** A read that was answered has shown it already. Only the first of many equal failures is reported: one is enough. */
export async function preflight(
  declaration: Declaration,
  plan: Values,
  { session, diags, signal }: { readonly session: Session; readonly diags: Diags; readonly signal: AbortSignal },
): Promise<void> {
  if (session.client === undefined || !session.first('answer')) return;
  const { client } = connected(session);
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : plan[attribute];
  const holder = containerKind();
  try {
    if (isUid(parent)) await client.get(holder, parent, { signal });
    else await client.page(holder, { pageSize: 1 }, { signal });
  } catch (error) {
    if (isUid(parent) && (await belongsHere(client, parent, error, signal))) return;
    const subject = isUid(parent) ? `${kindInWords(holder)} (uid ${parent})` : `the ${holder.collection}`;
    diags.add(...diagnosticsOf(error, { verb: 'read', declaration: holder, subject }));
  }
}

/** A token may be allowed to create in a group that it may not look at: then it has some say here all the same. */
async function belongsHere(client: Client, uid: string, refusal: unknown, signal: AbortSignal): Promise<boolean> {
  if (ApiError.from(refusal).code !== 'PERMISSION_DENIED') return false;
  try {
    const { capabilities } = await client.whoami({ signal });
    return capabilities.some(({ group }) => isWithin(uid, group));
  } catch {
    return false; // The refusal itself is what there is to say.
  }
}
