/** The properties of exported types in Markdown, from their declarations and docstrings. */
import { join } from 'node:path';
import ts from 'typescript';
import { inlineCode } from './markdown';

const root = join(__dirname, '../../..');

/** The module with the exports of the constructs. */
export const entry = join(root, 'constructs/index.ts');

let program: ts.Program | undefined;

/** Returns the program of the constructs. Every generated page of them reads it. */
export function readProgram(): ts.Program {
  return (program ??= createProgram());
}

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram([entry], { ...options, noEmit: true });
}

type TypedDeclaration = ts.PropertySignature | ts.PropertyDeclaration | ts.GetAccessorDeclaration;

/** Returns a docstring without its tags, in one line. The members of a union can have several. */
export function docText(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const texts = ts.displayPartsToString(symbol.getDocumentationComment(checker)).split(/\n(?=[A-Z])/);
  const isRepeated = (text: string): boolean =>
    texts.some((other) => other !== text && other.startsWith(text.replace(/\.$/, '')));
  return oneLine(texts.filter((text) => !isRepeated(text)).join('\n'));
}

/** Returns an item for each property of a type that we declare, with inherited ones, required ones first. */
export function propertyItems(checker: ts.TypeChecker, type: ts.Type): string[] {
  const properties = ownProperties(checker, type);
  const isOptional = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const sorted = [...properties].sort((a, b) => Number(isOptional(a)) - Number(isOptional(b)));
  return sorted.map((symbol) => propertyItem(checker, symbol, !isOptional(symbol)));
}

/** Returns the item of a property: its name, type, docstring and default. */
export function propertyItem(checker: ts.TypeChecker, symbol: ts.Symbol, isRequired: boolean): string {
  const words = [inlineCode(oneLine(typeText(checker, symbol))), ...(isRequired ? ['required'] : [])].join(', ');
  const defaults = symbol.getJsDocTags(checker).filter(({ name }) => name === 'default');
  const fallbacks = [...new Set(defaults.map(({ text }) => defaultText(ts.displayPartsToString(text))))];
  const otherwise = fallbacks.length === 0 ? '' : ` Default: ${fallbacks.join(', or ')}.`;
  return `- ${inlineCode(symbol.name)} (${words}): ${docText(checker, symbol)}${otherwise}`;
}

/** Returns the properties of a type that we declare. */
export function ownProperties(checker: ts.TypeChecker, type: ts.Type): ts.Symbol[] {
  return checker
    .getPropertiesOfType(type)
    .filter(({ declarations = [] }) =>
      declarations.some((each) => ts.isPropertySignature(each) && !isForeign(each) && !isUndefined(each.type)),
    );
}

export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}

/** Returns the type as its declarations write it. Of a type parameter, it returns the argument. */
function typeText(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const nodes = (symbol.declarations ?? []).flatMap((each) => (each as TypedDeclaration).type ?? []);
  const isParameter = nodes.some((node) => checker.getTypeFromTypeNode(node).isTypeParameter());
  const texts = nodes.filter((node) => !isUndefined(node)).map((node) => node.getText());
  const unique = [...new Set(texts)].filter((text) => text !== 'false' || !texts.includes('boolean'));
  if (texts.length > 0 && !isParameter) return unique.join(' | ');
  return checker.typeToString(checker.getNonNullableType(checker.getTypeOfSymbol(symbol)));
}

function isUndefined(node: ts.TypeNode | undefined): boolean {
  return node?.kind === ts.SyntaxKind.UndefinedKeyword;
}

function isForeign(node: ts.Node): boolean {
  return node.getSourceFile().fileName.includes('node_modules');
}

/** By the convention of CDK, a default that begins with a dash is a sentence. So is one with a condition. Any other is a value. */
function defaultText(text: string): string {
  if (text.startsWith('- ')) return text.slice(2);
  return /[;`]/.test(text) ? text : inlineCode(text);
}
