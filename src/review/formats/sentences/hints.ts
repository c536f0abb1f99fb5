/** Hints about deletions that a block or a call avoids: another role, and objects that are probably renamed. */
import type { WriteOrder } from '../../organization/role-changes';
import type { Report, ReportedLookalike, ReportedMove, ReportedRoleChange } from '../../report/types/report';
import { pastesBlocks } from '../move-blocks';
import { executionHints } from './executions';
import { declaredText, displayed } from './phrases';

/** A line, and the sentences about it. */
export interface Hint {
  readonly line: string;
  readonly note: string;
}

/** The hints of one kind, with the sign of their lines. */
interface HintSection {
  readonly title: string;
  /** The columns of a table. */
  readonly columns: readonly [string, string];
  readonly sign: string;
  readonly hints: readonly Hint[];
  /** A sentence that is true of each hint, and not in its note. */
  readonly about?: string;
  /** True if blocks avoid the deletion of whole objects: readers need them first. */
  readonly isFirst?: boolean;
}

/** Returns the hints by kind, in the order of a report. */
export function hintSections(report: Report): HintSection[] {
  return [
    {
      title: 'Role binding replaced',
      columns: ['Role', 'Apply'],
      sign: '±',
      ...roleChangeHints(report),
    },
    {
      title: 'Other addresses',
      columns: ['Object', 'Next step'],
      sign: '↻',
      hints: moveHints(report),
      isFirst: true,
    },
    {
      title: 'Probably renamed or moved',
      columns: ['Object', 'Next step'],
      sign: '?',
      hints: lookalikeHints(report),
      isFirst: true,
    },
    {
      title: 'Programs and providers',
      columns: ['Executed', 'Details'],
      sign: '>',
      hints: executionHints(report),
    },
  ];
}

/** Follows a call whose line creates several constructs. */
const SHARED = 'Its line creates several constructs: make the call for this construct alone.';

/** Returns `ci: viewer → owner in acme/payments` for each role change, with the call that updates the role binding in place. */
function roleChangeHints({ roleChanges = [] }: Report): Pick<HintSection, 'hints' | 'about'> {
  const orders = new Set(roleChanges.map(({ order }) => order));
  const [about] = orders.size === 1 && roleChanges.length > 1 ? [...orders].map((order) => orderTexts[order]) : [];
  const hints = roleChanges.map((change) => {
    const { identity, group, before, after } = change;
    const within = (path: string) => displayed(path.startsWith(`${group}/`) ? path.slice(group.length + 1) : path);
    return {
      line: `${within(identity)}: ${within(before)} → ${within(after)} in ${displayed(group)}`,
      note: [...(about === undefined ? [orderTexts[change.order]] : []), remedyText(change)].join(' '),
    };
  });
  return { hints, ...(about !== undefined && { about }) };
}

const gap = 'Between both writes, or after an interrupted apply, the identity can lack both roles.';

const orderTexts: Readonly<Record<WriteOrder, string>> = {
  any: `Terraform deletes one role binding and creates another, in any order. ${gap}`,
  'deletion first': `Terraform deletes the role binding before it creates the other. ${gap}`,
  'creation first':
    'Terraform creates the role binding before it deletes the other. After an interrupted apply, the identity can have both roles.',
};

function remedyText(change: ReportedRoleChange): string {
  const { call, sharesLine } = change;
  if (call === undefined)
    return 'The uid of the new role is unknown until apply: create the role first to update the role binding in place.';
  const step = pastesBlocks(change) ? 'paste its block, or call' : 'call';
  const often = sharesLine === true ? SHARED : "If the role changes often, use grant(…, { id: '…' }).";
  return `To update it in place, ${step} ${displayed(call)} on the new grant. ${often}`;
}

/** Returns one line for each construct that moves with everything in its scope, with the call that keeps the objects. */
export function moveHints({ moves = [] }: Report): Hint[] {
  const topmost = moves.filter((move) => !moves.some((other) => isMovedWith(move, other)));
  return topmost.flatMap(({ path, from, address, call, construct, sharesLine }) =>
    construct === undefined
      ? []
      : [
          {
            line: `${displayed(path)}: ${displayed(from)} → ${displayed(address)}`,
            note: `Call ${displayed(call)}. Here x is ${displayed(construct)}.${sharesLine === true ? ` ${SHARED}` : ''}`,
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

/** Returns `acme/mobile → acme/apps` for each lookalike, with the call that keeps the objects. */
function lookalikeHints({ lookalikes = [] }: Report): Hint[] {
  return lookalikes.map((lookalike) => ({
    line: `${displayed(lookalike.from)} → ${displayed(lookalike.path)}`,
    note: lookalikeNote(lookalike),
  }));
}

function lookalikeNote({ path, from, kind, call, construct, source, sharesLine }: ReportedLookalike): string {
  if (call === undefined)
    return `The API cannot move the ${kind} "${displayed(from)}". To keep it, leave it in its group.`;
  if (construct === undefined)
    return `To keep the objects, paste the blocks, or call ${displayed(call)} on its construct.`;
  const line = source === undefined ? '' : ` (${displayed(declaredText({ source }) ?? '')})`;
  const place = `Here x is ${displayed(construct)}${line}.`;
  if (sharesLine !== true) return `To keep the objects, call ${displayed(call)}. ${place}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const inTeam = kind === 'identity' ? ` In a Team, x is ${displayed(`team.identity('${name}')`)}.` : '';
  return `To keep the objects, call ${displayed(call)}. ${place} ${SHARED}${inTeam} In a loop: ${displayed(`if (name === '${name}') ${call}`)}`;
}
