/**
 * Tests organizations with Jest, Vitest and `node:test`: the declared objects of a program, and the access after
 * Terraform has applied it to an emulator. Imports no CDK.
 */
export type { IdentityName, PersonAccount } from '../../src/access/graph';
export { applied, type AppliedOptions, type AppliedOrganization } from './applied';
export type { GroupFields, IdentityFields, Organization, RoleFields } from './organization';
export { ROOT_GROUP_UID, type OrganizationSource, type Program, type SynthesizableApp } from './source';
export type { RootOptions } from './root-name';
export { synthesized } from './synthesized';
