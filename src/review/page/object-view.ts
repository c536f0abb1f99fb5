/** The view of one object: facts, fields, and the access that it has or gives. */
import type { IdentityNode } from '../../access/graph';
import { answerQuestion } from './answers';
import { answerView, getHolders } from './answer-view';
import { h, renderName, type Child } from './dom';
import type { PageObject } from './data';
import { findingCard } from './finding-view';
import type { Model, PageNode } from './model';
import { type PageSide } from './labels';
import { pagedTable, renderRow } from './paged';
import { linkTo } from './route';
import { changeSign, declarationLine, nodeLink, statusSign, statusWords } from './signs';

export function objectView(model: Model, node: PageNode): HTMLElement {
  const { object, path, label, kind, status } = node;
  const person = findPerson(model, node);
  return h(
    'section',
    { class: 'object', 'aria-labelledby': 'view-title' },
    h('p', { class: 'above' }, crumbs(node)),
    h(
      'h2',
      { id: 'view-title', tabindex: -1 },
      status !== 'kept' && [statusSign(status), ' '],
      h('small', {}, `${kind} `),
      renderName(label),
    ),
    status !== 'kept' &&
      h(
        'p',
        { class: 'becomes' },
        `${statusWords(status)}${object?.from === undefined ? '' : `; before: ${object.from}`}`,
      ),
    h(
      'dl',
      { class: 'facts' },
      path !== '' && path !== label && [h('dt', {}, 'Path'), h('dd', {}, renderName(path))],
      getUids(node).map(([title, uid]) => [h('dt', {}, title), h('dd', {}, h('code', {}, uid))]),
      person !== undefined && renderPerson(person),
      renderDeclared(object, person !== undefined),
    ),
    node.findings.length > 0 && [
      h('h3', {}, 'Findings'),
      h(
        'div',
        { class: 'cards' },
        node.findings.map((finding) => findingCard(model, [finding])),
      ),
    ],
    renderFields(model, node),
    renderAccess(model, node),
  );
}

/** Returns the declaration. A person that only grants of the service name has none. */
function renderDeclared(object: PageObject | undefined, isPerson: boolean): Child {
  if (object === undefined)
    return !isPerson && [h('dt', {}, 'Declared'), h('dd', {}, 'elsewhere: only references to it are known')];
  if (isPerson && object.address?.includes(' ') === true) return undefined;
  return [h('dt', {}, object.isRead === true ? 'Read by' : 'Declared'), h('dd', {}, declarationLine(object))];
}

/** Returns the identity of a person, which no object declares. */
function findPerson({ sides }: Model, { node, keys }: PageNode): IdentityNode | undefined {
  if (node !== 'identity') return undefined;
  return sides
    .flatMap(({ name, graph }) => graph.identities.filter(({ key }) => key === keys[name]))
    .findLast(({ assumption, group }) => assumption === 'sign_in' && group === undefined);
}

function renderPerson({ account }: IdentityNode): Child {
  if (account === undefined) return [h('dt', {}, 'Assumed by'), h('dd', {}, 'the person who signs in')];
  return [
    ...[h('dt', {}, 'Issuer'), h('dd', {}, renderName(account.issuer))],
    ...[h('dt', {}, 'Subject'), h('dd', {}, renderName(account.subject))],
  ];
}

function crumbs(node: PageNode): Child {
  const above: PageNode[] = [];
  for (let next = node.parent; next !== undefined; next = next.parent) above.unshift(next);
  return above.map((pageNode) => [pageNode.kind === '' ? pageNode.label : nodeLink(pageNode, pageNode.label), ' / ']);
}

/** Returns the uid, or both uids of a recreated object. A new object has no uid yet: that of a review plan is a placeholder. */
function getUids({ keys, object }: PageNode): [string, string][] {
  const isUid = (key: string | undefined): key is string => key !== undefined && /^[0-9a-f]{40}(\/|$)/.test(key);
  const { before, after } = keys;
  if (object?.status === 'added') return [['Uid', 'assigned on creation']];
  if (isUid(before) && isUid(after) && before !== after)
    return [
      ['Uid before', before],
      ['Uid after', after],
    ];
  const uid = [after, before].find(isUid);
  return uid === undefined ? [] : [['Uid', uid]];
}

