/** Renders an answer as a table: one row for each subject, with the grants before and after side by side. */
import { compareNames } from '../../base/text/compare-names';
import { EVERY_OTHER_CAPABILITY, type Reason } from '../../access/graph';
import { getIdentityPath, type PageAnswer, type PageAnswerRow, type AskedRole, type Cell } from './answers';
import { h, hidden, renderName, toWords, type Child } from './dom';
import { type Model, type PageNode } from './model';
import { getGrants, type PageSide } from './labels';
import { pagedTable } from './paged';
import { changeSign, countText, declarationLine, nodeLink, pathLink, severityBadge } from './signs';

const heads = {
  Who: 'Identity',
  Where: 'Group, and everything beneath it',
  What: 'Capability',
  Whether: 'Capability',
} as const;

/** Returns the element of an answer. `caption` repeats the question. */
export function answerView(model: Model, answer: PageAnswer, caption: string): HTMLElement {
  const { sides } = model;
  const hasBoth = sides.length > 1;
  const differing = answer.rows.filter(({ sign }) => sign !== '');
  const holding = sides.map((_, index) => answer.rows.filter(({ cells }) => (cells[index] ?? []).length > 0).length);
  const text = answer.rows.length === 0 ? nothing(answer) : summary(answer, sides, holding, differing.length);
  return h(
    'div',
    { class: 'answer' },
    h('p', { class: 'summary', role: 'status' }, text),
    answer.unknown > 0 &&
      h(
        'p',
        { class: 'warning' },
        h('strong', {}, 'Incomplete: '),
        `${countText(answer.unknown, 'grant gives', 'grants give')} a role with unknown capabilities. No row includes them.`,
      ),
    answer.rows.length > 0 &&
      pagedTable(
        caption,
        [
          hasBoth && hidden('Change'),
          heads[answer.about],
          ...sides.map(({ title }) => (hasBoth ? title : 'By')),
        ].filter((head) => head !== false),
        // Differences first: readers look for them.
        [...differing, ...answer.rows.filter(({ sign }) => sign === '')],
        (row) => getRow(model, row),
      ),
    answer.obtainable.length > 0 &&
      pagedTable('Access in several steps', ['Who can obtain it'], answer.obtainable, ({ text }) =>
        h('tr', {}, h('td', {}, toWords(text))),
      ),
  );
}

function nothing({ about }: PageAnswer): string {
  const word = { Who: 'Nobody.', Where: 'Nowhere.', What: 'Nothing.', Whether: 'No.' }[about];
  return `${word} Access outside of the sources of this page is not shown.`;
}

function summary(
  { about, rows }: PageAnswer,
  sides: readonly PageSide[],
  holding: readonly number[],
  differing: number,
): string {
  if (about === 'Whether') {
    const words = sides.map(
      ({ title }, index) => `${sides.length > 1 ? `${title}: ` : ''}${getWord(rows[0]?.cells[index])}`,
    );
    return `${words.join('. ')}.`;
  }
  const text = { Who: 'identity', Where: 'group', What: 'capability' }[about];
  const several = { Who: 'identities', Where: 'groups', What: 'capabilities' }[about];
  if (sides.length === 1) return `${countText(holding[0] ?? 0, text, several)}.`;
  const change = differing === 0 ? 'No differences.' : `${countText(differing, 'row differs', 'rows differ')}.`;
  return `${countText(holding[0] ?? 0, text, several)} before, ${(holding[1] ?? 0).toLocaleString('en')} after. ${change}`;
}

function getWord(cell: Cell): string {
  if (cell === undefined) return 'does not exist';
  return cell.length > 0 ? 'yes' : 'no';
}

function getRow(model: Model, { subject, cells, sign }: PageAnswerRow): HTMLTableRowElement {
  const hasBoth = model.sides.length > 1;
  return h(
    'tr',
    { class: sign === '' ? '' : { '+': 'added', '-': 'removed', '~': 'changed' }[sign] },
    hasBoth && h('td', {}, changeSign(sign)),
    h('th', { scope: 'row' }, renderSubject(model, subject)),
    model.sides.map((side, index) => h('td', { 'data-side': side.name }, renderCell(model, side, cells[index]))),
  );
}

function renderSubject(model: Model, subject: PageNode | string | AskedRole): Child {
  if (typeof subject === 'string') return capabilityText(subject);
  if ('role' in subject) return ['all capabilities of ', renderName(subject.role)];
  const exposure = subject.object?.after?.exposure;
  return [
    nodeLink(subject, getIdentityPath(model, subject)),
    exposure !== undefined &&
      h('p', { class: 'declared' }, exposure.to !== 'unknown' && [severityBadge('high'), ' '], toWords(exposure.text)),
  ];
}

export function capabilityText(name: string): Child {
  return name === EVERY_OTHER_CAPABILITY ? 'every other capability' : h('code', {}, toWords(name));
}

function renderCell(model: Model, side: PageSide, cell: Cell): Child {
  if (cell === undefined) return h('span', { class: 'no' }, 'does not exist');
  if (cell.length === 0) return h('span', { class: 'no' }, 'no');
  return h(
    'ul',
    { class: 'reasons' },
    cell.map((reason) => h('li', {}, renderReason(model, side, reason))),
  );
}

/** Returns an element that shows `owner in acme`, and the whole chain when it is unfolded. */
function renderReason(model: Model, side: PageSide, { grant, role, path }: Reason): HTMLElement {
  const node = model.find(side.name, 'grant', grant.key);
  const isInherited = path.length > 1;
  return h(
    'details',
    { class: 'reason' },
    h(
      'summary',
      {},
      renderName(role.path),
      ' in ',
      renderName(grant.group.path),
      isInherited && h('small', {}, ' inherited'),
      model.isUnknown(role) && h('small', {}, ' unknown capabilities'),
    ),
    h(
      'ol',
      { class: 'chain' },
      h(
        'li',
        {},
        sourceWords[grant.source],
        ' ',
        node === undefined ? h('code', {}, grant.key) : nodeLink(node, node.label),
      ),
      h('li', {}, 'gives the role ', pathLink(model.find(side.name, 'role', role.key), role.path)),
      h('li', {}, 'in ', pathLink(model.find(side.name, 'group', grant.group.key), grant.group.path)),
      path
        .slice(1)
        .map((group) =>
          h('li', {}, 'which contains ', pathLink(model.find(side.name, 'group', group.key), group.path)),
        ),
    ),
    node?.object !== undefined && declarationLine(node.object),
  );
}

const sourceWords = {
  role_binding: 'the role binding',
  group_invite: 'the invite',
  identity_provider: 'the identity provider',
  external_group_role_mapping: 'the mapping of the external group',
} as const;

/** Returns the grants of a role, with the sides where each exists. */
export function getHolders(
  model: Model,
  role: PageNode,
): readonly { readonly node: PageNode; readonly sides: readonly boolean[] }[] {
  const found = new Map<PageNode, boolean[]>();
  model.sides.forEach(({ name, graph }, index) => {
    const key = role.keys[name];
    for (const grant of getGrants(graph).values()) {
      const node = grant.role.key === key ? model.find(name, 'grant', grant.key) : undefined;
      if (node === undefined) continue;
      const sides = found.get(node) ?? model.sides.map(() => false);
      sides[index] = true;
      found.set(node, sides);
    }
  });
  return [...found].map(([node, sides]) => ({ node, sides })).sort((a, b) => compareNames(a.node.path, b.node.path));
}
