/** The API of the constructs in Markdown, from their docstrings: a page for each source file that exports something. */
import { basename, dirname } from 'node:path';
import ts from 'typescript';
import { inlineCode, fencedCode, firstSentence, page } from './markdown';
import { docText, entry, oneLine, propertyItem, propertyItems, readProgram } from './type-properties';

/** Returns the name of the page of a source file. The page of a folder's `index.ts` would be the start page of the site's folder. */
function pageName(file: string): string {
  const name = basename(file, '.ts');
  return name === 'index' ? basename(dirname(file)) : name;
}

/** Returns the text of each page, by its path in `docs/`. */
export function apiPages(): ReadonlyMap<string, string> {
  const program = readProgram();
  const checker = program.getTypeChecker();
  const reader = new Reader(checker);
  const exported = reader.getExports(program.getSourceFile(entry));
  const getFile = ({ declaration }: Exported): string => pageName(declaration.getSourceFile().fileName);
  const byFile = [...new Set(exported.map(getFile))].map((file): [string, readonly Exported[]] => [
    file,
    exported.filter((one) => getFile(one) === file),
  ]);
  const pages = byFile.map(([file, members]): [string, string] => {
    const sorted = [...members].sort(
      (a, b) => Number(ts.isClassDeclaration(b.declaration)) - Number(ts.isClassDeclaration(a.declaration)),
    );
    const title = getTitle(sorted);
    return [`api/${file}.md`, page(`# ${title}`, ...sorted.map((one) => reader.section(one, one.name !== title)))];
  });
  const rows = byFile.flatMap(([file, members]) =>
    members.map(({ name, symbol }) => {
      const link = `${file}.md${name === getTitle(members) ? '' : `#${name.toLowerCase()}`}`;
      return `- [${inlineCode(name)}](${link}): ${firstSentence(docText(checker, symbol))}`;
    }),
  );
  const index = page(
    '# API of the constructs',
    'The exports of `cdktf-provider-platform`. [Constructs](../constructs.md) explains how to use them, and [Trust](../trust.md#props-by-platform) lists the props of each trust.',
    rows.sort((a, b) => a.localeCompare(b)).join('\n'),
  );
  return new Map([['api/README.md', index], ...pages]);
}

function getTitle(members: readonly Exported[]): string {
  const classes = members.filter(({ declaration }) => ts.isClassDeclaration(declaration));
  return (classes.length > 0 ? classes : members).map(({ name }) => name).join(', ');
}

interface Exported {
  readonly name: string;
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
}

