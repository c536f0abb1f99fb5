/** What people do to a configuration. Each edit changes it in place, or returns false where there is nothing to do it to. */
import type { Binding, Configuration, Way } from './configuration';
import type { Random } from '../../../support/random';

export type Edit = (configuration: Configuration, random: Random) => boolean;

const named = (configuration: Configuration, what: string): string => `${what}-${(configuration.named += 1)}`;
const groupLabels = ({ groups }: Configuration): string[] => ['root', ...groups.map(({ label }) => label)];
const owners = (configuration: Configuration) => [configuration.groups, configuration.identities, configuration.roles];

export const edits = {
  nothing: () => true,

  'add a group': (configuration, random) => {
    const label = named(configuration, 'group');
    configuration.groups.push({ label, name: label, description: '', group: random.pick(groupLabels(configuration))! });
    return true;
  },

  'add an identity and bind it': (configuration, random) => {
    const label = named(configuration, 'identity');
    const group = random.pick(groupLabels(configuration))!;
    const role = random.pick(rolesFor(configuration, group))!;
    configuration.identities.push({ label, name: label, description: '', group, way: 'claim_match', subject: label });
    configuration.bindings.push({ label: `${label}-bound`, group, identity: label, role });
    return true;
  },

  /** As many as it takes for lists to say what is taken. */
  'add a dozen of groups with an identity': (configuration, random) => {
    for (let left = 12; left > 0; left -= 1) {
      const label = named(configuration, 'dozen');
      const group = random.pick(groupLabels(configuration))!;
      configuration.groups.push({ label, name: label, description: '', group });
      configuration.identities.push({ label, name: label, description: '', group, way: 'claim_match', subject: label });
    }
    return true;
  },

  'add a role': (configuration, random) => {
    const label = named(configuration, 'role');
    const group = random.pick(groupLabels(configuration))!;
    configuration.roles.push({ label, name: label, description: '', group, capabilities: ['repo.list'] });
    return true;
  },

  'rename in place': (configuration, random) => {
    const object = random.pick(owners(configuration).flat());
    if (object !== undefined) object.name = named(configuration, 'renamed');
    return object !== undefined;
  },

  describe: (configuration, random) => {
    const object = random.pick([...owners(configuration).flat(), ...Object.values(configuration.teams)]);
    if (object !== undefined) object.description = random.chance(30) ? '' : named(configuration, 'says');
    return object !== undefined;
  },

  'narrow or widen a claim': (configuration, random) => {
    const identity = random.pick(configuration.identities);
    if (identity !== undefined) identity.subject = named(configuration, 'subject');
    return identity !== undefined;
  },

  'change capabilities': (configuration, random) => {
    const role = random.pick(configuration.roles);
    if (role !== undefined)
      role.capabilities = role.capabilities.length > 1 ? ['groups.list'] : ['repo.list', 'tag.list'];
    return role !== undefined;
  },

  'remove a group with all that is in it': (configuration, random) => {
    const group = random.pick(configuration.groups);
    if (group !== undefined) removeGroup(configuration, group.label);
    return group !== undefined;
  },

  'remove a binding': (configuration, random) => remove(configuration.bindings, random.pick(configuration.bindings)),

  /** Its bindings go with it. */
  'remove a bound identity': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity !== undefined) removeIdentity(configuration, identity.label);
    return identity !== undefined;
  },

  'add and remove a team': (configuration, random) => {
    const gone = random.pick(Object.keys(configuration.teams));
    const fresh = named(configuration, 'team');
    const kept = Object.entries(configuration.teams).filter(([key]) => key !== gone);
    configuration.teams = { ...Object.fromEntries(kept), [fresh]: { name: fresh, description: '' } };
    return true;
  },

  'bind to another role': (configuration, random) => {
    const binding = random.pick(configuration.bindings);
    if (binding === undefined) return false;
    const role = random.pick(rolesFor(configuration, binding.group).filter((each) => each !== binding.role));
    return role !== undefined && rebind(configuration, binding, { role });
  },

  'move an identity that is not bound': (configuration, random) => {
    const bindable = bound(configuration);
    const identity = random.pick(configuration.identities.filter((each) => !bindable.includes(each)));
    if (identity !== undefined) identity.group = random.pick(groupLabels(configuration))!;
    return identity !== undefined;
  },

  /** One takes the name that another had, who gets a new one. */
  'hand over a name': (configuration, random) => {
    const label = named(configuration, 'heir');
    const list = random.pick(owners(configuration).filter((each) => each.length > 0));
    const former = random.pick(list ?? []);
    if (list === undefined || former === undefined) return false;
    (list as object[]).push({ ...structuredClone(former), label, name: former.name });
    former.name = named(configuration, 'abdicated');
    return true;
  },

  'rename a for_each key without moved': (configuration, random) => {
    const key = random.pick(Object.keys(configuration.teams));
    if (key === undefined) return false;
    const { [key]: team, ...others } = configuration.teams;
    configuration.teams = { ...others, [named(configuration, 'key')]: team! };
    return true;
  },

  /** Another way to assume it makes another identity of it. */
  'switch the way a bound identity is assumed': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    const ways: readonly Way[] = ['claim_match', 'aws_identity', 'service_principal'];
    if (identity !== undefined) identity.way = random.pick(ways.filter((way) => way !== identity.way))!;
    return identity !== undefined;
  },

  'move a bound identity': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity !== undefined) identity.group = random.pick(groupLabels(configuration))!;
    return identity !== undefined;
  },

  'bind another identity': (configuration, random) => {
    const binding = random.pick(configuration.bindings);
    const others = configuration.identities.filter(({ label }) => label !== binding?.identity);
    const identity = random.pick(others)?.label;
    return binding !== undefined && identity !== undefined && rebind(configuration, binding, { identity });
  },

  /** The old one goes, and its bindings pass to another. */
  'replace a bound identity by another': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity === undefined) return false;
    const heir = random.pick(configuration.identities.filter(({ label }) => label !== identity.label));
    if (heir === undefined) return false;
    for (const binding of configuration.bindings.filter((each) => each.identity === identity.label))
      rebind(configuration, binding, { identity: heir.label });
    removeIdentity(configuration, identity.label);
    return true;
  },

  /** The old one goes, and its bindings pass to another. */
  'replace a bound role by another': (configuration, random) => {
    const isBound = ({ label }: { readonly label: string }) =>
      configuration.bindings.some(({ role }) => role === label);
    const role = random.pick(configuration.roles.filter(isBound))?.label;
    if (role === undefined) return false;
    for (const binding of configuration.bindings.filter((each) => each.role === role)) {
      const heir = random.pick(rolesFor(configuration, binding.group).filter((each) => each !== role))!;
      rebind(configuration, binding, { role: heir });
    }
    configuration.roles = configuration.roles.filter(({ label }) => label !== role);
    return true;
  },

  /** Nothing in it stays where it was: a group cannot be moved, so all of it is replaced. */
  'move a group with all that is in it': (configuration, random) => {
    const group = random.pick(configuration.groups);
    if (group === undefined) return false;
    const inside = within(configuration, group.label);
    const targets = groupLabels(configuration).filter((label) => !inside.includes(label) && label !== group.group);
    if (targets.length === 0) return false;
    group.group = random.pick(targets)!;
    for (const binding of configuration.bindings)
      if (!rolesFor(configuration, binding.group).includes(binding.role)) binding.role = 'viewer';
    return true;
  },

  /** A service that normalises stores it without the blanks around it. */
  'write a description with blanks around it': (configuration, random) => {
    const object = random.pick(owners(configuration).flat());
    if (object !== undefined) object.description = ` ${named(configuration, 'padded')} `;
    return object !== undefined;
  },
} satisfies Record<string, Edit>;

