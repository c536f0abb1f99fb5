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
export * from './organization/read-organization';
export * from './organization/people';
export { NOT_SELECTED } from './organization/reasons';
export * from './organization/resolve';
export { trustedOwnerLine, type TrustedOwner } from '../access/rules';
export { rootOwnersLine, rootOwnersSection, type RootOwners } from './project/root-owners';
export { CONFIRM_OWNERS, ownersSection } from './project/adopted-trust';
export * from './project/risks';
export { undeclaredSection, undeclaredParagraphs, type UndeclaredTrust } from './project/undeclared-trust';
export * from './project/addition';
export * from './project/imports';
export { notAdoptedLine } from './project/not-adopted-file';
export { StackSizeError } from './stacks/parts';
export * from './project/project';
