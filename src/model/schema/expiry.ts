/** Objects that expire: their declaration, their states, and their lifetime. */
import { parseTimestamp, type Values } from '../api';

/** Objects of the kind expire automatically. This is expected: an expired one is neither drift nor a conflict. */
export interface Expiry {
  /** The field that contains the time when an object expires. */
  readonly expires: string;
  /** The field that is true if an object is deleted after its first use. */
  readonly once: string;
  /** The field of a create that contains the lifetime. No response contains it. */
  readonly lifetime: string;
  /** In the fields of Terraform: one of {@link EXPIRY_STATES}. */
  readonly state: string;
}

/** The states of an object: current, used (or withdrawn, which looks the same), and expired. */
export const EXPIRY_STATES = ['active', 'used_or_withdrawn', 'expired'] as const;

/**
 * Returns the field with the lifetime that an object was created with, in whole seconds, such as `{ ttl: '86400s' }`. Returns
 * nothing if one of its times is unknown.
 */
export function getLifetime({ expires, lifetime }: Expiry, object: Values): Values {
  const [created, expired] = [object['createTime'], object[expires]].map((time) => parseTimestamp(String(time)));
  if (created === undefined || expired === undefined || expired <= created) return {};
  return { [lifetime]: `${Math.round((expired.getTime() - created.getTime()) / 1000)}s` };
}
