/** The role changes of a report: one line for the deletion and the creation of a role binding, and the call that updates it instead. */
import type { Analysis } from '../../access/analysis';
import { getMove, type MoveBlocks } from '../move-missing';
import type { Change } from '../../organization/changes';
import { getOrder, type WriteOrder } from '../../organization/role-changes';

/** An identity that gets another role by the deletion of a role binding and the creation of another one. */
export interface RoleChangeEntry {
  readonly identity: string;
  readonly group: string;
  /** The path of the role before the change. */
  readonly before: string;
  readonly after: string;
  /** The address of the deleted role binding. */
  readonly from: string;
  readonly address: string;
  readonly plan: string;
  readonly order: WriteOrder;
  /** The blocks and the call that update the role binding in place. Absent if its address stays. */
  readonly blocks?: MoveBlocks['blocks'];
  readonly call?: string;
}

/** Returns the role changes, with the blocks and the call that make each an update in place, if the address changes. */
export function createRoleChangeEntries({ roleChanges, changesOfMatches, readers }: Analysis): RoleChangeEntry[] {
  return [...roleChanges].flatMap((match) => {
    const [was, after] = [match.before?.instances[0], match.after?.instances[0]];
    const connects = changesOfMatches.get(match)?.connects;
    const before: Change['connects'] = was && readers.before.getConnection(was);
    if (was === undefined || after === undefined || connects === undefined || before === undefined) return [];
    return [
      {
        identity: connects.identity,
        group: readers.after.findGroup(after),
        before: before.role,
        after: connects.role,
        from: was.address,
        address: after.address,
        plan: after.plan.name,
        order: getOrder(was, after),
        ...(was.address !== after.address && getMove(was, after)),
      },
    ];
  });
}
