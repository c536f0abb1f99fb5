/** A configuration as data for edits: objects of every kind, by their collection in the API. */
import { can } from '../../../support/engine';
import type { Random } from '../../../support/random';

export type Way = 'claim_match' | 'aws_identity' | 'service_principal' | 'static_keys';
export type Cloud = 'amazon' | 'google' | 'azure';

/** A description in a configuration: text, `""`, `null`, or not set. The last three mean the same. */
export type Description = string | null | undefined;

/** A resource. */
export interface Declared {
  /** Its address without the type. */
  label: string;
  /** The label of its group; `root` for the group of the organization. */
  group: string;
}

export interface Named extends Declared {
  name: string;
  description: Description;
}

export type Group = Named;

export interface Identity extends Named {
  way: Way;
  subject: string;
  /** The value of `rotate_on`; none by default. */
  rotation?: number | undefined;
}

export interface Role extends Named {
  capabilities: string[];
}

/** A reference to a role: its label, or the built-in `viewer`. */
export interface Binding extends Declared {
  identity: string;
  role: string;
}

export interface Association extends Named {
  clouds: Cloud[];
  account: number;
}

export interface Invite extends Declared {
  role: string;
  email: string;
  singleUse: boolean | null | undefined;
  ttl: string;
  /** The owner of the key for the encryption of the code. Without one, the code is not stored. */
  recipient: number | undefined;
}

export interface SignIn extends Named {
  role: string;
  clientId: string;
  scopes: string[] | null | undefined;
  /** Undefined for PKCE, which needs no secret. */
  secretVersion: number | undefined;
}

/** Its group is the scope: there, everyone in the external group has the role. */
export interface Mapping extends Declared {
  /** The label of its identity provider. */
  provider: string;
  externalGroup: string;
  role: string;
}

export interface Configuration {
  groups: Group[];
  identities: Identity[];
  roles: Role[];
  roleBindings: Binding[];
  accountAssociations: Association[];
  groupInvites: Invite[];
  /** Only the first may have a secret: the configuration has one variable for it. */
  identityProviders: SignIn[];
  externalGroupRoleMappings: Mapping[];
  /** The keys of a `for_each` that creates an object of each kind inside a group. */
  teams: Record<string, { name: string; description: Description }>;
  moved: { readonly from: string; readonly to: string }[];
  /** The number of names so far, so that no label and no name repeats. */
  named: number;
}

/** The collections, by the types of their kinds in Terraform. */
export const typeOf = {
  groups: 'platform_group',
  identities: 'platform_identity',
  roles: 'platform_role',
  roleBindings: 'platform_role_binding',
  accountAssociations: 'platform_account_association',
  groupInvites: 'platform_group_invite',
  identityProviders: 'platform_identity_provider',
  externalGroupRoleMappings: 'platform_external_group_role_mapping',
} as const;

export type Collection = keyof typeof typeOf;
export const collections = Object.keys(typeOf) as Collection[];

/** The labels of the objects of each team. */
export const teamLabels = {
  groups: 'team',
  identities: 'member',
  roles: 'task',
  roleBindings: 'membership',
  accountAssociations: 'clouds',
  groupInvites: 'guest',
} as const satisfies Partial<Record<Collection, string>>;

export function firstConfiguration(random: Random): Configuration {
  const inOuter = { group: 'outer', description: undefined };
  return {
    groups: [
      { label: 'outer', name: 'outer', description: 'd', group: 'root' },
      { label: 'inner', name: 'inner', description: '', group: 'outer' },
    ],
    identities: [
      { ...inOuter, label: 'ci', name: 'ci', way: 'claim_match', subject: 'me', rotation: 0 },
      { label: 'bot', name: 'bot', description: 'b', group: 'inner', way: 'static_keys', subject: 'it' },
      { label: 'idle', name: 'idle', description: null, group: 'root', way: 'aws_identity', subject: 'who' },
    ],
    roles: [{ ...inOuter, label: 'deployer', name: 'deployer', capabilities: ['groups.list'] }],
    roleBindings: [
      { label: 'ci-views', group: 'outer', identity: 'ci', role: 'viewer' },
      { label: 'bot-deploys', group: 'outer', identity: 'bot', role: 'deployer' },
    ].slice(random.below(2)),
    accountAssociations: [{ ...inOuter, label: 'accounts', name: 'accounts', clouds: ['amazon'], account: 1 }],
    groupInvites: [
      { label: 'ada', group: 'outer', role: 'viewer', email: 'ada@example.com', ...unlimited, recipient: 0 },
      { label: 'bob', group: 'root', role: 'viewer', email: 'bob@example.com', ...unlimited, recipient: undefined },
    ],
    identityProviders: [
      {
        label: 'staff',
        group: 'root',
        name: 'staff',
        description: 'Everybody.',
        role: 'viewer',
        clientId: 'platform',
        scopes: undefined,
        secretVersion: takesSecrets() ? 1 : undefined,
      },
    ],
    externalGroupRoleMappings: [
      { label: 'engineers', provider: 'staff', externalGroup: 'cn=Engineers', role: 'viewer', group: 'root' },
      { label: 'deployers', provider: 'staff', externalGroup: 'cn=Engineers', role: 'deployer', group: 'outer' },
    ],
    teams: { red: { name: 'red', description: '' }, blue: { name: 'blue', description: undefined } },
    moved: [],
    named: 0,
  };
}

const unlimited = { singleUse: undefined, ttl: '86400s' } as const;

/** A secret is never stored in the state, so older engines cannot have one. */
export const takesSecrets = (): boolean => can('write-only');

/** Returns the client secret of that version. */
export const secretOf = (version: number): string => `hush-hush-${version}`;

export function getAddress(collection: Collection, label: string): string {
  return `${typeOf[collection]}.${label}`;
}

/** Returns every address of the configuration. */
export function getAddresses(configuration: Configuration): string[] {
  return [
    ...collections.flatMap((collection) => configuration[collection].map(({ label }) => getAddress(collection, label))),
    ...Object.keys(configuration.teams).flatMap(teamAddresses),
  ];
}

export function teamAddresses(key: string): string[] {
  return Object.entries(teamLabels).map(([collection, label]) =>
    getAddress(collection as Collection, `${label}["${key}"]`),
  );
}

/** Returns the group and all groups under it. */
export function within({ groups }: Configuration, label: string): string[] {
  const inside = [label];
  for (const each of inside) inside.push(...groups.filter(({ group }) => group === each).map((child) => child.label));
  return inside;
}

/** Returns the roles that can be granted in the group: a role is valid in its group and under it. */
export function rolesFor(configuration: Configuration, group: string): string[] {
  const reaches = (role: Declared): boolean => within(configuration, role.group).includes(group);
  return ['viewer', ...configuration.roles.filter(reaches).map(({ label }) => label)];
}
