/** A stateless server that reviews plans for HCP Terraform, and answers deployment protection rules of GitHub. */
export { readAppKey } from './github/app';
export { createProtectionRule } from './github/protection-rule';
export { createRunTask } from './hcp/run-task';
export type { Integration } from './integration';
export { createOutbound } from './outbound';
export { startReviewServer, type RunningServer } from './server';
