/** Recognizes objects that end automatically, for example an invite that was used or has expired (contract K7, F4). */
import { parseTimestamp, snakeCase } from '../../model/api';
import { EXPIRY_STATES } from '../../model/schema';
import { attribute } from '../input/plan/values';
import type { ObjectMatch } from '../organization/object-matches';
import type { Instance } from '../organization/objects/objects';

/** The states of an object that gives no access any longer. */
const ENDED: readonly unknown[] = EXPIRY_STATES.filter((state) => state !== 'active');

/** Returns true for an object that is used up or expired. */
export function isEnded({ declaration: { terraform }, values }: Instance, now: Date): boolean {
  const expiry = terraform?.expiry;
  if (expiry === undefined) return false;
  const [state, expires] = [attribute(values, snakeCase(expiry.state)), attribute(values, snakeCase(expiry.expires))];
  const end = typeof expires === 'string' ? parseTimestamp(expires) : undefined;
  return ENDED.includes(state) || (end !== undefined && end <= now);
}

/**
 * Returns true if the object ended, or may have ended, as its kind expects. That is no drift: the provider keeps the object in the
 * state, and no apply creates it again. The service deletes a single-use invite after its use, so it looks like a withdrawn one.
 */
export function isExpectedEnd({ before, after }: ObjectMatch, now: Date): boolean {
  const was = before?.instances[0];
  if (was === undefined) return false;
  if (after !== undefined) return isEnded(after.instances[0], now);
  const { expiry } = was.declaration.terraform ?? {};
  return expiry !== undefined && (isEnded(was, now) || attribute(was.values, snakeCase(expiry.once)) === true);
}
