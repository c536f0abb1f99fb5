// @slow
/** Generated files contain text of a service only through the functions of `src/base/text`, which make it a literal or a comment. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** The folders that write files. */
const PRINTERS = ['code', 'formats', 'patterns', 'project'];

/** The declarations of everything that a service chooses. */
const MODEL = resolve('src/adopt/organization/model.ts');

/** The modules whose functions take any text: those of the output languages, and those that make names of letters and digits. */
const SAFE = /\/src\/(base\/text\/[^/]+|adopt\/naming\/[^/]+|adopt\/formats\/hcl\/labels)\.ts$/;

/** Text that is no code yet: keys of maps, shapes that are only compared, and a description that the printer quotes. */
const NO_CODE: Readonly<Record<string, readonly string[]>> = {
  'formats/hcl/configuration.ts': ['object.uid', 'object.name'],
  'formats/hcl/families.ts': ['object.uid', 'target.uid'],
  'formats/hcl/labels.ts': ['object.group.name', 'object.name'],
  'formats/typescript/scope.ts': ['object.uid', 'target.uid'],
  'formats/typescript/statements.ts': ['object.group.uid'],
};

interface Concatenation {
  readonly place: string;
  readonly code: string;
}

/** Returns the substitutions in a comment or a text, and those of text of a service, that no function of `src/base/text` returns. */
function concatenationsIn(program: ts.Program, path: string, root: string): Concatenation[] {
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} is not in the program.`);
  const checker = program.getTypeChecker();
  const found: Concatenation[] = [];
  const check = (before: string, inner: ts.Expression): void => {
    const code = inner.getText(file);
    const name = relative(root, path);
    if (NO_CODE[name]?.includes(code) === true || isSafeCall(checker, inner)) return;
    if (!opensText(before) && !isForeign(checker, inner)) return;
    const { line } = file.getLineAndCharacterOfPosition(inner.getStart(file));
    found.push({ place: `${name}:${line + 1}`, code });
  };
  const visit = (node: ts.Node): void => {
    // Its argument can be any text.
    if (isSafeCall(checker, node)) return;
    if (ts.isTemplateExpression(node)) {
      let before = node.head.text;
      for (const { expression, literal } of node.templateSpans) {
        check(before, expression);
        before += `x${literal.text}`;
      }
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      check(ts.isStringLiteralLike(node.left) ? node.left.text : '', node.right);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns true if the last line of generated code is in a comment or in quotes. */
function opensText(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/(^|\s)(\/\/|#|\*)|\/\*(?![^]*\*\/)/.test(line)) return true;
  let quote = '';
  for (const [character] of line.matchAll(/(?<!\\)['"`]/g))
    if (quote === '') quote = character;
    else if (quote === character) quote = '';
  return quote !== '';
}

/** Returns true for a call of a function that takes any text. */
function isSafeCall(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const file = getDeclaration(checker, node.expression)?.getSourceFile().fileName ?? '';
  return SAFE.test(file);
}

/** Returns true for a text of the model, also if it is destructured. */
function isForeign(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if ((checker.getTypeAtLocation(node).flags & ts.TypeFlags.String) === 0) return false;
  let declaration = getDeclaration(checker, node);
  if (declaration !== undefined && ts.isBindingElement(declaration)) {
    const name = (declaration.propertyName ?? declaration.name).getText();
    declaration = checker.getTypeAtLocation(declaration.parent).getProperty(name)?.declarations?.[0];
  }
  return declaration?.getSourceFile().fileName === MODEL;
}

function getDeclaration(checker: ts.TypeChecker, node: ts.Node): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.[0];
}

function programOf(paths: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  return ts.createProgram([...paths], { ...options, noEmit: true });
}

const root = resolve('src/adopt');
const paths = PRINTERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, folder, name)),
);

test('no printer concatenates text of a service', () => {
  const program = programOf(paths);
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.flatMap((path) => concatenationsIn(program, path, root))).toEqual([]);
});

test('the rule finds text of a service in comments, in quotes and in code, and no escaped text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const path = join(folder, 'planted.ts');
  const statements = [
    ['`// By uid: ${object.name}`', true],
    ["`// By uid: ${names.join(', ')}`", true],
    ['`/** The group ${group.name}. */`', true],
    ['`# ${names[0]}`', true],
    ["`test('it declares ${title}', () => {`", true],
    ['`const x = ${object.uid};`', true],
    ["'// ' + title", true],
    ['`const x = ${quoted(object.uid)};`', false],
    ['`${lineComment(`By uid: ${object.name}`)}\\n`', false],
    ['`const ${title} = 1;`', false],
  ] as const;
  const head = [
    `import type { AdoptedGroup, AdoptedObject } from ${JSON.stringify(MODEL.replace(/\.ts$/, ''))};`,
    `import { lineComment, quoted } from ${JSON.stringify(resolve('src/base/text/typescript'))};`,
    'export function write(object: AdoptedObject, { ...group }: AdoptedGroup, names: string[], title: string) {',
    '  return [',
  ];
  try {
    writeFileSync(path, [...head, ...statements.map(([code]) => `    ${code},`), '  ];', '}', ''].join('\n'));
    const lines = concatenationsIn(programOf([path]), path, folder).map(({ place }) => Number(place.split(':')[1]));
    const expected = statements.flatMap(([, isFound], index) => (isFound ? [index + head.length + 1] : []));
    expect(lines).toEqual(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
