/** Signs, severities and links. Each has a sign or a word in addition to its color. */
import { nounFor } from '../../base/text/words';
import { CHANGE_TEXTS } from '../words/change-texts';
import type { PageDeclaration, PageSeverity, PageSourceLine, PageStatus } from './data';
import { h, hidden, renderName, toWords, type Child } from './dom';
import type { Mark, PageNode } from './model';
import { linkTo } from './route';

/** Returns the sign of a kind of change. */
export function statusSign(status: PageStatus): HTMLElement {
  if (status === 'kept') return h('span', { class: 'sign' });
  const { sign, tone, word } = CHANGE_TEXTS[status];
  return renderSign(sign, tone, word);
}

/** Returns a sign in its color, and its word for screen readers. */
function renderSign(sign: string, mark: Mark | '', words: string): HTMLElement {
  return h('span', { class: `sign ${mark}`, title: words }, h('span', { 'aria-hidden': 'true' }, sign), hidden(words));
}

/** Returns the sign of a row of a table, for example of access that is added. */
export function changeSign(sign: '+' | '-' | '~' | ''): HTMLElement {
  if (sign === '') return h('span', { class: 'sign' }, hidden('the same'));
  const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : 'changed';
  return renderSign(CHANGE_TEXTS[kind].sign, kind, kind);
}

export function statusWords(status: PageStatus): string {
  return status === 'kept' ? '' : CHANGE_TEXTS[status].word;
}

const severities: Readonly<Record<PageSeverity, string>> = { high: '▲', medium: '◆', low: '●' };

export function severityBadge(severity: PageSeverity): HTMLElement {
  return h(
    'span',
    { class: `severity ${severity}` },
    h('span', { 'aria-hidden': 'true' }, severities[severity]),
    ` ${severity}`,
  );
}

/** Returns a link to the node in the tree. */
export function nodeLink(node: PageNode, text: string = node.path || node.label): HTMLElement {
  return h('a', { href: linkTo({ view: 'object', id: node.id }) }, renderName(text));
}

/** Returns a link, or the path alone without a node. */
export function pathLink(node: PageNode | undefined, path: string): Child {
  return node === undefined ? renderName(path) : nodeLink(node, path);
}

/** Returns the declaration: address and plan, construct, file. */
export function declarationLine({ address, plan, construct, source }: PageDeclaration): Child {
  const parts = [
    address !== undefined && [h('code', {}, toWords(address)), plan !== undefined && [' in ', renderName(plan)]],
    construct !== undefined && ['construct ', h('code', {}, toWords(construct))],
    source !== undefined && [source.caller && [renderLine(source.caller), ' via '], renderLine(source)],
  ].filter((part) => part !== false);
  return (
    parts.length > 0 &&
    h(
      'p',
      { class: 'declared' },
      parts.map((part, index) => [index > 0 && ' · ', part]),
    )
  );
}

function renderLine({ file, line }: PageSourceLine): HTMLElement {
  return h('code', {}, toWords(`${file}:${line}`));
}

/** Returns the declaration as text, for a mouse. */
export function declarationTitle({ address, plan, construct, source }: PageDeclaration): string | undefined {
  const lines =
    source && [...(source.caller ? [source.caller] : []), source].map(({ file, line }) => `${file}:${line}`);
  const parts = [address, plan, construct, lines?.join(' via ')].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** Returns the line with the name of its file. A mouse shows the folder. */
export function renderShortLine({ file, line }: PageSourceLine): HTMLElement {
  return h('code', { title: `${file}:${line}` }, toWords(`${file.replace(/.*\//, '')}:${line}`));
}

/** Returns a count with its noun: `1 group`, `2 groups`. */
export function countText(count: number, text: string, several?: string): string {
  return `${count.toLocaleString('en')} ${nounFor(count, text, several)}`;
}
