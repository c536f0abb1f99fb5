/** The examples of TypeScript on the pages, and the names that they use without declaring them. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The diagnostics of TypeScript for a name without a declaration. */
const UNDECLARED = new Set([2304, 2552, 2580, 2582, 2584, 2593, 18004]);

/** Returns the pages with examples of TypeScript: the README and everything in `docs`. */
export function pagesWithSnippets(): string[] {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.'))
    .map((file) => `docs/${file}`);
  return ['README.md', ...pages].filter((page) => snippetsIn(page).length > 0);
}

export function snippetsIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

/** Returns the names that a module uses, and neither declares nor finds in Node. */
export function undeclaredNames(code: string): string[] {
  const file = 'snippet.mts';
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, module: ts.ModuleKind.ESNext, types: [] };
  const source = ts.createSourceFile(file, `${code}\nexport {};`, ts.ScriptTarget.ES2022, true);
  const program = ts.createProgram([file], options, {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === file ? source : undefined),
  });
  const found = program
    .getSemanticDiagnostics(source)
    .filter((diagnostic) => UNDECLARED.has(diagnostic.code))
    .map(({ start = 0, length = 0 }) => source.text.slice(start, start + length));
  return [...new Set(found)].filter((name) => !(name in globalThis) && !TYPES.has(name));
}

/** Types of TypeScript without a value. */
const TYPES = new Set(['Record', 'Readonly', 'Partial']);

/** Returns the names that the top level of a module imports or declares. */
export function declaredNames(code: string): string[] {
  const source = ts.createSourceFile('snippet.mts', code, ts.ScriptTarget.ES2022, true);
  const namesIn = (name: ts.BindingName): string[] =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
  return source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
  });
}

/** Returns the lines of the quick start that declare these names and the names that they need, and the other names. */
export function quickStart(names: readonly string[]): { readonly lines: string[]; readonly left: string[] } {
  const [main = ''] = snippetsIn('README.md');
  const statements = main.split(/\n(?=\w)/).filter((text) => !/^(import|app\.)/.test(text));
  const declared = (text: string) => /^const (\w+) =/.exec(text)?.[1];
  const known = new Map(statements.map((text) => [declared(text), text.trim()]));
  const needed = new Set<string | undefined>(names.filter((name) => known.has(name)));
  for (const name of needed)
    for (const other of undeclaredNames(known.get(name) ?? '')) if (known.has(other)) needed.add(other);
  const isNeeded = (text: string) => needed.has(declared(text) ?? (text.includes('(stack') ? 'stack' : undefined));
  return {
    lines: statements.filter(isNeeded).map((text) => text.trim()),
    left: names.filter((name) => !known.has(name)),
  };
}

/**
 * Returns the quick start with an example, as the pages say: before `app.synth()`, or instead of the lines after the provider if it
 * declares one of their constants. Imports are merged.
 */
export function insertIntoQuickStart(example: string): string {
  const [main = ''] = snippetsIn('README.md');
  const [, provider = '', body = ''] = /^(.*?^new PlatformProvider[^\n]*\n)(.*)^app\.synth\(\);$/ms.exec(main) ?? [];
  const constants = new Set(declaredNames(body));
  const replaces = declaredNames(example).some((name) => constants.has(name));
  const parts = [provider, ...(replaces ? [] : [body]), example, 'app.synth();'];
  return mergeImports(parts.join('\n'));
}

/** Returns a program with one import for each module, at its beginning. */
function mergeImports(program: string): string {
  const imports = new Map<string, Set<string>>();
  const rest = program.replaceAll(/^import \{ (.*) \} from '(.*)';\n/gm, (_, names: string, from: string) => {
    imports.set(from, new Set([...(imports.get(from) ?? []), ...names.split(', ')]));
    return '';
  });
  return [...Array.from(imports, ([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`), rest].join(
    '\n',
  );
}
