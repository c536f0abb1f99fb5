/** Edits of external relations: cloud accounts, invites, identity providers, and mappings of their groups. */
import type { Random } from '../../../support/random';
import { rolesFor, takesSecrets, type Cloud, type Configuration, type Mapping } from './configuration';
import { groupLabels, named, remap, remove, removeProvider, type Edit } from './editing';

const clouds: readonly Cloud[] = ['amazon', 'google', 'azure'];

/** Returns the groups without an association: a group has at most one. */
const withoutAccounts = (configuration: Configuration): string[] =>
  groupLabels(configuration).filter((label) => configuration.accountAssociations.every(({ group }) => group !== label));

function mapAnew(
  configuration: Configuration,
  random: Random,
  changes: (mapping: Mapping) => Partial<Mapping>,
): boolean {
  const mapping = random.pick(configuration.externalGroupRoleMappings);
  return mapping !== undefined && remap(configuration, mapping, changes(mapping));
}

const fresh = (configuration: Configuration): number => (configuration.named += 1);

export const outerEdits = {
  'add accounts to a group': (configuration, random) => {
    const group = random.pick(withoutAccounts(configuration));
    if (group === undefined) return false;
    const label = named(configuration, 'accounts');
    const account = fresh(configuration);
    const description = random.pick([undefined, null, '', 'Where it runs.']);
    configuration.accountAssociations.push({ label, group, name: label, description, clouds: ['google'], account });
    return true;
  },

  'change the accounts of a group': (configuration, random) => {
    const association = random.pick(configuration.accountAssociations);
    if (association === undefined) return false;
    association.clouds = clouds.filter(() => random.chance(50));
    association.account = fresh(configuration);
    return true;
  },

  'move the accounts to another group': (configuration, random) => {
    const association = random.pick(configuration.accountAssociations);
    const group = random.pick(withoutAccounts(configuration));
    if (association === undefined || group === undefined) return false;
    association.group = group;
    return true;
  },

  'remove the accounts of a group': ({ accountAssociations: list }, random) => remove(list, random.pick(list)),

  'invite somebody': (configuration, random) => {
    const label = named(configuration, 'invite');
    const group = random.pick(groupLabels(configuration))!;
    configuration.groupInvites.push({
      label,
      group,
      role: random.pick(rolesFor(configuration, group))!,
      email: `${label}@example.com`,
      singleUse: random.pick([true, false, null, undefined]),
      ttl: '86400s',
      recipient: random.pick([0, 1, undefined]),
    });
    return true;
  },

  'invite to another group': (configuration, random) => {
    const invite = random.pick(configuration.groupInvites);
    if (invite === undefined) return false;
    invite.group = random.pick(groupLabels(configuration))!;
    if (!rolesFor(configuration, invite.group).includes(invite.role)) invite.role = 'viewer';
    return true;
  },

  'invite for longer, or for another role': (configuration, random) => {
    const invite = random.pick(configuration.groupInvites);
    if (invite === undefined) return false;
    invite.ttl = `${86_400 + fresh(configuration)}s`;
    invite.role = random.pick(rolesFor(configuration, invite.group))!;
    return true;
  },

  'encrypt the code for another, or for nobody': (configuration, random) => {
    const invite = random.pick(configuration.groupInvites);
    if (invite !== undefined)
      invite.recipient = random.pick([0, 1, undefined].filter((each) => each !== invite.recipient));
    return invite !== undefined;
  },

  'withdraw an invite': ({ groupInvites }, random) => remove(groupInvites, random.pick(groupInvites)),

  'add or remove an identity provider': (configuration, random) => {
    const { identityProviders } = configuration;
    if (random.chance(identityProviders.length * 34)) {
      removeProvider(configuration, random.pick(identityProviders)!.label);
      return true;
    }
    const label = named(configuration, 'staff');
    const isFirst = identityProviders.length === 0;
    const secretVersion = isFirst && takesSecrets() && random.chance(70) ? fresh(configuration) : undefined;
    const more = { description: undefined, clientId: 'platform', scopes: undefined, secretVersion };
    configuration.identityProviders.push({ label, group: 'root', name: label, role: 'viewer', ...more });
    return true;
  },

  'change how people sign in': (configuration, random) => {
    const provider = random.pick(configuration.identityProviders);
    if (provider === undefined) return false;
    provider.clientId = named(configuration, 'client');
    provider.scopes = random.pick([undefined, null, ['groups'], ['groups', 'offline_access']]);
    provider.role = random.pick(rolesFor(configuration, 'root'))!;
    return true;
  },

  'rotate the client secret': (configuration, random) => {
    const [provider] = configuration.identityProviders;
    if (provider === undefined || !takesSecrets()) return false;
    provider.secretVersion = random.chance(80) ? fresh(configuration) : undefined;
    return true;
  },

  'map an external group': (configuration, random) => {
    const provider = random.pick(configuration.identityProviders)?.label;
    if (provider === undefined) return false;
    const label = named(configuration, 'mapping');
    const group = random.pick(groupLabels(configuration))!;
    const role = random.pick(rolesFor(configuration, group))!;
    configuration.externalGroupRoleMappings.push({ label, provider, externalGroup: `cn=${label}`, role, group });
    return true;
  },

  /** Each of them replaces it. */
  'map it in another scope': (configuration, random) => {
    const group = random.pick(groupLabels(configuration))!;
    return mapAnew(configuration, random, ({ role }) => ({
      group,
      role: rolesFor(configuration, group).includes(role) ? role : 'viewer',
    }));
  },

  'map another external group, or another role': (configuration, random) =>
    mapAnew(configuration, random, ({ group }) =>
      random.chance(50)
        ? { externalGroup: named(configuration, 'external') }
        : { role: random.pick(rolesFor(configuration, group))! },
    ),

  'map for another identity provider': (configuration, random) =>
    mapAnew(configuration, random, () => ({ provider: random.pick(configuration.identityProviders)!.label })),

  'remove a mapping': ({ externalGroupRoleMappings: list }, random) => remove(list, random.pick(list)),
} satisfies Record<string, Edit>;
