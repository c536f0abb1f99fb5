/** Reads an organization from a YAML or JSON file, with the line and the column of each value. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type * as yamlParser from '../../src/text/yaml';
import type { Values } from '../../src/api';
import { readTextFile } from '../base/text-file';
import { pathText, type DataPath } from './data-problems';
import { fileError, type DataFile, type PlacedProblem } from './declared-data';

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

/** Aliases can multiply a small file. */
const MAX_VALUES = 200_000;

/**
 * Returns the data of a file.
 *
 * @throws Error if the file cannot be read, or with all problems of its syntax.
 */
export function readDataFile(subject: string, path: string): ReadFile {
  // oxlint-disable-next-line typescript/no-require-imports -- only programs that read a file load the parser
  const yaml = require('../../src/text/yaml') as typeof yamlParser;
  const name = displayPath(path);
  const text = readTextFile(subject, { path, name }, 'Name a YAML or JSON file.');
  const counter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: counter,
    // The reader below reports these with their path.
    uniqueKeys: false,
    prettyErrors: false,
  });
  const syntax = [...document.errors, ...document.warnings].map(({ message, pos: [offset] }) => ({
    ...{ path: [], message: `${message}. Correct the syntax` },
    ...placeIn(counter, offset),
  }));
  if (syntax.length > 0) throw fileError(subject, name, syntax);
  const reader = new Reader(yaml, document, counter);
  const data = reader.read();
  if (reader.problems.length > 0) throw fileError(subject, name, reader.problems);
  return { data: data as Values, file: { name, locate: (place) => reader.locate(place) } };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

class Reader {
  readonly problems: PlacedProblem[] = [];
  private readonly places = new Map<string, Place>();
  private readonly open = new Set<Node>();
  private values = 0;
  private readonly yaml: typeof yamlParser;
  private readonly document: yamlParser.Document.Parsed;
  private readonly counter: LineCounter;

  constructor(yaml: typeof yamlParser, document: yamlParser.Document.Parsed, counter: LineCounter) {
    this.yaml = yaml;
    this.document = document;
    this.counter = counter;
  }

  read(): unknown {
    const { contents } = this.document;
    if (this.yaml.isMap(contents)) return this.value(contents, []);
    this.problem(contents, [], 'must contain an object with keys such as groups, roles and grants. Write one');
    return undefined;
  }

  locate(path: DataPath): Place {
    for (let length = path.length; length >= 0; length--) {
      const place = this.places.get(pathText(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return { line: 1, column: 1 };
  }

  private value(node: Node | null | undefined, path: DataPath): unknown {
    if (node === null || node === undefined) return null;
    if (!this.places.has(pathText(path))) this.place(node, path);
    if (++this.values > MAX_VALUES) {
      if (this.values === MAX_VALUES + 1)
        this.problem(node, path, 'aliases make the file too large. Repeat fewer values');
      return null;
    }
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
    return value;
  }

  private aliased(alias: Alias, path: DataPath): unknown {
    return this.value(alias.resolve(this.document), path);
  }

  private source(node: Node | null): string {
    return node === null ? 'without text' : JSON.stringify(String(node));
  }

  private place(node: Node, path: DataPath): void {
    this.places.set(pathText(path), placeIn(this.counter, (node as ParsedNode).range[0]));
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
