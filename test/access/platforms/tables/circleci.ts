import fc from 'fast-check';
import { audience, isTrue, jobs, one, path, ref, uuid, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({
      ...{ organizationId: uuid, projectId: uuid, audience },
      repository: path.map((one) => `github.com/${one}`),
    }),
    fc.record({ branch: ref }),
    fc.record({ tag: ref }),
    fc.record({ anyBranch: isTrue }),
  ),
  sentences: [[/CircleCI/, `https://oidc.circleci.com/org/${one}`]],
};
