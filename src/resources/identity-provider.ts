import { atLeastOneOf, bool, declareKind, list, message, string } from '../schema';
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
        ),
        pkceEnabled: bool(['optional'], 'If true, sign-in uses PKCE, and no secret is needed.'),
        additionalScopes: list(['optional'], 'Additional scopes to request.', {
          is: 'string',
        }),
        groupsClaim: string(['optional'], 'The claim with the groups of a person.'),
      },
      [atLeastOneOf('clientSecret', 'pkceEnabled')],
      { decidesAccess: true },
    ),
    createTime: createTimeField('identity provider'),
    updateTime: updateTimeField('identity provider'),
  },
  unmanagedFields: {
    'oidc.correlationRule': enumeration(
      'CORRELATION_RULE',
      'The rule that matches a sign-in with a person that the identity provider has provisioned.',
      ['optional', 'immutable'],
    ),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only identity providers with exactly this name.' } },
  examples: {
    create: {
      name: 'staff',
      description: 'Everybody who works here.',
      oidc: { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true },
    },
    update: { description: 'Everybody who works or worked here.' },
  },
});
