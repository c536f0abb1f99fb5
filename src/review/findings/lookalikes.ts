/** Objects that the plans delete and create, and that are probably renamed or moved: a hint with the line that keeps them. */
import { kindInWords } from '../../model/schema';
import type { Analysis } from '../access/analysis';
import { findLookalikes, type Lookalike } from '../organization/lookalikes';
import { getMove, movableObjects, type Move } from './move-missing';

/** A created object that looks like a deleted one. */
export interface LookalikeEntry {
  readonly kind: string;
  readonly path: string;
  /** The path of the deleted object. */
  readonly from: string;
  readonly relation: Lookalike['relation'];
  readonly fromAddress: string;
  readonly address: string;
  readonly plan: string;
  /** The blocks and the call that keep the objects. Absent for a moved object, which the API always recreates. */
  readonly blocks?: Move['blocks'];
  readonly call?: string;
}

/** Returns the hints. They change no finding, because a created object can look like an unrelated one. */
export function createLookalikeEntries(analysis: Analysis): LookalikeEntry[] {
  const { organization, readers, matches } = analysis;
  // An object with the same path on both sides is recreated: it looks like itself.
  const open = new Set(
    matches.flatMap(({ before, after, status }) => (status === 'removed' ? before : status === 'added' ? after : [])),
  );
  const [gone, made] = movableObjects(organization).map((all) => all.filter((object) => open.has(object)));
  return findLookalikes(organization, [gone ?? [], made ?? []]).map(({ before, after, relation, parts }) => {
    const [was, is] = [before.instances[0], after.instances[0]];
    const blocks = parts
      .filter((part) => part.before.instances[0].address !== part.after.instances[0].address)
      .flatMap((part) => getMove(part.before.instances[0], part.after.instances[0]).blocks);
    return {
      kind: kindInWords(is.declaration),
      path: readers.after.pathOf(is),
      from: readers.before.pathOf(was),
      relation,
      fromAddress: was.address,
      address: is.address,
      plan: is.plan.name,
      ...(relation === 'renamed' && { blocks, call: getMove(was, is).call }),
    };
  });
}
