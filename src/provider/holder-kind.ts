import { declarations } from '../resources';
import type { Declaration } from '../schema';

/** The kind whose objects hold others: the one that can lie in itself. */
export function holderKind(): Declaration {
  const holder = declarations.find((declaration) => declaration.parent?.is === 'groupOrNone');
  if (holder === undefined) throw new TypeError('No kind is declared that can hold others.');
  return holder;
}
