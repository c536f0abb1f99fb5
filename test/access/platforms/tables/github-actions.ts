import fc from 'fast-check';
import {
  audience,
  environment,
  file,
  fileAtRef,
  isTrue,
  jobs,
  maybe,
  number,
  ref,
  slug,
  type PlatformTable,
} from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({
      repository: fc.tuple(slug, fc.constantFrom('shop', 'shop.js', 'a_b')).map((names) => names.join('/')),
      ids: fc.record({ owner: number, repository: number }),
      immutableSubject: maybe(fc.boolean()),
      issuer: maybe(
        fc.constantFrom(
          'https://token.actions.githubusercontent.com/acme',
          'https://github.acme.example/_services/token',
        ),
      ),
      audience,
    }),
    fc.record({ branch: ref, workflow: file }),
    fc.record({ tag: ref, workflow: file }),
    fc.record({ environment, branch: ref, workflow: file }),
    fc.record({ environment }),
    fc.record({ pullRequest: isTrue }),
    fc.record({ workflow: fileAtRef }),
  ),
  sentences: [
    [
      /GitHub|repo:/,
      'https://token.actions.githubusercontent.com',
      'https://token.actions.githubusercontent.com/acme',
      'https://github.acme.example/_services/token',
    ],
  ],
};
