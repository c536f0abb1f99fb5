/** The ids that a program gives to existing groups: paths in rules begin with them. */
import type { IConstruct } from 'constructs';
import { isUid } from '../../src/model/api';

const known = new WeakMap<IConstruct, Map<string, string>>();

/** Remembers the id of an existing group, unless its uid is unknown or the program has another construct for it. */
export function rememberExistingGroup(construct: IConstruct, uid: string, id: string): void {
  if (!isUid(uid)) return;
  const { root } = construct.node;
  const ids = known.get(root) ?? new Map<string, string>();
  known.set(root, ids);
  if (!ids.has(uid)) ids.set(uid, id);
}

/** Returns the ids of the existing groups in an App, by uid. */
export function existingGroupIds(app: IConstruct): Readonly<Record<string, string>> {
  return Object.fromEntries(known.get(app.node.root) ?? []);
}
