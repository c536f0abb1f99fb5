/**
 * Tables for spreadsheets, by RFC 4180. A cell that a spreadsheet would take for a formula is given an apostrophe, which
 * spreadsheets show as text: names are up to whoever gives them.
 */

/** What makes a formula at the start of a cell, in any of the common spreadsheets; also behind blanks. */
const formula = /^\s*[=+\-@\t\r|%]/;

export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
