/** Written by `npm run docs` from the files of this folder: edit the file of a platform instead. */
import type { Platform } from './platform';
import { awsRole } from './aws-role';
import { azureDevOps } from './azure-devops';
import { azureManagedIdentity } from './azure-managed-identity';
import { bitbucket } from './bitbucket';
import { buildkite } from './buildkite';
import { circleCi } from './circleci';
import { gitHubActions } from './github-actions';
import { gitLab } from './gitlab';
import { googleServiceAccount } from './google-service-account';
import { harness } from './harness';
import { jenkins } from './jenkins';
import { kubernetes } from './kubernetes';
import { person } from './person';
import { spacelift } from './spacelift';
import { spiffe } from './spiffe';
import { terraformCloud } from './terraform-cloud';
import type { TrustProps } from './trust-props';

/** Each platform checks the props before it uses them as its own type. */
export const PLATFORMS: Readonly<Record<keyof TrustProps, Platform<never>>> = {
  gitHubActions,
  gitLab,
  kubernetes,
  googleServiceAccount,
  azureManagedIdentity,
  buildkite,
  circleCi,
  bitbucket,
  terraformCloud,
  awsRole,
  spiffe,
  person,
  azureDevOps,
  harness,
  jenkins,
  spacelift,
};
