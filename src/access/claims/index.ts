/** The tokens that identities accept, as languages that are compared exactly. */
export { refusedClaim } from './languages/accepts';
export { getNumber } from './languages/alphabet';
export { reads, shared, textAutomaton, type Automaton } from './languages/automaton';
export { getBeginning } from './languages/beginning';
export {
  createBudget,
  FIXED,
  recall,
  UndecidedError,
  type Budget,
  type Counted,
  type Limits,
} from './languages/budget';
export { compareMatches, type CompareOptions, type TokenComparison, type Relation } from './languages/compare';
export { propagateConstants } from './languages/constants';
export {
  AWS_CALLER_IDENTITY,
  awsIdentityMatch,
  exactToken,
  ruleAutomata,
  tokenMatch,
  type Anchoring,
  type AwsIdentityFields,
  type ClaimMatchFields,
  type ClaimRule,
  type Token,
  type TokenMatch,
} from './languages/match';
export { patternAutomaton } from './languages/program';
export { areApart, shortest } from './languages/shortest';
export { solve, type Constraint, type Solution, type Template } from './languages/solve';
