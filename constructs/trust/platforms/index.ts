/** The platforms of trusts, by the names of their factories. */
import type { Platform } from '../platform';
import { gitHubActions, type GitHubActionsTrustProps } from './github-actions';

/** The props of a trust by platform. */
export interface TrustProps {
  /** Jobs of GitHub Actions. */
  readonly gitHubActions: GitHubActionsTrustProps;
}

export type PlatformName = keyof TrustProps;

/** Each platform checks the props before it uses them as its own type. */
export const PLATFORMS: Readonly<Record<PlatformName, Platform<never>>> = { gitHubActions };
