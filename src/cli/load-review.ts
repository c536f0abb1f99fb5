/** Loads the review late: few commands need it, and it is large. */
import type * as ReviewModule from '../review';

export function loadReview(): typeof ReviewModule {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../review') as typeof ReviewModule;
}
