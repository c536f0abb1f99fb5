/** The time of a synthesis. Tests set it in the context of the App, so that their results do not depend on the day. */
import type { IConstruct } from 'constructs';

/** The key in the context of the App. */
const CONTEXT_KEY = 'platform:now';

/**
 * Returns the time of the synthesis: the context `platform:now` of the App, or the current time.
 *
 * @throws Error if the context is neither a date nor a time.
 */
export function now({ node }: IConstruct): Date {
  const given: unknown = node.tryGetContext(CONTEXT_KEY);
  if (given === undefined) return new Date();
  const time = given instanceof Date ? given : new Date(typeof given === 'string' && isTime(given) ? given : NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new Error(
    `Cannot read the context "${CONTEXT_KEY}": it is ${JSON.stringify(given)}. ` +
      'Set a date or a UTC time: "2027-03-31" or "2027-03-31T08:00:00Z".',
  );
}

/** Returns the first moment of a UTC date like `2027-03-31`, or undefined for any other text. */
export function startOfDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = new Date(text);
  // Other engines count February 30 as a day of March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? time : undefined;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$/.test(text);
}
