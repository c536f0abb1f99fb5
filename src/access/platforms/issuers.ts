/** The known issuers. The custom issuer comes first, because it is the broadest. */
import { PLATFORMS } from './platforms';
import { anyIssuer } from './any-issuer';
import type { Issuer } from './issuer';

export const ISSUERS: readonly Issuer[] = [anyIssuer, ...Object.values(PLATFORMS).flatMap(({ issuers }) => issuers)];
