/** Describes planned deletions that the API refuses, because unmanaged objects need the object: it stays. */
import { counted } from '../../../base/text/words';
import { deletedText, REFUSED } from '../../findings/shared/unmanaged-contents';
import type { AffectedObject, Report } from '../../report/types/report';
import { createClauses } from './first-clause';
import { createNameFinder, findOwnText } from './marked-names';
import { countsText } from './phrases';
import { isDeletedWith } from './removal-text';

/** Returns the findings about objects that stay. */
function refusedDeletions(report: Report): readonly AffectedObject[] {
  const findNames = createNameFinder(report);
  return report.findings
    .flatMap((finding): readonly AffectedObject[] => (finding.id === 'destroys' ? (finding.affected ?? [finding]) : []))
    .filter(({ reason }) => findOwnText(findNames(reason), REFUSED) !== undefined);
}

/** Returns the counts of changes. An object that stays is not deleted. */
export function changeCounts(report: Report): string {
  const refused = new Set(refusedDeletions(report).map(({ subject }) => subject));
  const staying = report.changes.filter(({ status, path }) => status !== 'added' && refused.has(path));
  const counts = { ...report.verdict.counts };
  for (const { status } of staying) counts[status]--;
  const text = countsText(counts);
  if (staying.length === 0) return text;
  return `${text === '' ? '' : `${text}, `}${counted(staying.length, 'deletion')} refused`;
}

/** The groups that stay, and sentences about them. */
interface RefusedGroups {
  readonly paths: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/** Returns the groups that stay because of unmanaged contents: the most severe finding of a deletion. */
export function refusedGroups(report: Report): RefusedGroups {
  const refused = refusedDeletions(report).filter(({ severity }) => severity === 'high');
  const paths = new Set(refused.map(({ subject }) => subject));
  const [first, ...others] = refused;
  if (first === undefined) return { paths, texts: [] };
  const inside = report.changes.filter(
    (change) => change.status === 'removed' && !paths.has(change.path) && isDeletedWith(paths, change),
  ).length;
  const text =
    others.length > 0
      ? `${refused.length} deleted groups stay: they contain unmanaged objects, and the API refuses the deletions.`
      : createClauses(report).sentence(first.reason);
  return { paths, texts: inside === 0 ? [text] : [text, deletedText(inside)] };
}
