import { declareKind, json, list, string } from '../schema';
import { createTimeField, uidField, updateTimeField } from './common-fields';
import type { RepoTypes } from './types/repo';

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
  examples: { create: { name: 'shop', description: 'The shop.', bundles: ['application'], activeTags: ['latest'] } },
});
