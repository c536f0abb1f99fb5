/** The documentation in a source file: its interfaces and classes, read with the compiler, without running anything. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Member {
  readonly name: string;
  readonly optional: boolean;
  /** The first sentence of its documentation; empty if it has none. */
  readonly says: string;
  /** True if its documentation has `@default`. */
  readonly hasDefault: boolean;
  /** The type as written. */
  readonly type: string;
}

export interface Documented {
  readonly says: string;
  /** The properties of an interface, or the getters of a class. */
  readonly members: readonly Member[];
  /** Its base types, as written. */
  readonly bases: readonly string[];
}

/** The interfaces and classes of a file by their names. */
export function documentedIn(path: string): ReadonlyMap<string, Documented> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Documented>();
  for (const node of source.statements) {
    if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) continue;
    // An interface with the name of a class adds methods to it.
    if (found.has(node.name?.text ?? '')) continue;
    const heritage = (node.heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    found.set(node.name?.text ?? '', {
      says: firstSentence(documentation(node)),
      members: [...node.members].flatMap((member) => memberOf(member)),
      bases: heritage.flatMap(({ types }) => types.map(({ expression }) => expression.getText())),
    });
  }
  return found;
}

/** The members of an interface and of those it extends in the same file. */
export function allMembers(all: ReadonlyMap<string, Documented>, name: string): readonly Member[] {
  const own = all.get(name);
  if (own === undefined) return [];
  return [...own.members, ...own.bases.flatMap((base) => allMembers(all, base))];
}

/** `a.b` within code is no end of a sentence; a full stop before a space is. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text.trim();
}

function memberOf(node: ts.TypeElement | ts.ClassElement): Member[] {
  if (!ts.isPropertySignature(node) && !ts.isGetAccessorDeclaration(node)) return [];
  return [
    {
      name: node.name.getText(),
      optional: ts.isPropertySignature(node) && node.questionToken !== undefined,
      says: firstSentence(documentation(node)),
      hasDefault: ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'default'),
      type: node.type?.getText() ?? '',
    },
  ];
}

function documentation(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter((comment) => ts.isJSDoc(comment))
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n');
}
