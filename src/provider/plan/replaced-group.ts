/** A warning of what goes with a group that is replaced: everything beneath it, managed here or not. */
import { isUid, isWithin, snakeCase, type Values } from '../../api';
import type { Client } from '../../client';
import type { Diagnostic } from '../../plugin';
import { containerKind, declarations } from '../../resources';
import { type Declaration, kindInWords, offers } from '../../schema';
import { parentAttribute } from '../convert/to-api';
import type { Session } from '../session/session';
import type { ReplacedObject } from '../planned/replacement';

/** Of how many groups a plan counts what lies beneath; each costs a request for every kind. */
const MAX_COUNTED = 20;

/** The plan replaces the group: warns at the attribute that asks for it. */
export async function replacedGroupWarnings(
  replaced: ReplacedObject,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const { uids } = session.replacedGroups;
  // Of a group in one that is replaced too nothing new can be said.
  const isSaid = [...uids].some((above) => isWithin(replaced.uid, above));
  uids.add(replaced.uid);
  return isSaid ? [] : warnings(replaced, replaced.because[0], session, signal);
}

/** What is still to be said of the group in which an object lies that is replaced with it. */
export async function warningsOfParent(
  declaration: Declaration,
  prior: Values,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const { unreported } = session.replacedGroups;
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : prior[attribute];
  if (unreported.size === 0 || !isUid(parent)) return [];
  const replaced = unreported.get(parent);
  if (replaced === undefined) return [];
  unreported.delete(parent);
  return warnings(replaced, attribute, session, signal);
}

async function warnings(
  { uid, subject, because }: ReplacedObject,
  attribute: string | undefined,
  { client, replacedGroups }: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  if (client === undefined) return [];
  const isCounted = replacedGroups.uids.size <= MAX_COUNTED;
  const counts = isCounted ? await countsBeneath(client, uid, signal) : 'It was not counted: many groups are replaced.';
  if (counts === undefined) return [];
  const cause = because.length === 0 ? '' : `, because of ${because.join(', ')}`;
  const group = kindInWords(containerKind);
  return [
    {
      severity: 'warning',
      summary: `This replaces ${subject} and takes along everything beneath it`,
      detail: [
        `A ${group} cannot be moved: it is deleted and made anew${cause}, and so is everything beneath it. ${counts}`,
        `What this configuration manages of it gets new uids, and nobody has access by it in between. What it does not manage stops the deletion halfway.`,
      ].join('\n'),
      ...(attribute !== undefined && { path: [attribute] }),
    },
  ];
}

/** `Beneath it: 3 groups, 12 identities.`; `undefined` if nothing is. */
async function countsBeneath(client: Client, uid: string, signal: AbortSignal): Promise<string | undefined> {
  const listable = declarations.filter((declaration) => offers(declaration, 'list'));
  const counted = await Promise.all(listable.map((declaration) => countBeneath(client, declaration, uid, signal)));
  const found = counted.filter((words) => words !== undefined);
  return found.length === 0 ? undefined : `Beneath it: ${found.join(', ')}.`;
}

/** `12 identities`; `undefined` where there are none. */
async function countBeneath(
  client: Client,
  declaration: Declaration,
  uid: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const many = snakeCase(declaration.collection).replaceAll('_', ' ');
  try {
    const page = await client.page(declaration, { descendantsOf: uid, pageSize: 1 }, { signal });
    const count = page.totalCount ?? page.items.length + page.malformed.length;
    if (count === 0) return undefined;
    // A service may leave the count out (contract L4).
    if (page.totalCount === undefined) return `${many}, of which it is not said how many`;
    return count === 1 ? `1 ${kindInWords(declaration)}` : `${count} ${many}`;
  } catch (error) {
    if (signal.aborted) throw error;
    return `${many}, which could not be counted`;
  }
}
