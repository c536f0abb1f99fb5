/** Creates configurations with one rule about access. */
import type { Invariant, ReviewConfiguration } from '../../../src/review';

/** Returns a configuration with one invariant: nobody can grant roles in `acme/payments`. */
export const rule = (more: Partial<Invariant>): ReviewConfiguration => ({
  invariants: [
    {
      name: 'grants',
      rule: 'never',
      can: ['role_bindings.create'],
      where: ['acme/payments/**'],
      reason: 'So it is.',
      ...more,
    } as Invariant,
  ],
});
