/** Writes an existing organization as a project: reads it with lists, resolves references, and generates the code. */
export { type ExistingConfiguration } from './formats/hcl/configuration';
export { importLine } from './formats/typescript/source-file';
export {
  adoptedObjects,
  getGroups,
  groupsWithin,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
  type NotAdopted,
  type AdoptedOrganization,
  type Target,
} from './organization/model';
export {
  adoptableKinds,
  readOrganization,
  type ListedOrganization,
  type ReadOptions,
} from './organization/read-organization';
export { peopleByUid } from './organization/people';
export { resolveOrganization, type ResolveOptions } from './organization/resolve';
export { CONFIRM_OWNERS, ownersSection, trustedOwnerLine, type TrustedOwner } from './project/adopted-trust';
export { listRisks } from './project/risks';
export {
  DECLARE_PARTIES,
  NARROW_POLICIES,
  undeclaredSection,
  undeclaredTrustLine,
  type UndeclaredTrust,
} from './project/undeclared-trust';
export { additionProgram, configurationAddition, programAddition, type Addition } from './project/addition';
export { createImports, type ImportedUids } from './project/imports';
export { notAdoptedLine } from './project/not-adopted-file';
export { StackSizeError } from './stacks/parts';
export {
  adoptedProject,
  PROJECT_FORMATS,
  isSynthesized,
  type AdoptedProject,
  type ProjectFormat,
  type ProjectOptions,
} from './project/project';
