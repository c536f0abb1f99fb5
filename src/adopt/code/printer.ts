/** Prints expressions simply: on one line if they fit, otherwise one entry a line. A formatter can give them another layout. */
import { propertyKey, lineComment, quoted, templateText } from '../../base/text/typescript';
import type { RecordEntry, Expression } from './expressions';

/** The most characters of a line. */
export const WIDTH = 120;

/** Returns the code of an expression. `used`: the number of characters that its first line contains in addition. */
export function printed(expression: Expression, indent = 0, used = indent): string {
  const flat = flatText(expression);
  return flat.length + used <= WIDTH && !flat.includes('\n') ? flat : brokenText(expression, indent);
}

/** Returns a statement with its semicolon: `const payments = new Team(…);`. */
export function printedStatement(before: string, expression: Expression, indent: number): string {
  const start = ' '.repeat(indent) + before;
  return `${start}${printed(expression, indent, start.length + 1)};`;
}

function flatText(expression: Expression): string {
  switch (expression.is) {
    case 'text':
      return quoted(expression.value);
    case 'number':
      return String(expression.value);
    case 'code':
      return expression.code;
    case 'template':
      return templateText(expression.parts);
    case 'list':
      return `[${expression.items.map(flatText).join(', ')}]`;
    case 'mapped':
      return flatText(mappedForm(expression));
    case 'record': {
      const text = expression.entries.length === 0 ? '{}' : `{ ${expression.entries.map(flatEntry).join(', ')} }`;
      return expression.comment === undefined ? text : `${lineComment(expression.comment)}\n${text}`;
    }
    case 'call':
      return `${calleeText(expression)}(${expression.arguments.map(flatText).join(', ')})`;
    case 'function':
      return `${expression.parameters} => ${bodyText(flatText(expression.body), expression.body)}`;
  }
}

function flatEntry({ key, value }: RecordEntry): string {
  return isShorthand({ key, value }) ? key : `${propertyKey(key)}: ${flatText(value)}`;
}

function isShorthand({ key, value }: RecordEntry): boolean {
  return value.is === 'code' && value.code === key;
}

/** One or two elements are calls; more of them are a list of texts that is mapped. */
function mappedForm({ by, items }: Extract<Expression, { is: 'mapped' }>): Expression {
  if (typeof items === 'string') return { is: 'code', code: `${items}.map(${by})` };
  const texts = items.map(quoted);
  if (items.length > 2) return { is: 'code', code: `[${texts.join(', ')}].map(${by})` };
  return { is: 'list', items: texts.map((text) => ({ is: 'code', code: `${by}(${text})` })) };
}

function calleeText({ callee, on }: Extract<Expression, { is: 'call' }>): string {
  return on === undefined ? callee : flatText(on) + callee;
}

function bodyText(text: string, body: Expression): string {
  return body.is === 'record' ? `(${text})` : text;
}

function brokenText(expression: Expression, indent: number): string {
  switch (expression.is) {
    case 'list':
      return enclosed(
        '[',
        expression.items.map((item) => itemText(item, indent + 2)),
        ']',
        indent,
      );
    case 'record':
      return enclosed(
        '{',
        expression.entries.map((entry) => entryText(entry, indent + 2)),
        '}',
        indent,
      );
    case 'mapped': {
      const { by, items } = expression;
      if (typeof items === 'string' || items.length <= 2) return brokenText(mappedForm(expression), indent);
      return enclosed('[', items.map(quoted), `].map(${by})`, indent);
    }
    case 'call': {
      // The entries of the last argument have a line each, if it has entries. Otherwise the arguments have one.
      const { arguments: args } = expression;
      const last = args.at(-1);
      const start = `${calleeText(expression)}(`;
      if (last === undefined || !isContainer(last))
        return enclosed(
          start,
          args.map((item) => itemText(item, indent + 2)),
          ')',
          indent,
        );
      const others = args.slice(0, -1).map((item) => `${flatText(item)}, `);
      return `${start}${others.join('')}${brokenText(last, indent)})`;
    }
    case 'function':
      return `${expression.parameters} => ${bodyText(brokenText(expression.body, indent), expression.body)}`;
    default:
      return flatText(expression);
  }
}

function isContainer({ is }: Expression): boolean {
  return is === 'record' || is === 'list' || is === 'function';
}

function enclosed(open: string, items: readonly string[], close: string, indent: number): string {
  if (items.length === 0) return open + close;
  const start = ' '.repeat(indent);
  return [open, ...items.map((item) => `${start}  ${item},`), start + close].join('\n');
}

function itemText(item: Expression, indent: number): string {
  if (item.is !== 'record' || item.comment === undefined) return printed(item, indent, indent + 1);
  const { comment, ...bare } = item;
  return `${lineComment(comment)}\n${' '.repeat(indent)}${printed(bare, indent, indent + 1)}`;
}

function entryText(entry: RecordEntry, indent: number): string {
  if (isShorthand(entry)) return entry.key;
  const key = `${propertyKey(entry.key)}: `;
  return key + printed(entry.value, indent, indent + key.length + 1);
}
