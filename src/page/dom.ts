/** Elements, made without a template: what others wrote comes in as text, and never as anything else. */
import { shown, visible } from '../text/visible';

export type Child = Node | string | number | undefined | false | readonly Child[];

/** Attributes; those that are `undefined` or false are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element. Texts are made visible, also in attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
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

/** With these children and no other. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** A name or path of others: whatever its script, it does not turn what stands around it. It breaks behind slashes first. */
export function nameOf(path: string): HTMLElement {
  const parts = shown(path).split('/');
  return h(
    'bdi',
    { class: 'name' },
    parts.map((part, index) => (index < parts.length - 1 ? [`${part}/`, h('wbr')] : part)),
  );
}

/** For those who listen, or see no colour: read, and not seen. */
export function hidden(text: string): HTMLElement {
  return h('span', { class: 'hidden' }, text);
}

export function button(label: Child, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** The element of the page's own document that has the id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

let identifiers = 0;

/** An id that nothing else has. */
export function freshId(): string {
  return `e${++identifiers}`;
}
