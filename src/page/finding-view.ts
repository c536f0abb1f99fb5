/** A finding as a card, with the way to what it is about. */
import type { PageFinding } from './data';
import { h, nameOf } from './dom';
import type { Model } from './model';
import { declaredAt, nodeLink, severityBadge } from './signs';

export function findingCard({ nodes }: Model, finding: PageFinding): HTMLElement {
  const { id, severity, subject, reason, witness, object } = finding;
  const place = object === undefined ? undefined : nodes[object];
  return h(
    'article',
    { class: `card ${severity}`, 'aria-label': `${severity}: ${id}` },
    h('p', { class: 'card-head' }, severityBadge(severity), ' ', h('strong', {}, id), ' ', nameOf(subject)),
    h('p', {}, h('bdi', {}, reason)),
    witness !== undefined && h('p', { class: 'witness' }, h('code', {}, witness)),
    declaredAt(finding),
    place !== undefined &&
      h('p', { class: 'place' }, 'Show ', nodeLink(place, place.label), ` (${place.kind}) in the tree`),
  );
}
