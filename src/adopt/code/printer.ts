/** Prints expressions in the style of Prettier and oxfmt, with single quotes and lines of at most 120 columns. */
import { columnsOf } from '../../base/text/columns';
import { keyText, lineComment, quoted, templateText } from '../../base/text/typescript';
import { call, code, type CallExpression, type Entry, type Expression } from './expressions';

/** The most columns of a line. */
export const WIDTH = 120;

/**
 * Returns the code of an expression. `column`: the place of its first character. `indent`: the indentation of its line. `after`: the
 * number of characters that follow on its last line.
 */
export function printed(expression: Expression, { column = 0, indent = 0, after = 0 } = {}): string {
  const flat = breaks(expression) ? undefined : flatText(expression);
  if (flat !== undefined && fits(flat, WIDTH - column - after)) return flat;
  return broken(expression, { column, indent, after });
}

/** The columns of a long text take time, but each character of ASCII has at least one. */
function fits(text: string, columns: number): boolean {
  return text.replace(/[^ -~]+/g, '').length <= columns && columnsOf(text) <= columns;
}

/** Returns a statement with its semicolon: `const payments = new Team(…);`. */
export function printedStatement(before: string, expression: Expression, indent: number): string {
  const start = ' '.repeat(indent) + before;
  const column = start.length;
  if (movesToNextLine(expression, column, 1) && before.endsWith('= '))
    return `${start.trimEnd()}\n${' '.repeat(indent + 2)}${printed(expression, { column: indent + 2, indent: indent + 2, after: 1 })};`;
  return `${start}${printed(expression, { column, indent, after: 1 })};`;
}

interface Place {
  readonly column: number;
  readonly indent: number;
  readonly after: number;
}

/** Prettier always breaks lists of objects or lists that have more than one element each, and everything around them. */
function breaks(expression: Expression): boolean {
  switch (expression.is) {
    case 'list': {
      const { items } = expression;
      const isTable =
        items.length > 1 &&
        (items.every((item) => item.is === 'record' && item.entries.length > 1) ||
          items.every((item) => item.is === 'list' && item.items.length > 1));
      return isTable || items.some((item) => breaks(item) || (item.is === 'record' && item.comment !== undefined));
    }
    case 'record':
      return expression.entries.some(({ value }) => breaks(value));
    case 'call':
      return expression.arguments.some(breaks);
    case 'function':
      return breaks(expression.body);
    default:
      return false;
  }
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
    case 'record':
      return expression.entries.length === 0 ? '{}' : `{ ${expression.entries.map(flatEntry).join(', ')} }`;
    case 'call':
      return `${calleeText(expression)}(${expression.arguments.map(flatText).join(', ')})`;
    case 'function':
      return `${expression.parameters} => ${bodyText(flatText(expression.body), expression.body)}`;
  }
}

function flatEntry({ key, value }: Entry): string {
  return isShorthand({ key, value }) ? key : `${keyText(key)}: ${flatText(value)}`;
}

function isShorthand({ key, value }: Entry): boolean {
  return value.is === 'code' && value.code === key;
}

/** One or two elements are calls; more of them are a list of texts that is mapped. */
function mappedForm({ by, items }: Extract<Expression, { is: 'mapped' }>): Expression {
  if (typeof items === 'string') return { is: 'code', code: `${items}.map(${by})` };
  const texts = items.map(quoted);
  if (items.length > 2) return { is: 'code', code: `[${texts.join(', ')}].map(${by})` };
  return { is: 'list', items: texts.map((text) => ({ is: 'code', code: `${by}(${text})` })) };
}

function bodyText(text: string, body: Expression): string {
  return body.is === 'record' ? `(${text})` : text;
}

function broken(expression: Expression, place: Place): string {
  switch (expression.is) {
    case 'list':
      return expression.items.length === 0
        ? '[]'
        : enclosed(
            '[',
            ']',
            expression.items.map((item) => itemLines(item, place.indent + 2)),
            place,
          );
    case 'record':
      return expression.entries.length === 0
        ? '{}'
        : enclosed(
            '{',
            '}',
            expression.entries.map((entry) => entryLines(entry, place.indent + 2)),
            place,
          );
    case 'mapped':
      return brokenMapped(expression, place);
    case 'call':
      return brokenCall(expression, place);
    case 'function': {
      const start = `${expression.parameters} => `;
      const isRecord = expression.body.is === 'record';
      const column = place.column + start.length + (isRecord ? 1 : 0);
      const inner = { column, indent: place.indent, after: place.after + (isRecord ? 1 : 0) };
      return start + bodyText(printed(expression.body, inner), expression.body);
    }
    default:
      return flatText(expression);
  }
}

