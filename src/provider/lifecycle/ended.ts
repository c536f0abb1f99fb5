/**
 * Objects that end by themselves, such as invites: one that was used or has expired did its work. It is no drift, its resource
 * stays as it was, and whether to make another one is the user's decision (contract K7, F4).
 */
import { parseTimestamp, snakeCase, type Values } from '../../api';
import type { Declaration, END_STATES } from '../../schema';

type EndState = (typeof END_STATES)[number];

/** Whether the stored object has ended: then it is not asked for again. */
export function hasEnded({ ends }: Declaration, state: Values | null): boolean {
  if (ends === undefined || state === null) return false;
  const stored = state[snakeCase(ends.state)] as EndState | null;
  return stored === 'expired' || stored === 'used_or_withdrawn';
}

/** Whether an object of the API has expired, by the time `now`. A service may list it all the same. */
export function hasExpired({ ends }: Declaration, object: Values, now: number): boolean {
  if (ends === undefined) return false;
  const expires = parseTimestamp(String(object[ends.expires]));
  return expires !== undefined && expires.getTime() <= now;
}

/** The attribute that says so of an object that is there; none for a kind whose objects do not end. */
export function endState(declaration: Declaration, object: Values, now: number): Values {
  const { ends } = declaration;
  if (ends === undefined) return {};
  const state: EndState = hasExpired(declaration, object, now) ? 'expired' : 'active';
  return { [snakeCase(ends.state)]: state };
}

/**
 * The state of an object that is gone, if that is its end; `undefined` if it was deleted. One that is for single use was used,
 * or withdrawn: what has expired stays listed.
 */
export function stateOfGone(declaration: Declaration, state: Values, now: number): Values | undefined {
  const { ends } = declaration;
  if (ends === undefined) return undefined;
  const ended = (how: EndState): Values => ({ ...state, [snakeCase(ends.state)]: how });
  if (state[snakeCase(ends.once)] === true) return ended('used_or_withdrawn');
  const stored = { [ends.expires]: state[snakeCase(ends.expires)] };
  return hasExpired(declaration, stored, now) ? ended('expired') : undefined;
}
