/**
 * Objects that end by themselves, such as invites: one that was used or has expired did its work. It is no drift, its resource
 * stays as it was, and whether to make another one is the user's decision (contract K7, F4).
 */
import { parseTimestamp, snakeCase, type Values } from '../../api';
import type { End, END_STATES } from '../../schema';

type EndState = (typeof END_STATES)[number];

/** Whether the stored object has ended: then it is not asked for again. */
export function hasEnded(ends: End, state: Values): boolean {
  const stored = state[snakeCase(ends.state)] as EndState | null;
  return stored === 'expired' || stored === 'used_or_withdrawn';
}

/** Whether an object of the API has expired, by the time `now`. A service may list it all the same. */
export function hasExpired(ends: End, object: Values, now: number): boolean {
  const expires = parseTimestamp(String(object[ends.expires]));
  return expires !== undefined && expires.getTime() <= now;
}

/** The attribute that says so of an object that is there. */
export function endState(ends: End, object: Values, now: number): Values {
  const state: EndState = hasExpired(ends, object, now) ? 'expired' : 'active';
  return { [snakeCase(ends.state)]: state };
}

/**
 * The state of an object that is gone, if that is its end; `undefined` if it was deleted. One that is for single use was used,
 * or withdrawn: what has expired stays listed.
 */
export function stateOfGone(ends: End, state: Values, now: number): Values | undefined {
  const ended = (how: EndState): Values => ({ ...state, [snakeCase(ends.state)]: how });
  if (state[snakeCase(ends.once)] === true) return ended('used_or_withdrawn');
  const stored = { [ends.expires]: state[snakeCase(ends.expires)] };
  return hasExpired(ends, stored, now) ? ended('expired') : undefined;
}
