/** Writes a configuration as HCL. */
import { generateRecipientKey } from '../../../support/recipient-key';
import {
  teamLabels,
  typeOf,
  type Association,
  type Cloud,
  type Collection,
  type Configuration,
  type Way,
} from './configuration';

type Attributes = Readonly<Record<string, string | undefined>>;

/** The recipients of encrypted codes. */
const recipients = [generateRecipientKey(), generateRecipientKey()] as const;

/** @param root the uid of the organization's root group */
export function hclOf(configuration: Configuration, root: string): string {
  const group = (label: string): string => (label === 'root' ? text(root) : `platform_group.${label}.uid`);
  const role = (label: string): string => `${label === 'viewer' ? 'data.' : ''}platform_role.${label}.uid`;
  const { groups, identities, roles, roleBindings, accountAssociations, groupInvites } = configuration;
  const { identityProviders, externalGroupRoleMappings } = configuration;
  return [
    'data "platform_role" "viewer" {\n  name = "viewer"\n}',
    ...groups.map(({ group: parent, ...each }) => resource('groups', each, { parent_uid: group(parent) })),
    ...identities.map((each) =>
      resource('identities', each, {
        group_uid: group(each.group),
        [each.way]: ways[each.way](each.subject),
        rotate_on: each.rotation === undefined ? undefined : text({ cause: String(each.rotation) }),
      }),
    ),
    ...roles.map((each) =>
      resource('roles', each, { group_uid: group(each.group), capabilities: text(each.capabilities) }),
    ),
    ...roleBindings.map((each) =>
      resource('roleBindings', each, {
        group_uid: group(each.group),
        identity_uid: `platform_identity.${each.identity}.uid`,
        role_uid: role(each.role),
      }),
    ),
    ...accountAssociations.map((each) =>
      resource('accountAssociations', each, { group_uid: group(each.group), ...cloudsOf(each) }),
    ),
    ...groupInvites.map((each) =>
      resource('groupInvites', each, {
        group_uid: group(each.group),
        role_uid: role(each.role),
        ttl: text(each.ttl),
        email: text(each.email),
        single_use: optional(each.singleUse),
        recipient_jwk: each.recipient === undefined ? undefined : text(recipients[each.recipient]!.text),
      }),
    ),
    ...identityProviders.map(({ clientId: client_id, scopes, secretVersion, ...each }) => {
      const always = { issuer: 'https://login.example.com', client_id, additional_scopes: scopes };
      const [secret, version] = [raw('var.secret'), secretVersion];
      const oidc =
        version === undefined ? { pkce_enabled: true } : { client_secret: secret, client_secret_wo_version: version };
      return resource('identityProviders', each, {
        group_uid: group(each.group),
        default_role: role(each.role),
        oidc: text({ ...always, ...oidc }).replace(/"raw (.*?)"/g, '$1'),
      });
    }),
    ...externalGroupRoleMappings.map((each) =>
      resource('externalGroupRoleMappings', each, {
        identity_provider_uid: `platform_identity_provider.${each.provider}.uid`,
        external_group_id: text(each.externalGroup),
        role_uid: role(each.role),
        scope_uid: group(each.group),
      }),
    ),
    ...(identityProviders.some(({ secretVersion }) => secretVersion !== undefined) ? [secretVariable] : []),
    teamsOf(configuration, root),
    ...configuration.moved.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}`),
  ].join('\n');
}

const secretVariable = 'variable "secret" {\n  type      = string\n  ephemeral = true\n}';

function teamsOf({ teams }: Configuration, root: string): string {
  const each = (collection: keyof typeof teamLabels, attributes: Attributes): string =>
    resource(collection, { label: teamLabels[collection] }, { for_each: 'local.teams', ...attributes });
  const group_uid = 'platform_group.team[each.key].uid';
  return [
    `locals {\n  teams = ${text(teams)}\n}`,
    each('groups', {
      parent_uid: text(root),
      name: 'each.value.name',
      description: 'try(each.value.description, null)',
    }),
    each('identities', { group_uid, name: '"member"', claim_match: ways.claim_match('member') }),
    each('roles', { group_uid, name: '"task"', capabilities: '["repo.list"]' }),
    each('roleBindings', {
      group_uid,
      identity_uid: 'platform_identity.member[each.key].uid',
      role_uid: 'platform_role.task[each.key].uid',
    }),
    each('accountAssociations', { group_uid, name: '"clouds"', ...cloudsOf(teamClouds) }),
    each('groupInvites', {
      group_uid,
      role_uid: 'data.platform_role.viewer.uid',
      ttl: '"86400s"',
      email: '"guest@example.com"',
    }),
  ].join('\n');
}

export const teamClouds = { clouds: ['amazon'], account: 7 } as const satisfies Partial<Association>;

const ways: Readonly<Record<Way, (subject: string) => string>> = {
  claim_match: (subject) => text({ issuer: 'https://issuer.example', subject }),
  aws_identity: (subject) =>
    text({ aws_account: '123456789012', arn: `arn:aws:iam::123456789012:user/${subject}`, user_id: subject }),
  service_principal: () => text('SERVICE_PRINCIPAL_INGESTER'),
  static_keys: (subject) => text({ issuer: 'https://issuer.example', subject, issuer_keys: '{"keys":[]}' }),
};

function cloudsOf({ clouds, account }: { readonly clouds: readonly Cloud[]; readonly account: number }): Attributes {
  const number = String(100_000_000_000 + account);
  const values: Readonly<Record<Cloud, object>> = {
    amazon: { account: number },
    google: { project_id: `project-${account}`, project_number: number },
    azure: { tenant_id: `tenant-${account}`, client_ids: { Deploy_Key: number } },
  };
  return Object.fromEntries(clouds.map((cloud) => [cloud, text(values[cloud])]));
}

interface Common {
  readonly label: string;
  readonly name?: string;
  readonly description?: string | null | undefined;
}

function resource(collection: Collection, { label, name, description }: Common, attributes: Attributes): string {
  const lines = Object.entries({ name: optional(name), description: optional(description), ...attributes }).flatMap(
    ([attribute, value]) => (value === undefined ? [] : [`  ${attribute} = ${value}`]),
  );
  return `resource "${typeOf[collection]}" "${label}" {\n${lines.join('\n')}\n}`;
}

/** An expression instead of a value. */
const raw = (expression: string): string => `raw ${expression}`;

/** Returns a literal in HCL. Literals of JSON are valid HCL, unless they contain a template. */
function text(value: unknown): string {
  return JSON.stringify(value);
}

function optional(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}
