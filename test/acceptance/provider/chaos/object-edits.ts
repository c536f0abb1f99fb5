/** Edits that add, rename, describe, move and remove objects. */
import { within } from './configuration';
import {
  bound,
  giveWhatCanBeGiven,
  grantsIn,
  groupLabels,
  named,
  namedLists,
  pickNamed,
  removeGroup,
  type Edit,
} from './editing';

export const objectEdits = {
  'add a group': (configuration, random) => {
    const label = named(configuration, 'group');
    configuration.groups.push({ label, name: label, description: '', group: random.pick(groupLabels(configuration))! });
    return true;
  },

  /** Enough for the provider to read lists. */
  'add a dozen of groups with an identity': (configuration, random) => {
    for (let left = 12; left > 0; left -= 1) {
      const label = named(configuration, 'dozen');
      const group = random.pick(groupLabels(configuration))!;
      configuration.groups.push({ label, name: label, description: undefined, group });
      configuration.identities.push({
        label,
        name: label,
        description: null,
        group,
        way: 'claim_match',
        subject: label,
      });
    }
    return true;
  },

  'add a role': (configuration, random) => {
    const label = named(configuration, 'role');
    const group = random.pick(groupLabels(configuration))!;
    configuration.roles.push({ label, name: label, description: null, group, capabilities: ['repo.list'] });
    return true;
  },

  'rename in place': (configuration, random) => {
    const object = pickNamed(configuration, random);
    if (object !== undefined) object.name = named(configuration, 'renamed');
    return object !== undefined;
  },

  describe: (configuration, random) => {
    const object = random.chance(20)
      ? random.pick(Object.values(configuration.teams))
      : pickNamed(configuration, random);
    if (object !== undefined) object.description = named(configuration, 'says');
    return object !== undefined;
  },

  /** The three forms mean the same. */
  'write null, an empty text or nothing as description': (configuration, random) => {
    for (const list of namedLists(configuration)) {
      const object = random.pick(list);
      if (object !== undefined) object.description = random.pick([null, '', undefined]);
    }
    for (const team of Object.values(configuration.teams)) team.description = random.pick([null, '', undefined]);
    return true;
  },

  /** A service that normalizes stores it without the surrounding blanks. */
  'write a description with blanks around it': (configuration, random) => {
    const object = pickNamed(configuration, random);
    if (object !== undefined) object.description = ` ${named(configuration, 'padded')} `;
    return object !== undefined;
  },

  /** One object gets the name of another, which gets a new one. */
  'hand over a name': (configuration, random) => {
    const label = named(configuration, 'heir');
    const { groups, identities, roles } = configuration;
    const list = random.pick([groups, identities, roles].filter((each) => each.length > 0));
    const former = random.pick<object & { name: string }>(list ?? []);
    if (list === undefined || former === undefined) return false;
    (list as object[]).push({ ...structuredClone(former), label, name: former.name });
    former.name = named(configuration, 'abdicated');
    return true;
  },

  'remove a group with all that is in it': (configuration, random) => {
    const group = random.pick(configuration.groups);
    if (group !== undefined) removeGroup(configuration, group.label);
    return group !== undefined;
  },

  'move an identity that is not bound': (configuration, random) => {
    const bindable = bound(configuration);
    const identity = random.pick(configuration.identities.filter((each) => !bindable.includes(each)));
    if (identity !== undefined) identity.group = random.pick(groupLabels(configuration))!;
    return identity !== undefined;
  },

  'move a bound identity': (configuration, random) => {
    const identity = random.pick(bound(configuration));
    if (identity !== undefined) identity.group = random.pick(groupLabels(configuration))!;
    return identity !== undefined;
  },

  'move a role that is not given': (configuration, random) => {
    const given = grantsIn(configuration).map(({ role }) => role);
    const role = random.pick(configuration.roles.filter(({ label }) => !given.includes(label)));
    if (role !== undefined) role.group = random.pick(groupLabels(configuration))!;
    return role !== undefined;
  },

  /** A group cannot be moved, so everything in it is replaced. */
  'move a group with all that is in it': (configuration, random) => {
    const group = random.pick(configuration.groups);
    if (group === undefined) return false;
    const inside = within(configuration, group.label);
    const targets = groupLabels(configuration).filter((label) => !inside.includes(label) && label !== group.group);
    if (targets.length === 0) return false;
    group.group = random.pick(targets)!;
    giveWhatCanBeGiven(configuration);
    return true;
  },
} satisfies Record<string, Edit>;
