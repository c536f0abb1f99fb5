import { declareKind, map, message, messages, string } from '../schema';
import { createTimeField, descriptionField, uidField, updateTimeField } from './common-fields';
import type { AccountAssociationTypes } from './types/account-association';

/** Account associations, which connect a group with accounts at cloud providers. */
export const accountAssociation = declareKind<AccountAssociationTypes>({
  kind: 'AccountAssociation',
  description: 'Associates a group with accounts at cloud providers. A group can have only one association.',
  domain: 'iam',
  collection: 'accountAssociations',
  capability: 'account_associations',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: {
    type: 'account_association',
    storedByOthers: {
      types: ['account_associations', 'account_association'],
      parent: 'group',
      names: { uid: 'id' },
    },
  },
  parent: { name: 'groupUid', description: 'The group that is associated with the accounts.' },
  uidScheme: 'parentUid',
  fields: {
    uid: uidField('The uid of the group, which identifies the association.'),
    name: string(['required'], 'The name of the association.', {}, { decidesAccess: false }),
    description: descriptionField('The purpose of the accounts.'),
    amazon: message(
      ['optional'],
      'An AWS account.',
      { account: string(['required'], 'The 12 digits of the account.', { pattern: '^[0-9]{12}$' }) },
      [],
      { decidesAccess: true },
    ),
    google: message(
      ['optional'],
      'A Google Cloud project.',
      {
        projectId: string(['required'], 'The id of the project.'),
        projectNumber: string(['required'], 'The number of the project.'),
      },
      [],
      { decidesAccess: true },
    ),
    azure: message(
      ['optional'],
      'A Microsoft Azure tenant.',
      {
        tenantId: string(['required'], 'The id of the tenant.'),
        clientIds: map(['required'], 'The ids of clients, by purpose.', { is: 'string' }),
      },
      [],
      { decidesAccess: true },
    ),
    createTime: createTimeField('association'),
    updateTime: updateTimeField('association'),
  },
  unmanagedFields: {
    github: message(['optional'], 'Installations of GitHub apps.', {
      appInstallations: map(['optional'], 'The installations, by the id of the app.', {
        is: 'message',
        fields: {
          installations: messages(['optional'], 'The installations of the app.', {
            installationId: string(['required'], 'The id of the installation.'),
            name: string(['optional'], 'The account that has the installation.'),
          }),
        },
      }),
    }),
    chainguard: message(['optional'], 'Services of the platform itself.', {
      serviceBindings: map(['required'], 'The identity that each service assumes, by its service principal.', {
        is: 'string',
      }),
    }),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only associations with exactly this name.' } },
  defaultOrder: 'group',
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, createTime: 9, updateTime: 10 },
      amazon: { number: 4, fields: { account: 1 } },
      google: { number: 5, fields: { projectId: 1, projectNumber: 2 } },
      chainguard: { number: 7, fields: { serviceBindings: 1 } },
      azure: { number: 8, fields: { tenantId: 1, clientIds: 2 } },
      github: {
        ...{ number: 11, message: 'AccountAssociation.GitHub' },
        fields: {
          appInstallations: {
            ...{ number: 2, key: 'int64', message: 'AccountAssociation.GitHubAppInstallations' },
            fields: {
              installations: {
                ...{ number: 1, message: 'AccountAssociation.GitHubInstallation' },
                fields: { installationId: { number: 1, integer: 'int64' }, name: 2 },
              },
            },
          },
        },
      },
    },
    list: { uidp: 1, name: 2, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: {
    create: { name: 'clouds', description: 'Where the product runs.', amazon: { account: '123456789012' } },
    update: { amazon: { account: '210987654321' } },
  },
});
