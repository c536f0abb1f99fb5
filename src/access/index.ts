/**
 * Who can do what in an organization, as a pure graph: who holds which capability where, and why; what a change gives and
 * takes; and by which detours somebody can come to more.
 */
export { accessData, type AccessData } from './data';
export { diffAccess, type AccessDiff, type AccessRow, type DiffOptions, type Through } from './diff';
export {
  escalationPaths,
  newEscalationPaths,
  type EscalationGain,
  type EscalationPath,
  type EscalationStep,
  type StepKind,
} from './escalation';
export { builtInRole, createAccessGraph } from './graph';
export type { MatchBy } from './joint';
export type {
  AccessGraph,
  AccessInput,
  Assumption,
  BindingInput,
  GrantInput,
  GrantNode,
  GrantSource,
  GroupInput,
  GroupNode,
  IdentityInput,
  IdentityNode,
  OpenGrantInput,
  RoleInput,
  RoleNode,
} from './nodes';
export {
  capabilitiesAt,
  EVERY_OTHER_CAPABILITY,
  holds,
  isRedundant,
  whereCan,
  whoCan,
  why,
  type Holder,
  type Reason,
} from './questions';
