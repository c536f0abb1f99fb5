/** The tokens that identities accept, as languages that are compared exactly. */
export * from './languages/accepts';
export { getNumber } from './languages/alphabet';
export { reads, commonToBudgets, textAutomaton, type Automaton } from './languages/automaton';
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
export * from './languages/compare';
export * from './languages/constants';
export * from './languages/match';
export * from './languages/program';
export * from './languages/shortest';
export { solve, type Constraint, type Solution, type Template } from './languages/solve';
