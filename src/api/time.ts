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

/** Milliseconds of a protobuf duration (`86400s`, `1.5s`); `undefined` if the text is none or negative. */
export function parseDurationMs(text: string): number | undefined {
  const match = /^(\d{1,12})(\.\d{1,9})?s$/.exec(text);
  return match === null ? undefined : Math.round(Number(`${match[1] ?? '0'}${match[2] ?? ''}`) * 1000);
}
