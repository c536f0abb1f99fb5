/** The common parts of several edits: unique names, and removals with their dependents. */
import type { Random } from '../../../support/random';
import {
  rolesFor,
  within,
  type Binding,
  type Configuration,
  type Declared,
  type Identity,
  type Mapping,
  type Named,
} from './configuration';

/** Changes a configuration in place, or returns false if it has no suitable object. */
export type Edit = (configuration: Configuration, random: Random) => boolean;

export const named = (configuration: Configuration, what: string): string => `${what}-${(configuration.named += 1)}`;

export const groupLabels = ({ groups }: Configuration): string[] => ['root', ...groups.map(({ label }) => label)];

/** Returns the objects with a name and a description, by kind. */
export const namedLists = (configuration: Configuration): Named[][] => [
  configuration.groups,
  configuration.identities,
  configuration.roles,
  configuration.accountAssociations,
  configuration.identityProviders,
];

/** Returns an object of a random kind, so that all kinds are equally frequent. */
export function pickNamed(configuration: Configuration, random: Random): Named | undefined {
  return random.pick(random.pick(namedLists(configuration).filter((each) => each.length > 0)) ?? []);
}

export function bound({ identities, roleBindings }: Configuration): Identity[] {
  return identities.filter(({ label }) => roleBindings.some(({ identity }) => identity === label));
}

/** Removes duplicates: two bindings of the same identity and role in one group are the same. */
export function rebind({ roleBindings }: Configuration, binding: Binding, changes: Partial<Binding>): boolean {
  const changed = { ...binding, ...changes };
  const isThere = roleBindings.some(
    ({ label, group, identity, role }) =>
      label !== binding.label && group === changed.group && identity === changed.identity && role === changed.role,
  );
  if (isThere) return remove(roleBindings, binding);
  Object.assign(binding, changes);
  return true;
}

/** Returns all objects that grant a role. */
export function grantsIn(configuration: Configuration) {
  const { roleBindings, groupInvites, identityProviders, externalGroupRoleMappings } = configuration;
  return [...roleBindings, ...groupInvites, ...identityProviders, ...externalGroupRoleMappings];
}

/** Replaces a granted role that is no longer valid in a group by the built-in one. */
export function giveWhatCanBeGiven(configuration: Configuration): void {
  const isLost = (grant: { readonly group: string; readonly role: string }): boolean =>
    !rolesFor(configuration, grant.group).includes(grant.role);
  for (const binding of [...configuration.roleBindings])
    if (isLost(binding)) rebind(configuration, binding, { role: 'viewer' });
  for (const grant of [...configuration.groupInvites, ...configuration.identityProviders])
    if (isLost(grant)) grant.role = 'viewer';
  for (const mapping of [...configuration.externalGroupRoleMappings])
    if (isLost(mapping)) remap(configuration, mapping, { role: 'viewer' });
}

/** Removes duplicates: an identity provider has the same external group, role and scope only once. */
export function remap(
  { externalGroupRoleMappings: mappings }: Configuration,
  mapping: Mapping,
  changes: Partial<Mapping>,
): boolean {
  const toKey = ({ provider, externalGroup, role, group }: Mapping): string =>
    [provider, externalGroup, role, group].join();
  const key = toKey({ ...mapping, ...changes });
  if (mappings.some((each) => each !== mapping && toKey(each) === key)) return remove(mappings, mapping);
  Object.assign(mapping, changes);
  return true;
}

/** Its mappings end with it. */
export function removeProvider(configuration: Configuration, label: string): void {
  configuration.identityProviders = configuration.identityProviders.filter((each) => each.label !== label);
  configuration.externalGroupRoleMappings = configuration.externalGroupRoleMappings.filter(
    ({ provider }) => provider !== label,
  );
}

export function removeGroup(configuration: Configuration, label: string): void {
  const inside = within(configuration, label);
  const isOutside = ({ group }: Declared): boolean => !inside.includes(group);
  for (const identity of configuration.identities.filter((each) => !isOutside(each)))
    removeIdentity(configuration, identity.label);
  configuration.roles = configuration.roles.filter(isOutside);
  configuration.roleBindings = configuration.roleBindings.filter(isOutside);
  configuration.accountAssociations = configuration.accountAssociations.filter(isOutside);
  configuration.groupInvites = configuration.groupInvites.filter(isOutside);
  configuration.externalGroupRoleMappings = configuration.externalGroupRoleMappings.filter(isOutside);
  configuration.groups = configuration.groups.filter((each) => !inside.includes(each.label));
  giveWhatCanBeGiven(configuration);
}

export function removeIdentity(configuration: Configuration, label: string): void {
  configuration.identities = configuration.identities.filter((each) => each.label !== label);
  configuration.roleBindings = configuration.roleBindings.filter(({ identity }) => identity !== label);
}

export function remove<T>(from: T[], what: T | undefined): boolean {
  if (what !== undefined) from.splice(from.indexOf(what), 1);
  return what !== undefined;
}