/** Returns the table of fields, before and after side by side. */
function renderFields(model: Model, node: PageNode): Child {
  const { object } = node;
  if (object === undefined) return undefined;
  const isPerson = findPerson(model, node) !== undefined;
  const { sides } = model;
  const fieldsBySide = sides
    .map(({ name }) => object[name])
    .map((side) => {
      return (
        side && { ...(side.assumed !== undefined && !isPerson && { 'trust policy': side.assumed }), ...side.fields }
      );
    });
  const names = [...new Set(fieldsBySide.flatMap((fields) => Object.keys(fields ?? {})))];
  if (names.length === 0) return undefined;
  const hasBoth = sides.length > 1;
  return [
    h('h3', {}, 'Fields'),
    pagedTable(
      'Fields',
      [hasBoth && 'Change', 'Field', ...sides.map(({ title }) => (hasBoth ? title : 'Value'))].filter(
        (head) => head !== false,
      ),
      names,
      (name) => {
        const values = fieldsBySide.map((fields) => (fields as Readonly<Record<string, string>> | undefined)?.[name]);
        const [before, after] = values;
        const sign = !hasBoth || before === after ? '' : before === undefined ? '+' : after === undefined ? '-' : '~';
        return h(
          'tr',
          { class: { '+': 'added', '-': 'removed', '~': 'changed', '': '' }[sign] },
          hasBoth && h('td', {}, changeSign(sign)),
          h('th', { scope: 'row' }, name.replace(/_uid$/, '').replaceAll('_', ' ')),
          values.map((value, index) =>
            h(
              'td',
              {},
              value === undefined ? h('span', { class: 'no' }, '—') : renderValue(model, sides[index], name, value),
            ),
          ),
        );
      },
    ),
  ];
}

/** Returns the value of a field, as a link if it is the path of another object: every other field with a uid names a group. */
function renderValue(model: Model, side: PageSide | undefined, name: string, value: string): HTMLElement {
  const noun = /(?:^|_)(identity|role)(?:_uid)?$/.exec(name)?.[1] ?? (name.endsWith('_uid') ? 'group' : undefined);
  const node = noun === undefined || side === undefined ? undefined : model.atPath(side, noun as Noun, value);
  return node === undefined ? h('bdi', { class: 'value' }, value) : nodeLink(node, value);
}

type Noun = 'group' | 'identity' | 'role';

function renderAccess(model: Model, node: PageNode): Child {
  if (node.node === 'identity' || isComer(model, node)) {
    const found = answerQuestion(model, { who: node });
    const more = h('a', { href: linkTo({ view: 'ask', who: node.path }) }, 'Ask about one capability or group');
    return (
      found && [h('h3', {}, 'Access by group'), answerView(model, found, `Access of ${node.path}`), h('p', {}, more)]
    );
  }
  if (node.node === 'group') {
    const found = answerQuestion(model, { where: node });
    const more = h('a', { href: linkTo({ view: 'ask', where: node.path }) }, 'Ask about one capability');
    return (
      found && [
        h('h3', {}, 'Identities with access'),
        answerView(model, found, `Identities with access in ${node.path}`),
        h('p', {}, more),
      ]
    );
  }
  if (node.node !== 'role') return undefined;
  const holders = getHolders(model, node);
  if (holders.length === 0) return [h('h3', {}, 'Identities with this role'), h('p', {}, 'Nobody.')];
  return [
    h('h3', {}, 'Identities with this role'),
    pagedTable(
      'Identities with this role',
      ['Grant', ...model.sides.map(({ title }) => title)],
      holders,
      ({ node: grant, sides }) =>
        renderRow(nodeLink(grant), ...sides.map((has) => (has ? 'yes' : h('span', { class: 'no' }, 'no')))),
      false,
    ),
  ];
}

/** Returns true for a grant with its own identity, for example an invite: it represents anyone who accepts it. */
function isComer({ sides }: Model, { node, keys }: PageNode): boolean {
  return (
    node === 'grant' &&
    sides.some(({ name, graph }) =>
      graph.identities.some(({ key, grantedBy }) => grantedBy !== undefined && key === keys[name]),
    )
  );
}
