/**
 * Reads a file in HCL as the JSON syntax of Terraform: literals, lists, maps and texts have their form in JSON. Every other expression is
 * a text with one part, `${…}`, which is a reference only if the expression is one.
 */
import { isObject } from '../../../model/api';
import { escapeTemplates } from '../../../base/text/write-hcl';
import { type HclBodyTree, type HclNode, type HclText, readHclBody, readHclTree } from '../../../base/text/hcl-tree';

type Body = Readonly<Record<string, unknown>>;

/** Arguments whose value is a name, which JSON syntax writes as a text without a template. */
const NAMES: readonly string[] = [
  ...['provider', 'providers', 'depends_on', 'replace_triggered_by', 'ignore_changes', 'from', 'to'],
];

const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Returns the file in JSON syntax.
 *
 * @throws SyntaxError with the reason, for a text that this reader cannot read
 */
export function readHcl(file: string): Body {
  try {
    return toBody(readHclBody(readHclTree(file)));
  } catch (error) {
    throw error instanceof SyntaxError ? error : new SyntaxError((error as Error).message, { cause: error });
  }
}

/** The bodies of blocks with the same type and labels, and the blocks with further labels. */
interface Tree {
  readonly bodies: Body[];
  readonly labeled: Map<string, Tree>;
}

function toBody({ arguments: list, blocks }: HclBodyTree): Body {
  const root = createTree();
  for (const { type, labels, body } of blocks) {
    let tree = root;
    for (const label of [type, ...labels]) {
      const next = tree.labeled.get(label) ?? createTree();
      tree.labeled.set(label, next);
      tree = next;
    }
    tree.bodies.push(type === 'variable' ? { ...toBody(body), ...typeOfVariable(body) } : toBody(body));
  }
  const names = [...list.map(({ name }) => name), ...root.labeled.keys()];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new SyntaxError(`${twice} occurs twice`);
  // Each entry is an own property, also `__proto__`.
  const json = list.map(({ name, value }): [string, unknown] => [name, toJson(value)]);
  return Object.fromEntries<unknown>([
    ...json.map(([name, value]) => [name, NAMES.includes(name) ? withoutTemplates(value) : value] as const),
    ...[...root.labeled].map(([name, tree]) => [name, blocksIn(name, tree)] as const),
  ]);
}

function createTree(): Tree {
  return { bodies: [], labeled: new Map() };
}

function blocksIn(name: string, { bodies, labeled }: Tree): unknown {
  if (labeled.size === 0) return bodies.length === 1 ? bodies[0] : bodies;
  if (bodies.length > 0) throw new SyntaxError(`the blocks ${name} have different numbers of labels`);
  return Object.fromEntries([...labeled].map(([label, inner]) => [label, blocksIn(label, inner)]));
}

/** The type of a variable is no expression. */
function typeOfVariable({ arguments: list }: HclBodyTree): Body {
  const type = list.find(({ name }) => name === 'type');
  return type === undefined ? {} : { type: withoutTemplates(toJson(type.value)) };
}

/** Returns an expression in JSON syntax. */
function toJson(expression: readonly HclNode[]): unknown {
  const nodes = withoutNewlines(expression);
  if (nodes.length === 0) throw new SyntaxError('a value expected');
  const code = printCode(nodes);
  const [first, second] = nodes;
  if (second === undefined) {
    if (code === 'true' || code === 'false') return code === 'true';
    if (code === 'null') return null;
    const value = first?.is === 'text' ? toTemplate(first) : first?.is === 'group' ? toCollection(first) : undefined;
    if (value !== undefined) return value;
  }
  return number.test(code) ? Number(code) : `\${${code}}`;
}

