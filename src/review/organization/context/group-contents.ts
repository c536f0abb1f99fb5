/** Reads the objects in groups that the plans delete. Each of them prevents the deletion of its group (contract D3). */
import { groupBy } from '../../../access/graph/paths';
import { commonAncestor, isObject, parentUid, rootUid, type Values } from '../../../model/api';
import { containerKind, declarations, groupInvite, identity, parentKind, roleBinding } from '../../../model/kinds';
import { kindInWords, type Declaration } from '../../../model/schema';
import { toAttributes } from '../objects/listed';
import { findUid } from '../objects/objects';
import {
  createBudgetedLists,
  joinParts,
  NO_REQUESTS_LEFT,
  type BudgetedLists,
  type PageReader,
  type ReadPart,
} from './budget';
import { liesBeneath, type Needed } from './needed';
import { onlyNames, type ContainedGrant, type ContainedObject, type UnmanagedContents } from './plan-context';

/** Requests for the contents of deleted groups: a list of each kind in each topmost group. */
const CONTENTS_REQUESTS = 200;
/** Pages of one list of each kind beneath the common group, if the topmost groups need more requests. */
const CONTENTS_PAGES = 50;

/** The kinds whose attributes decide who gains access. */
const DESCRIBED: ReadonlySet<Declaration> = new Set<Declaration>([identity, groupInvite]);

interface ContentsOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxRequests: number | undefined;
}

/** The kinds in groups: each object of them prevents the deletion of its group (contract D3). */
const contained = declarations.filter(
  (declaration) => declaration.parent !== undefined && parentKind(declaration) === containerKind,
);

/** Reads each topmost group separately: a count is enough. Too many groups share one list of each kind. */
export async function readContents(
  client: PageReader,
  needed: Needed,
  { signal, maxRequests = CONTENTS_REQUESTS }: ContentsOptions,
): Promise<ReadPart<UnmanagedContents>> {
  const roots = groupBy(needed.deleted, rootUid);
  const shared = [...roots.values()].flatMap((deleted) => {
    const isRoot = deleted.some((uid) => parentUid(uid) === undefined);
    const kinds = contained.filter(({ parent }) => isRoot || parent?.is !== 'rootGroup');
    return kinds.map((kind) => ({ kind, deleted }));
  });
  const single = shared.flatMap(({ kind, deleted }) => deleted.map((uid) => ({ kind, deleted: [uid] })));
  const isSingle = single.length <= maxRequests;
  const lists = createBudgetedLists(client, isSingle ? maxRequests : Math.min(maxRequests, CONTENTS_PAGES), signal);
  const enough = isSingle ? 2 * maxRequests : single.length;
  const reads = (isSingle ? single : shared).map(({ kind, deleted }) =>
    readContentsByKind(lists, needed, kind, deleted, enough),
  );
  const { found, unread } = joinParts(await Promise.all(reads));
  return { found, unread: [...new Set(unread)] };
}

/** Reads objects of one kind in groups beneath one root. The count is enough if the plans manage all of them. */
async function readContentsByKind(
  lists: BudgetedLists,
  { isManaged, managedIn }: Needed,
  declaration: Declaration,
  deleted: readonly string[],
  enough: number,
): Promise<ReadPart<UnmanagedContents>> {
  const scope = commonAncestor(deleted) ?? '';
  const known = managedIn(declaration, scope);
  const isSingle = deleted.length === 1;
  const shown = await lists.read(
    declaration,
    { descendantsOf: scope },
    ({ totalCount }) => totalCount !== undefined && (isSingle || totalCount === known),
  );
  const isCounted = shown.reason === undefined && shown.totalCount !== undefined;
  if (!shown.isWhole && !(isCounted && (isSingle || shown.totalCount === known))) {
    const what = `${kindInWords(declaration)}s`.replace(/ys$/, 'ies');
    const more = shown.reason === NO_REQUESTS_LEFT ? ` To check it, pass --max-requests ${enough}.` : '';
    return {
      found: [],
      unread: [`Cannot check if the deleted groups contain unmanaged ${what}: ${shown.reason ?? ''}.${more}`],
    };
  }
  const found = deleted.flatMap((uid): UnmanagedContents[] => {
    const objects = shown.objects.flatMap((object): ContainedObject[] => {
      const values = toAttributes(declaration, object);
      const own = findUid(declaration, values);
      if (own === undefined || !liesBeneath(declaration, own, uid) || isManaged(declaration, own)) return [];
      const name = values['name'];
      const grant = declaration === roleBinding ? toGrant(object) : undefined;
      const facts = { ...(DESCRIBED.has(declaration) && { values }), ...(grant !== undefined && { grant }) };
      return [{ uid: own, ...(typeof name === 'string' && name !== '' && { name }), ...facts }];
    });
    const count =
      shown.isWhole || !isSingle ? objects.length : Math.max((shown.totalCount ?? 0) - known, objects.length);
    return count === 0 ? [] : [{ group: uid, kind: declaration.kind, count, objects }];
  });
  return { found, unread: [] };
}

/** Returns the identity and the role of a role binding, which each list contains (contract K4). */
function toGrant({ identity: who, role }: Values): ContainedGrant | undefined {
  if (!isObject(who) || !isObject(role) || typeof role['name'] !== 'string') return undefined;
  const [name, uid] = [role['name'], role['uid']];
  const isOwner = name === 'owner' && typeof uid === 'string' && parentUid(uid) === undefined;
  return { identity: onlyNames(who), role: name, ...(isOwner && { isOwner }) };
}
