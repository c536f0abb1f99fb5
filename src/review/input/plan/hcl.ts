/**
 * Reads the blocks and arguments of a file in HCL as the JSON syntax of Terraform. Literals, references, lists and maps have their
 * form in JSON. Every other expression is a text with one part, `${…}`, which no reader of references accepts. The scan reads expressions
 * with the tree of `text/hcl-tree.ts`. A test generates files, and compares what both readers see.
 */
import { isObject } from '../../../api';

type Body = Record<string, unknown>;

/** Arguments whose value is a name, which JSON syntax writes as a text without a template. */
const NAMES = ['provider', 'providers', 'depends_on', 'replace_triggered_by', 'ignore_changes', 'from', 'to'];

const ident = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const traversal = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*|\[(\d+|"[^"\\$%]*"|\*)\])*$/;
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const heredoc = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy;
const spaces = /(?:[ \t]|\/\*[^]*?\*\/)*/y;
const blanks = /(?:[ \t\r\n]|\/\*[^]*?\*\/|(?:#|\/\/)[^\n]*)*/y;
const comment = /(?:#|\/\/)[^\n]*/y;

/**
 * Returns the file in JSON syntax.
 *
 * @throws SyntaxError with the line, for a text that this reader cannot read
 */
export function readHcl(file: string): Body {
  let text = file;
  let position = 0;

  const fail = (expected: string): never => {
    throw new SyntaxError(`${expected} expected in line ${text.slice(0, position).split('\n').length}`);
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found !== null) position += found[0].length;
    return found ?? undefined;
  };
  const takeMark = (mark: string): boolean => {
    const isThere = text.startsWith(mark, position);
    if (isThere) position += mark.length;
    return isThere;
  };

  /** Moves behind a quoted text, whose first quote is read. */
  const skipQuoted = (): void => {
    for (;;) {
      if (takeMark('"')) return;
      if (position >= text.length || text[position] === '\n') fail('A quote');
      if (takeMark('$${') || takeMark('%%{')) continue;
      if (takeMark('${') || takeMark('%{')) {
        skipUntil('}', true);
        if (!takeMark('}')) fail('"}"');
      } else position += text[position] === '\\' ? 2 : 1;
    }
  };
  const skipHeredoc = (): void => {
    const [, end = ''] = take(heredoc) ?? fail('A text of lines');
    const closing = new RegExp(`^[ \\t]*${end}[ \\t]*\\r?$`, 'gm');
    closing.lastIndex = position;
    const found = closing.exec(text) ?? fail(end);
    position = found.index + found[0].length;
  };
  /** Moves to the first of these characters outside of brackets and texts. */
  const skipUntil = (ends: string, isInside: boolean): void => {
    while (position < text.length) {
      const character = text.charAt(position);
      if (ends.includes(character)) return;
      if (character === '\n' && !isInside) return;
      if (!isInside && (character === '#' || text.startsWith('//', position))) return;
      if (take(comment) !== undefined) continue;
      if (text.startsWith('/*', position)) take(spaces);
      else if (takeMark('"')) skipQuoted();
      else if (text.startsWith('<<', position)) skipHeredoc();
      else if ('([{'.includes(character)) {
        position++;
        skipUntil(')]}', true);
        position++;
      } else if (')]}'.includes(character)) return;
      else position++;
    }
  };

  const readExpression = (ends: string, isInside: boolean): unknown => {
    take(isInside ? blanks : spaces);
    const start = position;
    skipUntil(ends, isInside);
    const raw = text.slice(start, position).trim();
    if (raw === '') fail('A value');
    return valueOf(withoutComments(raw));
  };

  const readBody = (isRoot: boolean): Body => {
    const body: Body = {};
    for (;;) {
      take(blanks);
      if (isRoot ? position >= text.length : takeMark('}')) return body;
      const [name] = take(ident) ?? fail('A name');
      take(spaces);
      if (text[position] === '=' && text[position + 1] !== '=') {
        position++;
        if (Object.hasOwn(body, name)) fail('Another name');
        const value = readExpression('}', false);
        body[name] = NAMES.includes(name) ? withoutTemplates(value) : value;
      } else readBlock(body, name);
    }
  };
  const readBlock = (body: Body, name: string): void => {
    const path = [name];
    for (;;) {
      take(spaces);
      if (takeMark('{')) break;
      const start = position;
      if (takeMark('"')) {
        skipQuoted();
        path.push(unquoted(text.slice(start + 1, position - 1)));
      } else path.push((take(ident) ?? fail('A label'))[0]);
    }
    const inner = readBody(false);
    // The type of a variable is no expression.
    if (name === 'variable' && Object.hasOwn(inner, 'type')) inner['type'] = withoutTemplates(inner['type']);
    add(body, path, inner);
  };
  const add = (body: Body, [name = '', ...rest]: readonly string[], inner: Body): void => {
    const found = Object.hasOwn(body, name) ? body[name] : undefined;
    if (rest.length > 0) {
      if (found !== undefined && !isObject(found)) fail('Another name');
      body[name] ??= {};
      add(body[name] as Body, rest, inner);
    } else if (found === undefined) body[name] = inner;
    else if (typeof found === 'object' && found !== null) body[name] = [found, inner].flat();
    else fail('Another name');
  };

  /** Returns an expression in JSON syntax. */
  const valueOf = (raw: string): unknown => {
    const opaque = `\${${raw}}`;
    if (raw === 'true' || raw === 'false') return raw === 'true';
    if (raw === 'null') return null;
    if (number.test(raw)) return Number(raw);
    if (traversal.test(raw)) return opaque;
    const inner = readParts(raw);
    return inner === undefined ? opaque : inner;
  };
  /** Returns a text, a list or a map; `undefined` for another expression. */
  const readParts = (raw: string): unknown => {
    const [outerText, outerPosition] = [text, position];
    [text, position] = [raw, 0];
    try {
      if (takeMark('"')) {
        skipQuoted();
        return position === raw.length ? unquoted(raw.slice(1, -1)) : undefined;
      }
      if (/^[[{]\s*for\b/.test(raw)) return undefined;
      const found = takeMark('[') ? readList() : takeMark('{') ? readMap() : undefined;
      return position === raw.length ? found : undefined;
    } finally {
      [text, position] = [outerText, outerPosition];
    }
  };
  const readList = (): unknown[] => {
    const elements: unknown[] = [];
    for (;;) {
      take(blanks);
      if (takeMark(']')) return elements;
      elements.push(readExpression(',]', true));
      takeMark(',');
    }
  };
  const readMap = (): unknown => {
    const members = new Map<string, unknown>();
    for (;;) {
      take(blanks);
      if (takeMark('}')) return Object.fromEntries(members);
      const start = position;
      const isQuoted = takeMark('"');
      if (isQuoted) skipQuoted();
      else if (take(ident) === undefined) return undefined;
      const key = text.slice(start, position);
      take(spaces);
      if (!takeMark('=') && !takeMark(':')) return undefined;
      members.set(isQuoted ? unquoted(key.slice(1, -1)) : key, readExpression(',}\n', true));
      take(spaces);
      takeMark(',');
    }
  };

  return readBody(true);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** Returns a quoted text as a template of JSON syntax. Its parts stay unchanged. */
function unquoted(text: string): string {
  const escaped = /(\$\{(?:[^{}"])*\})|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g;
  return text.replace(escaped, (all, part?: string, short?: string, long?: string, letter?: string) => {
    if (part !== undefined) return part;
    const digits = short ?? long;
    return digits === undefined ? (escapes[letter ?? ''] ?? all) : String.fromCodePoint(Number.parseInt(digits, 16));
  });
}

/** Returns the names of references: `${platform_group.a}` is `platform_group.a`. */
function withoutTemplates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTemplates);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutTemplates(inner)]));
  return typeof value === 'string' ? value.replace(/^\$\{([^]*)\}$/, '$1') : value;
}

/** A comment after a value is no part of it. */
function withoutComments(raw: string): string {
  return raw.replace(/\s*(?:(?:#|\/\/)[^\n"]*|\/\*[^]*?\*\/)$/, '').trim();
}
