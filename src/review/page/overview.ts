/** The first view: the findings of a review and its access, or an audit of an organization without a change. */
import { groupBy } from '../../access/graph/paths';
import { auditSections, type Section } from './audit-view';
import { CHANGE_TEXTS } from '../words/change-texts';
import { BLOCKS_TO_PASTE, INHERITED_ACCESS, OWNERS, REDUNDANT_GRANTS } from '../words/section-titles';
import type { PageFinding, PageHints, PageLine, PageReview, PageSeverity } from './data';
import { examples } from './ask-view';
import { button, h, renderName, renderSentence, type Child } from './dom';
import { alikeCard, findingCard } from './finding-view';
import type { Model } from './model';
import { ownersView } from './owners-view';
import { paged, pagedList, pagedTable, renderRow } from './paged';
import { linkTo } from './route';
import { declarationLine, severityBadge, statusSign } from './signs';
import { assumeTable, renderBlocks, driftTable, hintsTable, linesTable, writesTable } from './review-tables';

/** The number of findings of each kind that are shown at first, if there are several kinds. */
const FEW = 5;

/** `about`: the elements of the title that belong to this view. */
export function overview(model: Model, about: readonly Element[]): HTMLElement {
  const { review, problems } = model.data;
  const sections: readonly Section[] =
    review === undefined ? auditSections(model) : getSections(model, review).filter(({ count }) => count !== 0);
  const ids = sections.map(({ title }) => title.toLowerCase().replace(/\W+/g, '-'));
  return h(
    'section',
    { class: 'overview', 'aria-labelledby': 'view-title' },
    h('h2', { id: 'view-title', tabindex: -1 }, review === undefined ? 'Overview' : 'Review'),
    h('div', { class: 'about' }, about),
    problems.map((problem) =>
      h(
        'p',
        { class: 'warning' },
        h('strong', {}, review === undefined ? 'Incomplete: ' : 'Inconclusive: '),
        renderSentence(problem),
      ),
    ),
    review !== undefined &&
      review.findings.length === 0 &&
      review.worst === undefined &&
      h('p', { class: 'summary' }, problems.length > 0 ? 'No findings in the readable parts.' : 'No findings.'),
    sections.length > 1 &&
      h(
        'ul',
        { class: 'contents' },
        sections.map(({ title, count }, index) => h('li', {}, jump(ids[index] ?? '', title, count))),
      ),
    sections.map(({ title, count, content }, index) => [
      h('h3', { id: ids[index], tabindex: -1 }, title, ' ', renderCount(count)),
      content(),
    ]),
    review === undefined && [h('h3', {}, 'Questions about access'), examples(model)],
    renderKinds(model),
  );
}

function renderCount(count: Section['count']): Child {
  return h('small', {}, count.toLocaleString('en'));
}

/** Returns a link that scrolls within this view and does not change the address. */
function jump(id: string, title: string, count: Section['count']): HTMLElement {
  const link = h('a', { href: linkTo({ view: 'overview' }) }, `${title} `, renderCount(count));
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  });
  return link;
}

function getSections(model: Model, review: PageReview): Section[] {
  const {
    findings,
    gained,
    lost,
    early,
    assume,
    withoutEffect,
    unresolved,
    drift,
    suppressed,
    others,
    unread,
    approvedWrites,
    hints,
    blocks,
  } = review;
  const { undeclaredOwners: owners } = model.data;
  const isEffect = ({ cause }: PageLine) => !cause.startsWith('inherited');
  const inherited = [...gained, ...lost].filter((line) => !isEffect(line));
  const lines = (title: string, all: readonly PageLine[]): Section => ({
    title,
    count: all.length,
    content: () => linesTable(model, title, all),
  });
  const toSections = (some: readonly PageHints[]) =>
    some.map((hint): Section => ({ title: hint.title, count: hint.hints.length, content: () => hintsTable(hint) }));
  const first = hints.filter(({ isFirst = false, hints: all }) => isFirst && all.length > 0);
  const toPaste: Section = {
    title: BLOCKS_TO_PASTE,
    count: blocks.reduce((sum, { count }) => sum + count, 0),
    content: () => renderBlocks(blocks),
  };
  return [
    ...(first.length > 0 ? [...toSections(first), toPaste] : []),
    {
      title: OWNERS,
      count: review.owners?.length ?? 0,
      content: () => pagedList(undefined, review.owners ?? [], (owner) => h('li', {}, renderSentence(owner))),
    },
    { title: 'Findings', count: countCauses(findings), content: () => cards(model, findings) },
    { title: 'Undeclared owners', count: owners?.owners.length ?? 0, content: () => ownersView(owners) },
    lines('Access gained', gained.filter(isEffect)),
    lines('Access lost', lost.filter(isEffect)),
    lines('If the apply stops early', early),
    { title: 'Trust policies', count: assume.length, content: () => assumeTable(model, assume) },
    ...toSections(hints.filter((hint) => !first.includes(hint))),
    ...(first.length > 0 ? [] : [toPaste]),
    {
      title: 'Unknown until apply',
      count: unresolved.length,
      content: () =>
        pagedTable('Unknown until apply', ['Object', 'Attribute'], unresolved, (value) =>
          renderRow(declarationLine(value), [`${value.attribute}: `, renderSentence(value.reason)]),
        ),
    },
    { title: 'Changed outside of Terraform', count: drift.length, content: () => driftTable(drift) },
    { title: REDUNDANT_GRANTS, count: withoutEffect.length, content: () => names(withoutEffect) },
    lines(INHERITED_ACCESS, inherited),
    {
      title: 'Suppressed findings',
      count: suppressed.length,
      content: () =>
        pagedTable(
          'Suppressed findings',
          ['Finding', 'Subject', 'Reason'],
          suppressed,
          ({ id, severity, subject, suppression }) =>
            renderRow(`${id} (${severity})`, renderName(subject), [
              h('bdi', {}, suppression.reason),
              suppression.expires !== undefined && ` until ${suppression.expires}`,
            ]),
        ),
    },
    { title: 'Writes', count: countWrites(approvedWrites), content: () => writesTable(approvedWrites) },
    {
      title: 'Not read from the API',
      count: unread.length,
      content: () =>
        h(
          'ul',
          {},
          unread.map((text) => h('li', {}, renderSentence(text))),
        ),
    },
    {
      title: 'Not evaluated',
      count: others.length,
      content: () =>
        h(
          'ul',
          {},
          others.map(({ type, count }) => h('li', {}, `${count} of `, h('code', {}, type))),
        ),
    },
  ];
}

