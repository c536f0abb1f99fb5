import fc from 'fast-check';
import { audience, environment, isTrue, jobs, maybe, number, path, ref, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({ project: path, ids: fc.record({ project: number }), audience }),
    fc.record({ branch: ref, environment: maybe(environment), protected: maybe(fc.boolean()) }),
    fc.record({ tag: ref, environment: maybe(environment), protected: maybe(fc.boolean()) }),
    fc.record({ environment, issuer: maybe(fc.constant('https://gitlab.acme.example')) }),
    fc.record({ anyBranch: isTrue, issuer: maybe(fc.constant('https://gitlab.acme.example')) }),
  ),
  sentences: [[/GitLab|project_path|merge request/, 'https://gitlab.com']],
};
