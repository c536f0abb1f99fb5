/** The owners that no configuration declares, in a terminal: each has a line, because a person decides about each alone. */
import { displayed, visible } from '../../../base/text/visible';
import { wrapped } from '../../../base/text/columns';
import { describeUndeclaredOwners, type UndeclaredOwner } from '../../report/undeclared-owners';
import type { Report, ReportedOwners } from '../../report/types/report';
import type { Printer } from './printer';

/** The number of owners that a report lists unless it lists everything. */
const MOST_OWNERS = 8;

/** Returns the paragraph of a report; no lines without such owners. */
export function ownersLines({ undeclaredOwners }: Report, { wrap }: Printer, isWhole: boolean): string[] {
  if (undeclaredOwners === undefined) return [];
  return toLines(undeclaredOwners, isWhole ? Infinity : MOST_OWNERS, (text, indent, first) =>
    wrap(displayed(text), indent, first),
  );
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
  const left = owners.length - most;
  return [
    wrap(text, 0, 0),
    ...owners.slice(0, most).map((owner) => wrap(owner, 6, 2)),
    ...(left > 0 ? [`  … and ${left} more (--verbose lists all)`] : []),
    wrap(next, 0, 0),
    // A line to paste stays whole.
    ...(line === undefined ? [] : [`  ${visible(line)}`]),
  ];
}
