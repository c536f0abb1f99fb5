/** Hints about deletions that a block or a call avoids: another role, and objects that are probably renamed. */
import type { WriteOrder } from '../organization/role-changes';
import type { Report, ReportedMove, ReportedRoleChange } from '../report/types/report';
import { executionHints } from './executions';
import { displayed } from './phrases';

/** A line, and the sentences about it. */
export interface Hint {
  readonly line: string;
  readonly note: string;
}

/** The hints of one kind, with the sign of their lines. */
interface HintSection {
  readonly title: string;
  readonly sign: string;
  readonly hints: readonly Hint[];
}

/** The title of role changes. */
export const ROLE_CHANGES = 'Role binding replaced';

/** Returns the hints by kind, in the order of a report. */
export function hintSections(report: Report): HintSection[] {
  return [
    { title: ROLE_CHANGES, sign: '±', hints: roleChangeHints(report) },
    { title: 'Other addresses', sign: '↻', hints: moveHints(report) },
    { title: 'Probably renamed or moved', sign: '?', hints: lookalikeHints(report) },
    { title: 'Programs and providers', sign: '>', hints: executionHints(report) },
  ];
}

/** Returns `ci: viewer → owner in acme/payments` for each role change, with the call that updates the role binding in place. */
export function roleChangeHints({ roleChanges = [] }: Report): Hint[] {
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
    : `To update it in place, paste its block, or call ${displayed(call)} on the new grant. If the role changes often, use grant(…, { id: '…' }).`;
}

/** Returns one line for each construct that moves with everything in its scope, with the call that keeps the objects. */
export function moveHints({ moves = [] }: Report): Hint[] {
  const topmost = moves.filter((move) => !moves.some((other) => isMovedWith(move, other)));
  return topmost.flatMap(({ path, from, address, call, construct }) =>
    construct === undefined
      ? []
      : [
          {
            line: `${displayed(path)}: ${displayed(from)} → ${displayed(address)}`,
            note: `Call ${displayed(call)}. Here x is ${displayed(construct)}.`,
          },
        ],
  );
}

/** Returns true if the call of the other construct also moves this one: it is in its scope, and so was its address. */
function isMovedWith(move: ReportedMove, other: ReportedMove): boolean {
  const name = ({ from }: ReportedMove) => from.slice(from.lastIndexOf('.') + 1);
  const isInScope = other.construct !== undefined && move.construct?.startsWith(`${other.construct}/`) === true;
  return isInScope && move.plan === other.plan && name(move).startsWith(`${name(other)}_`);
}

/** Returns `apps looks like mobile, renamed` for each lookalike, with the call that keeps the objects. */
export function lookalikeHints({ lookalikes = [] }: Report): Hint[] {
  return lookalikes.map(({ path, from, relation, kind, call, construct }) => {
    const isInOneGroup = relation === 'renamed';
    const shown = (text: string) => displayed(isInOneGroup ? text.slice(text.lastIndexOf('/') + 1) : text);
    const of = construct === undefined ? '' : ` Here x is ${displayed(construct)}.`;
    return {
      line: `${shown(path)} looks like ${shown(from)}, ${relation}`,
      note:
        call === undefined
          ? `The API cannot move the ${kind} "${displayed(from)}". To keep it, leave it in its group.`
          : `To keep the objects, paste the blocks, or call ${displayed(call)}.${of}`,
    };
  });
}
