import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');
const { exports: faces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};
const entries = Object.entries(faces).flatMap(([name, target]) =>
  // The constructs for the other CDK have the same source.
  typeof target === 'string' || name === './cdktn'
    ? []
    : [[name, target.types.replace('./dist/lib/', '').replace('.d.ts', '.ts')] as const],
);

const options = { ...parsedOptions(), noEmit: true };
const program = ts.createProgram(
  entries.map(([, file]) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

/** Returns the exports of an entry, by name, with the declarations of their aliases. */
function exported(file: string): [string, ts.Symbol][] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)!;
  return checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, target];
  });
}

function isDocumented(symbol: ts.Symbol): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

/** Members that somebody who holds the thing may use, and that are declared by us. */
function openMembers(symbol: ts.Symbol): ts.Symbol[] {
  const members = [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])];
  return members.filter((member) =>
    (member.declarations ?? []).some(
      (declaration) =>
        (ts.isPropertySignature(declaration) ||
          ts.isMethodDeclaration(declaration) ||
          ts.isMethodSignature(declaration) ||
          ts.isGetAccessor(declaration)) &&
        (ts.getCombinedModifierFlags(declaration) &
          (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override)) ===
          0,
    ),
  );
}

describe.each(entries)('what %s exports', (_, file) => {
  it('says what it does, wherever it can be called or made', () => {
    const values = exported(file).filter(([, { flags }]) => (flags & ts.SymbolFlags.Value) !== 0);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter(([, symbol]) => !isDocumented(symbol)).map(([name]) => name)).toEqual([]);
  });
});

describe.each([
  ['constructs', 'constructs/index.ts', 50],
  ['plugin', 'src/plugin/index.ts', 50],
  ['plugin/testing', 'src/plugin/testing/index.ts', 15],
])('what an editor shows of %s', (_, file, atLeast) => {
  const symbols = exported(file);

  it('exists for every type', () => {
    expect(symbols.filter(([, symbol]) => !isDocumented(symbol)).map(([name]) => name)).toEqual([]);
  });

  it('exists for every member that is not private', () => {
    const members = symbols.flatMap(([name, symbol]) => openMembers(symbol).map((member) => [name, member] as const));
    expect(members.length).toBeGreaterThan(atLeast);
    expect(
      members.filter(([, member]) => !isDocumented(member)).map(([name, member]) => `${name}.${member.name}`),
    ).toEqual([]);
  });
});

function parsedOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}
