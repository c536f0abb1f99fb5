// @slow
/** The hints of an editor for programs that use the client, from TypeScript's own language service. */
import { join } from 'node:path';
import ts from 'typescript';
import { declarations } from '../../src/model/kinds';
import { behaves, inputFields, offers, updatableFields, type Declaration, type Field } from '../../src/model/schema';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');

/** The programs, by file. All are written before the first question, so that the compiler reads everything else only once. */
const programs = new Map<string, string>();
const fileOf = (index: number) => join(root, `test/client/written-in-an-editor-${index}.ts`);

const options = parsedOptions();
const service = ts.createLanguageService({
  getScriptFileNames: () => [...programs.keys()],
  getScriptVersion: () => '0',
  getScriptSnapshot: (name) => {
    const content = programs.get(name) ?? ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => programs.has(name) || ts.sys.fileExists(name),
  readFile: (name) => programs.get(name) ?? ts.sys.readFile(name),
  directoryExists: (name) => ts.sys.directoryExists(name),
});

const head = `import { createClient, ${declarations.map(exportName).join(', ')}, type Create, type Resource, type Update } from '../../src/client';
const client = createClient({ baseUrl: 'https://api.example.com', token: 't' });
`;

/** Writes a program with marks (`¦`). Each test writes its programs before it runs. */
function write(lines: string) {
  const file = fileOf(programs.size);
  const parts = `${head}${lines}`.split('¦');
  programs.set(file, parts.join(''));
  const places = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
  return {
    /** Returns the hover text at each mark. */
    hovers: () =>
      places.map((place) => ts.displayPartsToString(service.getQuickInfoAtPosition(file, place)?.documentation)),
    completions: () => {
      const { entries = [] } = service.getCompletionsAtPosition(file, places[0] ?? 0, {}) ?? {};
      return entries.map(({ name }) => name);
    },
    errors: () =>
      service.getSemanticDiagnostics(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  };
}

const described = (fields: readonly [string, Field][]) => fields.map(([, { description }]) => description);

describe.each(declarations)('the fields of $kind on hover', (declaration) => {
  const name = exportName(declaration);
  const answered = Object.entries(declaration.fields).filter(([, field]) => !behaves(field, 'inputOnly'));
  const shown = (type: string, fields: readonly [string, Field][]) =>
    write(`declare const it: ${type}<typeof ${name}>;\n${fields.map(([field]) => `it.¦${field};`).join('\n')}`);

  const response = shown('Resource', answered);
  const listed = write(`async function main() { for await (const it of client.list(${name})) it.¦uid; }`);
  it('show their description in a response', () => {
    expect(response.hovers()).toEqual(described(answered));
    expect(listed.hovers()).toEqual([declaration.fields['uid']?.description]);
  });

  describe.each([
    ['create', 'Create', inputFields(declaration)],
    ['update', 'Update', updatableFields(declaration)],
  ] as const)('in the inputs of a request to %s', (method, type, fields) => {
    if (!offers(declaration, method)) {
      const refused = write(`client.${method}(${name}, 'uid', { name: 'x' });`);
      it('do not exist, as there is no such request', () => {
        expect(refused.errors()).toHaveLength(1);
      });
      return;
    }
    const inputs = shown(type, fields);
    const literal = fields.map(([field]) => `¦${field}: undefined!`).join(', ');
    const written = write(`client.${method}(${name}, 'uid', { ${literal} });`);
    it('show their description', () => {
      expect(inputs.hovers()).toEqual(described(fields));
      expect(written.hovers()).toEqual(described(fields));
    });
  });

  const filters = Object.entries(declaration.filters);
  const camel = filters.map(([filter]) => filter.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const filter = write(`client.list(${name}, { ¦ });`);
  const filtered = write(`client.list(${name}, { ${camel.map((name) => `¦${name}: undefined!`).join(', ')} });`);
  const order = write(`client.list(${name}, { orderBy: '¦' });`);
  const wrong = write(`client.list(${name}, { nonsense: 'x' });\nclient.list(${name}, { orderBy: 'nonsense' });`);
  it('complete as filters and orders of a list, and nothing else is accepted', () => {
    expect(filter.completions()).toEqual(
      expect.arrayContaining([...camel, 'descendantsOf', 'childrenOf', 'orderBy', 'pageSize']),
    );
    expect(filtered.hovers()).toEqual(filters.map(([, { description }]) => description));
    expect(order.completions()).toEqual(expect.arrayContaining(['uid', 'uid asc', 'uid desc']));
    expect(wrong.errors()).toEqual([
      expect.stringContaining("'nonsense' does not exist in type"),
      expect.stringContaining('Type \'"nonsense"\' is not assignable to type'),
    ]);
  });
});

const nested =
  write(`client.create(identity, 'uid', { name: 'ci', claimMatch: { ¦issuer: 'https://x', ¦subject: 'y' } });
  declare const it: Resource<typeof roleBinding>; it.identity?.¦email;`);
it('what lies within a field is documented as well', () => {
  expect(nested.hovers()).toEqual([
    'The URL of the token issuer: the exact value of the claim `iss`.',
    'The exact value of the claim `sub`.',
    'The e-mail address of a person.',
  ]);
});

const pages = write(`async function main() {
  const { items } = await client.page(group, { name: 'x', orderBy: 'name desc', skip: 1 }); items[0]?.verified;
  for await (const { items } of client.pages(tag, { digest: 'x' })) items[0]?.deprecated;
  const created: Create<typeof group> = { name: 'x' }; const changed: Update<typeof group> = {}; }`);
const wrongPages = write(`client.page(group, { digest: 'x' }); client.pages(tag, { orderBy: 'verified' });`);
it('a page and its query are typed by the kind, too', () => {
  expect(pages.errors()).toEqual([]);
  expect(wrongPages.errors()).toHaveLength(2);
});

function exportName({ kind }: Declaration): string {
  return kind.charAt(0).toLowerCase() + kind.slice(1);
}

function parsedOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  return { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true, noUnusedLocals: false };
}
