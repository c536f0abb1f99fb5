/** The props of every factory of `Trust` in the documentation, from the declarations of the platforms. */
import ts from 'typescript';
import { inlineCode, fencedCode } from './markdown';
import { docText, entry, ownProperties, propertyItems, readProgram } from './type-properties';

/** Returns one section for each factory, in the order of the class. */
export function trustPropsPart(): string {
  const program = readProgram();
  const checker = program.getTypeChecker();
  return readFactories(program)
    .map(({ method, props }) => {
      const symbol = checker.getSymbolAtLocation(method.name) as ts.Symbol;
      const tags = symbol.getJsDocTags(checker);
      const [see = '', example = ''] = ['see', 'example'].map((name) =>
        tags.flatMap((tag) => (tag.name === name ? ts.displayPartsToString(tag.text).trim() : [])).join(', '),
      );
      return [
        `### Trust.${symbol.name}`,
        docText(checker, symbol),
        propsText(checker, props),
        ...readAlternatives(checker, props),
        fencedCode('ts', example),
        `Tokens: ${see.replace(/^.* /, '')}`,
      ].join('\n\n');
    })
    .join('\n\n');
}

interface Factory {
  readonly method: ts.MethodDeclaration;
  /** The type of the props, as the factory names it. */
  readonly props: ts.TypeReferenceNode;
}

function readFactories(program: ts.Program): readonly Factory[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol;
  const exported = checker.getExportsOfModule(module).find(({ name }) => name === 'Trust') as ts.Symbol;
  const trust = checker.getAliasedSymbol(exported).valueDeclaration as ts.ClassDeclaration;
  return trust.members.filter(ts.isMethodDeclaration).flatMap((method) => {
    const [parameter] = method.parameters;
    const type = parameter?.name.getText() === 'props' ? parameter.type : undefined;
    return type !== undefined && ts.isTypeReferenceNode(type) ? [{ method, props: type }] : [];
  });
}

/** Returns an item for each prop. A prop whose value is an object has an item for each of its properties. */
function propsText(checker: ts.TypeChecker, node: ts.TypeNode): string {
  const type = checker.getTypeFromTypeNode(node);
  const values = new Map(ownProperties(checker, type).map((each) => [each.name, checker.getTypeOfSymbol(each)]));
  return propertyItems(checker, type)
    .flatMap((item) => {
      const [, name = ''] = /^- `(\w+)`/.exec(item) ?? [];
      const value = checker.getNonNullableType(values.get(name) as ts.Type);
      const objects = value.isUnion() ? value.types : [value];
      const nested = objects.flatMap((each) => {
        const items = propertyItems(checker, each).map((text) => `  ${text}`);
        return objects.length > 1 && items.length > 0
          ? [`  - ${inlineCode(each.symbol.name)}:`, ...items.map((text) => `  ${text}`)]
          : items;
      });
      return [item, ...nested];
    })
    .join('\n');
}

/** Returns a sentence for each union of props: exactly one of its members applies. */
function readAlternatives(checker: ts.TypeChecker, node: ts.TypeNode): string[] {
  const alias = ts.isTypeReferenceNode(node) && readAlias(checker, node);
  if (!alias) return [];
  const parts = ts.isIntersectionTypeNode(alias) ? alias.types : [alias];
  return parts.flatMap((part) => {
    const type = checker.getTypeFromTypeNode(part);
    if (!type.isUnion()) return [];
    const members = type.types.map((member) => {
      const names = (isOptional: boolean): string[] =>
        ownProperties(checker, member)
          .filter(({ flags }) => ((flags & ts.SymbolFlags.Optional) !== 0) === isOptional)
          .map(({ name }) => inlineCode(name));
      const optional = names(true);
      return `${names(false).join(' and ')}${optional.length === 0 ? '' : ` (optional: ${optional.join(', ')})`}`;
    });
    return [`Exactly one of: ${members.join('; ')}.`];
  });
}

function readAlias(checker: ts.TypeChecker, node: ts.TypeReferenceNode): ts.TypeNode | undefined {
  const symbol = checker.getSymbolAtLocation(node.typeName) as ts.Symbol;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [declaration] = target.declarations ?? [];
  return declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
}
