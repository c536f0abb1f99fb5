/** Renders findings as cards with links to the objects. Findings with one cause share a card. */
import { groupBy } from '../../access/graph/paths';
import { displayed } from '../../base/text/visible';
import { TOKEN_FINDINGS } from '../words/token-findings';
import type { PageAffected, PageFinding, PageUnmanaged } from './data';
import { h, renderName, renderSentence, renderShortName, toWords, type Child } from './dom';
import type { Model } from './model';
import { pagedList } from './paged';
import { declarationLine, nodeLink, severityBadge } from './signs';

/** The number of objects that a finding shows at first: a long list would hide the next finding. */
const FEW_OBJECTS = 6;

/** Returns the card of a cause. If it has several findings, its sentence is above them. */
export function findingCard(model: Model, [finding, ...others]: readonly [PageFinding, ...PageFinding[]]): HTMLElement {
  const { id, severity, subject, cause, affected } = finding;
  const isSeveral = others.length > 0 && cause !== undefined;
  return h(
    'article',
    { class: `card ${severity}`, 'aria-label': `${severity}: ${id}` },
    isSeveral
      ? h('p', { class: 'card-head' }, severityBadge(severity), ' ', h('strong', {}, renderSentence(cause.text)))
      : h(
          'p',
          { class: 'card-head' },
          severityBadge(severity),
          ' ',
          h('strong', {}, id),
          // The reason of a merged finding names its cause.
          affected === undefined && [' ', renderShortName(subject)],
        ),
    [finding, ...others].map((pageFinding) => [
      isSeveral &&
        h('p', { class: 'card-head' }, h('strong', {}, pageFinding.id), ' ', renderShortName(pageFinding.subject)),
      renderContent(model, pageFinding),
    ]),
  );
}

/** Returns the card of findings that differ only in their objects: one line for each, which opens its facts. */
export function alikeCard(model: Model, findings: readonly [PageFinding, ...PageFinding[]]): HTMLElement {
  const [{ severity, alike }] = findings;
  const ids = [...new Set(findings.map(({ id }) => id))].join(', ');
  // The findings of one cause are next to each other.
  const entries = [...groupBy(findings, ({ alike: one, subject }) => one?.label ?? subject)];
  const list = pagedList(
    'alike',
    entries,
    ([label, all]) =>
      h(
        'li',
        {},
        h(
          'details',
          {},
          h('summary', {}, renderName(label)),
          all.map((finding) => [
            all.length > 1 && h('p', { class: 'card-head' }, h('strong', {}, finding.id)),
            renderContent(model, finding),
          ]),
        ),
      ),
    FEW_OBJECTS,
  );
  return h(
    'article',
    { class: `card ${severity}`, 'aria-label': `${severity}: ${ids}` },
    h('p', { class: 'card-head' }, severityBadge(severity), ' ', h('strong', {}, ids)),
    alike?.texts.map((text) => h('p', {}, renderSentence(text))),
    list,
  );
}

function renderContent(model: Model, finding: PageFinding): Child {
  const { reason, affected = [], unmanaged, rule } = finding;
  return [
    h('p', {}, renderSentence(reason)),
    renderWitness(finding, TOKEN_FINDINGS.has(finding.id) && 'Example token: '),
    unmanaged !== undefined && unmanaged.objects.length > 0 && unmanagedList(model, unmanaged),
    affected.length > 0 && affectedList(model, affected),
    declarationLine(finding),
    rule !== undefined && h('p', { class: 'declared' }, 'Rule: ', h('code', {}, `${rule.file}:${rule.line}`)),
    affected.length === 0 && renderPlace(model, finding),
    renderDeclaration(model, finding),
    renderAccept(model, finding),
  ];
}

/** Returns the member of the configuration that declares the cause as known. */
function renderDeclaration({ data }: Model, { cause }: PageFinding): Child {
  return (
    cause?.paste !== undefined &&
    h(
      'div',
      { class: 'declare' },
      h('p', {}, `To declare it, add to ${data.configuration}:`),
      h('code', {}, h('bdi', {}, toWords(cause.paste))),
    )
  );
}

/** Returns the suppression to paste. */
function renderAccept({ data }: Model, { accept }: PageFinding): Child {
  return h(
    'details',
    { class: 'accept' },
    h('summary', {}, 'Accept this finding'),
    h('p', {}, `Add this to "suppressions" in ${data.configuration}, with a reason and an expiry day:`),
    h('code', {}, h('bdi', {}, toWords(accept))),
  );
}

function affectedList(model: Model, affected: readonly PageAffected[]): Child {
  const isSame = new Set(affected.map(({ witness }) => witness)).size === 1;
  return pagedList(
    'affected',
    affected,
    (pageAffected) => {
      const node = pageAffected.object === undefined ? undefined : model.nodes[pageAffected.object];
      return h(
        'li',
        {},
        node === undefined ? renderName(pageAffected.subject) : nodeLink(node, pageAffected.subject),
        !isSame && renderWitness(pageAffected),
      );
    },
    FEW_OBJECTS,
  );
}

/** Returns the list of unmanaged objects, which the tree has, too. */
function unmanagedList(model: Model, { count, objects }: PageUnmanaged): Child {
  const nodes = new Map(model.nodes.map((node) => [`${node.kind} ${node.keys.before}`, node]));
  const list = pagedList(
    'affected',
    objects,
    ({ kind, name, uid, users }) => {
      const node = nodes.get(`${kind} ${uid}`);
      return h(
        'li',
        {},
        h('small', {}, `${kind} `),
        node === undefined ? renderName(name) : nodeLink(node, name),
        users !== undefined && h('p', { class: 'declared' }, 'Used by ', h('bdi', {}, toWords(displayed(users)))),
      );
    },
    FEW_OBJECTS,
  );
  const left = count - objects.length;
  return [list, left > 0 && h('p', { class: 'declared' }, `… and ${left} more: platform-iac drift lists all.`)];
}

function renderWitness({ witness }: PageAffected, label: Child = false): Child {
  return witness !== undefined && h('p', { class: 'witness' }, label, h('code', {}, toWords(displayed(witness))));
}

function renderPlace({ nodes }: Model, { object }: PageFinding): Child {
  const place = object === undefined ? undefined : nodes[object];
  return (
    place !== undefined &&
    h('p', { class: 'place' }, 'Show ', nodeLink(place, place.label), ` (${place.kind}) in the tree`)
  );
}
