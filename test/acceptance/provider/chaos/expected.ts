/** Returns the expected form of each object of a configuration in the API, determined without the provider. */
import { capabilityEnumName } from '../../../../src/model/api';
import {
  getAddress,
  collections,
  teamLabels,
  type Cloud,
  type Collection,
  type Configuration,
  type Declared,
  type Description,
  type Mapping,
  type Way,
} from './configuration';
import { teamClouds } from './hcl';
import { readParent, type Shown } from './organization';

export interface Expected {
  readonly address: string;
  readonly collection: Collection;
  /** The uid of its parent: its group, or the identity provider of a mapping. */
  readonly parent: string;
  /** The expected fields; `null` for fields that must not exist. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** @param uidAt returns the uid of the object at an address, including `root` and `viewer` */
export function expectedOf(configuration: Configuration, uidAt: (address: string) => string): Expected[] {
  const group = (label: string): string => (label === 'root' ? uidAt('root') : uidAt(getAddress('groups', label)));
  const role = (label: string) => ({ uid: label === 'viewer' ? uidAt('viewer') : uidAt(getAddress('roles', label)) });
  const getFields: { readonly [Each in Collection]: (object: Configuration[Each][number]) => Record<string, unknown> } =
    {
      groups: named,
      identities: (identity) => ({ ...named(identity), ...wayOf(identity.way, identity.subject) }),
      roles: (each) => ({ ...named(each), capabilities: each.capabilities.map(capabilityEnumName) }),
      roleBindings: (each) => ({
        identity: { uid: uidAt(getAddress('identities', each.identity)) },
        role: role(each.role),
      }),
      accountAssociations: (each) => ({ ...named(each), ...cloudsOf(each.clouds, each.account) }),
      groupInvites: (each) => ({ role: role(each.role), email: each.email, singleUse: each.singleUse === true }),
      identityProviders: (each) => ({
        ...named(each),
        defaultRole: role(each.role).uid,
        oidc: {
          issuer: 'https://login.example.com',
          clientId: each.clientId,
          pkceEnabled: each.secretVersion === undefined ? true : null,
          additionalScopes: each.scopes ?? null,
          clientSecret: null,
        },
      }),
      externalGroupRoleMappings: (each) => ({
        externalGroupId: each.externalGroup,
        roleUid: role(each.role).uid,
        scope: group(each.group),
      }),
    };
  const readParent = (object: Declared | Mapping): string =>
    'provider' in object ? uidAt(getAddress('identityProviders', object.provider)) : group(object.group);
  const declared = collections.flatMap((collection) =>
    configuration[collection].map((object): Expected => {
      const fields = (getFields[collection] as (object: unknown) => Record<string, unknown>)(object);
      return { address: getAddress(collection, object.label), collection, parent: readParent(object), fields };
    }),
  );
  return [...declared, ...Object.entries(configuration.teams).flatMap(([key, team]) => teamOf(key, team, uidAt))];
}

function teamOf(key: string, team: Configuration['teams'][string], uidAt: (address: string) => string): Expected[] {
  const at = (collection: keyof typeof teamLabels): string =>
    getAddress(collection, `${teamLabels[collection]}["${key}"]`);
  const fields: Readonly<Record<keyof typeof teamLabels, () => Record<string, unknown>>> = {
    groups: () => named(team),
    identities: () => ({ ...named({ name: 'member' }), ...wayOf('claim_match', 'member') }),
    roles: () => ({ ...named({ name: 'task' }), capabilities: [capabilityEnumName('repo.list')] }),
    roleBindings: () => ({ identity: { uid: uidAt(at('identities')) }, role: { uid: uidAt(at('roles')) } }),
    accountAssociations: () => ({
      ...named({ name: 'clouds' }),
      ...cloudsOf(teamClouds.clouds, teamClouds.account),
    }),
    groupInvites: () => ({ role: { uid: uidAt('viewer') }, email: 'guest@example.com', singleUse: false }),
  };
  return Object.entries(fields).map(([name, of]) => {
    const collection = name as keyof typeof teamLabels;
    const parent = collection === 'groups' ? uidAt('root') : uidAt(at('groups'));
    return { address: at(collection), collection, parent, fields: of() };
  });
}

function named({ name, description }: { readonly name: string; readonly description?: Description }) {
  return { name, description: description ?? '' };
}

function wayOf(way: Way, subject: string): Record<string, unknown> {
  const issuer = 'https://issuer.example';
  const arn = `arn:aws:iam::123456789012:user/${subject}`;
  const fields: Readonly<Record<Way, Record<string, unknown>>> = {
    claim_match: { claimMatch: { issuer, subject } },
    static_keys: { staticKeys: { issuer, subject, issuerKeys: '{"keys":[]}' } },
    aws_identity: { awsIdentity: { awsAccount: '123456789012', arn, userId: subject } },
    service_principal: { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
  };
  return { claimMatch: null, staticKeys: null, awsIdentity: null, servicePrincipal: null, ...fields[way] };
}

function cloudsOf(clouds: readonly Cloud[], account: number): Record<string, unknown> {
  const number = String(100_000_000_000 + account);
  const values: Readonly<Record<Cloud, object>> = {
    amazon: { account: number },
    google: { projectId: `project-${account}`, projectNumber: number },
    azure: { tenantId: `tenant-${account}`, clientIds: { Deploy_Key: number } },
  };
  return Object.fromEntries(
    Object.entries(values).map(([cloud, value]) => [cloud, clouds.includes(cloud as Cloud) ? value : null]),
  );
}

/** Describes the differences between the object and its expected form. */
export function differencesOf({ address, collection, parent, fields }: Expected, object: Shown): string[] {
  const place = readParent(collection, object.uid);
  return [
    ...(place === parent ? [] : [`${address} is in ${place}, and not in ${parent}`]),
    ...different(address, fields, object),
  ];
}

/** Returns true if the object has the expected place, name and references. */
export function isSameKey(expected: Expected, object: Shown): boolean {
  const { name, identity, role, email, externalGroupId, roleUid, scope } = expected.fields;
  const key = { name, identity, role, email, externalGroupId, roleUid, scope };
  const fields = Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined));
  return differencesOf({ ...expected, fields }, object).length === 0;
}

/** Returns the fields that the service adds to the sent ones. */
const END_OF_KEYS = 'expirationTime';

function different(path: string, expected: object, shown: object): string[] {
  return Object.entries(expected).flatMap(([name, value]: [string, unknown]) => {
    const found: unknown = (shown as Record<string, unknown>)[name];
    const at = `${path}.${name}`;
    if (isMessage(value) && isMessage(found)) {
      // Other fields belong to the referenced object.
      const more = 'uid' in value ? [] : Object.keys(found).filter((each) => !(each in value) && each !== END_OF_KEYS);
      return different(at, { ...Object.fromEntries(more.map((each) => [each, null])), ...value }, found);
    }
    return plain(value) === plain(found) ? [] : [`${at} is ${plain(found)}, and not ${plain(value)}`];
  });
}

function isMessage(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares values. Absent, null, false and empty mean the same to the service, and it may trim. A list represents a set. */
function plain(value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) return 'absent';
  if (Array.isArray(value)) return value.length === 0 ? 'absent' : JSON.stringify([...(value as unknown[])].sort());
  return JSON.stringify(typeof value === 'string' ? value.trim() : value);
}
