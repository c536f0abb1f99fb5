/** Findings about roles that gain write access while anyone who meets a condition has them: who that is was approved for reading only. */
import type { Analysis } from '../access/analysis';
import { mayWrite } from '../access/rights';
import type { OrganizationGraph } from '../access/to-graph';
import { grantFacts } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/** Reports existing invites, identity providers and mappings of external groups whose role can write from now on. */
export function openGrantWidened(analysis: Analysis): Finding[] {
  const { matches, before, after, isOwnerLevel } = analysis;
  const find = ({ graph }: OrganizationGraph, key = '') => graph.grants.find((grant) => grant.key === key);
  return matches.flatMap(({ status, before: old, after: made, pathAfter }): Finding[] => {
    if (status !== 'kept') return [];
    const [was, is] = [find(before, old?.key), find(after, made?.key)];
    if (was === undefined || is === undefined || is.source === 'role_binding') return [];
    const isOwned = is.role.capabilities.some((name) => isOwnerLevel(name) && !was.role.capabilities.includes(name));
    // Another role of the same object, and a new owner, have findings of their own.
    if (was.role.path !== is.role.path || isOwned || mayWrite(before, was) || !mayWrite(after, is)) return [];
    const isInvite = is.source === 'group_invite';
    return [
      {
        id: isInvite ? 'invite-created' : 'sign-in-opened',
        severity: isInvite && is.recipient !== undefined ? 'medium' : 'high',
        subject: pathAfter ?? is.key,
        reason: `${is.identity.path} has the role ${is.role.path} in ${is.group.path}, which can write from now on.`,
        evidence: [grantFacts(is), is.name, is.recipient],
        identity: is.identity.path,
        group: is.group.path,
        ...whereIs(analysis, is.key),
      },
    ];
  });
}
