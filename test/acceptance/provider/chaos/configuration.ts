/** A configuration as data, which edits change, and the HCL that it is written as. */
import type { Random } from '../../../support/random';

export type Way = 'claim_match' | 'aws_identity' | 'service_principal';

export interface Group {
  readonly label: string;
  name: string;
  description: string;
  /** The label of the group that it lies in; `root` for that of the organization. */
  group: string;
}

export interface Identity {
  readonly label: string;
  name: string;
  description: string;
  group: string;
  way: Way;
  subject: string;
}

export interface Role {
  readonly label: string;
  name: string;
  description: string;
  group: string;
  capabilities: string[];
}

export interface Binding {
  readonly label: string;
  group: string;
  identity: string;
  /** The label of a role of the configuration, or `viewer`, which is built in. */
  role: string;
}

export interface Configuration {
  groups: Group[];
  identities: Identity[];
  roles: Role[];
  bindings: Binding[];
  /** Groups made by one `for_each`, by their key; each holds an identity, made by another. */
  teams: Record<string, { name: string; description: string }>;
  /** Counts what was named so far, so that no label and no name comes twice. */
  named: number;
}

export function firstConfiguration(random: Random): Configuration {
  const configuration: Configuration = {
    groups: [
      { label: 'outer', name: 'outer', description: 'd', group: 'root' },
      { label: 'inner', name: 'inner', description: '', group: 'outer' },
    ],
    identities: [
      { label: 'ci', name: 'ci', description: '', group: 'outer', way: 'claim_match', subject: 'me' },
      { label: 'bot', name: 'bot', description: 'b', group: 'inner', way: 'claim_match', subject: 'it' },
    ],
    roles: [{ label: 'deployer', name: 'deployer', description: '', group: 'outer', capabilities: ['groups.list'] }],
    bindings: [
      { label: 'ci-views', group: 'outer', identity: 'ci', role: 'viewer' },
      { label: 'bot-deploys', group: 'outer', identity: 'bot', role: 'deployer' },
    ],
    teams: { red: { name: 'red', description: '' }, blue: { name: 'blue', description: '' } },
    named: 0,
  };
  if (random.chance(50)) configuration.bindings.pop();
  return configuration;
}

/** Every address of the configuration, for `-target`. */
export function addressesOf({ groups, identities, roles, bindings, teams }: Configuration): string[] {
  return [
    ...groups.map(({ label }) => `platform_group.${label}`),
    ...identities.map(({ label }) => `platform_identity.${label}`),
    ...roles.map(({ label }) => `platform_role.${label}`),
    ...bindings.map(({ label }) => `platform_role_binding.${label}`),
    ...Object.keys(teams).flatMap((key) => [`platform_group.team["${key}"]`, `platform_identity.member["${key}"]`]),
  ];
}

/** @param root the uid of the organization's root group */
export function hclOf({ groups, identities, roles, bindings, teams }: Configuration, root: string): string {
  const group = (label: string): string => (label === 'root' ? text(root) : `platform_group.${label}.uid`);
  return [
    'data "platform_role" "viewer" {\n  name = "viewer"\n}',
    ...groups.map(({ label, name, description, group: parent }) =>
      resource('group', label, { parent_uid: group(parent), name: text(name), description: optional(description) }),
    ),
    ...identities.map(({ label, name, description, group: parent, way, subject }) =>
      resource('identity', label, {
        group_uid: group(parent),
        name: text(name),
        description: optional(description),
        [way]: ways[way](subject),
      }),
    ),
    ...roles.map(({ label, name, description, group: parent, capabilities }) =>
      resource('role', label, {
        group_uid: group(parent),
        name: text(name),
        description: optional(description),
        capabilities: text(capabilities),
      }),
    ),
    ...bindings.map(({ label, group: parent, identity, role }) =>
      resource('role_binding', label, {
        group_uid: group(parent),
        identity_uid: `platform_identity.${identity}.uid`,
        role_uid: `${role === 'viewer' ? 'data.' : ''}platform_role.${role}.uid`,
      }),
    ),
    `locals {\n  teams = ${text(teams)}\n}`,
    resource('group', 'team', {
      for_each: 'local.teams',
      parent_uid: text(root),
      name: 'each.value.name',
      description: 'each.value.description',
    }),
    resource('identity', 'member', {
      for_each: 'local.teams',
      group_uid: 'platform_group.team[each.key].uid',
      name: '"member"',
      claim_match: ways.claim_match('member'),
    }),
  ].join('\n');
}

const ways: Readonly<Record<Way, (subject: string) => string>> = {
  claim_match: (subject) => text({ issuer: 'https://issuer.example', subject }),
  aws_identity: (subject) =>
    text({ aws_account: '123456789012', arn: `arn:aws:iam::123456789012:user/${subject}`, user_id: subject }),
  service_principal: () => text('SERVICE_PRINCIPAL_INGESTER'),
};

function resource(type: string, label: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = ${value}`],
  );
  return `resource "platform_${type}" "${label}" {\n${lines.join('\n')}\n}`;
}

/** JSON's literals are HCL's, as long as nothing in them is a template. */
function text(value: unknown): string {
  return JSON.stringify(value);
}

function optional(description: string): string | undefined {
  return description === '' ? undefined : text(description);
}
