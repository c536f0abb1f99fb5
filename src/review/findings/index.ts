/** All findings. */
import type { Analysis } from '../analysis';
import { compareFindings, type Finding } from '../finding';
import { escalationPath, ownerGained } from './access';
import { claimWidened, outsiderCanAssume, staticKeysExpire } from './assume';
import { inviteCreated, protectionOff, secretCreated } from './created';
import { invariantBroken } from './invariants';
import { lastOwners, selfLockout } from './owners';
import { checkFailed, driftFound, partialPlan, unresolved } from './plan';
import { betweenPlans, destroys, massRemoval, noLongerManaged } from './removal';

const rules: readonly ((analysis: Analysis) => Finding[])[] = [
  ...[unresolved, partialPlan, checkFailed, driftFound],
  ...[ownerGained, escalationPath],
  ...[claimWidened, outsiderCanAssume, staticKeysExpire],
  ...[lastOwners, selfLockout],
  ...[destroys, massRemoval, betweenPlans, noLongerManaged],
  ...[inviteCreated, secretCreated, protectionOff],
  invariantBroken,
];

/** What a reviewer should look at, the severest first. */
export function findingsOf(analysis: Analysis): Finding[] {
  return rules.flatMap((rule) => rule(analysis)).sort(compareFindings);
}
