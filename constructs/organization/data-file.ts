/** Reads an organization from a YAML or JSON file, with the line and the column of each value. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type * as yamlParser from '../../src/base/text/yaml';
import type { Values } from '../../src/model/api';
import { jsonPathText } from '../../src/model/stack';
import { tokenMarkerIn } from '../base/literal-text';
import { readTextFile } from '../base/text-file';
import type { DataPath } from './data-problems';
import { fileError, onOneLine, type DataFile, type PlacedProblem } from './declared-data';

type Alias = yamlParser.Alias;
type LineCounter = yamlParser.LineCounter;
type Node = yamlParser.Node;
type Scalar = yamlParser.Scalar;
type ParsedNode = yamlParser.ParsedNode;

/** The data of a file. */
export interface ReadFile {
  readonly data: Values;
  readonly file: DataFile;
}

/** Aliases can multiply a small file: the most values that they repeat. */
const MAX_REPEATED = 50_000;

/** The most levels of a file. Each group takes two. */
const MAX_LEVELS = 200;

/**
 * Returns the data of a file.
 *
 * @throws Error if the file cannot be read, or with all problems of its syntax.
 */
export function readDataFile(subject: string, path: string): ReadFile {
  // oxlint-disable-next-line typescript/no-require-imports -- only programs that read a file load the parser
  const yaml = require('../../src/base/text/yaml') as typeof yamlParser;
  const name = displayPath(path);
  const text = readTextFile(subject, { path, name }, 'Name a YAML or JSON file.');
  const counter = new yaml.LineCounter();
  const document = parse(yaml, text, counter);
  if (typeof document === 'number')
    throw fileError(subject, name, [
      { path: [], message: `has more than ${MAX_LEVELS} levels. Write fewer`, ...placeIn(counter, document) },
    ]);
  const syntax = [...document.errors, ...document.warnings].map(({ message, pos: [offset] }) => ({
    ...{ path: [], message: `${message}. Correct the syntax` },
    ...placeIn(counter, offset),
  }));
  if (syntax.length > 0) throw fileError(subject, name, syntax.map(onOneLine));
  const reader = new Reader(yaml, document, counter);
  const data = reader.read();
  if (reader.problems.length > 0) throw fileError(subject, name, reader.problems.map(onOneLine));
  return { data: data as Values, file: { name, locate: (place) => reader.locate(place) } };
}

/** Returns the document, or the offset of the first value that is nested too deeply for functions that call themselves. */
function parse(yaml: typeof yamlParser, text: string, lineCounter: LineCounter): yamlParser.Document.Parsed | number {
  const tokens: yamlParser.CST.Token[] = [];
  const parser = new yaml.Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  for (const lexeme of new yaml.Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > MAX_LEVELS) return parser.offset;
  }
  tokens.push(...parser.end());
  // The reader below reports duplicate keys with their path.
  const composer = new yaml.Composer({ lineCounter, uniqueKeys: false, prettyErrors: false });
  const [document, ...others] = [...composer.compose(tokens, true, text.length)] as yamlParser.Document.Parsed[];
  if (document === undefined) throw new Error('The parser returned no document.');
  for (const { range } of others) {
    const start = range[0];
    const problem = 'The file contains several documents';
    document.errors.push(new yaml.YAMLParseError([start, start + 1], 'MULTIPLE_DOCS', problem));
  }
  return document;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

class TooLarge extends Error {}

class Reader {
  readonly problems: PlacedProblem[] = [];
  private readonly places = new Map<string, Place>();
  private readonly open = new Set<Node>();
  /** The nodes that aliases represent. */
  private readonly targets = new Map<Alias, Node>();
  private aliases = 0;
  private repeated = 0;
  private readonly yaml: typeof yamlParser;
  private readonly document: yamlParser.Document.Parsed;
  private readonly counter: LineCounter;

