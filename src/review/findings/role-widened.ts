/** Findings about roles that can write more from now on, while grants that no plan shows give them. */
import { hasWrites } from '../../access/graph/built-in-roles';
import { few } from '../../base/text/words';
import { role } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import type { OrganizationGraph } from '../access/to-graph';
import { describeHiddenGrants } from './import-overwrites';
import { declaredAt, type Finding } from './shared/finding';
import { causeOfRole } from './shared/line-cause';

/** Reports each widened role unless the plans, or a complete list, show every grant of it: other people have the role, too. */
export function roleWidened(analysis: Analysis): Finding[] {
  const { matches, before, after } = analysis;
  const find = ({ graph }: OrganizationGraph, key = '') => graph.roles.find((node) => node.key === key);
  return matches.flatMap(({ declaration, status, before: old, after: made, pathAfter }): Finding[] => {
    if (declaration !== role || status !== 'kept' || made === undefined) return [];
    const [was, is] = [find(before, old?.key), find(after, made.key)];
    if (was === undefined || is === undefined) return [];
    const added = is.capabilities.filter((name) => !was.capabilities.includes(name));
    if (!hasWrites(added, false)) return [];
    const { isHidden, isUnknown, text } = describeHiddenGrants(analysis, { declaration, uid: made.key });
    if (!isHidden) return [];
    return [
      {
        id: 'unmanaged-grants',
        severity: isUnknown ? 'medium' : 'high',
        subject: pathAfter ?? made.key,
        reason: `The role ${is.path} gains ${few(added)}.${text}`,
        evidence: [[...added].sort(), isUnknown],
        cause: causeOfRole(analysis, is),
        ...declaredAt(made.instances[0]),
      },
    ];
  });
}
