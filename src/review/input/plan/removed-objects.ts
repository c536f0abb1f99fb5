/**
 * Replaces the change of a resource that removes undeclared objects by the deletions of these objects. The rest of the review,
 * the approved writes and the digest then need no other rule for them.
 */
import { isObject, isUid, snakeCase, type Values } from '../../../model/api';
import { type Declaration, EXCLUSIVE, identifierField, kindInWords, typeName } from '../../../model/schema';
import { counted, few } from '../../../base/text/words';
import { findExclusiveKind, findKind } from './platform-kind';
import { toFate, isNoOp, type PlanStatus, type ResourceChange } from './plan';
import { hasUnknown, isSensitive } from './values';

/** Returns the changes with a deletion for each object that a plan removes, and without the resources that remove them. */
export function removedObjects(changes: readonly ResourceChange[]): ResourceChange[] {
  const gone = new Set(changes.flatMap((change) => goneUid(change) ?? []));
  return changes.flatMap((change) => {
    const declaration = findExclusiveKind(change);
    if (declaration === undefined) return [change];
    return getRemovals(declaration, change).filter((removal) => {
      // The resource of the object, or another exclusive one, deletes it as well.
      const uid = goneUid(removal);
      const isCounted = uid !== undefined && gone.has(uid);
      if (uid !== undefined) gone.add(uid);
      return !isCounted;
    });
  });
}

/** Returns a failed check for each resource that reports undeclared objects and removes none. */
export function undeclaredObjects(changes: readonly ResourceChange[]): PlanStatus['failedChecks'] {
  return changes.flatMap((change) => {
    const declaration = findExclusiveKind(change);
    const undeclared = change.after?.[EXCLUSIVE.undeclared];
    if (declaration === undefined || !Array.isArray(undeclared) || undeclared.length === 0) return [];
    const uids = (undeclared as readonly unknown[]).map((one) => (isObject(one) ? uidIn(declaration, one) : 'unknown'));
    const messages = [`${counted(uids.length, `undeclared ${kindInWords(declaration)}`)}: ${few(uids)}.`];
    return [{ address: change.address, messages }];
  });
}

function getRemovals(declaration: Declaration, change: ResourceChange): ResourceChange[] {
  const { address, after, fate, sensitive } = change;
  const type = typeName(declaration);
  const removes = after?.[EXCLUSIVE.plannedRemovals];
  const isApplied = fate === undefined || (!isNoOp(change) && (fate.isMade || fate.old === 'kept'));
  if (!isApplied) return [];
  const isReadable =
    fate !== undefined && Array.isArray(removes) && removes.every((remove) => isKnown(declaration, remove));
  // Without an effect that is known, the review is inconclusive.
  if (!isReadable) return [{ ...change, type, fate: undefined, before: undefined, after: undefined }];
  return (removes as readonly Values[]).map((before) => ({
    ...{ type, mode: 'managed', provider: change.provider, deposed: undefined, previousAddress: undefined },
    address: `${address}[${JSON.stringify(uidIn(declaration, before))}]`,
    ...{ actions: ['delete'], fate: toFate(['delete']), before, after: undefined },
    ...{ isImported: false, isUndeclared: true },
    sensitive: [isSensitive(sensitive, EXCLUSIVE.plannedRemovals)],
  }));
}

/** Returns the uid of an object that a change deletes. */
function goneUid(change: ResourceChange): string | undefined {
  const declaration = findKind(change);
  if (declaration === undefined || change.fate?.old !== 'gone' || change.before === undefined) return undefined;
  return `${declaration.kind} ${uidIn(declaration, change.before)}`;
}

function isKnown(declaration: Declaration, object: unknown): object is Values {
  return isObject(object) && !hasUnknown(object) && isUid(object[snakeCase(identifierField(declaration))]);
}

function uidIn(declaration: Declaration, object: Values): string {
  return String(object[snakeCase(identifierField(declaration))]);
}
