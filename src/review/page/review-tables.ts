/** The tables of a review: gained and lost access, trust policies, writes, and changes outside of Terraform. */
import { groupLines, type AccessGroup, type AccessPlace } from './access-lines';
import { capabilityText } from './answer-view';
import { toAssumeRows, type AssumeRow } from './assume-rows';
import { CHANGE_TEXTS } from '../words/change-texts';
import type { PageAssume, PageDrift, PageHints, PageLine, PageReview, PageWrite } from './data';
import { h, renderName, renderSentence, toWords, type Child } from './dom';
import type { Model } from './model';
import { pagedList, pagedTable, renderRow } from './paged';
import { countText, declarationTitle, pathLink, renderShortLine } from './signs';

/** The number of groups, and of lines of files, that a row shows at first. */
const PLACES = 6;
const LINES = 3;

/** Returns one row for each role and cause, with the identities that get it by group. */
export function linesTable(model: Model, title: string, lines: readonly PageLine[]): Child {
  return pagedTable(title, ['Role', 'Access', 'Cause'], groupLines(lines), (group) =>
    h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        group.roles.map((role, index) => [index > 0 && ', ', renderName(role)]),
      ),
      h('td', { class: 'places' }, renderPlaces(model, group), renderCapabilities(group)),
      h('td', {}, renderCause(group)),
    ),
  );
}

function renderPlaces(model: Model, { places, identities, groups }: AccessGroup): Child {
  const list = pagedList('reasons', places, (place) => renderPlace(model, place), PLACES);
  const count = `${identities} in ${countText(groups, 'group')}`;
  return [places.flatMap(({ lines }) => lines).length > 1 && h('p', { class: 'count' }, count), list];
}

function renderPlace(model: Model, { group, beneath, lines }: AccessPlace): HTMLElement {
  return h(
    'li',
    {},
    pathLink(model.byPath('group', group), group),
    beneath > 0 && h('small', {}, ` and ${countText(beneath, 'group')} beneath`),
    ': ',
    lines.map((line, index) => [
      index > 0 && ' ',
      h(
        'span',
        { class: 'item', title: declarationTitle(line) },
        identityLink(model, line),
        index < lines.length - 1 && ',',
      ),
    ]),
  );
}

/** Returns `…/ci` for an identity of the group that the row names. */
function identityLink(model: Model, { identity, group }: PageLine): Child {
  const node = model.byPath('identity', identity);
  const isInGroup = node?.node === 'identity' && identity.startsWith(`${group}/`);
  return [pathLink(node, isInGroup ? `…${identity.slice(group.length)}` : identity), renderStranger(node?.warning)];
}

/** Returns the mark of an identity that others can assume. */
function renderStranger(warning: string | undefined): Child {
  return warning !== undefined && h('small', { class: 'stranger' }, ` ${warning}`);
}

function renderCapabilities({ capabilities: names, rights }: AccessGroup): Child {
  return h(
    'details',
    { class: 'capabilities' },
    h('summary', {}, rights ?? countText(names.length, 'capability')),
    names.map((name, index) => [index > 0 && ' ', h('span', { class: 'capability' }, capabilityText(name))]),
  );
}

/** Returns the cause with the line that declares it, or with its address if the line is unknown. A mouse shows the rest. */
function renderCause({ cause, sources, places }: AccessGroup): Child {
  const lines = places.flatMap((place) => place.lines);
  const [only] = lines;
  const title = lines.length === 1 && only !== undefined ? declarationTitle(only) : undefined;
  const address = sources.length === 0 && lines.length === 1 ? only?.address : undefined;
  return h(
    'span',
    { title },
    toWords(cause),
    sources.slice(0, LINES).map((source, index) => [index === 0 ? ' · ' : ', ', renderShortLine(source)]),
    sources.length > LINES && ` and ${sources.length - LINES} more`,
    address !== undefined && [' · ', h('code', {}, toWords(address))],
  );
}

