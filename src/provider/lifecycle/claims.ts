/** Which objects belong to resources of this run: nobody else may take them over. */
import type { Declaration } from '../../schema';

export interface Claims {
  claim(declaration: Declaration, uid: string): void;
  isClaimed(declaration: Declaration, uid: string): boolean;
}

export function createClaims(): Claims {
  const claimed = new Set<string>();
  // By kind and uid: an account association goes by its group's uid.
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;
  return {
    claim: (declaration, uid) => void claimed.add(key(declaration, uid)),
    isClaimed: (declaration, uid) => claimed.has(key(declaration, uid)),
  };
}
