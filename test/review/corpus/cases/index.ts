/** All plans of the corpus, by what changes. */
import { bindingsCases } from './bindings';
import { rolesCases } from './roles';
import { structureCases } from './structure';
import { stateCases } from './state';
import { stacksCases } from './stacks';
import { assumeCases } from './assume';
import { signInCases } from './sign-in';
import { incompleteCases } from './incomplete';
import { enginesCases } from './engines';
import { pairsCases } from './pairs';
import { attacksCases } from './attacks';
import type { CorpusCase } from '../parts';

export const corpus: readonly CorpusCase[] = [
  ...bindingsCases,
  ...rolesCases,
  ...structureCases,
  ...stateCases,
  ...stacksCases,
  ...assumeCases,
  ...signInCases,
  ...incompleteCases,
  ...enginesCases,
  ...pairsCases,
  ...attacksCases,
];
