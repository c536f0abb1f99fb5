/** The lines about identities that get another role by a deletion and a creation. */
import type { WriteOrder } from '../organization/role-changes';
import type { Report, ReportedRoleChange } from '../report/types/report';
import { displayed } from './phrases';

/** A line, and the sentences about it. */
export interface RoleChangeText {
  readonly line: string;
  readonly note: string;
}

/** Returns `ci: viewer → owner in acme/payments` for each role change, with the call that updates the role binding in place. */
export function roleChangeTexts({ roleChanges = [] }: Report): RoleChangeText[] {
  return roleChanges.map((change) => {
    const { identity, group, before, after } = change;
    const within = (path: string) => displayed(path.startsWith(`${group}/`) ? path.slice(group.length + 1) : path);
    return {
      line: `${within(identity)}: ${within(before)} → ${within(after)} in ${displayed(group)}`,
      note: `${orderTexts[change.order]} ${remedyText(change)}`,
    };
  });
}

const gap = 'Between both writes, or after an interrupted apply, the identity can lack both roles.';

const orderTexts: Readonly<Record<WriteOrder, string>> = {
  any: `Terraform deletes one role binding and creates another, in any order. ${gap}`,
  'deletion first': `Terraform deletes the role binding before it creates the other. ${gap}`,
  'creation first':
    'Terraform creates the role binding before it deletes the other. After an interrupted apply, the identity can have both roles.',
};

function remedyText({ call }: ReportedRoleChange): string {
  return call === undefined
    ? 'The uid of the new role is unknown until apply: create the role first to update the role binding in place.'
    : `To update it in place, add its block, or call ${displayed(call)} on the new grant. If the role changes often, use grant(…, { id: '…' }).`;
}
