/** The known issuers, one entry each. */
import { anyIssuer } from './any-issuer';
import { aws, awsCaller } from './aws';
import { bitbucket } from './bitbucket';
import { buildkite } from './buildkite';
import { circleci } from './circleci';
import { githubActions, githubEnterpriseCloud, githubEnterpriseServer } from './github-actions';
import { gitlab, gitlabSelfManaged } from './gitlab';
import { google } from './google';
import type { Issuer } from './issuer';
import { eks, gke } from './kubernetes';
import { microsoftConsumers, sigstore } from './public-accounts';
import { terraformCloud } from './terraform-cloud';

/** The custom issuer comes first, because it is the broadest. */
export const ISSUERS: readonly Issuer[] = [
  anyIssuer,
  githubActions,
  githubEnterpriseCloud,
  githubEnterpriseServer,
  gitlab,
  gitlabSelfManaged,
  buildkite,
  bitbucket,
  circleci,
  terraformCloud,
  google,
  microsoftConsumers,
  sigstore,
  gke,
  eks,
  aws,
  awsCaller,
];
