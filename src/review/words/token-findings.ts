/** The findings whose witness is an accepted token. The terminal and the page say so before it. */
export const TOKEN_FINDINGS: ReadonlySet<string> = new Set([
  'outsider-can-assume',
  'pull-request-can-write',
  'claim-widened',
  'drift',
]);