export function assumeTable(model: Model, assume: readonly PageAssume[]): Child {
  const rows = toAssumeRows(assume, (identity) => model.byPath('identity', identity)?.warning);
  return pagedTable('Trust policies', ['Identity', 'Trust policy'], rows, (row) => {
    const { identity, relation, before, after, gained, outsiders, unknown, warning, shown } = row;
    const renderPolicy = (heading: string, text: string | undefined) =>
      text !== undefined && h('p', {}, h('small', {}, `${heading}: `), h('bdi', {}, toWords(text)));
    return renderRow(
      [pathLink(model.byPath('identity', identity), identity), renderStranger(warning)],
      [
        h('p', { class: 'count' }, renderSentence(relation)),
        before === after
          ? renderPolicy('Unchanged', after)
          : [renderPolicy('Before', before), renderPolicy('After', after)],
        gained !== undefined && h('p', { class: 'witness' }, 'Accepted now: ', h('code', {}, toWords(gained))),
        outsiders?.map((outsider) => renderOutsiders(model, outsider, identity, shown)),
        unknown?.map((text) => h('p', {}, 'Unknown: ', renderSentence(text))),
      ],
    );
  });
}

function renderOutsiders(
  model: Model,
  { who, token }: NonNullable<PageAssume['outsiders']>[number],
  identity: string,
  shown: AssumeRow['shown'],
): Child {
  const first = shown.get(who) ?? identity;
  if (first !== identity) return h('p', {}, 'Outsiders: as for ', pathLink(model.byPath('identity', first), first));
  const example = token !== undefined && [': ', h('code', {}, toWords(token))];
  return h('p', { class: 'witness' }, 'Outsiders: ', h('code', {}, toWords(who)), example);
}

export function driftTable(drift: readonly PageDrift[]): Child {
  return pagedTable('Changed outside of Terraform', ['Object', 'Change'], drift, ({ kind, path, status, fields }) =>
    renderRow(
      [`${kind} `, renderName(path)],
      status === 'removed'
        ? CHANGE_TEXTS.removed.word
        : fields.map(({ field, before = 'unset', after = 'unset' }) =>
            h('p', {}, `${field}: `, h('bdi', {}, before), ' → ', h('bdi', {}, after)),
          ),
    ),
  );
}

/** Returns the table of deletions that a block or a call avoids. */
export function hintsTable({ title, hints }: PageHints): Child {
  return pagedTable(title, ['Object', 'Next step'], hints, ({ line, note }) =>
    renderRow(h('code', {}, h('bdi', {}, line)), renderSentence(note)),
  );
}

/** More blocks would separate a reader from the findings. */
const OPEN_BLOCKS = 3;

/** Returns the blocks of each plan. */
export function renderBlocks(blocks: PageReview['blocks']): Child {
  return blocks.map(({ plan, text, count }) =>
    h(
      'details',
      { open: count <= OPEN_BLOCKS },
      h('summary', {}, countText(count, 'block'), blocks.length > 1 && [' of plan ', renderName(plan)]),
      // A line break in a text would be escaped.
      h(
        'pre',
        { role: 'region', tabindex: 0, 'aria-label': `Blocks of ${plan}` },
        text.split('\n').map((line) => h('div', {}, line === '' ? h('br') : line)),
      ),
    ),
  );
}

/** With more writes, a row shows the names of the sent fields, and their values when it is opened. */
const OPEN_WRITES = 3;

/** Returns the table of writes. An apply that is bound to the report sends only these. */
export function writesTable(writes: readonly PageWrite[]): Child {
  return pagedTable('Writes', ['Write', 'Fields'], writes, ({ action, kind, path, isRefused = false, fields }) =>
    renderRow(
      [`${action} ${kind} `, renderName(path), isRefused && ': the API refuses it'],
      renderFields(fields, writes.length <= OPEN_WRITES),
    ),
  );
}

function renderFields(fields: PageWrite['fields'], isOpen: boolean): Child {
  if (fields.length === 0) return 'none';
  return h(
    'details',
    { open: isOpen },
    h(
      'summary',
      {},
      fields.map(({ name }, index) => [index > 0 && ', ', toWords(name)]),
    ),
    fields.map(({ name, value }) => h('p', {}, toWords(name), ': ', h('bdi', {}, toWords(value)))),
  );
}
