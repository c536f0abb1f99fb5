/**
 * Tables for spreadsheets, by RFC 4180. A cell that a spreadsheet would read as a formula gets an apostrophe, which
 * spreadsheets show as text: users choose names freely.
 */

/** The characters that start a formula in any of the common spreadsheets, also after blanks. */
const formula = /^\s*[=+\-@\t\r|%]/;

export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
