/** All cases of the corpus. */
import { bindingsCases } from './bindings';
import { rolesCases } from './roles';
import { rotationCases } from './rotation';
import { structureCases } from './structure';
import { stateCases } from './state';
import { stacksCases } from './stacks';
import { assumeCases } from './assume';
import { signInCases } from './sign-in';
import { incompleteCases } from './incomplete';
import { enginesCases } from './engines';
import { pairsCases } from './pairs';
import { attacks } from './attacks/attack';
import { attacksCases } from './attacks/earlier';
import { grantsAttacks } from './attacks/grants';
import { hiddenAttacks } from './attacks/hidden';
import { rulesAttacks } from './attacks/rules';
import { trustAttacks } from './attacks/trust';
import { externalCases } from './external';
import type { CorpusCase } from '../parts';

export const corpus: readonly CorpusCase[] = [
  ...bindingsCases,
  ...rolesCases,
  ...structureCases,
  ...attacks(rotationCases),
  ...stateCases,
  ...stacksCases,
  ...attacks(assumeCases),
  ...attacks(signInCases),
  ...incompleteCases,
  ...enginesCases,
  ...pairsCases,
  ...attacks(attacksCases),
  ...hiddenAttacks,
  ...rulesAttacks,
  ...grantsAttacks,
  ...trustAttacks,
  ...attacks(externalCases),
];
