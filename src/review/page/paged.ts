/** Long lists and tables. They show the first rows, and the rest on request and for print. */
import { append, button, h, hidden, type Child } from './dom';
import { countText } from './signs';

/** The number of rows at first, and of further rows with each click. */
const AT_FIRST = 60;
const MORE = 500;

const rests = new WeakMap<Element, () => void>();

/** Shows all rows of all tables, for print. */
export function showAllRows(): void {
  for (const element of document.querySelectorAll('[data-paged]')) rests.get(element)?.();
}

/** Fills `into` with the element of each item, and adds a button for the rest to `after`. */
export function paged<T>(
  into: HTMLElement,
  after: HTMLElement,
  items: readonly T[],
  make: (item: T) => Child,
  first = AT_FIRST,
): void {
  let count = 0;
  const show = (more: number) => {
    const next = items.slice(count, count + more);
    count += next.length;
    append(into, next.map(make));
    const rest = items.length - count;
    after.replaceChildren();
    if (rest > 0)
      append(after, [
        button(
          rest > MORE ? `Show ${countText(MORE, 'more row')}` : `Show all ${items.length.toLocaleString('en')}`,
          () => {
            const last = into.lastElementChild;
            show(MORE);
            const next = last?.nextElementSibling?.querySelector<HTMLElement>('a, button, summary');
            next?.focus();
          },
        ),
        h('span', { class: 'rest' }, ` ${rest.toLocaleString('en')} not shown`),
      ]);
  };
  show(first);
  if (count === items.length) return;
  into.setAttribute('data-paged', '');
  rests.set(into, () => show(items.length));
}

/** Returns a list with its first items, and the paragraph for the rest. */
export function pagedList<T>(
  kind: string | undefined,
  items: readonly T[],
  make: (item: T) => Child,
  first?: number,
): Child {
  const list = h('ul', { class: kind });
  const rest = h('p', { class: 'more' });
  paged(list, rest, items, make, first);
  return [list, rest];
}

/** Returns a row of a table: its heading, and the other cells. */
export function renderRow(heading: Child, ...cells: readonly Child[]): HTMLTableRowElement {
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, heading),
    cells.map((cell) => h('td', {}, cell)),
  );
}

/** Returns a table with a caption for screen readers. In a narrow view the cells of a row stand below each other, unless `isStacked` is false. */
export function pagedTable<T>(
  caption: string,
  heads: readonly Child[],
  items: readonly T[],
  row: (item: T) => HTMLTableRowElement,
  isStacked = true,
): HTMLElement {
  const body = h('tbody');
  const rest = h('p', { class: 'more' });
  paged(body, rest, items, (item) => withLabels(row(item), heads));
  const head = h(
    'tr',
    {},
    heads.map((text) => h('th', { scope: 'col' }, text)),
  );
  return h(
    'div',
    { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', { class: isStacked && 'stacked' }, h('caption', {}, hidden(caption)), h('thead', {}, head), body),
    rest,
  );
}

/** Adds the heading to each cell that is not the heading of its row. */
function withLabels(row: HTMLTableRowElement, heads: readonly Child[]): HTMLTableRowElement {
  for (const cell of row.querySelectorAll('td')) {
    const head = heads[cell.cellIndex];
    if (typeof head === 'string') cell.dataset['label'] = head;
  }
  return row;
}
