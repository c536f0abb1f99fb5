/**
 * Handles objects that end automatically, such as invites. An invite that was used or has expired is not drift: its resource
 * stays unchanged, and the user decides whether to create another one (contract K7, F4).
 */
import { parseTimestamp, snakeCase, type Values } from '../../model/api';
import { type Declaration, getLifetime, type Expiry, type EXPIRY_STATES } from '../../model/schema';

type EndState = (typeof EXPIRY_STATES)[number];

/** Returns true if the stored object has ended. It is then not read again. */
export function hasEnded(expiry: Expiry, state: Values): boolean {
  const stored = state[snakeCase(expiry.state)] as EndState | null;
  return stored === 'expired' || stored === 'used_or_withdrawn';
}

/** Returns true if an object of the API has expired at the time `now`. A service may still list it. */
export function hasExpired(expiry: Expiry, object: Values, now: number): boolean {
  const expires = parseTimestamp(String(object[expiry.expires]));
  return expires !== undefined && expires.getTime() <= now;
}

/** Returns the objects that have not expired at the time `now` of the service's clock. Only these conflict with others of their key. */
export function withoutExpired({ terraform }: Declaration, objects: readonly Values[], now: number): Values[] {
  const expiry = terraform?.expiry;
  return objects.filter((object) => expiry === undefined || !hasExpired(expiry, object, now));
}

export function endState(expiry: Expiry, object: Values, now: number): Values {
  const state: EndState = hasExpired(expiry, object, now) ? 'expired' : 'active';
  return { [snakeCase(expiry.state)]: state };
}

/** Returns the lifetime as an attribute. After an import, no configuration contains it: the plan of an equal one is empty. */
export function importedLifetime(expiry: Expiry, object: Values): Values {
  return Object.fromEntries(
    Object.entries(getLifetime(expiry, object)).map(([name, value]) => [snakeCase(name), value]),
  );
}

/**
 * Returns the state of an object that no longer exists because it ended, or `undefined` if it was deleted. A single-use object
 * was used or withdrawn, because the service still lists expired ones.
 */
export function stateOfGone(expiry: Expiry, state: Values, now: number): Values | undefined {
  const ended = (how: EndState): Values => ({ ...state, [snakeCase(expiry.state)]: how });
  if (state[snakeCase(expiry.once)] === true) return ended('used_or_withdrawn');
  const stored = { [expiry.expires]: state[snakeCase(expiry.expires)] };
  return hasExpired(expiry, stored, now) ? ended('expired') : undefined;
}
