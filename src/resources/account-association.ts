import { declareKind, map, message, string } from '../schema';
import { createTimeField, descriptionField, uidField, updateTimeField } from './common-fields';
import type { AccountAssociationTypes } from './types/account-association';

/** Account associations: what ties a group to accounts at cloud providers. */
export const accountAssociation = declareKind<AccountAssociationTypes>({
  kind: 'AccountAssociation',
  description: "Ties a group to the organization's accounts at cloud providers; a group has one at most.",
  domain: 'iam',
  collection: 'accountAssociations',
  capability: 'account_associations',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: { type: 'account_association' },
  parent: { name: 'groupUid', description: 'The group that is tied to the accounts.' },
  uidScheme: 'parentUid',
  fields: {
    uid: uidField('The uid of the group, which identifies the association.'),
    name: string(['required'], 'The name of the association.'),
    description: descriptionField('The purpose of the accounts.'),
    amazon: message(['optional'], 'An account at AWS.', {
      account: string(['required'], 'The twelve digits of the account.', { pattern: '^[0-9]{12}$' }),
    }),
    google: message(['optional'], 'A project at Google Cloud.', {
      projectId: string(['required'], 'The id of the project.'),
      projectNumber: string(['required'], 'The number of the project.'),
    }),
    azure: message(['optional'], 'A tenant at Microsoft Azure.', {
      tenantId: string(['required'], 'The id of the tenant.'),
      clientIds: map(['required'], 'The ids of clients, by what each is for.', { is: 'string' }),
    }),
    createTime: createTimeField('association'),
    updateTime: updateTimeField('association'),
  },
  unmanagedFields: {
    github: message(['optional'], 'Installations of apps at GitHub.', {
      appInstallations: map(['optional'], 'The installations, by the id of the app.', { is: 'json' }),
    }),
    platform: message(['optional'], 'Services of the platform itself.', {
      serviceBindings: map(['required'], 'The identity that each service assumes, by its service principal.', {
        is: 'string',
      }),
    }),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only associations of exactly this name.' } },
  defaultOrder: 'group',
  examples: {
    create: { name: 'clouds', description: 'Where the product runs.', amazon: { account: '123456789012' } },
    update: { amazon: { account: '210987654321' } },
  },
});
