/** The organization that most changes begin with, and the parts that they add. */
import type { SeedObject } from '../../../src/emulator';
import type { Blocks, Slot } from '../drawn-change';

const ISSUER = 'https://token.actions.githubusercontent.com';

/** The workloads of the organization, and of an attacker. */
export const subjects = {
  ours: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
  theirs: 'repo:evil@6666/shop@7891:ref:refs/heads/main',
} as const;

export const claimMatch = (subject: string) => ({ issuer: ISSUER, subject });

/** Addresses and references of the objects of a slot. */
export const named = ({ id }: Slot) => ({
  team: `platform_group.${id}_team`,
  fresh: `platform_group.${id}_fresh`,
  ci: `platform_identity.${id}_ci`,
  other: `platform_identity.${id}_other`,
  custom: `platform_role.${id}_custom`,
  grant: `platform_role_binding.${id}_grant`,
});

export const reference = (address: string, attribute = 'uid') => `\${${address}.${attribute}}`;

/** The references of built-in roles, which every configuration reads. */
export const roleOf = (name: string): string => reference(`data.platform_role.${name}`);
export const builtInRoles: Blocks = {
  data: { platform_role: Object.fromEntries(['viewer', 'editor', 'owner'].map((name) => [name, { name }])) },
};

export function resource(type: string, name: string, body: Readonly<Record<string, unknown>>): Blocks {
  return { resource: { [`platform_${type}`]: { [name]: body } } };
}

export const team = ({ id, root }: Slot, more = {}): Blocks =>
  resource('group', `${id}_team`, { parent_uid: root, name: 'team', ...more });
/** A new group: its outputs are unknown until the apply. */
export const fresh = ({ id, root }: Slot, more = {}): Blocks =>
  resource('group', `${id}_fresh`, { parent_uid: root, name: 'fresh', ...more });
export const ci = (slot: Slot, more = {}): Blocks =>
  resource('identity', `${slot.id}_ci`, {
    group_uid: reference(named(slot).team),
    name: 'ci',
    claim_match: claimMatch(subjects.ours),
    ...more,
  });
export const other = (slot: Slot): Blocks =>
  resource('identity', `${slot.id}_other`, {
    group_uid: reference(named(slot).team),
    name: 'other',
    claim_match: claimMatch(subjects.theirs),
  });
export const custom = (slot: Slot, more = {}): Blocks =>
  resource('role', `${slot.id}_custom`, {
    group_uid: slot.root,
    name: 'custom',
    capabilities: ['groups.list'],
    ...more,
  });
export const grant = (slot: Slot, more = {}): Blocks =>
  resource('role_binding', `${slot.id}_grant`, {
    group_uid: reference(named(slot).team),
    identity_uid: reference(named(slot).ci),
    role_uid: roleOf('viewer'),
    ...more,
  });

/** Uids of unmanaged objects of the slot. */
export const unmanaged = ({ root }: Slot) => ({
  group: `${root}/aaaaaaaaaaaaaaaa`,
  role: `${root}/dddddddddddddddd`,
  identity: `${root}/bbbbbbbbbbbbbbbb`,
  binding: `${root}/cccccccccccccccc`,
});

/** An unmanaged identity with a role in the root group. */
export function unmanagedGrant(slot: Slot, role: string, subject: string = subjects.theirs): SeedObject {
  const { identity, binding } = unmanaged(slot);
  return {
    identities: [{ uid: identity, name: 'found', claimMatch: claimMatch(subject) }],
    roleBindings: [{ uid: binding, identity, role }],
  };
}
