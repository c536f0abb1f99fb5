/** The tables of a review: gained and lost access, trust policies, writes, and changes outside of Terraform. */
import { capabilityText } from './answer-view';
import { CHANGE_KINDS } from './change-kinds';
import type { PageAssume, PageDrift, PageHints, PageLine, PageReview, PageWrite } from './data';
import { h, renderName, renderSentence, toWords, type Child } from './dom';
import type { Model } from './model';
import { table } from './paged';
import { counted, declaredAt, pathLink } from './signs';

/** The number of capabilities that a row shows; the rest unfolds. */
const SEEN = 4;

export function linesTable(model: Model, title: string, lines: readonly PageLine[]): Child {
  return table(title, ['Role', 'Identity', 'Group', 'Access', 'Cause'], lines, (line) => {
    const { identity, group, beneath, capabilities, roles, cause } = line;
    return h(
      'tr',
      {},
      h(
        'td',
        {},
        roles.map((role, index) => [index > 0 && ', ', renderName(role)]),
      ),
      h('th', { scope: 'row' }, pathLink(model.byPath('identity', identity), identity)),
      h(
        'td',
        {},
        pathLink(model.byPath('group', group), group),
        beneath > 0 && h('small', {}, ` and ${counted(beneath, 'group')} beneath`),
      ),
      h('td', {}, capabilitiesList(capabilities)),
      h('td', {}, cause, declaredAt(line)),
    );
  });
}

function capabilitiesList(names: readonly string[]): Child {
  const list = (some: readonly string[]) => some.map((name, index) => [index > 0 && ', ', capabilityText(name)]);
  if (names.length <= SEEN + 1) return list(names);
  return h(
    'details',
    { class: 'more-names' },
    h('summary', {}, list(names.slice(0, SEEN)), h('small', {}, ` and ${names.length - SEEN} more`)),
    list(names.slice(SEEN)),
  );
}

export function assumeTable(model: Model, assume: readonly PageAssume[]): Child {
  return table('Trust policies', ['Identity', 'Change', 'Before', 'After'], assume, (pageAssume) => {
    const { identity, relation, before, after, gained, outsiders, unknown } = pageAssume;
    const renderPolicy = (text: string | undefined) =>
      text === undefined ? h('span', { class: 'no' }, 'does not exist') : h('bdi', {}, toWords(text));
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, pathLink(model.byPath('identity', identity), identity)),
      h(
        'td',
        {},
        renderSentence(relation),
        gained !== undefined && h('p', { class: 'witness' }, 'Accepted now: ', h('code', {}, toWords(gained))),
        outsiders?.map(({ who, token }) =>
          h(
            'p',
            { class: 'witness' },
            'Outsiders: ',
            h('code', {}, who),
            token !== undefined && [': ', h('code', {}, toWords(token))],
          ),
        ),
        unknown?.map((text) => h('p', {}, 'Unknown: ', renderSentence(text))),
      ),
      h('td', {}, renderPolicy(before)),
      h('td', {}, renderPolicy(after)),
    );
  });
}

export function driftTable(drift: readonly PageDrift[]): Child {
  return table('Changed outside of Terraform', ['Object', 'Change'], drift, ({ kind, path, status, fields }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, `${kind} `, renderName(path)),
      h(
        'td',
        {},
        status === 'removed'
          ? CHANGE_KINDS.removed.word
          : fields.map(({ field, before = 'unset', after = 'unset' }) =>
              h('p', {}, `${field}: `, h('bdi', {}, before), ' → ', h('bdi', {}, after)),
            ),
      ),
    ),
  );
}

/** Returns the table of deletions that a block or a call avoids. */
export function hintsTable({ title, hints }: PageHints): Child {
  return table(title, ['Object', 'Next step'], hints, ({ line, note }) =>
    h('tr', {}, h('th', { scope: 'row' }, h('code', {}, h('bdi', {}, line))), h('td', {}, renderSentence(note))),
  );
}

/** Returns the blocks of each plan. */
export function renderBlocks(blocks: PageReview['blocks']): Child {
  return blocks.map(({ plan, text }) => [
    h('p', {}, renderName(plan)),
    // A line break in a text would be escaped.
    h(
      'pre',
      { role: 'region', tabindex: 0, 'aria-label': `Blocks of ${plan}` },
      text.split('\n').map((line) => h('div', {}, line === '' ? h('br') : line)),
    ),
  ]);
}

/** Returns the table of writes. An apply that is bound to the report sends only these. */
export function writesTable(writes: readonly PageWrite[]): Child {
  return table('Writes', ['Write', 'Object', 'Fields'], writes, ({ action, kind, path, fields }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, `${action} ${kind}`),
      h('td', {}, renderName(path)),
      h(
        'td',
        {},
        fields.map((field) => h('p', {}, h('bdi', {}, field))),
      ),
    ),
  );
}
