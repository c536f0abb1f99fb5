/** Reads the texts of Terraform's JSON as templates, which contain references and nothing else. */

/** A step of a reference: the name of an attribute, an index, or a key. `*` is all elements. */
type Step = string | number | { readonly key: string };

export interface StackReference {
  /** `platform_group.shop`, `data.platform_role.viewer`, `var.id`, `terraform.workspace`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly isData: boolean;
  /** The index of a resource with `count` or `for_each`, and the steps into its value. */
  readonly steps: readonly Step[];
}

const NAME = '[A-Za-z_][A-Za-z0-9_-]*';
const INDEX = '\\[(?:0|[1-9]\\d{0,8}|"[A-Za-z0-9_./ -]*"|\\*)\\]';

/** The form of a name in Terraform. Other letters are valid there, and no construct writes them. */
export const namePattern = new RegExp(`^${NAME}$`);
/** The form of an address: `platform_group.shop`, `platform_group.shop[0]`. */
export const addressPattern = new RegExp(
  `^((?:data\\.)?${NAME}\\.${NAME})(?:\\[(?:\\d{1,9}|"[A-Za-z0-9_./ -]*")\\])?$`,
);

const referencePattern = new RegExp(`^(data\\.)?(${NAME})\\.(${NAME})((?:\\.${NAME}|${INDEX})*)$`);
const stepPattern = new RegExp(`\\.(${NAME})|\\[(\\d+)\\]|\\["([^"]*)"\\]|\\[\\*\\]`, 'g');

/** Returns the reference that is the whole expression, or `undefined` for any other expression. */
export function readReference(expression: string): StackReference | undefined {
  const found = referencePattern.exec(expression);
  if (found === null) return undefined;
  const [, data = '', type, name, rest] = found as unknown as readonly [
    string,
    string | undefined,
    string,
    string,
    string,
  ];
  const steps = [...rest.matchAll(stepPattern)].map(([, attribute, index, key]): Step => {
    if (attribute !== undefined) return attribute;
    if (index !== undefined) return Number(index);
    return key === undefined ? '*' : { key };
  });
  return { address: `${data}${type}.${name}`, type, name, isData: data !== '', steps };
}

/** A part of a template that is no character. */
export interface TemplatePart {
  /** As the text contains it: `${platform_group.shop.uid}`. */
  readonly text: string;
  /** Its expression; absent for a directive (`%{`) and for a part without an end. */
  readonly expression?: string;
}

/**
 * Returns a template as its literal texts and its parts. Of several `$` before a brace, the last two are one character, and so are
 * those of `%`. This is how Terraform reads them (a test asks it).
 */
export function readTemplate(text: string): (string | TemplatePart)[] {
  const pieces: (string | TemplatePart)[] = [];
  const opening = /(?:\$+|%+)\{/g;
  let literal = '';
  let start = 0;
  const add = (part: TemplatePart) => {
    if (literal !== '') pieces.push(literal);
    pieces.push(part);
    literal = '';
  };
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [opened] = found;
    literal += text.slice(start, found.index);
    start = opening.lastIndex;
    if (opened.length > 2) {
      literal += opened.slice(1);
      continue;
    }
    // A reference contains no brace. An expression with one is none, so its exact end is of no interest.
    const end = text.indexOf('}', start);
    if (opened === '%{' || end === -1) {
      add({ text: text.slice(found.index) });
      return pieces;
    }
    add({ text: text.slice(found.index, end + 1), expression: text.slice(start, end) });
    start = opening.lastIndex = end + 1;
  }
  literal += text.slice(start);
  return literal === '' ? pieces : [...pieces, literal];
}

/** Returns the parts of a template that are no characters. */
export function templateParts(text: string): TemplatePart[] {
  if (!text.includes('{')) return [];
  return readTemplate(text).filter((piece) => typeof piece !== 'string');
}
