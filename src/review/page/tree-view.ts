/** The tree. Only the visible rows are elements, so that thousands of rows are as fast as ten. */
import { CHANGE_TEXTS } from '../words/change-texts';
import { append, fill, h, hidden, renderName } from './dom';
import { countText, statusSign } from './signs';
import { getWorst, type Model, type PageNode } from './model';
import { visibleRows, type TreeFilter, type TreeRow, type VisibleRows } from './rows';

export interface TreeView {
  readonly element: HTMLElement;
  /** Unfolds the parents of a node and selects it. Returns false if it had to clear the filter. */
  reveal(node: PageNode): boolean;
  filter(filter: TreeFilter): VisibleRows;
  /** Renders all rows, for print, or only the visible ones again. */
  showAll(isAll: boolean): void;
  unfold(how: 'all' | 'none'): void;
}

interface TreeOptions {
  readonly open: Set<PageNode>;
  readonly filter: TreeFilter;
  /** Called when the user opens a node. */
  readonly onOpen: (node: PageNode) => void;
}

/** In rem, as in styles/tree.css. */
const ROW_HEIGHT = 1.75;
/** Additional rows above and below the visible ones, so that scrolling shows no gaps. */
const SPARE = 12;
/** Deeper levels have a smaller indentation, so that a deep tree fits the window. */
const WIDE_LEVELS = 10;

export function createTree(model: Model, { open, filter: first, onOpen }: TreeOptions): TreeView {
  let filter = first;
  let seen = visibleRows(model, open, filter);
  let active = seen.rows[0]?.node;
  let selected: PageNode | undefined;
  let isAll = false;
  const canvas = h('div', { class: 'canvas', role: 'none' });
  const element = h('div', { class: 'tree', role: 'tree', tabindex: 0, 'aria-label': 'Organization' }, canvas);
  const height = () => ROW_HEIGHT * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const activeIndex = () => seen.rows.findIndex(({ node }) => node === active);

  const render = () => {
    const { rows } = seen;
    const each = height();
    const from = isAll ? 0 : Math.max(0, Math.floor(element.scrollTop / each) - SPARE);
    const to = isAll ? rows.length : Math.ceil((element.scrollTop + element.clientHeight) / each) + SPARE;
    const at = activeIndex();
    const shownRows = rows.flatMap((row, index) =>
      index === at || (index >= from && index < to) ? [getRow(row, index)] : [],
    );
    canvas.style.height = `${rows.length * ROW_HEIGHT}rem`;
    fill(canvas, shownRows);
    if (at < 0) element.removeAttribute('aria-activedescendant');
    else element.setAttribute('aria-activedescendant', rowId(rows[at]));
  };
  const getRow = ({ node, level, position, count, isOpen, hasChildren, isMatch }: TreeRow, index: number) => {
    const row = h('div', {
      id: `row-${node.id}`,
      role: 'treeitem',
      class: [
        'row',
        node.status,
        node === active && 'active',
        isMatch && 'match',
        node.node === 'group' && 'group',
        node.stays === true && 'stays',
      ]
        .filter(Boolean)
        .join(' '),
      'aria-level': level,
      'aria-posinset': position,
      'aria-setsize': count,
      'aria-selected': node === selected ? 'true' : 'false',
      'aria-expanded': hasChildren ? String(isOpen) : undefined,
      'data-index': index,
      title: node.path,
    });
    row.style.top = `${index * ROW_HEIGHT}rem`;
    row.style.paddingInlineStart = `${Math.min(level, WIDE_LEVELS) * 0.9 + Math.max(0, level - WIDE_LEVELS) * 0.2 - 0.6}rem`;
    append(row, [
      h('span', { class: 'twisty', 'aria-hidden': 'true' }, hasChildren ? (isOpen ? '▾' : '▸') : ''),
      statusSign(node.status),
      h('span', { class: 'label' }, renderName(node.label)),
      node.kind !== '' &&
        (node.node !== 'group' || node.note !== undefined) &&
        h('small', { class: 'kind' }, ` ${node.note ?? node.kind}`),
      node.warning !== undefined && h('small', { class: 'stranger' }, ` ${node.warning}`),
      badges(node, isOpen),
    ]);
    return row;
  };
  const update = () => {
    seen = visibleRows(model, open, filter);
    if (activeIndex() < 0) active = seen.rows[0]?.node;
    render();
  };
  const scrollTo = (index: number) => {
    const each = height();
    const [top, bottom] = [index * each, (index + 1) * each];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  const activate = (index: number) => {
    const row = seen.rows[Math.max(0, Math.min(index, seen.rows.length - 1))];
    if (row === undefined) return;
    active = row.node;
    scrollTo(seen.rows.indexOf(row));
    render();
  };
  const fold = (node: PageNode, isToBeOpen: boolean) => {
    if (isToBeOpen) open.add(node);
    else open.delete(node);
    update();
  };
  const show = (node: PageNode) => {
    selected = node;
    render();
    if (node.kind !== '') onOpen(node);
  };

  element.addEventListener('scroll', () => requestAnimationFrame(render), { passive: true });
  new ResizeObserver(() => render()).observe(element);
  element.addEventListener('click', (event) => {
    const target = event.target as Element;
    const row = seen.rows[Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1)];
    if (row === undefined) return;
    active = row.node;
    if (target.closest('.twisty') !== null && row.hasChildren) fold(row.node, !row.isOpen);
    else if (row.node.kind === '') fold(row.node, !row.isOpen);
    else show(row.node);
  });
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (keyDown(event)) event.preventDefault();
  });
  let typed = '';
  let typedAt = 0;

  const keyDown = ({ key, timeStamp }: KeyboardEvent): boolean => {
    const at = activeIndex();
    const row = seen.rows[at];
    const page = Math.max(1, Math.floor(element.clientHeight / height()) - 1);
    if (row === undefined) return false;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: seen.rows.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const move = moves[key];
    if (move !== undefined) activate(move);
    else if (key === 'ArrowRight') {
      if (row.hasChildren && !row.isOpen) fold(row.node, true);
      else if (row.hasChildren) activate(at + 1);
    } else if (key === 'ArrowLeft') {
      if (row.isOpen && open.has(row.node)) fold(row.node, false);
      else if (row.node.parent !== undefined) activate(seen.rows.findIndex(({ node }) => node === row.node.parent));
    } else if (key === 'Enter' || key === ' ') {
      if (row.node.kind === '') fold(row.node, !row.isOpen);
      else show(row.node);
    } else if (key === '*') {
      for (const child of row.node.parent?.children ?? model.roots) if (child.children.length > 0) open.add(child);
      update();
    } else if (key.length === 1) typeAhead(key, timeStamp, at);
    else return false;
    return true;
  };
  /** Moves to the next row whose name begins with the typed text. A pause starts a new text. */
  const typeAhead = (key: string, now: number, at: number) => {
    typed = now - typedAt < 700 ? typed + key.toLowerCase() : key.toLowerCase();
    typedAt = now;
    const from = typed.length === 1 ? at + 1 : at;
    const rest = [...seen.rows.slice(from), ...seen.rows.slice(0, from)];
    const next = rest.find(({ node }) => node.label.toLowerCase().startsWith(typed));
    if (next !== undefined) activate(seen.rows.indexOf(next));
  };

  render();
  return {
    element,
    reveal: (node) => {
      for (let above = node.parent; above !== undefined; above = above.parent) open.add(above);
      seen = visibleRows(model, open, filter);
      // A link to a node that the filter hides clears the filter.
      const isFiltered = !seen.rows.some((row) => row.node === node);
      if (isFiltered) filter = { text: '', onlyChanges: false };
      seen = visibleRows(model, open, filter);
      active = selected = node;
      const at = activeIndex();
      const each = height();
      const isSeen = at * each >= element.scrollTop && (at + 1) * each <= element.scrollTop + element.clientHeight;
      if (!isSeen) element.scrollTop = at * each - element.clientHeight / 3;
      render();
      return !isFiltered;
    },
    filter: (next) => {
      filter = next;
      update();
      const found = seen.rows.findIndex(({ isMatch }) => isMatch);
      if (found >= 0) activate(found);
      return seen;
    },
    showAll: (all) => {
      isAll = all;
      render();
    },
    unfold: (how) => {
      open.clear();
      if (how === 'all') for (const node of model.nodes) if (node.children.length > 0) open.add(node);
      update();
    },
  };
}

