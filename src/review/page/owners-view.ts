/** The owners that no configuration declares, and the decision about them. */
import type { PageOwners } from './data';
import { h, renderSentence, type Child } from './dom';

/** Returns the owners of a review, each in a line. */
export function ownersView(owners: PageOwners | undefined): Child {
  if (owners === undefined) return [];
  return h(
    'div',
    { class: 'owners' },
    h('p', {}, renderSentence(owners.text)),
    h(
      'ul',
      {},
      owners.owners.map((owner) => h('li', {}, renderSentence(owner))),
    ),
    renderDecision(owners.next, owners.line),
  );
}

/** Returns the next step, and the line to paste. */
export function renderDecision(next: PageOwners['next'] | undefined, line: string | undefined): Child {
  return [
    next !== undefined && h('p', {}, renderSentence(next)),
    line !== undefined && h('pre', { class: 'paste' }, line),
  ];
}