export type EditName = keyof typeof edits;

function bound({ identities, bindings }: Configuration) {
  return identities.filter(({ label }) => bindings.some(({ identity }) => identity === label));
}

/** A role can be given in its group and beneath. */
function rolesFor(configuration: Configuration, group: string): string[] {
  const reaches = (role: { readonly group: string }): boolean => within(configuration, role.group).includes(group);
  return ['viewer', ...configuration.roles.filter(reaches).map(({ label }) => label)];
}

/** Two bindings of the same identity and role in one group are one. */
function rebind({ bindings }: Configuration, binding: Binding, changes: Partial<Binding>): boolean {
  const changed = { ...binding, ...changes };
  const isThere = bindings.some(
    ({ label, group, identity, role }) =>
      label !== binding.label && group === changed.group && identity === changed.identity && role === changed.role,
  );
  if (isThere) return remove(bindings, binding);
  Object.assign(binding, changes);
  return true;
}

function within({ groups }: Configuration, label: string): string[] {
  const inside = [label];
  for (const each of inside) inside.push(...groups.filter(({ group }) => group === each).map((child) => child.label));
  return inside;
}

function removeGroup(configuration: Configuration, label: string): void {
  const inside = within(configuration, label);
  const isOutside = ({ group }: { readonly group: string }): boolean => !inside.includes(group);
  for (const identity of configuration.identities.filter((each) => !isOutside(each)))
    removeIdentity(configuration, identity.label);
  const roles = configuration.roles.filter((each) => !isOutside(each)).map((role) => role.label);
  configuration.roles = configuration.roles.filter(isOutside);
  configuration.bindings = configuration.bindings.filter((each) => isOutside(each) && !roles.includes(each.role));
  configuration.groups = configuration.groups.filter((each) => !inside.includes(each.label));
}

function removeIdentity(configuration: Configuration, label: string): void {
  configuration.identities = configuration.identities.filter((each) => each.label !== label);
  configuration.bindings = configuration.bindings.filter(({ identity }) => identity !== label);
}

function remove<T>(from: T[], what: T | undefined): boolean {
  if (what !== undefined) from.splice(from.indexOf(what), 1);
  return what !== undefined;
}
