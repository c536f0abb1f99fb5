/** The owners that no configuration declares, in a terminal: each has a line, because a person decides about each alone. */
import { displayed, visible } from '../../../base/text/visible';
import { wrapped } from '../../../base/text/columns';
import { OWNERS } from '../../words/section-titles';
import { describeUndeclaredOwners, type UndeclaredOwner } from '../../report/undeclared-owners';
import type { Report, ReportedOwners } from '../../report/types/report';
import type { Printer } from './printer';

/** The number of owners that a report lists unless it lists everything. */
const MOST_OWNERS = 12;

/** Returns the owners of the current organization, and the decision about undeclared owners of workloads; no lines without any. */
export function ownersLines(
  { current, undeclaredOwners }: Report,
  { wrap, paint }: Printer,
  isWhole: boolean,
): string[] {
  const most = isWhole ? Infinity : MOST_OWNERS;
  const wrapText = (text: string, indent: number, first: number) => wrap(displayed(text), indent, first);
  return [
    ...(current === undefined || current.owners.length === 0
      ? []
      : ['', paint(OWNERS, 'bold'), ...toList(current.owners, most, wrap), '']),
    ...(undeclaredOwners === undefined ? [] : toLines(undeclaredOwners, most, wrapText)),
  ];
}

/** Returns the same text for a message of a command; an empty text without such owners. */
export function formatUndeclaredOwners(owners: readonly UndeclaredOwner[], width = Infinity): string {
  const described = describeUndeclaredOwners(owners);
  if (described === undefined) return '';
  const lines = toLines(described, Infinity, (text, indent, first) => wrapped(visible(text), { width, indent, first }));
  return `${lines.join('\n')}\n`;
}

function toLines(
  { text, owners, next, line }: ReportedOwners,
  most: number,
  wrap: (text: string, indent: number, first: number) => string,
): string[] {
  return [
    wrap(text, 0, 0),
    ...toList(owners, most, wrap),
    wrap(next, 0, 0),
    // A line to paste stays whole.
    ...(line === undefined ? [] : [`  ${visible(line)}`]),
  ];
}

function toList(
  owners: readonly string[],
  most: number,
  wrap: (text: string, indent: number, first: number) => string,
) {
  const left = owners.length - most;
  return [
    ...owners.slice(0, most).map((owner) => wrap(owner, 6, 2)),
    ...(left > 0 ? [`  … and ${left} more (--verbose lists all)`] : []),
  ];
}
