/** The script of the access review: sorts and filters its tables, and counts the decisions. A file of its own: a browser starts here. */
import { compareNames } from '../../base/text/compare-names';
import { button, byId, fill, h } from './dom';

const tables = [...document.querySelectorAll('table')];
const allRows = tables.flatMap((table) => [...table.tBodies].flatMap((body) => [...body.rows]));

/** Sorts the rows by the text of a column, those that others can assume first; a second click turns the order around. */
function sortBy(table: HTMLTableElement, heading: HTMLTableCellElement): void {
  const isDescending = heading.getAttribute('aria-sort') === 'ascending';
  for (const each of table.tHead?.rows[0]?.cells ?? []) each.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
  const textIn = (row: HTMLTableRowElement): string => row.cells[heading.cellIndex]?.textContent ?? '';
  const isExposed = (row: HTMLTableRowElement): boolean =>
    row.cells[heading.cellIndex]?.classList.contains('exposed') ?? false;
  for (const body of table.tBodies) {
    const sorted = [...body.rows].sort(
      (a, b) => Number(isExposed(b)) - Number(isExposed(a)) || compareNames(textIn(a), textIn(b)),
    );
    body.append(...(isDescending ? sorted.reverse() : sorted));
  }
}

/** Hides the rows without one of the words. */
function filterBy(text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of allRows) {
    const shown = [...row.cells]
      .map((cell) => cell.textContent)
      .join(' ')
      .toLowerCase();
    row.hidden = !words.every((word) => shown.includes(word));
  }
  for (const table of tables) {
    const section = table.closest('section');
    if (section !== null)
      section.hidden = ![...table.tBodies].some((body) => [...body.rows].some((row) => !row.hidden));
  }
  const count = allRows.filter((row) => !row.hidden).length;
  fill(byId('shown'), words.length === 0 ? '' : `${count} of ${allRows.length}`);
  // On paper, nothing else shows that rows are missing.
  const partial = byId('filtered');
  partial.hidden = count === allRows.length;
  fill(
    partial,
    `Partial: this page shows ${count} of ${allRows.length} rows, those with the words "${text.trim()}". The totals are of all rows.`,
  );
}

/** Hides the facts that do not fit a small screen, behind a button. */
function fold(row: HTMLTableRowElement): void {
  const more = button(
    '⋯',
    () => {
      const isFolded = row.classList.toggle('folded');
      more.setAttribute('aria-expanded', String(!isFolded));
    },
    { class: 'more', 'aria-expanded': 'false', 'aria-label': `Details of ${row.cells[0]?.textContent ?? ''}` },
  );
  row.classList.add('folded');
  row.cells[row.cells.length - 1]?.append(more);
}

const total = byId('total').textContent ?? '';

function countDecisions(): void {
  const chosen = [...document.querySelectorAll<HTMLInputElement>('input:checked')];
  const [keep, remove] = ['keep', 'remove'].map((decision) => chosen.filter(({ value }) => value === decision).length);
  fill(byId('total'), `${total} Keep ${keep}, remove ${remove}, open ${allRows.length - chosen.length}.`);
}

for (const table of tables)
  for (const heading of table.tHead?.rows[0]?.cells ?? [])
    if (!heading.classList.contains('decision')) {
      const text = heading.textContent ?? '';
      // A browser prints no button in the repeated heading of a page.
      fill(heading, [button(text, () => sortBy(table, heading)), h('span', { class: 'paper' }, text)]);
    }

for (const row of allRows) fold(row);

const filter = byId('filter') as HTMLInputElement;
filter.addEventListener('input', () => filterBy(filter.value));
filter.form?.addEventListener('submit', (event) => event.preventDefault());
if (filter.form !== null) filter.form.hidden = false;
document.addEventListener('change', countDecisions);
countDecisions();
