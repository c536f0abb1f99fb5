/** The page: the tree, and the view of its address. */
import { askView } from './ask-view';
import { createChoices, type Choices, type Chosen } from './choices';
import type { PageData } from './data';
import { append, button, byId, fill, h } from './dom';
import { createModel } from './model';
import { objectView } from './object-view';
import { overview } from './overview';
import { showAllRows } from './paged';
import { linkTo, readRoute, type PageRoute } from './route';
import { firstOpen } from './rows';
import { countText } from './signs';
import { createTree } from './tree-view';

/** The maximum number of rows that are unfolded at first. */
const ROWS_AT_FIRST = 200;

/** Fills the document, and shows the view of each address that it gets. */
export function showPage(data: PageData): void {
  const model = createModel(data);
  const hasChange =
    model.sides.length > 1 && model.roots.some(({ total }) => total.added + total.removed + total.changed > 0);
  let choices: Choices | undefined;

  const content = byId('content');
  // The header keeps its first sentence, so that it fits a small window.
  const about = [...document.querySelectorAll('h1 > :not(:first-child), header > p')];
  for (const element of about) element.remove();
  const status = byId('status');
  const filter = { text: '', onlyChanges: hasChange };
  const tree = createTree(model, {
    open: firstOpen(model, ROWS_AT_FIRST),
    filter,
    onOpen: ({ id }) => {
      location.hash = linkTo({ view: 'object', id });
    },
  });
  const search = h('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'name, path, address, uid',
  });
  const onlyChanges = h('input', { id: 'only-changes', type: 'checkbox' });
  onlyChanges.checked = filter.onlyChanges;
  search.addEventListener('input', () => applyFilter());
  onlyChanges.addEventListener('change', () => applyFilter());
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    tree.element.focus();
  });

  function applyFilter(): void {
    const { matches } = tree.filter({ text: search.value.trim(), onlyChanges: onlyChanges.checked });
    const nothing = onlyChanges.checked ? 'No change matches.' : 'Nothing matches.';
    fill(status, matches === undefined ? '' : matches === 0 ? nothing : `${countText(matches, 'object')} found.`);
    byId('found').textContent = status.textContent;
  }

  append(byId('tree'), [
    h(
      'div',
      { class: 'tools' },
      h('label', { for: 'search' }, 'Search'),
      search,
      h('span', { id: 'found', 'aria-hidden': 'true' }),
    ),
    h(
      'div',
      { class: 'tools' },
      hasChange && h('label', { class: 'check' }, onlyChanges, ' Only changes'),
      button('Unfold all', () => tree.unfold('all')),
      button('Fold all', () => tree.unfold('none')),
    ),
    tree.element,
  ]);

  /**
   * Shows the view of the address. After a link the heading gets the focus, so that screen readers read it. In the tree the focus
   * stays.
   */
  function show(route: PageRoute, isFirst: boolean): void {
    const isInTree = document.activeElement === tree.element;
    const node = route.view === 'object' ? model.nodes[route.id] : undefined;
    const view = route.view === 'object' && node === undefined ? 'overview' : route.view;
    document.body.dataset['view'] = view;
    for (const link of document.querySelectorAll('nav a')) {
      const isThere = link.getAttribute('data-view') === view;
      if (isThere) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (node !== undefined) {
      const link = byId('object-link');
      link.setAttribute('href', linkTo({ view: 'object', id: node.id }));
      link.hidden = false;
      if (!tree.reveal(node)) {
        search.value = '';
        onlyChanges.checked = false;
        byId('found').textContent = '';
      }
      fill(content, objectView(model, node));
    } else if (route.view === 'ask') {
      choices ??= createChoices(model);
      fill(
        content,
        askView(model, choices, route, (asked) => {
          const next = linkTo({ view: 'ask', ...toTexts(asked) });
          // Not an entry in the history for each question: the back button leaves the form.
          history.replaceState(undefined, '', next);
        }),
      );
    } else if (view === 'overview' || isFirst) fill(content, overview(model, about));
    if (isFirst) return;
    byId('panel').scrollTop = 0;
    if (isInTree && node !== undefined) fill(status, `${node.kind} ${node.label} is shown.`);
    else if (view === 'tree') tree.element.focus();
    else {
      byId('view-title').focus({ preventScroll: true });
      byId('view-title').scrollIntoView({ block: 'nearest' });
    }
  }

  addEventListener('hashchange', () => show(readRoute(location.hash), false));
  let unfolded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    showAllRows();
    tree.showAll(true);
    unfolded = [...document.querySelectorAll<HTMLDetailsElement>('#panel details:not([open])')];
    for (const details of unfolded) details.open = true;
  });
  addEventListener('afterprint', () => {
    tree.showAll(false);
    for (const details of unfolded) details.open = false;
  });
  show(readRoute(location.hash), true);
}

function toTexts({ who, what, where }: Chosen) {
  return {
    ...(who !== undefined && { who: who.text }),
    ...(what !== undefined && { what: what.text }),
    ...(where !== undefined && { where: where.text }),
  };
}
