/** Refuses writes to an organization that the token does not belong to, before the first of them is sent. */
import type { createOrganizationCheck } from '../../client/internal';
import { REASON_ELSEWHERE } from '../../model/api';
import { containerKind, getGroupOfParent } from '../../model/kinds';
import { getObjectUid } from '../convert/to-state';
import { CodedError } from '../messages/severity';
import type { Approval } from './approval';

type Check = ReturnType<typeof createOrganizationCheck>;

export function withOrganizationCheck(approval: Approval, check: Check, first: (topic: string) => boolean): Approval {
  return {
    async approve(attempt, signal) {
      const { action, declaration, parent, subject, uid } = attempt;
      const found = await check.findOther(getGroupOfParent(declaration, parent) ?? uid, signal);
      if (found !== undefined) {
        const next = 'Apply with a token of that organization, or plan the stack that belongs to this token.';
        const summary = `Cannot ${action} ${subject}: it is in another organization`;
        const reason = first(found) ? [`${found} Nothing was sent.`, next] : REASON_ELSEWHERE;
        throw new CodedError('OTHER_ORGANIZATION', summary, reason);
      }
      return approval.approve(attempt, signal);
    },
    created(declaration, object, how) {
      if (declaration === containerKind) check.created(getObjectUid(declaration, object));
      approval.created?.(declaration, object, how);
    },
  };
}
