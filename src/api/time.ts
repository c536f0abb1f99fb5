/** Timestamps: UTC, RFC 3339, written with milliseconds, read with 0 to 9 decimals. Contract V3. */

const timestampExpression = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** `2026-01-02T03:04:05.678Z`. */
export function formatTimestamp(time: Date): string {
  return time.toISOString();
}

/** The moment a timestamp names, to the millisecond; `undefined` if the text is no timestamp. */
export function parseTimestamp(text: string): Date | undefined {
  const match = timestampExpression.exec(text);
  if (match === null) return undefined;
  const [, seconds = '', fraction = '.000', zone = ''] = match;
  const time = new Date(`${seconds}${fraction.slice(0, 4).padEnd(4, '0')}${zone}`);
  // The 30th of February would come out as a day in March.
  const exists = !Number.isNaN(time.getTime()) && new Date(`${seconds}Z`).toISOString().startsWith(seconds);
  return exists ? time : undefined;
}

/** What a duration looks like: whole or decimal seconds, for three centuries at most. */
export const DURATION_PATTERN = '^[0-9]{1,10}(\\.[0-9]{1,9})?s$';

const durationExpression = new RegExp(DURATION_PATTERN);

/** Milliseconds of a protobuf duration (`86400s`, `1.5s`); `undefined` if the text is none, negative or too long. */
export function parseDurationMs(text: string): number | undefined {
  return durationExpression.test(text) ? Math.round(Number(text.slice(0, -1)) * 1000) : undefined;
}
