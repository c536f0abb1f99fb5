/** Warns about everything under a replaced group, managed here or not, which is replaced with it. */
import { isUid, isWithin, type Values } from '../../model/api';
import type { Client } from '../../client';
import type { Diagnostic } from '../../plugin';
import { containerKind, declarations } from '../../model/kinds';
import { type Declaration, kindInWords } from '../../model/schema';
import { parentAttribute, getParentUid } from '../convert/to-api';
import { createWarning } from '../messages/severity';
import { collectionInWords } from '../messages/subject';
import type { Session } from '../run/session';
import type { ReplacedObject } from '../plan-records/replacement';

/** The maximum number of groups whose contents a plan counts. Each costs one request for every kind. */
const MAX_COUNTED = 20;

/** Returns a warning about a replaced group, at the attribute that causes the replacement. */
export async function replacedGroupWarnings(
  replaced: ReplacedObject,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const { uids } = session.planned.replacedGroups;
  // The warning about a group above includes this one.
  const isReported = [...uids].some((above) => isWithin(replaced.uid, above));
  uids.add(replaced.uid);
  return isReported ? [] : warnings(replaced, replaced.because[0], session, signal);
}

/** Returns the missing warning about the group of an object that is replaced together with the group. */
export async function warningsOfParent(
  declaration: Declaration,
  prior: Values,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const { unreported } = session.planned.replacedGroups;
  const parent = getParentUid(declaration, prior);
  if (unreported.size === 0 || !isUid(parent)) return [];
  const replaced = unreported.get(parent);
  if (replaced === undefined) return [];
  unreported.delete(parent);
  return warnings(replaced, parentAttribute(declaration), session, signal);
}

async function warnings(
  { uid, subject, because }: ReplacedObject,
  attribute: string | undefined,
  { client, planned }: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  if (client === undefined) return [];
  const isCounted = planned.replacedGroups.uids.size <= MAX_COUNTED;
  const counts = isCounted
    ? await countsBeneath(client, uid, signal)
    : 'The objects under it were not counted: the plan replaces many groups.';
  if (counts === undefined) return [];
  const cause = because.length === 0 ? '' : ` because of ${because.join(', ')}`;
  const group = kindInWords(containerKind);
  const detail = [
    `A ${group} cannot be moved: Terraform deletes and recreates it${cause}, with everything under it. ${counts}`,
    `Managed objects get new uids, and nobody has access through them in the meantime. Unmanaged objects stop the deletion halfway.`,
  ];
  const path = attribute === undefined ? undefined : [attribute];
  return [createWarning('GROUP_REPLACED', `This replaces ${subject} and everything under it`, detail, path)];
}

/** Returns `Under it: 3 groups, 12 identities.`, or `undefined` if the group is empty. */
async function countsBeneath(client: Client, uid: string, signal: AbortSignal): Promise<string | undefined> {
  const counted = await Promise.all(declarations.map((declaration) => countBeneath(client, declaration, uid, signal)));
  const found = counted.filter((words) => words !== undefined);
  return found.length === 0 ? undefined : `Under it: ${found.join(', ')}.`;
}

/** Returns `12 identities`, or `undefined` for none. */
async function countBeneath(
  client: Client,
  declaration: Declaration,
  uid: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const many = collectionInWords(declaration);
  try {
    const page = await client.page(declaration, { descendantsOf: uid, pageSize: 1 }, { signal });
    const count = page.totalCount ?? page.items.length + page.malformed.length;
    if (count === 0) return undefined;
    // A service may leave the count out (contract L4).
    if (page.totalCount === undefined) return `an unknown number of ${many}`;
    return count === 1 ? `1 ${kindInWords(declaration)}` : `${count} ${many}`;
  } catch (error) {
    if (signal.aborted) throw error;
    return `${many} (not counted: the request failed)`;
  }
}