  constructor(yaml: typeof yamlParser, document: yamlParser.Document.Parsed, counter: LineCounter) {
    this.yaml = yaml;
    this.document = document;
    this.counter = counter;
    const anchors = new Map<string, Node>();
    // One pass for all of them: each search would begin at the start of the document.
    yaml.visit(document, {
      Node: (_, node) => {
        const target = yaml.isAlias(node) ? anchors.get(node.source) : undefined;
        if (yaml.isAlias(node) && target !== undefined) this.targets.set(node, target);
        if (!yaml.isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
  }

  read(): unknown {
    const { contents } = this.document;
    if (this.yaml.isMap(contents))
      try {
        return this.value(contents, []);
      } catch (error) {
        if (error instanceof TooLarge) return undefined;
        throw error;
      }
    this.problem(contents, [], 'must contain an object with keys such as groups, roles and grants. Write one');
    return undefined;
  }

  locate(path: DataPath): Place {
    for (let length = path.length; length >= 0; length--) {
      const place = this.places.get(jsonPathText(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return { line: 1, column: 1 };
  }

  private value(node: Node | null | undefined, path: DataPath): unknown {
    if (node === null || node === undefined) return null;
    if (!this.places.has(jsonPathText(path))) this.place(node, path);
    if (path.length > MAX_LEVELS) this.stop(node, path, `aliases make more than ${MAX_LEVELS} levels. Write fewer`);
    if (this.aliases > 0 && ++this.repeated > MAX_REPEATED)
      this.stop(node, path, `aliases repeat more than ${MAX_REPEATED} values. Repeat fewer`);
    if (this.open.has(node)) {
      this.problem(node, path, 'an alias contains itself. Write the values');
      return null;
    }
    this.open.add(node);
    const value = this.contents(node, path);
    this.open.delete(node);
    return value;
  }

  private contents(node: Node, path: DataPath): unknown {
    const { yaml } = this;
    if (yaml.isAlias(node)) return this.aliased(node, path);
    if (yaml.isSeq(node)) return node.items.map((item, index) => this.value(item as Node, [...path, index]));
    if (yaml.isScalar(node)) return this.scalar(node, path);
    if (!yaml.isMap(node)) return null;
    const entries = new Map<string, unknown>();
    for (const { key, value } of node.items as { key: unknown; value: unknown }[]) {
      const name = yaml.isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string') {
        this.problem(key as Node, path, `the key ${this.source(key as Node)} is not text. Write it in quotes`);
        continue;
      }
      this.requireNoMarker(key as Scalar, path, name);
      const at = [...path, name];
      if (entries.has(name)) {
        const { line } = this.locate(at);
        this.problem(key as Node, at, `duplicate key, also on line ${line}. Remove one of them`);
        continue;
      }
      this.place(key as Node, at);
      entries.set(name, this.value(value as Node | null, at));
    }
    return Object.fromEntries(entries);
  }

  /** No key takes a number, but an id can be written as one: `1.0` and `0123` would become other ids. */
  private scalar(node: Scalar, path: DataPath): unknown {
    const { value, source = '' } = node;
    if (typeof value === 'number' && String(value) !== source)
      this.problem(node, path, `is read as the number ${String(value)}. Write it in quotes: "${source}"`);
    this.requireNoMarker(node, path, String(value));
    return value;
  }

  /** CDKTF would replace such text by a value of the program. No escape prevents this. */
  private requireNoMarker(node: Scalar, path: DataPath, text: string): void {
    const marker = tokenMarkerIn(text);
    if (marker === undefined) return;
    this.problem(node, path, `contains ${marker}, which CDKTF replaces by another value. Remove it`);
  }

  private aliased(alias: Alias, path: DataPath): unknown {
    this.aliases++;
    const value = this.value(this.targets.get(alias), path);
    this.aliases--;
    return value;
  }

  private source(node: Node | null): string {
    return node === null ? 'without text' : JSON.stringify(String(node));
  }

  /** Reports the only problem: everything else would take too long. */
  private stop(node: Node, path: DataPath, message: string): never {
    this.problems.length = 0;
    this.problem(node, path, message);
    throw new TooLarge();
  }

  private place(node: Node, path: DataPath): void {
    this.places.set(jsonPathText(path), placeIn(this.counter, (node as ParsedNode).range[0]));
  }

  private problem(node: Node | null, path: DataPath, message: string): void {
    this.problems.push({ path, message, ...placeIn(this.counter, (node as ParsedNode | null)?.range[0] ?? 0) });
  }
}

function placeIn(counter: LineCounter, offset: number): Place {
  const { line, col } = counter.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function displayPath(path: string): string {
  const inside = relative(process.cwd(), resolve(path));
  return isAbsolute(inside) || inside === '' ? path : inside.split(sep).join('/');
}
