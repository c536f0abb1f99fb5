/** Long lists and tables, of which so much is shown at first: the rest comes when it is wanted, and for print. */
import { append, button, h, hidden, type Child } from './dom';
import { counted } from './signs';

/** So many rows at first, and so many more each time. */
const AT_FIRST = 60;
const MORE = 500;

const rests = new WeakMap<Element, () => void>();

/** For print: nothing is left out. */
export function showAllRows(): void {
  for (const element of document.querySelectorAll('[data-paged]')) rests.get(element)?.();
}

/** Fills `into` with what `make` makes of each item, and puts a button for the rest into `after`. */
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
        button(`Show ${counted(Math.min(rest, MORE), 'more row')}`, () => {
          const last = into.lastElementChild;
          show(MORE);
          const next = last?.nextElementSibling?.querySelector<HTMLElement>('a, button, summary');
          next?.focus();
        }),
        h('span', { class: 'rest' }, ` ${rest.toLocaleString('en')} not shown`),
      ]);
  };
  show(first);
  if (count === items.length) return;
  into.setAttribute('data-paged', '');
  rests.set(into, () => show(items.length));
}

/** A table with a caption that is read and not seen. */
export function table<T>(
  caption: string,
  heads: readonly Child[],
  items: readonly T[],
  row: (item: T) => HTMLTableRowElement,
): HTMLElement {
  const body = h('tbody');
  const rest = h('p', { class: 'more' });
  paged(body, rest, items, row);
  const head = h(
    'tr',
    {},
    heads.map((text) => h('th', { scope: 'col' }, text)),
  );
  return h(
    'div',
    { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', {}, h('caption', {}, hidden(caption)), h('thead', {}, head), body),
    rest,
  );
}
