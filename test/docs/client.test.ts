/** The page of the client: it compiles, and it is whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
const snippets = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

// The declarations that the text around a snippet introduces, and a module for top-level await.
const known = 'declare const baseUrl: string, token: string, rootGroupUid: string, uid: string;';
const texts = new Map(
  snippets.map((code, index) => [join(root, `test/client/snippet-${index}.mts`), `${known}\n${code}`]),
);
const program = createProgram();

it('every snippet compiles', () => {
  expect(snippets.length).toBeGreaterThan(4);
  const problems = [...texts.keys()].flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ messageText }) => messageText),
  );
  expect(problems.map((text) => ts.flattenDiagnosticMessageText(text, '\n'))).toEqual([]);
});

it('names every export, and nothing that is none', () => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, 'src/client/index.ts'))!)!;
  const exported = checker.getExportsOfModule(module).map(({ name }) => name);
  const own = page.slice(page.indexOf('## Every export'));
  const named = new Set([...own.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  // Three types of each kind follow a rule that the page states.
  const byRule = exported.filter((name) => /^[A-Z]\w+(Filters|SortKey|Types)$/.test(name) && name !== 'KindTypes');
  expect(byRule.length).toBe(3 * 11);
  expect(exported.filter((name) => !named.has(name) && !byRule.includes(name))).toEqual([]);
  const lists = [...own.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)]);
  expect(lists.map(([, name]) => name!).filter((name) => !exported.includes(name))).toEqual([]);
});

it('names every call', () => {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(root, 'src/client/client.ts'))!;
  const client = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).find(({ name }) => name === 'Client')!;
  const calls = checker
    .getDeclaredTypeOfSymbol(client)
    .getProperties()
    .map(({ name }) => name);
  expect(calls.length).toBeGreaterThan(8);
  expect(calls.filter((name) => !page.includes(`\`${name}(`))).toEqual([]);
});

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true };
  const host = ts.createCompilerHost(options);
  return ts.createProgram([...texts.keys(), join(root, 'src/client/index.ts')], options, {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, version) =>
      texts.has(path) ? ts.createSourceFile(path, texts.get(path)!, version, true) : host.getSourceFile(path, version),
  });
}
