/** The properties of a request that a fault matches. */
import type { ApiRequest } from '../wire/messages';

export interface FaultTarget {
  readonly request: ApiRequest;
  readonly url: URL;
}
