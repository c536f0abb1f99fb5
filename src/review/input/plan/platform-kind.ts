/** Recognizes resources of this provider by their type and provider. */
import { PROVIDER_ADDRESS } from '../../../api';
import { declarations } from '../../../resources';
import { typeName, type Declaration } from '../../../schema';
import type { StateInstance } from './plan';

const byType: ReadonlyMap<string, Declaration> = new Map<string, Declaration>(
  declarations.map((declaration) => [typeName(declaration), declaration]),
);
/** Returns the kind of a resource, or undefined for a resource of another provider. */
export function kindOf({ type, provider }: Pick<StateInstance, 'type' | 'provider'>): Declaration | undefined {
  return provider === PROVIDER_ADDRESS ? byType.get(type) : undefined;
}

/** Returns true for a resource of another provider whose type has the name of one of ours. */
export function isForeignNamesake({ type, provider }: Pick<StateInstance, 'type' | 'provider'>): boolean {
  return provider !== PROVIDER_ADDRESS && byType.has(type);
}
