/** All attacks in this process. A new one is a file of this folder, and a row here. */
import { addedParts } from './added-parts';
import { applyCommand } from './apply-command';
import { approvals } from './approvals';
import { planArguments } from './arguments';
import { constructs } from './constructs';
import { dataStacks } from './data-stacks';
import { declaredOptions } from './declared-options';
import { editedReports } from './edited-reports';
import { foreignWorkloads } from './foreign-workloads';
import { lessApproved } from './less-approved';
import { oldReports } from './old-reports';
import { partialApplies } from './partial-applies';
import { planTwins } from './plan-twins';
import type { Play } from './play';
import { scannedCode } from './scanned-code';
import { signIns } from './sign-ins';
import { stacks } from './stacks';
import { tells } from './tells';
import { wholeStacks } from './whole-stack';

/** The groups, with their relative frequencies: the number of the attacks in a group makes no difference. */
export const playGroups: readonly (readonly [group: readonly Play[], weight: number])[] = [
  [stacks, 5],
  [partialApplies, 3],
  [signIns, 3],
  [editedReports, 2],
  [oldReports, 2],
  [lessApproved, 3],
  [addedParts, 4],
  [dataStacks, 4],
  [scannedCode, 2],
  [wholeStacks, 1],
  [constructs, 2],
  [declaredOptions, 2],
  [planArguments, 1],
  [planTwins, 1],
  [tells, 1],
  [applyCommand, 3],
  [approvals, 3],
  [foreignWorkloads, 6],
];
