/** Finds the names and texts of others in the sentences of a report. */
import type { Analysis } from '../access/analysis';
import type { MergedFinding } from '../findings/shared/causes';
import { trustedOwnerText } from '../../access/rules';
import type { ReportAssumption } from './assumptions';
import type { UndeclaredOwner } from './undeclared-owners';
import { createNameTree, findNames, splitPath } from './find-names';

/** Returns the texts that findings quote, and the names of all groups, identities and roles that a sentence contains. */
export function mentionedIn(
  analysis: Pick<Analysis, 'before' | 'after'>,
  findings: readonly MergedFinding[],
  {
    problems,
    assumptions,
    owners,
  }: {
    readonly problems: readonly string[];
    readonly assumptions: readonly ReportAssumption[];
    readonly owners: readonly UndeclaredOwner[];
  },
): string[] {
  const paths = [analysis.before, analysis.after].flatMap(({ graph: { groups, identities, roles } }) => [
    ...[...groups, ...identities].map(({ path }) => path),
    // The names of built-in roles are words of ours.
    ...roles.flatMap(({ path }) => (path.includes('/') ? [path] : [])),
  ]);
  const parts = paths.map(splitPath);
  const tree = createNameTree(
    new Set([...paths, ...parts.flatMap(({ names }) => names)].filter((name) => name.trim())),
    new Set(parts.flatMap(({ words }) => words)),
  );
  const each = findings.flatMap((finding) => [finding, ...(finding.affected ?? [])]);
  const sentences = new Set([
    ...each.flatMap(({ reason, cause }) => [reason, cause?.text ?? '']),
    ...problems,
    ...assumptions.map(({ text }) => text),
    ...owners.map(trustedOwnerText),
  ]);
  const names = [...sentences].flatMap((sentence) =>
    findNames(sentence, tree).map(({ start, end, isQuoted }) =>
      isQuoted ? sentence.slice(start + 1, end - 1) : sentence.slice(start, end),
    ),
  );
  return [
    ...new Set([
      ...each.flatMap(({ quoted = [] }) => quoted),
      ...assumptions.flatMap((assumption) => assumption.names),
      ...owners.flatMap(({ entry, otherEntries, name = entry }) => [entry, ...otherEntries, name]),
      ...names,
    ]),
  ].sort();
}