function rowId(row: TreeRow | undefined): string {
  return `row-${row?.node.id ?? ''}`;
}

/** Returns the counts of changes in folded groups, and of findings. */
function badges({ total, findings, status, worst = 'low' }: PageNode, isOpen: boolean): HTMLElement {
  const inside = { ...total };
  if (status !== 'kept') inside[CHANGE_TEXTS[status].tone]--;
  const marks = [
    ['added', CHANGE_TEXTS.added.sign, 'created within'],
    ['changed', CHANGE_TEXTS.changed.sign, 'changed within'],
    ['removed', CHANGE_TEXTS.removed.sign, 'deleted within'],
  ] as const;
  const count = isOpen ? findings.length : total.findings;
  const severity = isOpen ? getWorst(findings) : worst;
  return h(
    'span',
    { class: 'badges' },
    !isOpen &&
      marks.map(
        ([mark, sign, words]) =>
          inside[mark] > 0 &&
          h(
            'span',
            { class: `badge ${mark}` },
            h('span', { 'aria-hidden': 'true' }, `${sign}${inside[mark]}`),
            hidden(`, ${inside[mark]} ${words}`),
          ),
      ),
    count > 0 &&
      h(
        'span',
        { class: `badge found ${severity}` },
        h('span', { 'aria-hidden': 'true' }, `⚑${count}`),
        hidden(`, ${countText(count, 'finding')}, ${severity}`),
      ),
  );
}
