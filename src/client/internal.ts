/**
 * The parts of the client for other rooms that the public export `./client` does not contain: for the provider, readers of whole
 * organizations, and the conformance kit.
 */
export { preloadCalls } from './create-client';
export { parseRetryAfterMs } from './calls/error-response';
export { MAX_RETRY_AFTER_MS } from './calls/retry';
export { isDeniedList, lacksList } from './errors/lacks-list';
export { withoutSecrets } from './errors/secrets';
export { type CompleteLists, hiddenKinds, isFatal, readCompleteList, getReason } from './find/complete-list';
export { childrenQuery, findByKey, findByKeyInV1, inclusions, createMatcher } from './find/find-by-key';
export { MissingListError } from './find/find-errors';
export { listInV1 } from './find/list-in-v1';
export { hasKey, getNaturalKey, mayHaveKey, type ObjectKey } from './find/object-key';
export { getKeyParts } from './find/object-path';
export { createOrganizationCheck } from './find/token-organization';
export type { Miscount } from './responses/every-page';
export { holdsCapability, type Whoami } from './responses/whoami';
export { unlessAborted, whenAborted } from './transport/abort';
export { type Fetch, openTransport } from './transport/http';
export { realRuntime, type RealRuntime, type TransportOptions } from './transport/options';
export { shareWork } from './transport/shared-work';
export { createRateLimiter, MAX_REFUSED_MS, type RateLimiter, type Ticket } from './transport/rate-limiter';
