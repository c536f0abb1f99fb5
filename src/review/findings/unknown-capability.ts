/** Findings about capabilities whose effect nobody knows here: they can write, and the table does not contain them. */
import { isUnknownWrite } from '../../model/api';
import { role } from '../../model/kinds';
import { few } from '../../base/text/words';
import type { AccessLine } from '../access/access-lines';
import type { Analysis } from '../access/analysis';
import { whereIs, type Finding } from './shared/finding';

/** Reports roles that gain an unknown capability, or give one to somebody who lacked it. */
export function unknownCapability(analysis: Analysis): Finding[] {
  return analysis.after.graph.roles.flatMap((node) => {
    const unknown = node.capabilities.filter(isUnknownWrite);
    const lines = unknown.length === 0 ? [] : linesThrough(analysis, node.key, unknown);
    const gained = new Set(lines.flatMap(({ fresh }) => fresh));
    const before = capabilitiesBefore(analysis, node.key);
    const names = unknown.filter((name) => gained.has(name) || before?.includes(name) === false);
    if (names.length === 0) return [];
    const next =
      names.length === 1
        ? 'This version does not know this capability. It counts as writing.'
        : 'This version does not know these capabilities. They count as writing.';
    return [
      {
        id: 'unknown-capability',
        severity: 'medium',
        subject: node.path,
        reason: `Role ${node.path} contains ${few(names)}. ${next}`,
        evidence: [names, lines.map(({ identity, group }) => [identity, group])],
        identity: lines[0]?.identity,
        group: lines[0]?.group,
        ...whereIs(analysis, node.key),
      },
    ];
  });
}

/** Returns the gained access that contains one of the capabilities and comes from the role. */
function linesThrough({ after, gained }: Analysis, key: string, names: readonly string[]): readonly AccessLine[] {
  const grants = new Set(after.graph.grants.filter((grant) => grant.role.key === key).map((grant) => grant.key));
  return gained.filter(
    ({ fresh, grants: all }) => fresh.some((name) => names.includes(name)) && all.some((grant) => grants.has(grant)),
  );
}

/** Returns the previous capabilities of a role that the plans manage; none for a new role. Undefined for other roles. */
function capabilitiesBefore({ before, matches }: Analysis, key: string): readonly string[] | undefined {
  const match = matches.find(({ declaration, after }) => declaration === role && after?.key === key);
  if (match === undefined) return undefined;
  return before.graph.roles.find((node) => node.key === match.before?.key)?.capabilities ?? [];
}
