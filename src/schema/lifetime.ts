/** The lifetime of objects that expire, computed from their times: no response contains it. */
import { parseTimestamp, type Values } from '../api';
import type { Expiry } from './terraform-facts';

/**
 * Returns the field with the lifetime that an object was created with, in whole seconds, such as `{ ttl: '86400s' }`. Returns
 * nothing if one of its times is unknown.
 */
export function lifetimeOf({ expires, lifetime }: Expiry, object: Values): Values {
  const [created, expired] = [object['createTime'], object[expires]].map((time) => parseTimestamp(String(time)));
  if (created === undefined || expired === undefined || expired <= created) return {};
  return { [lifetime]: `${Math.round((expired.getTime() - created.getTime()) / 1000)}s` };
}
