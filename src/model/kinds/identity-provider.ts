import { atLeastOneOf, bool, declareKind, createEnumeration, list, message, string } from '../schema';
import {
  createTimeField,
  descriptionField,
  enumeration,
  nameField,
  roleReference,
  uidField,
  updateTimeField,
} from './common-fields';
import type { IdentityProviderTypes } from './types/identity-provider';

const CORRELATION_RULE = createEnumeration('IdentityProvider.OIDC.CorrelationRule', 'CORRELATION_RULE', {
  SUB_EQUALS_EXTERNAL_ID: 1,
  OID_EQUALS_EXTERNAL_ID: 2,
});

/** Identity providers: how people of an organization sign in. */
export const identityProvider = declareKind<IdentityProviderTypes>({
  kind: 'IdentityProvider',
  description: 'Lets people of an organization sign in with their existing accounts.',
  domain: 'iam',
  collection: 'identityProviders',
  capability: 'identity_providers',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: {
    type: 'identity_provider',
    storedByOthers: { types: ['identity_provider'], parent: 'parent_id', names: { uid: 'id' } },
  },
  parent: { name: 'groupUid', description: 'The root group of the people who sign in.', is: 'rootGroup' },
  fields: {
    uid: uidField('The uid that the service gave the identity provider.'),
    name: nameField('The name of the identity provider.'),
    description: descriptionField('The purpose of the identity provider.'),
    defaultRole: string(
      ['required'],
      'The role that people have in the root group after they sign in.',
      roleReference,
      { decidesAccess: true },
    ),
    oidc: message(
      ['required'],
      'The OpenID Connect client of the identity provider.',
      {
        issuer: string(['required'], 'The URL of the issuer.', { format: 'httpsUrl' }),
        clientId: string(['required'], 'The id of the client that is registered at the issuer.'),
        clientSecret: string(
          ['optional', 'inputOnly', 'sensitive'],
          'The secret of the client, which the API never returns.',
          {},
          { decidesAccess: false },
        ),
        pkceEnabled: bool(['optional'], 'If true, sign-in uses PKCE, and no secret is needed.', {
          decidesAccess: false,
        }),
        additionalScopes: list(
          ['optional'],
          'Additional scopes to request.',
          { is: 'string' },
          {},
          { decidesPeople: 'groups' },
        ),
        groupsClaim: string(['optional'], 'The claim with the groups of a person.', {}, { decidesPeople: 'groups' }),
      },
      [atLeastOneOf('clientSecret', 'pkceEnabled')],
      { decidesAccess: true },
    ),
    createTime: createTimeField('identity provider'),
    updateTime: updateTimeField('identity provider'),
  },
  access: { signIn: 'oidc' },
  unmanagedFields: {
    'oidc.correlationRule': enumeration(
      'CORRELATION_RULE',
      'The rule that matches a sign-in with a person that the identity provider has provisioned.',
      ['optional', 'immutable'],
    ),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only identity providers with exactly this name.' } },
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, createTime: 4, updateTime: 5, defaultRole: 6 },
      oidc: {
        ...{ number: 20, oneof: 'configuration', message: 'IdentityProvider.OIDC' },
        fields: {
          ...{ issuer: 1, clientId: 2, clientSecret: 3, additionalScopes: 4, groupsClaim: 5, pkceEnabled: 7 },
          correlationRule: { number: 6, enumeration: CORRELATION_RULE },
        },
      },
    },
    list: { uidp: 1, name: 2, pageSize: 10, pageToken: 11, orderBy: 12, skip: 13 },
  },
  examples: {
    create: {
      name: 'staff',
      description: 'Everybody who works here.',
      oidc: { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true },
    },
    update: { description: 'Everybody who works or worked here.' },
  },
});
