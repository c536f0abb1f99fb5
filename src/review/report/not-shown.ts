/** Names the parts of plans that the JSON of the engine does not contain. `platform-iac plan` adds them. */
import type { TerraformPlan } from '../input/plan/plan';

export function notShownBy(plans: readonly TerraformPlan[]): string[] {
  const parts = plans
    // A state has no configuration.
    .filter(({ executes }) => executes !== undefined)
    .flatMap(({ saved, lock, configuration: { isAbsent } }) => [
      ...(isAbsent === true ? ['provider blocks', 'provisioners'] : []),
      ...(saved === undefined
        ? ['functions and local values', 'programs of removed blocks', 'connections', 'ephemeral resources']
        : []),
      ...(lock === undefined ? ['the lock file'] : []),
    ]);
  return [...new Set(parts)];
}
