/** Recognizes resources of this provider by their type and provider. */
import { isOurProvider } from '../../../model/api';
import { declarations } from '../../../model/kinds';
import { exclusiveTypeName, isExclusive, typeName, type Declaration } from '../../../model/schema';
import type { StateInstance } from './plan';

const byType: ReadonlyMap<string, Declaration> = new Map<string, Declaration>(
  declarations.map((declaration) => [typeName(declaration), declaration]),
);
/** Returns the kind of a resource, or undefined for a resource of another provider. */
export function findKind({ type, provider }: Pick<StateInstance, 'type' | 'provider'>): Declaration | undefined {
  return isOurProvider(provider) ? byType.get(type) : undefined;
}

const byExclusiveType: ReadonlyMap<string, Declaration> = new Map<string, Declaration>(
  declarations.filter(isExclusive).map((declaration) => [exclusiveTypeName(declaration), declaration]),
);

/** Returns the kind whose undeclared objects the resource removes, or undefined for another resource. */
export function findExclusiveKind({
  type,
  provider,
  mode,
}: Pick<StateInstance, 'type' | 'provider' | 'mode'>): Declaration | undefined {
  return isOurProvider(provider) && mode === 'managed' ? byExclusiveType.get(type) : undefined;
}

/** Returns true for a resource of another provider whose type has the name of one of ours. */
export function isForeignNamesake({ type, provider }: Pick<StateInstance, 'type' | 'provider'>): boolean {
  return !isOurProvider(provider) && byType.has(type);
}
