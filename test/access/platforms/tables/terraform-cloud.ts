import fc from 'fast-check';
import { audience, maybe, slug, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({
    ...{ organization: slug, project: fc.constantFrom('Default Project', 'a'), workspace: slug },
    runPhase: fc.constantFrom('plan', 'apply'),
    ids: fc.record({
      organization: fc.stringMatching(/^org-[0-9A-Za-z]{16}$/),
      workspace: fc.stringMatching(/^ws-[0-9A-Za-z]{16}$/),
    }),
    issuer: maybe(fc.constant('https://tfe.acme.example')),
    audience,
  }),
  sentences: [[/HCP Terraform|run_phase/, 'https://app.terraform.io', 'https://tfe.acme.example']],
};
