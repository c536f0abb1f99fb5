/**
 * Decides which existing objects of a group are undeclared. The decision depends on the configuration alone: Terraform plans
 * again at apply, and rejects another result. An object that appears after the plan therefore stays until the next plan.
 */
import type { Values } from '../../model/api';
import { type Declaration, groupKeyAttributes } from '../../model/schema';
import { getUidAttribute } from '../convert/to-state';

/**
 * Returns the existing objects that no declared one has the uid or the natural key of. A new object is unknown in part. It is
 * none of the existing ones.
 */
export function undeclaredAmong(
  declaration: Declaration,
  existing: readonly Values[],
  declared: readonly Values[],
): Values[] {
  const uid = getUidAttribute(declaration);
  const keyNames = groupKeyAttributes(declaration);
  const findKey = (object: Values): string | undefined => {
    const parts = keyNames.map((name) => object[name]);
    return parts.every((part) => typeof part === 'string') ? parts.join(' ') : undefined;
  };
  const uids = new Set(declared.map((object) => object[uid]));
  const keys = new Set(declared.map(findKey).filter((key) => key !== undefined));
  const undeclared = existing.filter((object) => !uids.has(object[uid]) && !keys.has(findKey(object) ?? ''));
  return [...new Map(undeclared.map((object) => [object[uid], object])).values()];
}
