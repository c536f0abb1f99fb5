/** The loaded exports of the packed entries, and their types. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { entriesOf, installedProject, manifestOf } from './installed-project';

jest.setTimeout(60_000);

const installed = join(installedProject(), 'node_modules/cdktf-provider-platform');
const entries = entriesOf(manifestOf(installed));
const program = ts.createProgram(
  entries.map(([, { types }]) => join(installed, types)),
  { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, skipLibCheck: true, types: [] },
);
const checker = program.getTypeChecker();

test.each(entries)('%s exports at run time the values that its types declare', (name, { types }) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(installed, types))!)!;
  const values = checker.getExportsOfModule(module).filter((symbol) => {
    const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return flags & ts.SymbolFlags.Value;
  });
  const require = createRequire(join(installedProject(), 'main.js'));
  const loaded = require(name.replace(/^\./, 'cdktf-provider-platform')) as object;
  expect(Object.keys(loaded).sort()).toEqual(values.map((symbol) => symbol.name).sort());
});

/** An `any` would switch off the checks of the name's users. */
test.each(['plugin/index', 'plugin/testing/index', 'plugin/internal'])('nothing in %s is typed as any', (library) => {
  const text = readFileSync(join(installed, `dist/lib/src/${library}.d.ts`), 'utf8');
  const code = text.replace(/\/\*[^]*?\*\/|'[^'\n]*'/g, '');
  expect(code.match(/.*\bany\b.*/g)).toBeNull();
});
