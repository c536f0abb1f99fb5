/** The findings of the current organization, without a change. */
import type { Analysis } from '../access/analysis';
import { accountAssociated } from '../findings/account-associated';
import { escalationPath } from '../findings/access';
import { applierMissing } from '../findings/applier-missing';
import { assertionFailed } from '../findings/assertion-failed';
import { assumeHidden, outsiderCanAssume, staticKeysExpire } from '../findings/assume';
import { audienceShared } from '../findings/audience-shared';
import { compareFindings, type Finding } from '../findings/shared/finding';
import { invariantIdle } from '../findings/invariant-idle';
import { invariantBroken } from '../findings/invariants';
import { nobodyCanAssume } from '../findings/nobody-can-assume';
import { lastOwners } from '../findings/owners';
import { unresolved } from '../findings/plan';
import { pullRequestCanWrite } from '../findings/unreviewed-code';
import { externalGroupMapped, signInOpened } from '../findings/sign-in';
import { undeclaredIssuerHeld } from '../findings/undeclared-issuer';
import { undeclaredOwnerHeld } from '../findings/undeclared-owner';
import { unmanagedGrants } from '../findings/unmanaged-grants';
import { inviteOpen } from './invites';
import { ownerHeld } from './owners';
import { staticKeysOpen } from './static-keys';
import { grantUnneeded } from './unneeded-grants';

type Rule = (analysis: Analysis) => Finding[];

/** Rules about the organization on both sides of no change. */
const ofCurrent: readonly Rule[] = [
  unresolved,
  lastOwners,
  unmanagedGrants,
  assertionFailed,
  invariantIdle,
  applierMissing,
];

/** Rules about new access, which report all access of an organization that is created from nothing. */
const ofCreated: readonly Rule[] = [
  ...[
    ownerHeld,
    escalationPath,
    outsiderCanAssume,
    undeclaredOwnerHeld,
    undeclaredIssuerHeld,
    nobodyCanAssume,
    pullRequestCanWrite,
    audienceShared,
  ],
  ...[assumeHidden, signInOpened, externalGroupMapped, accountAssociated, staticKeysExpire],
  ...[inviteOpen, staticKeysOpen, grantUnneeded, invariantBroken],
];

/**
 * Returns the findings, the most severe first.
 *
 * @param current the analysis of the organization without a change
 * @param created the analysis of the same organization, created from nothing
 */
export function createCurrentFindings(current: Analysis, created: Analysis): Finding[] {
  const found = [...ofCurrent.flatMap((rule) => rule(current)), ...ofCreated.flatMap((rule) => rule(created))];
  return found.map((finding) => withoutChange(finding, current.live?.plan.name)).sort(compareFindings);
}

/** Removes what only a change has: its cause, and the address that a list gives to an object that no resource declares. */
function withoutChange({ cause, address, plan, ...finding }: Finding, live: string | undefined): Finding {
  const place = plan === live ? {} : { address, plan };
  return { ...finding, ...place, ...(cause?.isOfState === true && { cause }) };
}
