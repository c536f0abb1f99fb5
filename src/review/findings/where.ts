/** Where something is declared. */
import type { Analysis } from '../analysis';
import type { Finding } from '../finding';
import type { Instance } from '../organization/objects';

/** The address of what goes by a key afterwards, or went by it before. */
export function whereIs(
  { addresses }: Pick<Analysis, 'addresses'>,
  key: string | undefined,
): Pick<Finding, 'address' | 'plan'> {
  const instance = key === undefined ? undefined : addresses.get(key);
  return instance === undefined ? {} : declaredAt(instance);
}

export function declaredAt({ address, plan }: Instance): Pick<Finding, 'address' | 'plan'> {
  return { address, plan: plan.name };
}
