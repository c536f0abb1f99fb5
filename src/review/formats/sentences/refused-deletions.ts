/** Describes planned deletions that the API refuses, because unmanaged objects need the object: it stays. */
import { counted } from '../../../base/text/words';
import { deletedText } from '../../findings/shared/unmanaged-contents';
import type { AffectedObject, Report, ReportedChange } from '../../report/types/report';
import { createClauses } from './first-clause';
import { countsText } from './phrases';
import { isDeletedWith } from './removal-text';

/** Returns the findings about objects that stay, each with the unmanaged objects. */
export function refusedDeletions({ findings }: Pick<Report, 'findings'>): readonly AffectedObject[] {
  return findings
    .flatMap((finding): readonly AffectedObject[] => (finding.id === 'destroys' ? (finding.affected ?? [finding]) : []))
    .filter(({ unmanaged }) => unmanaged !== undefined);
}

/** Returns the counts of changes. An object that stays is not deleted. */
export function changeCounts({ changes, verdict }: Report): string {
  const staying = changes.filter(({ stays = false }) => stays);
  const counts = { ...verdict.counts };
  for (const { status } of staying) counts[status]--;
  return [countsText(counts), refusedText(staying)].filter((text) => text !== '').join(', ');
}

/** Returns `2 deletions refused`; empty without any. */
function refusedText({ length }: readonly ReportedChange[]): string {
  return length === 0 ? '' : `${counted(length, 'deletion')} refused`;
}

/** The groups that stay, and sentences about them. */
interface RefusedGroups {
  readonly paths: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/** Returns the groups that stay because of unmanaged contents: the most severe finding of a deletion. */
export function refusedGroups(report: Report): RefusedGroups {
  const refused = refusedDeletions(report).filter(({ severity }) => severity === 'high');
  const inside = report.changes.filter(({ stays = false, kind }) => stays && kind === 'group');
  const paths = new Set([...refused.map(({ subject }) => subject), ...inside.map(({ path }) => path)]);
  const [first, ...others] = refused;
  if (first === undefined) return { paths, texts: [] };
  const deleted = report.changes.filter(
    (change) => change.status === 'removed' && change.stays !== true && isDeletedWith(paths, change),
  ).length;
  const text =
    others.length > 0
      ? `${paths.size} deleted groups stay: they contain unmanaged objects, and the API refuses the deletions.`
      : createClauses(report).sentence(first.reason);
  return { paths, texts: deleted === 0 ? [text] : [text, deletedText(deleted)] };
}
