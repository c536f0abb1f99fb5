/** A document without a browser, whose elements are HTML as text. It has what `src/review/page/dom.ts` uses. */
class TextNode {
  html = '';
}

class TextElement extends TextNode {
  readonly #tag: string;
  readonly #children: TextNode[] = [];
  #attributes = '';

  constructor(tag: string) {
    super();
    this.#tag = tag;
    Object.defineProperty(this, 'html', { get: () => this.#toHtml() });
  }

  setAttribute(name: string, value: string): void {
    this.#attributes += ` ${name}="${value}"`;
  }

  appendChild(child: TextNode): void {
    this.#children.push(child);
  }

  #toHtml(): string {
    return `<${this.#tag}${this.#attributes}>${this.#children.map(({ html }) => html).join('')}</${this.#tag}>`;
  }
}

/** Declares the document and its nodes, as a browser does. */
export function declareTextDocument(): void {
  Object.assign(globalThis, {
    Node: TextNode,
    document: {
      createElement: (tag: string) => new TextElement(tag),
      createTextNode: (text: string) => Object.assign(new TextNode(), { html: text }),
    },
  });
}

/** Returns the HTML of what a function of the page returns. */
export function toHtml(child: unknown): string {
  return child instanceof TextNode ? child.html : String(child);
}