class Reader {
  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  getExports(file: ts.SourceFile | undefined): Exported[] {
    const module = file && this.checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`Cannot document ${entry}: it is not a module.`);
    return this.checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(exported) : exported;
      return { name: exported.name, symbol, declaration: symbol.declarations?.[0] as ts.Declaration };
    });
  }

  /** A class, an interface or a type. `hasHeading` if the page contains several. */
  section({ name, symbol, declaration }: Exported, hasHeading: boolean): string {
    const parts = [...(hasHeading ? [`## ${name}`] : []), ...this.documented(symbol)];
    if (ts.isClassDeclaration(declaration)) parts.push(...this.classParts(name, declaration));
    else if (ts.isInterfaceDeclaration(declaration)) parts.push(this.propertyList(symbol), ...this.getMethods(symbol));
    else parts.push(fencedCode('typescript', declaration.getText()), this.propertyList(symbol));
    return parts.filter((part) => part !== '').join('\n\n');
  }

  private classParts(name: string, declaration: ts.ClassDeclaration): string[] {
    const members = declaration.members.filter(isPublic);
    const base = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    const isOurs = base?.expression.getText() === 'PlatformResource';
    const contracts = declaration.heritageClauses?.find(
      ({ token }) => token === ts.SyntaxKind.ImplementsKeyword,
    )?.types;
    const constructors = members.filter(ts.isConstructorDeclaration).filter((member) => !isInternal(member));
    const methods = members.filter(ts.isMethodDeclaration).filter(hasOwnDoc);
    const values = members.filter(
      (member): member is ts.GetAccessorDeclaration | ts.PropertyDeclaration =>
        (ts.isGetAccessorDeclaration(member) || ts.isPropertyDeclaration(member)) && hasOwnDoc(member),
    );
    return [
      ...(isOurs ? ['Extends [`PlatformResource`](platform-resource.md).'] : []),
      ...(contracts ?? []).flatMap((contract) => this.contract(contract.expression)),
      ...constructors.flatMap((constructorDeclaration) => this.callable(`new ${name}`, constructorDeclaration)),
      ...methods.flatMap((method) => {
        const isStatic = (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
        return this.callable(`${isStatic ? `${name}.` : ''}${method.name.getText()}`, method);
      }),
      ...(values.length === 0 ? [] : ['### Properties', values.map((value) => this.property(value)).join('\n')]),
    ];
  }

  /** A link to the interface of a class, if it has methods: the class documents only its own. */
  private contract(name: ts.Expression): string[] {
    const symbol = this.checker.getSymbolAtLocation(name);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const file = target?.declarations?.[0]?.getSourceFile().fileName;
    if (target === undefined || file === undefined || this.getMethods(target).length === 0) return [];
    const link = `${pageName(file)}.md#${target.name.toLowerCase()}`;
    return [`Has the methods of [${inlineCode(target.name)}](${link}).`];
  }

  /** The methods of an interface, with inherited ones of ours. */
  private getMethods(symbol: ts.Symbol): string[] {
    const methods = this.checker
      .getPropertiesOfType(this.checker.getDeclaredTypeOfSymbol(symbol))
      .map((method) => ({ method, signatures: (method.declarations ?? []).filter(ts.isMethodSignature) }))
      .filter(({ signatures: [first] }) => first?.getSourceFile().fileName.includes('node_modules') === false);
    return methods.flatMap(({ method, signatures }) => {
      const names = signatures[0]?.parameters.map((parameter) => parameter.name.getText()) ?? [];
      const text = signatures.map((signature) => signature.getText().replaceAll(/^ {2}/gm, '')).join('\n');
      return [`### ${method.name}(${names.join(', ')})`, fencedCode('typescript', text), ...this.documented(method)];
    });
  }

  private callable(title: string, declaration: ts.ConstructorDeclaration | ts.MethodDeclaration): string[] {
    const parameters = declaration.parameters
      .map((parameter) => parameter.getText().replaceAll(/\s+/g, ' '))
      .join(', ');
    const returned = ts.isMethodDeclaration(declaration) && declaration.type ? `: ${declaration.type.getText()}` : '';
    const symbol = this.checker.getSymbolAtLocation(declaration.name ?? declaration);
    const names = declaration.parameters.map((parameter) => parameter.name.getText()).join(', ');
    return [
      `### ${title}(${names})`,
      fencedCode('typescript', `${title}(${parameters})${returned}`),
      ...(symbol === undefined ? this.constructorText(declaration) : this.documented(symbol)),
    ];
  }

  private constructorText(declaration: ts.Node): string[] {
    const docs = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
    const comment = docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '').filter((text) => text !== '');
    const thrown = docs.flatMap(({ tags = [] }) => [...tags]).filter(({ tagName }) => tagName.text === 'throws');
    return [
      ...comment.map(oneLine),
      ...thrown.map((tag) =>
        thrownText(
          oneLine(
            tag
              .getText()
              .replaceAll(/^\s*\*/gm, '')
              .replace('@throws', ''),
          ),
        ),
      ),
    ];
  }

  /** The comment, parameters, errors and example of a symbol. */
  private documented(symbol: ts.Symbol): string[] {
    const tags = symbol.getJsDocTags(this.checker);
    const toText = (name: string): string[] =>
      tags.filter((tag) => tag.name === name).map((tag) => ts.displayPartsToString(tag.text).trim());
    const parameters = toText('param').map((text) => {
      const [name = '', ...words] = text.split(/\s+/);
      return `- ${inlineCode(name)}: ${words.join(' ')}`;
    });
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    return [
      ...(comment === ''
        ? []
        : [
            comment
              .split(/\n\s*\n/)
              .map(oneLine)
              .join('\n\n'),
          ]),
      ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
      ...toText('throws').map((text) => thrownText(oneLine(text))),
      ...toText('example').map((text) => fencedCode('typescript', text)),
    ];
  }

  /** All properties of an interface, with inherited ones of ours, required ones first. */
  private propertyList(symbol: ts.Symbol): string {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const others = this.checker
      .getPropertiesOfType(type)
      .some(({ declarations = [] }) => declarations[0]?.getSourceFile().fileName.includes('node_modules/cdktf/'))
      ? ['It also has the meta-arguments of `cdktf`, such as `dependsOn` and `lifecycle`.']
      : [];
    return [propertyItems(this.checker, type).join('\n'), ...others].join('\n\n');
  }

  private property(one: ts.PropertyDeclaration | ts.GetAccessorDeclaration): string {
    return propertyItem(this.checker, this.checker.getSymbolAtLocation(one.name) as ts.Symbol, false);
  }
}

function thrownText(text: string): string {
  return `Throws ${text.trim().replace(/^Error /, 'an error ')}`;
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0;
}

function isInternal(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
}

function hasOwnDoc(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).length > 0 && !isInternal(node);
}
