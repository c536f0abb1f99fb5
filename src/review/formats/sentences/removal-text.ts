/** Describes the deletion of a large part of an organization in sentences, by the topmost deleted groups. */
import { compareNames } from '../../../base/text/compare-names';
import { group } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import { displayed } from '../../../base/text/visible';
import { counted, listed, nounFor } from '../../../base/text/words';
import type { Report, ReportedChange } from '../../report/types/report';

/** The maximum number of deleted groups that a sentence names. */
const NAMED = 3;

interface RemovalText {
  /** The deleted groups and the number of other deleted objects. */
  readonly text: string;
  /** `The groups acme/fleet and acme/mobile are deleted, with 31 objects.` Absent without a deleted group. */
  readonly groups?: string;
}

/** @param staying the paths of groups that the API does not delete, which other sentences describe with their contents */
export function removalText(
  { changes }: Pick<Report, 'changes'>,
  staying: ReadonlySet<string> = new Set(),
): RemovalText {
  const removed = changes.filter(
    (change) =>
      change.status === 'removed' &&
      change.stays !== true &&
      !staying.has(change.path) &&
      !isDeletedWith(staying, change),
  );
  const groups = removed.filter(({ kind }) => kind === kindInWords(group));
  const paths = new Set(groups.map(({ path }) => path));
  const topmost = groups.filter(({ path }) => !getParents(path).some((parent) => paths.has(parent)));
  const inside = removed.filter((change) => !topmost.includes(change) && isDeletedWith(paths, change));
  const others = removed.length - topmost.length - inside.length;
  const noun = topmost.length === 0 ? 'object' : 'other object';
  const named = topmost.length === 0 ? [] : [groupsText(topmost, inside.length)];
  const sentences = [
    ...named,
    ...(others === 0 ? [] : [`${counted(others, noun)} ${nounFor(others, 'is', 'are')} deleted.`]),
  ];
  const [deleted] = named;
  return { text: sentences.join(' '), ...(deleted !== undefined && { groups: deleted }) };
}

function groupsText(groups: readonly ReportedChange[], objects: number): string {
  const shown = groups.map(({ path }) => displayed(path)).sort(compareNames);
  const more = shown.length - NAMED;
  const list = listed(more > 1 ? [...shown.slice(0, NAMED), `${more} more`] : shown);
  const contents = objects === 0 ? '' : `, with ${counted(objects, 'object')}`;
  return `The ${nounFor(groups.length, 'group')} ${list} ${nounFor(groups.length, 'is', 'are')} deleted${contents}.`;
}

/** Returns true for an object in a deleted group, and for a grant of an identity or a role in one. */
export function isDeletedWith(groups: ReadonlySet<string>, { group: at, connects }: ReportedChange): boolean {
  const places = [
    at,
    ...getParents(at),
    ...[connects?.identity, connects?.role].flatMap((path) => getParents(path ?? '')),
  ];
  return places.some((path) => groups.has(path));
}

/** Returns the paths of the groups above an object. */
function getParents(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
