import fc from 'fast-check';
import { audience, maybe, ref, slug, uuid, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({
    ...{ organization: slug, pipeline: slug, ids: fc.record({ organization: uuid, pipeline: uuid }) },
    ...{ tag: ref, step: maybe(fc.constantFrom('deploy', 'a.b')), audience },
  }),
  sentences: [[/Buildkite/, 'https://agent.buildkite.com']],
};
