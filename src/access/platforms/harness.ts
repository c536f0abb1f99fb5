/**
 * Harness: executions of the pipelines of a project.
 *
 * Harness: an issuer for each account. The subject names the project only with the feature flag `PL_OIDC_ENHANCED_SUBJECT_FIELD`,
 * and the pipeline only with `CDS_ENABLE_PIPELINE_SCOPED_OIDC_SUB` in addition.
 */
import { audienceText, broadFields, issuerUrl, text, type BroadTrustProps, type Platform } from './platform';
import { withClaims, type Issuer } from './issuer';

/** The props of `Trust.harness`. The account needs the enhanced subject: `PL_OIDC_ENHANCED_SUBJECT_FIELD`. */
export interface HarnessTrustProps extends BroadTrustProps {
  /** The id of the account, which every address of Harness contains. */
  readonly accountId: string;
  /** The identifier of the organization. */
  readonly organization: string;
  /** The identifier of the project. */
  readonly project: string;
  /**
   * The identifier of the pipeline. The account needs `CDS_ENABLE_PIPELINE_SCOPED_OIDC_SUB` for it.
   *
   * @default - any pipeline of the project, in an account without pipelines in its subjects
   */
  readonly pipeline?: string;
  /** The audience of the connector. */
  readonly audience: string;
  /**
   * The issuer of an instance with another host: `https://HOST/ng/api/oidc/account/ACCOUNT`.
   *
   * @default - the issuer of the account on `app.harness.io`
   */
  readonly issuer?: string;
}

const ACCOUNT = '[0-9A-Za-z_-]+';
const IDENTIFIER = '[A-Za-z_][0-9A-Za-z_$]*';

const subject = 'account/{account}:org/{organization}:project/{project}';

const harnessTokens: Issuer = {
  id: 'harness',
  name: 'Harness',
  documentation: [
    'https://developer.harness.io/docs/platform/connectors/cloud-providers/ref-cloud-providers/artifactory-connector-settings-reference',
  ],
  variables: {
    account: { is: ACCOUNT },
    organization: { is: `(${IDENTIFIER})?` },
    project: { is: `(${IDENTIFIER})?` },
    pipeline: { is: IDENTIFIER },
    context: { is: 'CONNECTOR_VALIDATION|PIPELINE_CONFIGURATION|PIPELINE_EXECUTION|PERPETUAL_TASK' },
  },
  shapes: withClaims(
    { iss: 'https://app.harness.io/ng/api/oidc/account/{account}', account_id: '{account}', context: '{context}' },
    {
      project: { sub: subject, organization_id: '{organization}', project_id: '{project}' },
      pipeline: {
        sub: `${subject}:pipeline/{pipeline}`,
        organization_id: '{organization}',
        project_id: '{project}',
        pipeline_id: '{pipeline}',
      },
    },
  ),
  mustBeDeclared: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any project of any account on Harness',
      shapes: ['project', 'pipeline'],
      chooses: ['account'],
    },
    ...(['organization', 'project'] as const).map((chosen) => ({
      id: 'same-owner' as const,
      who: 'any other project of the account',
      shapes: ['project', 'pipeline'],
      chooses: [chosen],
    })),
    {
      id: 'same-owner',
      who: 'any other pipeline of the project',
      shapes: ['pipeline'],
      chooses: ['pipeline'],
    },
  ],
};

const HOST = 'https://app.harness.io/ng/api/oidc/account/';

/**
 * Accepts executions of the pipelines of a project on Harness.
 *
 * @see https://developer.harness.io/docs/platform/connectors/cloud-providers/ref-cloud-providers/artifactory-connector-settings-reference
 * @example
 * Trust.harness({
 *   accountId: 'AbCdEfGhIjKlMnOpQrStUv',
 *   organization: 'default',
 *   project: 'shop',
 *   pipeline: 'deploy',
 *   audience: 'platform',
 * });
 */
export const harness: Platform<HarnessTrustProps> = {
  place: 14,
  title: 'Harness',
  issuers: [harnessTokens],
  fields: {
    accountId: text('required', 'the id of an account', ACCOUNT),
    organization: text('required', 'the identifier of an organization, for example default', IDENTIFIER),
    project: text('required', 'the identifier of a project, for example shop', IDENTIFIER),
    pipeline: text('optional', 'the identifier of a pipeline, for example deploy', IDENTIFIER),
    audience: audienceText('required'),
    issuer: issuerUrl('optional'),
    ...broadFields,
  },
  computed: { accountId: 'AbCdEfGhIjKlMnOpQrStUv', audience: 'audience', issuer: `${HOST}AbCdEfGhIjKlMnOpQrStUv` },
  policy: ({ accountId, organization, project, pipeline, audience, issuer = `${HOST}${accountId}` }) => ({
    claimMatch: {
      issuer,
      audience,
      subject: `account/${accountId}:org/${organization}:project/${project}${pipeline === undefined ? '' : `:pipeline/${pipeline}`}`,
      // The test of a connector has a token, too.
      claims: { context: 'PIPELINE_EXECUTION' },
    },
  }),
  toProps: ({ claimMatch: { issuer, audience, subject = '' } = {} }) => {
    const pattern = /^account\/([^:]+):org\/([^:]+):project\/([^:]+?)(?::pipeline\/([^:]+))?$/;
    const [, accountId, organization, project, pipeline] = pattern.exec(subject) ?? [];
    const isOwn = issuer === `${HOST}${accountId ?? ''}`;
    return { accountId, organization, project, pipeline, audience, issuer: isOwn ? undefined : issuer };
  },
  narrow: 'Name one account',
};
