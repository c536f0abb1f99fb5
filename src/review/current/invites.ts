/** The open invites of the current organization. */
import { parseTimestamp } from '../../model/api';
import { groupInvite } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { mayWrite } from '../access/rights';
import { attribute, textAttribute } from '../input/plan/values';
import { describeInvited, recipientOfInvite } from '../findings/created';
import { grantFacts } from '../findings/shared/evidence';
import { declaredAt, type Finding } from '../findings/shared/finding';

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Reports invites that have not expired: anyone who has the code can use the role. */
export function inviteOpen({ matches, after, now, isOwnerLevel }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, after: object, pathAfter }): Finding[] => {
    if (declaration !== groupInvite || object === undefined) return [];
    const [instance] = object.instances;
    const expires = textAttribute(instance.values, 'expiration_time');
    const end = parseTimestamp(expires ?? '');
    if (end !== undefined && end <= now) return [];
    const grant = after.graph.grants.find(({ key }) => key === object.key);
    const gives = grant === undefined ? 'an unknown role' : `the role ${grant.role.path} in ${grant.group.path}`;
    const { recipient, uses, isSingleUse, isForAnyone } = recipientOfInvite(instance);
    const isWrite = grant === undefined || mayWrite(after, grant);
    // A plan reports the new owner in addition to the invite.
    const isOwner = grant?.role.capabilities.some(isOwnerLevel) ?? false;
    const lasts = end === undefined ? 'without an expiry' : `until ${toDay(end)}`;
    return [
      {
        id: 'invite-open',
        severity: isOwner || (isWrite && isForAnyone) ? 'high' : 'medium',
        subject: pathAfter ?? object.key,
        reason: `An open invite gives ${gives} to ${recipient}, ${uses}, ${lasts}.`,
        ...describeInvited(grant, { isForAnyone, uses, end: lasts }),
        evidence: [object.key, grantFacts(grant), attribute(instance.values, 'email'), isSingleUse, expires],
        ...declaredAt(instance),
      },
    ];
  });
}
