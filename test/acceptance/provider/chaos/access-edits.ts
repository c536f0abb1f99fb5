/** Edits of access: trust policies of identities, capabilities of roles, and bindings. */
import { rolesFor, type Way } from './configuration';
import {
  bound,
  giveWhatCanBeGiven,
  grantsIn,
  groupLabels,
  named,
  rebind,
  remove,
  removeIdentity,
  type Edit,
} from './editing';

export const accessEdits = {
  'add an identity and bind it': (configuration, random) => {
    const label = named(configuration, 'identity');
    const group = random.pick(groupLabels(configuration))!;
    const role = random.pick(rolesFor(configuration, group))!;
    configuration.identities.push({ label, name: label, description: '', group, way: 'claim_match', subject: label });
    configuration.roleBindings.push({ label: `${label}-bound`, group, identity: label, role });
    return true;
  },

  'narrow or widen a claim': (configuration, random) => {
    const identity = random.pick(configuration.identities);
    if (identity !== undefined) identity.subject = named(configuration, 'subject');
    return identity !== undefined;
  },

  /** Replaces it with one of the same name; its bindings follow. */
  'rotate an identity': (configuration, random) => {
    const identity = random.pick(configuration.identities.filter(({ rotation }) => rotation !== undefined));
    if (identity !== undefined) identity.rotation = configuration.named += 1;
    return identity !== undefined;
  },

  /** Neither replaces it. */
  'set or remove the rotation of an identity': (configuration, random) => {
    const identity = random.pick(configuration.identities);
    if (identity !== undefined)
      identity.rotation = identity.rotation === undefined ? (configuration.named += 1) : undefined;
    return identity !== undefined;
  },

  'change capabilities': (configuration, random) => {
    const role = random.pick(configuration.roles);
    if (role !== undefined)
      role.capabilities = role.capabilities.length > 1 ? ['groups.list'] : ['repo.list', 'tag.list'];
    return role !== undefined;
  },

  'remove a binding': ({ roleBindings }, random) => remove(roleBindings, random.pick(roleBindings)),

  /** Its bindings are removed with it. */
  'remove a bound identity': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity !== undefined) removeIdentity(configuration, identity.label);
    return identity !== undefined;
  },

  'bind to another role': (configuration, random) => {
    const binding = random.pick(configuration.roleBindings);
    if (binding === undefined) return false;
    const role = random.pick(rolesFor(configuration, binding.group).filter((each) => each !== binding.role));
    return role !== undefined && rebind(configuration, binding, { role });
  },

  'move a binding': (configuration, random) => {
    const binding = random.pick(configuration.roleBindings);
    if (binding === undefined) return false;
    const group = random.pick(groupLabels(configuration))!;
    const role = rolesFor(configuration, group).includes(binding.role) ? binding.role : 'viewer';
    return rebind(configuration, binding, { group, role });
  },

  /** Another kind of trust replaces the identity. */
  'switch the way a bound identity is assumed': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    const ways: readonly Way[] = ['claim_match', 'aws_identity', 'service_principal', 'static_keys'];
    if (identity !== undefined) identity.way = random.pick(ways.filter((way) => way !== identity.way))!;
    return identity !== undefined;
  },

  'bind another identity': (configuration, random) => {
    const binding = random.pick(configuration.roleBindings);
    const others = configuration.identities.filter(({ label }) => label !== binding?.identity);
    const identity = random.pick(others)?.label;
    return binding !== undefined && identity !== undefined && rebind(configuration, binding, { identity });
  },

  /** The old one is removed, and its bindings pass to another. */
  'replace a bound identity by another': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity === undefined) return false;
    const heir = random.pick(configuration.identities.filter(({ label }) => label !== identity.label));
    if (heir === undefined) return false;
    for (const binding of configuration.roleBindings.filter((each) => each.identity === identity.label))
      rebind(configuration, binding, { identity: heir.label });
    removeIdentity(configuration, identity.label);
    return true;
  },

  /** The role is removed, and its identities get the built-in one. */
  'remove a role that is given': (configuration, random) => {
    const given = grantsIn(configuration).map(({ role }) => role);
    const role = random.pick(configuration.roles.filter(({ label }) => given.includes(label)));
    remove(configuration.roles, role);
    giveWhatCanBeGiven(configuration);
    return role !== undefined;
  },
} satisfies Record<string, Edit>;
