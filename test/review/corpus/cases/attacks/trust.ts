/** Attacks with trust policies that accept more tokens than they seem to. */
import { base, change, claims, group, identities, main, type CorpusCase, type Parts } from '../../parts';
import { attacks } from './attack';

const ci = (own: object): Parts => ({ ...base, identities: { ...identities, ci: { ...identities.ci, ...own } } });
const exact = claims({ subject: main.subject });
const from = (name: string, own: object, before: object = exact): CorpusCase => change(name, ci(before), ci(own));
const aws = (own: object) => ({ claim_match: null, aws_identity: { aws_account: '123456789012', ...own } });
const user = { user_id_pattern: '^AROA[A-Z0-9]+:.+$' };
const deploy = aws({ arn: 'arn:aws:sts::123456789012:assumed-role/deploy/ci', ...user });

export const trustAttacks = attacks([
  from('trust-unanchored', claims({ subject_pattern: 'repo:acme/shop:ref:refs/heads/main' })),
  from('trust-alternation', claims({ subject_pattern: '^repo:acme/shop:ref:refs/heads/main|.*deploy$' })),
  from('trust-any-case', claims({ subject_pattern: '^(?i)repo:acme/shop:ref:refs/heads/main$' })),
  from('trust-dot', claims({ subject_pattern: '^repo:acme.shop:ref:refs/heads/main$' })),
  from('trust-any-tag', claims({ subject_pattern: '^repo:acme/shop:ref:refs/(heads/main|tags/.+)$' })),
  from('trust-pull-request', claims({ subject: 'repo:acme/shop:pull_request' })),
  from('trust-environment', claims({ subject: 'repo:acme/shop:environment:preview' })),
  from('trust-other-repository', claims({ subject: 'repo:acme-labs/shop:ref:refs/heads/main' })),
  from(
    'trust-reusable-workflow',
    claims({ subject: 'job_workflow_ref:acme/ci/.github/workflows/a.yml@refs/heads/main' }),
  ),
  from('trust-issuer-pattern', {
    claim_match: { issuer_pattern: '^https://token.actions.githubusercontent.com$', subject: main.subject },
  }),
  from('trust-any-enterprise', {
    claim_match: { issuer_pattern: '^https://token\\.actions\\.githubusercontent\\.com.*$', subject: main.subject },
  }),
  from(
    'trust-claim-dropped',
    claims({ subject_pattern: '^repo:acme/.*$' }),
    claims({ subject_pattern: '^repo:acme/.*$', claims: { repository_visibility: 'private' } }),
  ),
  from(
    'trust-claim-widened',
    claims({ subject_pattern: '^repo:acme/.*$', claim_patterns: { environment: '^prod.*$' } }),
    claims({ subject_pattern: '^repo:acme/.*$', claim_patterns: { environment: '^production$' } }),
  ),
  from('trust-audience', claims({ subject: main.subject, audience: 'https://evil.example' })),
  from('trust-gitlab', {
    claim_match: { issuer: 'https://gitlab.com', subject_pattern: '^project_path:acme.*:ref_type:branch:ref:main$' },
  }),
  from('trust-google', { claim_match: { issuer: 'https://accounts.google.com', subject_pattern: '^1.*$' } }),
  from('trust-cluster', {
    claim_match: {
      issuer: 'https://oidc.eks.us-east-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
      subject_pattern: '^system:serviceaccount:.*$',
    },
  }),
  {
    ...change(
      'trust-aws-any-session',
      { ...base, identities: { ...identities, aws: { group_uid: group('shop'), name: 'aws', ...deploy } } },
      {
        ...base,
        identities: {
          ...identities,
          aws: {
            ...{ group_uid: group('shop'), name: 'aws' },
            ...aws({ arn_pattern: '^arn:aws:sts::123456789012:assumed-role/.*$', ...user }),
          },
        },
      },
    ),
  },
  change(
    'trust-long-pattern',
    ci(
      claims({
        subject_pattern: `^repo:acme/(${Array.from({ length: 20 }, (_, index) => `service-${index}`).join('|')}):ref:refs/heads/main$`,
      }),
    ),
    ci(
      claims({
        subject_pattern: `^repo:acme/(${Array.from({ length: 20 }, (_, index) => `service-${index}`).join('|')}):ref:refs/heads/ma?in.*$`,
      }),
    ),
  ),
]);
