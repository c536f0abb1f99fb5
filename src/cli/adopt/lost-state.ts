/** Finds out if the unmanaged objects of a project are those of a lost state. */
import { adoptedObjects, type AdoptedOrganization, type ListedOrganization } from '../../adopt';
import { nounFor } from '../../base/text/words';
import { typeName } from '../../model/schema';
import { loadReview } from '../load-review';
import { readCreates } from '../plan/unsaved-plan';
import type { Output } from '../process';
import { toLivePlan } from './current-findings';

interface Addition {
  readonly listed: ListedOrganization;
  /** The folders of the stacks. */
  readonly stacks: readonly string[];
  readonly isProgram: boolean;
  readonly output: Output;
}

/** Returns the reason not to declare objects that the stacks declare already: a second declaration would conflict with the first one. */
export async function findLostState(
  organization: AdoptedOrganization,
  { listed, stacks, isProgram, output }: Addition,
): Promise<string | undefined> {
  const plans = await readCreates(stacks, { args: [], isSynthesized: isProgram, output });
  if (typeof plans === 'string') return plans;
  const declared = loadReview().findExistingDeclared(plans, { plan: toLivePlan(listed) });
  const count = adoptedObjects(organization).filter(({ declaration, uid }) =>
    declared.has(`${typeName(declaration)} ${uid}`),
  ).length;
  if (count === 0) return undefined;
  return `Cannot add the unmanaged objects: the stacks declare ${count} of them, and no state contains ${nounFor(count, 'it', 'them')}. A state is probably lost: copy its file, or configure its backend.`;
}
