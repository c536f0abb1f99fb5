/** Which objects belong to resources of this run: nobody else may take them over. */
import type { Declaration } from '../../schema';

export interface Claims {
  claim(declaration: Declaration, uid: string): void;
  isClaimed(declaration: Declaration, uid: string): boolean;
  /** An object that existed was taken over by a resource of this run. */
  takeOver(declaration: Declaration, uid: string): void;
  wasTakenOver(declaration: Declaration, uid: string): boolean;
}

export function createClaims(): Claims {
  const claimed = new Set<string>();
  const takenOver = new Set<string>();
  // By kind and uid: an account association goes by its group's uid.
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;
  return {
    claim: (declaration, uid) => void claimed.add(key(declaration, uid)),
    isClaimed: (declaration, uid) => claimed.has(key(declaration, uid)),
    takeOver: (declaration, uid) => void takenOver.add(key(declaration, uid)),
    wasTakenOver: (declaration, uid) => takenOver.has(key(declaration, uid)),
  };
}
