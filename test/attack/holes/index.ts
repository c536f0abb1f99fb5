/** Patches that reopen a hole, for each class of holes. */
import { approvalHoles } from './approval';
import { earlyAccessHoles } from './early-access';
import { foreignWorkloadHoles } from './foreign-workloads';
import { grammarHoles } from './grammar';
import type { Hole } from './hole';
import { planPartHoles } from './plan-parts';
import { reviewPlanHoles } from './review-plans';
import { signInHoles } from './sign-ins';

export type { Hole };

export const holes: readonly Hole[] = [
  ...grammarHoles,
  ...reviewPlanHoles,
  ...planPartHoles,
  ...approvalHoles,
  ...earlyAccessHoles,
  ...signInHoles,
  ...foreignWorkloadHoles,
];
