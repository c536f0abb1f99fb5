/** The body of `collection:batchDelete` (contract O10): `{parent, names}`, where names are the uids of children of the parent. */
import { isUid, UID_PATTERN } from '../../model/api';
import { isPresent, findParentUid, type Declaration } from '../../model/schema';
import { invalidArgument, invalidField } from '../wire/errors';
import { checkNothingElse, requireObject } from './create';

interface BatchDelete {
  readonly parent: string;
  /** The uids to delete, each once. Some may not exist. */
  readonly names: readonly string[];
}

/** Throws INVALID_ARGUMENT for anything but a parent and uids of its children. */
export function readBatchDelete(declaration: Declaration, body: unknown): BatchDelete {
  const { parent, names, ...others } = requireObject(body, 'body');
  checkNothingElse(others, '');
  if (!isPresent(parent)) throw invalidField('parent', 'parent is required');
  if (!isUid(parent)) throw invalidField('parent', `parent must match "${UID_PATTERN}"`);
  if (!isPresent(names)) throw invalidField('names', 'names is required');
  if (!Array.isArray(names)) throw invalidField('names', 'names must be a list');
  const uids = new Set<string>();
  const violations = names.flatMap((uid: unknown, index) => {
    const field = `names.${index}`;
    if (!isUid(uid)) return [{ field, description: `${field} must match "${UID_PATTERN}"` }];
    uids.add(uid);
    if (findParentUid(declaration, uid) === parent) return [];
    return [{ field, description: `${field} is not a child of ${parent}: ${uid}` }];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  return { parent, names: [...uids] };
}