/** Returns a text as a template of JSON syntax; `undefined` for a heredoc, and for a text that JSON syntax does not have. */
function toTemplate({ pieces, isQuoted }: HclText): string | undefined {
  const texts = pieces.map((piece) => (typeof piece === 'string' ? unescaped(piece) : `\${${printCode(piece)}}`));
  const isEscaped = pieces.some((piece, index) => typeof piece !== 'string' && /[$%]$/.test(texts[index - 1] ?? ''));
  return isQuoted && !isEscaped ? texts.join('') : undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** Returns the characters of a quoted text, with the escapes of JSON syntax. */
function unescaped(text: string): string {
  const escaped = /([$%])[$%]\{|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g;
  const characters = text.replace(escaped, (all, sign?: string, short?: string, long?: string, letter?: string) => {
    if (sign !== undefined) return `${sign}{`;
    const digits = short ?? long;
    return digits === undefined ? (escapes[letter ?? ''] ?? all) : String.fromCodePoint(Number.parseInt(digits, 16));
  });
  return escapeTemplates(characters);
}

/** Returns a list or a map; `undefined` for a loop, a call or a map with computed keys. */
function toCollection({ open, nodes }: HclNode & { is: 'group' }): unknown {
  const [first] = withoutNewlines(nodes);
  if (open === '(' || (first?.is === 'word' && first.text === 'for')) return undefined;
  if (open === '[') return splitAt(nodes, isComma).map(toJson);
  const members = splitAt(nodes, (node) => isComma(node) || node.is === 'newline').map(toMember);
  return members.includes(undefined) ? undefined : Object.fromEntries(members as [string, unknown][]);
}

function toMember([key, mark, ...value]: readonly HclNode[]): [string, unknown] | undefined {
  if (mark?.is !== 'mark' || !['=', ':'].includes(mark.text) || value.length === 0) return undefined;
  const name = key?.is === 'word' ? key.text : key?.is === 'text' ? toTemplate(key) : undefined;
  return name === undefined ? undefined : [name, toJson(value)];
}

function isComma(node: HclNode): boolean {
  return node.is === 'mark' && node.text === ',';
}

/** Returns the nodes between separators, without empty parts. */
function splitAt(nodes: readonly HclNode[], isSeparator: (node: HclNode) => boolean): HclNode[][] {
  const parts: HclNode[][] = [[]];
  for (const node of nodes)
    if (isSeparator(node)) parts.push([]);
    else parts.at(-1)?.push(node);
  return parts.filter((part) => withoutNewlines(part).length > 0);
}

function withoutNewlines(nodes: readonly HclNode[]): HclNode[] {
  return nodes.filter(({ is }) => is !== 'newline');
}

const CLOSE: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Returns code on one line, in one layout. */
function printCode(expression: readonly HclNode[]): string {
  const nodes = withoutNewlines(expression);
  const isColon = (node: HclNode | undefined): boolean => node?.is === 'mark' && node.text === ':';
  const isOperator = (index: number): boolean => {
    const node = nodes[index];
    const isNamespace = isColon(node) && (isColon(nodes[index - 1]) || isColon(nodes[index + 1]));
    return node?.is === 'mark' && /[=?:<>&|+*/%!-]/.test(node.text) && !isNamespace;
  };
  return nodes
    .map((node, index) => {
      const before = nodes[index - 1];
      const isSign = index === 1 && isOperator(0);
      const isApart =
        before !== undefined &&
        (isComma(before) ||
          (isOperator(index - 1) !== isOperator(index) && !isSign) ||
          (before.is === 'word' && (node.is === 'word' || node.is === 'text')));
      return isApart ? ` ${printNode(node)}` : printNode(node);
    })
    .join('');
}

function printNode(node: HclNode): string {
  switch (node.is) {
    case 'newline':
      return ' ';
    case 'group':
      return `${node.open}${printCode(node.nodes)}${CLOSE[node.open] ?? ''}`;
    case 'text': {
      const inner = node.pieces
        .map((piece) => (typeof piece === 'string' ? piece : `\${${printCode(piece)}}`))
        .join('');
      return node.isQuoted ? `"${inner}"` : '<<…';
    }
    default:
      return node.text;
  }
}

/** Returns the names of references: `${platform_group.a}` is `platform_group.a`. */
function withoutTemplates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTemplates);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutTemplates(inner)]));
  return typeof value === 'string' ? value.replace(/^\$\{([^]*)\}$/, '$1') : value;
}
