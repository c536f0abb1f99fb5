import fc from 'fast-check';
import { audience, maybe, type PlatformTable } from '../platform-table';

const job = fc.stringMatching(/^[0-9A-Za-z_][0-9A-Za-z._ -]{0,5}[0-9A-Za-z_]$/);

export const table: PlatformTable = {
  props: fc.record({
    url: fc.constantFrom('https://jenkins.acme.example', 'https://ci.acme.example:8443/jenkins'),
    job: fc.array(job, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
    issuer: maybe(fc.constant('https://keys.acme.example/jenkins')),
    audience,
  }),
  sentences: [[/Jenkins|multibranch/, 'https://jenkins.acme.example/oidc']],
};
