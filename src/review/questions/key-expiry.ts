/** The expiry of keys: nobody can assume an identity whose keys have expired. Access reviews and drift both say it. */
import { parseTimestamp } from '../../model/api';
import type { ReviewedSide } from '../report/reviewed-objects';

/** Returns the time at which the keys of an identity expired; undefined if they have not. */
export function findKeyExpiry({ fields }: Pick<ReviewedSide, 'fields'>, now: Date): string | undefined {
  const [, time = ''] = Object.entries(fields).find(([name]) => name.endsWith('expiration_time')) ?? [];
  const end = parseTimestamp(time);
  return end === undefined || end > now ? undefined : time;
}
