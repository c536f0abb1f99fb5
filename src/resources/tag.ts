import { bool, declareKind, list, string, timestamp } from '../schema';

/** Source: specification §2 (not shown); not-shown "Resources". Read only; a tag lies in its repository. */
export const tag = declareKind({
  kind: 'Tag',
  description: 'A name for an image in a repository; list those of one repository with `children_of`.',
  domain: 'registry',
  collection: 'tags',
  capability: 'tag',
  operations: ['list', 'get'],
  fields: {
    uid: string(['identifier'], 'The uid of the tag.', { format: 'uid' }),
    name: string(['outputOnly'], 'The name of the tag.'),
    digest: string(['outputOnly'], 'The digest of the image that the tag names.'),
    deprecated: bool(['outputOnly'], 'Whether the tag should no longer be used.'),
    bundles: list(['outputOnly'], 'The bundles that the tag belongs to.', { is: 'string' }),
    updateTime: timestamp(['outputOnly'], 'When the tag was last moved.', { output: 'volatile' }),
  },
  naturalKey: ['name'],
  filters: {
    name: { matches: 'name', description: 'Only tags of exactly this name.' },
    digest: { matches: 'digest', description: 'Only tags of the image with this digest.' },
    updated_since: {
      matches: 'updateTime',
      compare: 'since',
      description: 'Only tags that were moved at this time or later.',
    },
  },
  example: { name: 'latest', digest: `sha256:${'0'.repeat(64)}`, bundles: ['application'] },
});
