/** Renders findings as cards with links to the objects. Findings with one cause share a card. */
import type { PageAffected, PageFinding } from './data';
import { h, nameOf, sentenceOf, shortNameOf, wordsOf, type Child } from './dom';
import type { Model } from './model';
import { paged } from './paged';
import { declaredAt, nodeLink, severityBadge } from './signs';

/** Returns the card of a cause. If it has several findings, its sentence is above them. */
export function findingCard(model: Model, [finding, ...others]: readonly [PageFinding, ...PageFinding[]]): HTMLElement {
  const { id, severity, subject, cause } = finding;
  const isSeveral = others.length > 0 && cause !== undefined;
  return h(
    'article',
    { class: `card ${severity}`, 'aria-label': `${severity}: ${id}` },
    isSeveral
      ? h('p', { class: 'card-head' }, severityBadge(severity), ' ', h('strong', {}, sentenceOf(cause.text)))
      : h('p', { class: 'card-head' }, severityBadge(severity), ' ', h('strong', {}, id), ' ', shortNameOf(subject)),
    [finding, ...others].map((pageFinding) => [
      isSeveral &&
        h('p', { class: 'card-head' }, h('strong', {}, pageFinding.id), ' ', shortNameOf(pageFinding.subject)),
      contentOf(model, pageFinding),
    ]),
  );
}

function contentOf(model: Model, finding: PageFinding): Child {
  const { reason, affected = [], rule } = finding;
  return [
    h('p', {}, sentenceOf(reason)),
    witnessOf(finding),
    affected.length > 0 && affectedList(model, affected),
    declaredAt(finding),
    rule !== undefined && h('p', { class: 'declared' }, 'Rule: ', h('code', {}, `${rule.file}:${rule.line}`)),
    placeOf(model, finding),
    acceptOf(finding),
  ];
}

/** Returns the suppression to paste. */
function acceptOf({ accept }: PageFinding): Child {
  return h(
    'details',
    { class: 'accept' },
    h('summary', {}, 'Accept this finding'),
    h('p', {}, 'Add this to "suppressions" in review.config.json, with a reason and an expiry day:'),
    h('code', {}, h('bdi', {}, wordsOf(accept))),
  );
}

function affectedList(model: Model, affected: readonly PageAffected[]): Child {
  const list = h('ul', { class: 'affected' });
  const rest = h('p', { class: 'more' });
  const isSame = new Set(affected.map(({ witness }) => witness)).size === 1;
  paged(list, rest, affected, (pageAffected) => {
    const node = pageAffected.object === undefined ? undefined : model.nodes[pageAffected.object];
    return h(
      'li',
      {},
      node === undefined ? nameOf(pageAffected.subject) : nodeLink(node, pageAffected.subject),
      !isSame && witnessOf(pageAffected),
    );
  });
  return [list, rest];
}

function witnessOf({ witness }: PageAffected): Child {
  return witness !== undefined && h('p', { class: 'witness' }, h('code', {}, wordsOf(witness)));
}

function placeOf({ nodes }: Model, { object }: PageFinding): Child {
  const place = object === undefined ? undefined : nodes[object];
  return (
    place !== undefined &&
    h('p', { class: 'place' }, 'Show ', nodeLink(place, place.label), ` (${place.kind}) in the tree`)
  );
}
