import { bool, declareKind, createEnumeration, json, list, string, timestamp, type FieldType } from '../schema';
import { createTimeField, uidField, updateTimeField } from './common-fields';
import type { RepoTypes } from './types/repo';

const CATALOG_TIER = createEnumeration('CatalogTier', 'CATALOG_TIER', {
  ...{ APPLICATION: 1, BASE: 2, FIPS: 3, AI: 4, DEVTOOLS: 5, COMMERCIAL: 6 },
});

/** In gRPC, the content is not open. */
const SYNC_CONFIG: FieldType = {
  is: 'message',
  fields: {
    source: string(['outputOnly'], 'The uid of the source repository.'),
    uniqueTags: bool(['outputOnly'], 'True if each synchronized tag is unique.'),
    expirationTime: timestamp(['outputOnly'], 'The time when the synchronization ends.'),
    google: string(['outputOnly'], 'The repository at Google Cloud.'),
    amazon: string(['outputOnly'], 'The repository at AWS.'),
    azure: string(['outputOnly'], 'The repository at Microsoft Azure.'),
    apkoOverlay: string(['outputOnly'], 'The overlay of the images.'),
    gracePeriod: bool(['outputOnly'], 'True if the synchronization is in its grace period.'),
  },
};
const SYNC_CONFIG_NUMBERS = {
  ...{ source: 1, uniqueTags: 2, expirationTime: 3, google: 4, amazon: 5, azure: 6, apkoOverlay: 7, gracePeriod: 8 },
};

/** Repositories of images. Read only. */
export const repo = declareKind<RepoTypes>({
  kind: 'Repo',
  description: 'A repository of images in the registry.',
  domain: 'registry',
  collection: 'repos',
  capability: 'repo',
  operations: ['list', 'get'],
  parent: { name: 'groupUid', description: 'The group that contains the repository.' },
  fields: {
    uid: uidField('The uid of the repository.'),
    name: string(['outputOnly'], 'The name of the repository.'),
    description: string(['outputOnly'], 'The contents of the repository.'),
    bundles: list(['outputOnly'], 'The bundles that the repository belongs to.', { is: 'string' }),
    aliases: list(['outputOnly'], 'Other names of the repository.', { is: 'string' }),
    activeTags: list(['outputOnly'], 'The tags that are kept up to date.', { is: 'string' }),
    catalogTier: string(['outputOnly'], 'The tier of the catalog that the repository belongs to.', {
      enumeration: true,
    }),
    sync_config: json(
      ['outputOnly'],
      'The synchronization with the source repository. Absent if the repository is not a copy.',
    ),
    createTime: createTimeField('repository'),
    updateTime: updateTimeField('repository'),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only repositories with exactly this name.' } },
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, bundles: 5, aliases: 7, activeTags: 8, createTime: 11, updateTime: 12 },
      catalogTier: { number: 4, enumeration: CATALOG_TIER },
      sync_config: { number: 9, message: 'SyncConfig', fields: SYNC_CONFIG_NUMBERS, type: SYNC_CONFIG },
    },
    list: { uidp: 1, name: 2, pageSize: 4, pageToken: 5, orderBy: 6, skip: 7 },
  },
  examples: { create: { name: 'shop', description: 'The shop.', bundles: ['application'], activeTags: ['latest'] } },
});
