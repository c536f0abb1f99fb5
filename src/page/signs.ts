/** How signs, severities and links look, everywhere the same: never by colour alone. */
import { h, hidden, nameOf, type Child } from './dom';
import type { Declared, PageSeverity, PageStatus } from './data';
import type { Mark, PageNode } from './model';
import { linkTo } from './route';

const statuses: Readonly<Record<PageStatus, readonly [sign: string, mark: Mark | '', words: string]>> = {
  kept: ['', '', ''],
  added: ['+', 'added', 'added'],
  removed: ['−', 'removed', 'removed'],
  changed: ['~', 'changed', 'changed'],
  recreated: ['~', 'changed', 're-created'],
  replaced: ['~', 'changed', 'replaced'],
  imported: ['~', 'changed', 'imported'],
  forgotten: ['−', 'removed', 'no longer managed'],
};

/** What becomes of something. */
export function statusSign(status: PageStatus): HTMLElement {
  const [sign, mark, words] = statuses[status];
  return sign === '' ? h('span', { class: 'sign' }) : signOf(sign, mark, words);
}

/** `+`, `−` or `~` in its colour, and a word for it. */
function signOf(sign: string, mark: Mark | '', words: string): HTMLElement {
  return h('span', { class: `sign ${mark}`, title: words }, h('span', { 'aria-hidden': 'true' }, sign), hidden(words));
}

export function changeSign(sign: '+' | '-' | '~' | ''): HTMLElement {
  if (sign === '') return h('span', { class: 'sign' }, hidden('the same'));
  return statusSign(sign === '+' ? 'added' : sign === '-' ? 'removed' : 'changed');
}

export function statusWords(status: PageStatus): string {
  return statuses[status][2];
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

/** Leads to where it is in the tree. */
export function nodeLink(node: PageNode, text: string = node.path || node.label): HTMLElement {
  return h('a', { href: linkTo({ view: 'object', id: node.id }) }, nameOf(text));
}

/** A link where there is something to lead to. */
export function pathLink(node: PageNode | undefined, path: string): Child {
  return node === undefined ? nameOf(path) : nodeLink(node, path);
}

/** Where it is declared: address and plan, construct, file. */
export function declaredAt({ address, plan, construct, source }: Declared): Child {
  const parts = [
    address !== undefined && [h('code', {}, address), plan !== undefined && [' in ', nameOf(plan)]],
    construct !== undefined && ['construct ', h('code', {}, construct)],
    source !== undefined && h('code', {}, `${source.file}:${source.line}`),
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

/** `1 group`, `2 groups`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}
