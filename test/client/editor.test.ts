/** The hints of an editor for programs that use the client, from TypeScript's own language service. */
import { join } from 'node:path';
import ts from 'typescript';
import { declarations } from '../../src/resources';
import { behaves, inputFields, offers, updatableFields, type Declaration, type Field } from '../../src/schema';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');
const file = join(root, 'test/client/written-in-an-editor.ts');
let text = '';
let version = 0;

const options = parsedOptions();
const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => (name === file ? String(version) : '0'),
  getScriptSnapshot: (name) => {
    const content = name === file ? text : ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: (name) => ts.sys.readFile(name),
  directoryExists: (name) => ts.sys.directoryExists(name),
});

const head = `import { createClient, ${declarations.map(exportName).join(', ')}, type Create, type Resource, type Update } from '../../src/client';
const client = createClient({ baseUrl: 'https://api.example.com', token: 't' });
`;

/** Writes a program with marks (`¦`), and returns their positions. */
function write(lines: string): number[] {
  const parts = `${head}${lines}`.split('¦');
  text = parts.join('');
  version++;
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
}

/** Returns the hover text at each mark. */
function hovers(lines: string): string[] {
  return write(lines).map((place) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(file, place)?.documentation),
  );
}

function completions(lines: string): string[] {
  const [place = 0] = write(lines);
  const { entries = [] } = service.getCompletionsAtPosition(file, place, {}) ?? {};
  return entries.map(({ name }) => name);
}

function errors(lines: string): string[] {
  write(lines);
  return service
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const described = (fields: readonly [string, Field][]) => fields.map(([, { description }]) => description);

describe.each(declarations)('the fields of $kind on hover', (declaration) => {
  const name = exportName(declaration);
  const answered = Object.entries(declaration.fields).filter(([, field]) => !behaves(field, 'inputOnly'));
  const shown = (type: string, fields: readonly [string, Field][]) =>
    hovers(`declare const it: ${type}<typeof ${name}>;\n${fields.map(([field]) => `it.¦${field};`).join('\n')}`);

  it('show their description in a response', () => {
    expect(shown('Resource', answered)).toEqual(described(answered));
    expect(hovers(`async function main() { for await (const it of client.list(${name})) it.¦uid; }`)).toEqual([
      declaration.fields['uid']?.description,
    ]);
  });

  it('show it in the inputs of a create', () => {
    if (!offers(declaration, 'create')) {
      expect(errors(`client.create(${name}, 'uid', { name: 'x' });`)).toHaveLength(1);
      return;
    }
    const fields = inputFields(declaration);
    expect(shown('Create', fields)).toEqual(described(fields));
    const literal = fields.map(([field]) => `¦${field}: undefined!`).join(', ');
    expect(hovers(`client.create(${name}, 'uid', { ${literal} });`)).toEqual(described(fields));
  });

  it('show it in the inputs of an update', () => {
    if (!offers(declaration, 'update')) {
      expect(errors(`client.update(${name}, 'uid', { name: 'x' });`)).toHaveLength(1);
      return;
    }
    const fields = updatableFields(declaration);
    expect(shown('Update', fields)).toEqual(described(fields));
    const literal = fields.map(([field]) => `¦${field}: undefined!`).join(', ');
    expect(hovers(`client.update(${name}, 'uid', { ${literal} });`)).toEqual(described(fields));
  });

  it('complete as filters and orders of a list, and nothing else is accepted', () => {
    const filters = Object.entries(declaration.filters);
    const camel = filters.map(([filter]) => filter.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    expect(completions(`client.list(${name}, { ¦ });`)).toEqual(
      expect.arrayContaining([...camel, 'descendantsOf', 'childrenOf', 'orderBy', 'pageSize']),
    );
    expect(hovers(`client.list(${name}, { ${camel.map((filter) => `¦${filter}: undefined!`).join(', ')} });`)).toEqual(
      filters.map(([, { description }]) => description),
    );
    expect(completions(`client.list(${name}, { orderBy: '¦' });`)).toEqual(
      expect.arrayContaining(['uid', 'uid asc', 'uid desc']),
    );
    expect(errors(`client.list(${name}, { nonsense: 'x' });\nclient.list(${name}, { orderBy: 'nonsense' });`)).toEqual([
      expect.stringContaining("'nonsense' does not exist in type"),
      expect.stringContaining('Type \'"nonsense"\' is not assignable to type'),
    ]);
  });
});

it('what lies within a field is documented as well', () => {
  expect(
    hovers(`client.create(identity, 'uid', { name: 'ci', claimMatch: { ¦issuer: 'https://x', ¦subject: 'y' } });
      declare const it: Resource<typeof roleBinding>; it.identity?.¦email;`),
  ).toEqual([
    'The URL of the token issuer: the exact value of the claim `iss`.',
    'The exact value of the claim `sub`.',
    'The e-mail address of a person.',
  ]);
});

it('a page and its query are typed by the kind, too', () => {
  expect(
    errors(`async function main() { const { items } = await client.page(group, { name: 'x', orderBy: 'name desc', skip: 1 }); items[0]?.verified;
    for await (const { items } of client.pages(tag, { digest: 'x' })) items[0]?.deprecated;
    const created: Create<typeof group> = { name: 'x' }; const changed: Update<typeof group> = {}; }`),
  ).toEqual([]);
  expect(errors(`client.page(group, { digest: 'x' }); client.pages(tag, { orderBy: 'verified' });`)).toHaveLength(2);
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
