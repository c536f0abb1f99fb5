/** The rules that produce findings. */
import type { Analysis } from '../access/analysis';
import { compareFindings, type Finding } from './shared/finding';
import { accountAssociated } from './account-associated';
import { escalationPath, ownerGained } from './access';
import { accessGained } from './access-gained';
import { applierMissing } from './applier-missing';
import { assertionFailed } from './assertion-failed';
import { assumeHidden, outsiderCanAssume, staticKeysExpire } from './assume';
import { claimWidened } from './claim-widened';
import { outputExposes, planArguments, providerNotConstant } from './configuration';
import { inviteCreated, protectionOff, secretCreated } from './created';
import { audienceShared } from './audience-shared';
import { earlyAccess } from './early-access';
import { existsAlready } from './exists-already';
import { importOverwrites } from './import-overwrites';
import { invariantIdle } from './invariant-idle';
import { invariantBroken } from './invariants';
import { moveMissing } from './move-missing';
import { identityMoved } from './identity-moved';
import { nobodyCanAssume } from './nobody-can-assume';
import { notProved } from './not-proved';
import { organizationCreated } from './organization-created';
import { lastOwners, selfLockout } from './owners';
import { checkFailed, driftFound, outdatedPlan, partialPlan, unresolved } from './plan';
import { openGrantWidened } from './open-grant-widened';
import { ownersEverywhere } from './owners-everywhere';
import { pullRequestCanWrite } from './unreviewed-code';
import { externalGroupMapped, signInOpened } from './sign-in';
import { undeclaredPersonIssuer } from './undeclared-issuer';
import { undescribedIdentity } from './undescribed-identity';
import { undeclaredOwner } from './undeclared-owner';
import { unknownCapability } from './unknown-capability';
import { unknownPlanPart } from './unknown-plan-part';
import { unmanagedGrants } from './unmanaged-grants';
import { runsCode } from './runs-code';
import { grantRefused } from './grant-refused';
import { roleWidened } from './role-widened';
import { rotationLost } from './rotation-lost';
import { betweenPlans, destroys, massRemoval, noLongerManaged } from './removal';

const rules: readonly ((analysis: Analysis) => Finding[])[] = [
  ...[unresolved, notProved, runsCode, unknownPlanPart, partialPlan, outdatedPlan, checkFailed, driftFound],
  ...[providerNotConstant, outputExposes, planArguments],
  ...[ownerGained, escalationPath, unknownCapability, accessGained, earlyAccess],
  ...[
    assumeHidden,
    claimWidened,
    outsiderCanAssume,
    undeclaredOwner,
    undeclaredPersonIssuer,
    undescribedIdentity,
    nobodyCanAssume,
    pullRequestCanWrite,
    audienceShared,
  ],
  ...[signInOpened, externalGroupMapped, openGrantWidened, staticKeysExpire, accountAssociated, identityMoved],
  ...[unmanagedGrants, roleWidened],
  ...[lastOwners, selfLockout, applierMissing],
  organizationCreated,
  ...[destroys, moveMissing, massRemoval, betweenPlans, noLongerManaged],
  ...[inviteCreated, existsAlready, importOverwrites, grantRefused, secretCreated, protectionOff, rotationLost],
  ...[invariantBroken, assertionFailed, invariantIdle, ownersEverywhere],
];

/** Returns the findings of all rules, the most severe first. */
export function createFindings(analysis: Analysis): Finding[] {
  return rules.flatMap((rule) => rule(analysis)).sort(compareFindings);
}
