import fc from 'fast-check';
import { isTrue, jobs, maybe, ref, slug, uuid, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({ workspace: slug, ids: fc.record({ workspace: uuid, repository: uuid }) }),
    fc.record({ branch: ref, environmentId: maybe(uuid) }),
    fc.record({ environmentId: uuid }),
    fc.record({ anyBranch: isTrue }),
  ),
  sentences: [[/Bitbucket/, 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc']],
};
