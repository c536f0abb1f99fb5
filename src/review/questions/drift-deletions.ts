/** Orders the deletions of unmanaged objects: each object follows all objects that the API requires to be deleted before it. */
import { groupBy } from '../../access/graph/paths';
import type { Severity } from '../../access/rules';
import { isUid } from '../../model/api';
import { containerKind, declarations, identity, parentKind, role } from '../../model/kinds';
import { findParentUid, kindInWords } from '../../model/schema';
import type { Review } from '../report/review-result';
import { compareSeverity } from './drift-severity';

/** An object whose deletion the API accepts after those before it. */
export interface Deletion {
  readonly kind: string;
  readonly uid: string;
}

interface Candidate extends Deletion {
  readonly severity: Severity;
  readonly isOwnAccess?: true;
}

const KINDS: readonly string[] = declarations.map(kindInWords);

/** Returns the unmanaged objects that can be deleted, in order. The access of the caller stays, and each object that another one needs. */
export function orderDeletions(
  unmanaged: readonly Candidate[],
  { objects, after: { grants } }: Pick<Review, 'objects' | 'after'>,
): Deletion[] {
  const uses = groupBy(grants, ({ key }) => key);
  const kept = new Set<string>();
  const keepNeeded = (kind: string, key: string) => {
    const declaration = declarations[KINDS.indexOf(kind)];
    const parent = declaration && findParentUid(declaration, key);
    if (declaration !== undefined && parent !== undefined) kept.add(toId(kindInWords(parentKind(declaration)), parent));
    for (const used of uses.get(key) ?? []) {
      kept.add(toId(kindInWords(role), used.role.key));
      kept.add(toId(kindInWords(identity), used.identity.key));
    }
  };
  const listed = new Set(unmanaged.map(({ kind, uid }) => toId(kind, uid)));
  for (const { kind, after } of objects)
    if (after !== undefined && !listed.has(toId(kind, after.key))) keepNeeded(kind, after.key);
  return unmanaged.toSorted(compareDeletions).flatMap(({ kind, uid, isOwnAccess }) => {
    if (isUid(uid) && isOwnAccess !== true && !kept.has(toId(kind, uid))) return [{ kind, uid }];
    keepNeeded(kind, uid);
    return [];
  });
}

/** An account association has the uid of its group (contract U4). */
function toId(kind: string, key: string): string {
  return `${kind} ${key}`;
}

/** A kind follows all kinds that refer to it, and a group all groups in it. The most dangerous object of a kind comes first. */
function compareDeletions(a: Candidate, b: Candidate): number {
  const depth = ({ kind, uid }: Candidate) => (kind === kindInWords(containerKind) ? uid.split('/').length : 0);
  return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind) || depth(b) - depth(a) || compareSeverity(a, b);
}