function brokenMapped(expression: Extract<Expression, { is: 'mapped' }>, place: Place): string {
  const { by, items } = expression;
  if (typeof items === 'string' || items.length <= 2) return broken(mappedForm(expression), place);
  const lines = items.map((item) => `${' '.repeat(place.indent + 2)}${quoted(item)},`);
  return `[\n${lines.join('\n')}\n${' '.repeat(place.indent)}].map(${by})`;
}

function enclosed(open: string, close: string, lines: readonly string[], { indent }: Place): string {
  return `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`;
}

function itemLines(item: Expression, indent: number): string {
  const start = ' '.repeat(indent);
  const comment = item.is === 'record' && item.comment !== undefined ? `${start}${lineComment(item.comment)}\n` : '';
  return `${comment}${start}${printed(item, { column: indent, indent, after: 1 })},`;
}

function entryLines(entry: Entry, indent: number): string {
  const start = ' '.repeat(indent);
  if (isShorthand(entry)) return `${start}${entry.key},`;
  const key = `${start}${keyText(entry.key)}:`;
  const column = columnsOf(key) + 1;
  // After a key of four characters, a new line gains nothing.
  if (keyText(entry.key).length > 4 && movesToNextLine(entry.value, column, 1))
    return `${key}\n${start}  ${printed(entry.value, { column: indent + 2, indent: indent + 2, after: 1 })},`;
  return `${key} ${printed(entry.value, { column, indent, after: 1 })},`;
}

/**
 * Prettier moves a text that is too long to the next line, a call with at most one short argument, and a call whose name does not fit.
 */
function movesToNextLine(expression: Expression, column: number, after: number): boolean {
  if (expression.is === 'text' || isShortCall(expression)) return !fits(flatText(expression), WIDTH - column - after);
  if (expression.is !== 'call' || expression.on !== undefined) return false;
  return column + columnsOf(`${expression.callee}(`) > WIDTH;
}

function isShortCall(expression: Expression): boolean {
  if (expression.is !== 'call' || expression.callee.startsWith('new ') || expression.arguments.length > 1) return false;
  const [only = code('')] = expression.arguments;
  return (only.is === 'text' || only.is === 'code') && flatText(only).length <= WIDTH / 4;
}

function calleeText({ callee, on }: CallExpression): string {
  return on === undefined ? callee : flatText(on) + callee;
}

/** Each call of a chain has a line, unless the name at its beginning is as short as the indentation. */
function brokenCall(expression: CallExpression, place: Place): string {
  const { on } = expression;
  const [, object = '', method = ''] = /^(.{3,})(\.[^.]*)$/.exec(on?.callee ?? '') ?? [];
  if (on === undefined || object === '') return brokenArguments(expression, place);
  const indent = place.indent + 2;
  const links = [call(method, ...on.arguments), call(expression.callee, ...expression.arguments)];
  const lines = links.map((link, index) => {
    const after = index === links.length - 1 ? place.after : 0;
    return `${' '.repeat(indent)}${printed(link, { column: indent, indent, after })}`;
  });
  return [object, ...lines].join('\n');
}

/** The last argument stays on the line of the call if it can be broken and the others fit; otherwise each has its own line. */
function brokenArguments(expression: CallExpression, place: Place): string {
  const { arguments: args } = expression;
  const callee = calleeText(expression);
  const last = args.at(-1);
  const others = args.slice(0, -1);
  const start = `${callee}(${others.map((other) => `${flatText(other)}, `).join('')}`;
  const canHug = last !== undefined && isContainer(last) && !others.some(breaks) && others.at(-1)?.is !== last.is;
  if (canHug) {
    const rest = broken(last, {
      column: place.column + columnsOf(start),
      indent: place.indent,
      after: place.after + 1,
    });
    const [firstLine = ''] = rest.split('\n');
    if (place.column + columnsOf(start + firstLine) <= WIDTH) return `${start}${rest})`;
  }
  if (args.length === 0) return `${callee}()`;
  return enclosed(
    `${callee}(`,
    ')',
    args.map((item) => itemLines(item, place.indent + 2)),
    place,
  );
}

function isContainer(expression: Expression): boolean {
  if (expression.is === 'record') return expression.entries.length > 0;
  return expression.is === 'list' ? expression.items.length > 0 : expression.is === 'function';
}
