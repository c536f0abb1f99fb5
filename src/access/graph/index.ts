/**
 * Access in an organization as a pure graph: the identities that hold each capability in each group, and why; the
 * effect of a change; and privilege escalation paths.
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
export { builtInRole } from './built-in-roles';
export { createAccessGraph } from './graph';
export type { MatchBy } from './joint';
export type {
  AccessGraph,
  AccessInput,
  Assumption,
  BindingInput,
  ConditionalGrant,
  GrantInput,
  GrantNode,
  GrantSource,
  GroupInput,
  GroupNode,
  IdentityInput,
  IdentityNode,
  RoleInput,
  RoleNode,
} from './nodes';
export type { PersonAccount } from '../../base/text/person-account';
export type { IdentityName } from './identity-names';
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