/** Returns one card for each cause, and for findings that differ only in their objects. Findings of a kind stay together, so that many of one kind do not hide the others. */
function cards(model: Model, findings: PageReview['findings']): Child {
  const kinds: { readonly kind: string; readonly entries: (readonly [PageFinding, ...PageFinding[]])[] }[] = [];
  for (const all of groupByCard(findings)) {
    const kind = `${all[0].severity} ${all[0].id}`;
    const last = kinds.at(-1);
    if (last?.kind === kind) last.entries.push(all);
    else kinds.push({ kind, entries: [all] });
  }
  const groups = kinds.map(({ entries }) => {
    const list = h('div', { class: 'cards' });
    const rest = h('p', { class: 'more' });
    // High findings are never hidden.
    const severity = entries[0]?.[0].severity ?? 'low';
    const first = severity === 'high' ? Infinity : kinds.length > 1 ? FEW : undefined;
    paged(list, rest, entries, (all) => (all[0].alike === undefined ? findingCard : alikeCard)(model, all), first);
    return { severity, count: countCauses(entries.flat()), element: h('div', { class: 'kind' }, list, rest) };
  });
  return [severityFilter(groups), groups.map(({ element }) => element)];
}

/** Returns the number of writes, and of those that the API refuses. */
function countWrites(writes: PageReview['approvedWrites']): Section['count'] {
  const refused = writes.filter(({ isRefused = false }) => isRefused).length;
  return refused === 0 ? writes.length : `${writes.length - refused}, ${refused} refused`;
}

/** Returns the number of findings. Those with one cause count once, as in all formats. */
function countCauses(findings: readonly PageFinding[]): number {
  return groupBy(findings, (finding) => finding.cause?.key ?? finding).size;
}

/** Returns the findings of each card. */
function groupByCard(findings: PageReview['findings']): (readonly [PageFinding, ...PageFinding[]])[] {
  const toCard = (finding: PageFinding) => {
    const { alike, cause } = finding;
    if (alike !== undefined) return `alike ${alike.key}`;
    return cause === undefined ? finding : `cause ${cause.key}`;
  };
  return [...groupBy(findings, toCard).values()];
}

interface FindingGroup {
  readonly severity: PageSeverity;
  readonly count: number;
  readonly element: HTMLElement;
}

/** Returns a button for each severity, which hides and shows its groups. One severity needs none. */
function severityFilter(groups: readonly FindingGroup[]): Child {
  const severities = [...new Set(groups.map(({ severity }) => severity))];
  if (severities.length < 2) return undefined;
  const buttons = severities.map((severity) => {
    const own = groups.filter((group) => group.severity === severity);
    const count = own.reduce((sum, group) => sum + group.count, 0);
    const toggle = button([severityBadge(severity), ` ${count}`], () => {
      const isShown = toggle.getAttribute('aria-pressed') !== 'true';
      toggle.setAttribute('aria-pressed', String(isShown));
      for (const { element } of own) element.hidden = !isShown;
    });
    toggle.setAttribute('aria-pressed', 'true');
    return toggle;
  });
  return h('p', { class: 'severities', role: 'group', 'aria-label': 'Show findings of severity' }, 'Show ', buttons);
}

function names(all: readonly string[]): Child {
  return pagedList(undefined, all, (name) => h('li', {}, renderName(name)));
}

/** Returns the table of objects and changes by kind. */
function renderKinds({ nodes, sides }: Model): Child {
  const counts = new Map<string, { kind: string; all: number; added: number; changed: number; removed: number }>();
  for (const { kind, status } of nodes) {
    if (kind === '') continue;
    const count = counts.get(kind) ?? { kind, all: 0, added: 0, changed: 0, removed: 0 };
    count.all++;
    if (status === 'added') count.added++;
    else if (status === 'removed' || status === 'forgotten') count.removed++;
    else if (status !== 'kept') count.changed++;
    counts.set(kind, count);
  }
  const hasBoth = sides.length > 1;
  const signed = ['added', 'changed', 'removed'] as const;
  return [
    h('h3', {}, 'Objects'),
    pagedTable(
      'Objects',
      ['Kind', 'Number', ...(hasBoth ? signed.map((mark) => CHANGE_TEXTS[mark].word) : [])],
      [...counts.values()].sort((a, b) => b.all - a.all),
      (count) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, count.kind),
          h('td', { class: 'number' }, count.all.toLocaleString('en')),
          hasBoth &&
            signed.map((mark) =>
              h(
                'td',
                { class: 'number' },
                count[mark] > 0
                  ? [statusSign(mark), ' ', count[mark].toLocaleString('en')]
                  : h('span', { class: 'no' }, '—'),
              ),
            ),
        ),
      false,
    ),
  ];
}
