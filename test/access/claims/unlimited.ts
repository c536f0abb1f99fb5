/** The functions of languages without a limit of steps: most tests are about their results. */
import { getAlphabet as limitedAlphabet } from '../../../src/access/claims/languages/alphabet';
import {
  reads as limitedReads,
  commonToBudgets as limitedShared,
  type Automaton,
} from '../../../src/access/claims/languages/automaton';
import {
  getBeginning as limitedBeginning,
  onlyText as limitedText,
} from '../../../src/access/claims/languages/beginning';
import { createBudget } from '../../../src/access/claims/languages/budget';
import { propagateConstants as limitedConstants } from '../../../src/access/claims/languages/constants';
import { patternAutomaton as limitedPattern } from '../../../src/access/claims/languages/program';
import type { ConstraintProblem } from '../../../src/access/claims/languages/solve';

export const UNLIMITED = createBudget({ steps: Number.MAX_SAFE_INTEGER });

export const patternAutomaton = (pattern: string, anchored: boolean) => limitedPattern(pattern, anchored, UNLIMITED);
export const reads = (automaton: Automaton, text: string) => limitedReads(automaton, text, UNLIMITED);
export const shared = (key: string, create: () => Automaton) => limitedShared(key, UNLIMITED, create);
export const getBeginning = (automaton: Automaton) => limitedBeginning(automaton, UNLIMITED);
export const onlyText = (automaton: Automaton) => limitedText(automaton, UNLIMITED);
export const alphabetOf = (automata: readonly Automaton[]) => limitedAlphabet(automata, UNLIMITED);
export const propagateConstants = (problem: ConstraintProblem) => limitedConstants(problem, UNLIMITED);
