/** Edits of addresses: changed labels and keys of `for_each`, with and without `moved` blocks. */
import type { Random } from '../../../support/random';
import { getAddress, collections, teamAddresses, type Collection, type Configuration } from './configuration';
import { grantsIn, named, type Edit } from './editing';

export const addressEdits = {
  'add and remove a team': (configuration, random) => {
    const gone = random.pick(Object.keys(configuration.teams));
    const fresh = named(configuration, 'team');
    const kept = Object.entries(configuration.teams).filter(([key]) => key !== gone);
    configuration.teams = { ...Object.fromEntries(kept), [fresh]: { name: fresh, description: '' } };
    return true;
  },

  'rename a for_each key without moved': (configuration, random) => rekey(configuration, random) !== undefined,

  /** The blocks cover every resource with this `for_each`. */
  'rename a for_each key with moved': (configuration, random) => {
    const keys = rekey(configuration, random);
    if (keys === undefined) return false;
    const [from, to] = keys.map(teamAddresses) as [string[], string[]];
    configuration.moved.push(...from.map((address, index) => ({ from: address, to: to[index]! })));
    return true;
  },

  /** Renames one object of each kind. */
  'rename resources with moved': (configuration, random) => {
    for (const collection of collections) {
      const labels = relabel(configuration, collection, random);
      if (labels === undefined) continue;
      const [from, to] = labels.map((label) => getAddress(collection, label)) as [string, string];
      configuration.moved.push({ from, to });
    }
    return true;
  },

  /** It is destroyed, and another one with the same name is created at the same time. */
  'rename a resource without moved': (configuration, random) =>
    relabel(configuration, random.pick(collections)!, random) !== undefined,
} satisfies Record<string, Edit>;

function rekey(configuration: Configuration, random: Random): [string, string] | undefined {
  const key = random.pick(Object.keys(configuration.teams));
  if (key === undefined) return undefined;
  const { [key]: team, ...others } = configuration.teams;
  const fresh = named(configuration, 'key');
  configuration.teams = { ...others, [fresh]: team! };
  return [key, fresh];
}

/** Renames a label, and all references to it. */
function relabel(configuration: Configuration, collection: Collection, random: Random): [string, string] | undefined {
  const object = random.pick<{ label: string }>(configuration[collection]);
  if (object === undefined) return undefined;
  const before = object.label;
  const after = named(configuration, collection);
  object.label = after;
  const references: Partial<Record<Collection, () => void>> = {
    groups: () => {
      for (const each of collections.flatMap<{ group: string }>((other) => configuration[other]))
        if (each.group === before) each.group = after;
    },
    identities: () => {
      for (const each of configuration.roleBindings) if (each.identity === before) each.identity = after;
    },
    roles: () => {
      for (const each of grantsIn(configuration)) if (each.role === before) each.role = after;
    },
    identityProviders: () => {
      for (const each of configuration.externalGroupRoleMappings) if (each.provider === before) each.provider = after;
    },
  };
  references[collection]?.();
  return [before, after];
}
