/** The trust policies that rules compare with tokens and issuers. */
import type { Assumption } from '../access';
import type { TokenMatch } from '../claims';

/** The trust policy of an identity: how it is assumed. */
export interface TrustPolicy {
  readonly by: Exclude<Assumption, 'sign_in'>;
  /** The accepted tokens; `undefined` if the method uses no token. */
  readonly match: TokenMatch | undefined;
  /** Further conditions: keys, or the name of a service. */
  readonly rest: string;
  /** The expiry, as RFC 3339 text. */
  readonly expires?: string | undefined;
  /** True if it must not be shown. */
  readonly isSensitive: boolean;
  /** True if a part is unknown until apply. */
  readonly isUnknown: boolean;
}

/** Represents the default audience: the host name of the authentication service, which a plan does not contain (contract T5). */
export const DEFAULT_AUDIENCE = '(the host name of the authentication service)';
