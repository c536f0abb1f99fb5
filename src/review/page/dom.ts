/** Creates elements without templates, so that external text can never become markup. */
import type { PageSentenceParts } from './data';
import { displayed, visible } from '../../base/text/visible';

export type Child = Node | string | number | undefined | false | readonly Child[];

/** Attributes; `undefined` and false ones are omitted. */
export type DomAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element. Escapes control characters in texts, also in attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: DomAttributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : visible(String(value)));
  append(element, children);
  return element;
}

export function append(element: Node, children: readonly Child[]): void {
  for (const child of children)
    if (typeof child === 'string' || typeof child === 'number')
      element.appendChild(document.createTextNode(visible(String(child))));
    else if (child instanceof Node) element.appendChild(child);
    else if (Array.isArray(child)) append(element, child as readonly Child[]);
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Returns an element for an external name or path. It isolates right-to-left text, and breaks lines between words only. */
export function renderName(path: string): HTMLElement {
  return h('bdi', { class: 'name' }, toWords(displayed(path)));
}

/** Returns the name with its last two segments, for a title above the whole name. A mouse shows the rest. */
export function renderShortName(subject: string): HTMLElement {
  const short = subject.includes('://')
    ? subject
    : subject
        .split(' in ')
        .map((path) => path.replace(/^.+(\/[^/]+\/[^/]+)$/, '…$1'))
        .join(' in ');
  const element = renderName(short);
  if (short !== subject) element.title = displayed(subject);
  return element;
}

/**
 * Returns the words of a technical name. A line ends after a slash or a space first. Within a segment it can end after each word, but
 * not before an ending such as `.ts:29`.
 */
export function toWords(name: string): Child {
  return name.split(/( +)|(?<=\/)(?=[^/ ])/).map((segment: string | undefined) => {
    if (segment === undefined) return h('wbr');
    const words = segment.split(/(?<=[._:=@,])(?=\w{4})|(?<=[,:{])(?=")/);
    const parts = words.map((word, at) => [at > 0 && h('wbr'), word]);
    return words.length === 1 ? segment : h('span', { class: 'word' }, parts);
  });
}

/** Returns a sentence. Each name is an element, so that it cannot continue the sentence. */
export function renderSentence(parts: PageSentenceParts): HTMLElement {
  return h(
    'span',
    {},
    parts.map((part) => {
      if (typeof part === 'string') return part;
      return part.isText === true
        ? h('q', {}, h('bdi', {}, part.name))
        : h('code', {}, h('bdi', {}, toWords(part.name)));
    }),
  );
}

/** Returns an element for screen readers only. */
export function hidden(text: string): HTMLElement {
  return h('span', { class: 'hidden' }, text);
}

export function button(label: Child, onClick: () => void, attributes: DomAttributes = {}): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** Returns the element with the id. Throws if it does not exist. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

let identifiers = 0;

/** Returns a unique id. */
export function freshId(): string {
  return `e${++identifiers}`;
}
