import fc from 'fast-check';
import { maybe, type PlatformTable } from '../platform-table';

const harness = { accountId: 'acc123', organization: 'acme', project: 'shop', audience: 'platform' };
const iss = 'https://app.harness.io/ng/api/oidc/account/acc123';
const sub = 'account/acc123:org/acme:project/shop';
const token = { iss, aud: 'platform', context: 'PIPELINE_EXECUTION' };
const claims = { context: 'PIPELINE_EXECUTION' };
const identifier = fc.stringMatching(/^[A-Za-z_][0-9A-Za-z_$]{0,6}$/);

export const table: PlatformTable = {
  props: fc.record({
    ...{ organization: identifier, project: identifier, pipeline: maybe(identifier) },
    accountId: fc.stringMatching(/^[0-9A-Za-z_-]{1,8}$/),
    audience: fc.constantFrom('platform', 'sts'),
    issuer: maybe(fc.constant('https://harness.acme.example/ng/api/oidc/account/acme')),
  }),
  sentences: [[/Harness/, iss]],
  cases: {
    trusts: [
      {
        trust: { harness: { ...harness, pipeline: 'deploy' } },
        policy: { claimMatch: { issuer: iss, audience: 'platform', subject: `${sub}:pipeline/deploy`, claims } },
        intended: { ...token, sub: `${sub}:pipeline/deploy` },
        others: [
          { sub },
          { sub: `${sub}:pipeline/test` },
          { sub: 'account/acc123:org/acme:project/other:pipeline/deploy' },
          { context: 'CONNECTOR_VALIDATION' },
          { iss: 'https://app.harness.io/ng/api/oidc/account/mallory' },
        ],
      },
      {
        trust: { harness },
        policy: { claimMatch: { issuer: iss, audience: 'platform', subject: sub, claims } },
        intended: { ...token, sub },
        others: [{ sub: `${sub}:pipeline/deploy` }, { sub: 'account/acc123:org/acme:project/' }],
      },
    ],
    mistakes: [
      ['a path as the project', { harness: { ...harness, project: 'acme/shop' } }, 'assumedBy.project must be'],
      ['no audience', { harness: { ...harness, audience: undefined } }, 'assumedBy.audience'],
    ],
    documented: [
      [
        'harness',
        'pipeline',
        {
          ...{ iss, sub: 'account/acc123:org/myOrg:project/myProj:pipeline/myPipe', account_id: 'acc123' },
          ...{ organization_id: 'myOrg', project_id: 'myProj', pipeline_id: 'myPipe', context: 'PIPELINE_EXECUTION' },
        },
      ],
      ['harness', 'project', { sub: 'account/acc123:org/:project/' }],
    ],
  },
};
