import { bool, declareKind, list, string, timestamp } from '../schema';
import { uidField } from './common-fields';
import type { TagTypes } from './types/tag';

/** Tags of images; each belongs to a repository. Read-only. */
export const tag = declareKind<TagTypes>({
  kind: 'Tag',
  description:
    'A name for an image in a repository. `children_of` lists the tags of one repository. Lists omit tags with a date or an epoch in their names, and tags of signatures and similar objects, unless a filter includes them.',
  domain: 'registry',
  collection: 'tags',
  capability: 'tag',
  operations: ['list', 'get'],
  parent: { name: 'repoUid', kind: 'Repo', description: 'The repository that contains the tag.' },
  fields: {
    uid: uidField('The uid of the tag.'),
    name: string(['outputOnly'], 'The name of the tag.'),
    digest: string(['outputOnly'], 'The digest of the image that the tag names.'),
    deprecated: bool(['outputOnly'], 'True if the tag should no longer be used.'),
    bundles: list(['outputOnly'], 'The bundles that the tag belongs to.', { is: 'string' }),
    updateTime: timestamp(['outputOnly'], 'The time when the tag was last moved.', { output: 'volatile' }),
  },
  naturalKey: ['name'],
  filters: {
    name: { matches: 'name', description: 'Only tags with exactly this name.' },
    digest: { matches: 'digest', description: 'Only tags of the image with this digest.' },
    updated_since: {
      matches: 'updateTime',
      compare: 'since',
      description: 'Only tags that were last moved at this time or later.',
    },
    include_dates: {
      matches: 'name',
      compare: 'include',
      pattern: '(^|-)20[0-9]{6}(-|$)',
      description: 'Also tags with a date in their name, like `latest-20260102`.',
    },
    include_epochs: {
      matches: 'name',
      compare: 'include',
      pattern: '-r[0-9]+$',
      description: 'Also tags with an epoch in their version, like `1.2.3-r4`.',
    },
    include_referrers: {
      matches: 'name',
      compare: 'include',
      pattern: '^sha256-',
      description: 'Also tags of objects that refer to an image, like its signature: `sha256-…`.',
    },
  },
  protobuf: {
    fields: { uid: 1, name: 2, digest: 3, updateTime: 4, deprecated: 5, bundles: 6 },
    list: {
      ...{ uidp: 1, name: 2, updatedSince: 3, includeReferrers: 4, includeDates: 5, includeEpochs: 6, digest: 7 },
      ...{ pageSize: 10, pageToken: 11, orderBy: 12, skip: 13 },
    },
  },
  examples: { create: { name: 'latest', digest: `sha256:${'0'.repeat(64)}`, bundles: ['application'] } },
});
