/**
 * Searches run this many times as many random cases as before a merge. The nightly workflow sets `SEARCH=20`.
 */
export const search = Number(process.env['SEARCH'] ?? 1);
