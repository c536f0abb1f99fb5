/** The published types with several compilers, in every module resolution of a project. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { entriesOf, installedProject, manifestOf, tarball } from './installed-project';

jest.setTimeout(180_000);

const installed = join(installedProject(), 'node_modules/cdktf-provider-platform');
const manifest = manifestOf(installed);
const entries = entriesOf(manifest);
/** Every library: what is exported, and what several of those share. */
const libraries = readdirSync(join(installed, 'dist/lib'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js'))
  .map((path) => join('dist/lib', path));
const declarations = libraries.map((library) => {
  const types = library.replace(/\.js$/, '.d.ts');
  const text = readFileSync(join(installed, types), 'utf8');
  const name = entries.find(([, target]) => join(target.types) === types)?.[0] ?? library;
  return { name, text, file: ts.createSourceFile(types, text, ts.ScriptTarget.Latest, true) };
});

/** The declarations that a compiler reads: those of the entries, and all that they import. */
const reached: typeof declarations = declarations.filter(({ file }) =>
  entries.some(([, { types }]) => join(types) === file.fileName),
);
for (const { file } of reached)
  for (const path of readImports(file)) {
    const found = declarations.find(
      (declaration) => declaration.file.fileName === join(file.fileName, '..', path).replace(/\.js$/, '.d.ts'),
    );
    if (found !== undefined && !reached.includes(found)) reached.push(found);
  }

/** The names of the sources in each library, from its build: a packed library does not contain them. */
const sourcesOf = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { build } from 'esbuild';
       import { libraries } from './src/tools/build/bundles.mjs';
       const built = await Promise.all(libraries().map(async ({ output, options }) => {
         const { metafile } = await build(options);
         const [{ inputs }] = Object.values(metafile.outputs);
         return [output, Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0)];
       }));
       process.stdout.write(JSON.stringify(Object.fromEntries(built)));`,
    ],
    { encoding: 'utf8' },
  ),
) as Readonly<Record<string, readonly string[]>>;

describe('a project that checks its libraries, too', () => {
  const names = entries.map(([name]) => name.replace(/^\./, 'cdktf-provider-platform'));
  const consumer = names.map((name, index) => `export * as entry${index} from '${name}';\n`).join('');
  for (const file of ['consumer.ts', 'consumer.mts']) writeFileSync(join(installedProject(), file), consumer);

  // TypeScript 6 warns of node10, and 7 does not have it: each resolution runs with one older and one newer compiler.
  it.each([
    ['typescript-5.4', 'CommonJS', 'node10', []],
    ['typescript', 'Node16', 'node16', []],
    ['typescript-6', 'CommonJS', 'node10', ['--ignoreConfig', '--ignoreDeprecations', '6.0']],
    ['typescript-6', 'NodeNext', 'nodenext', ['--ignoreConfig']],
    ['typescript-7', 'Node16', 'node16', ['--ignoreConfig']],
    ['typescript-7', 'NodeNext', 'nodenext', ['--ignoreConfig']],
    ['typescript-7', 'ESNext', 'bundler', ['--ignoreConfig']],
  ])('compiles with %s as %s, resolving as %s', (compiler, module, moduleResolution, further) => {
    const files = module.startsWith('Node') ? ['consumer.ts', 'consumer.mts'] : ['consumer.ts'];
    const options = { module, moduleResolution, target: 'ES2022', lib: 'ES2022', types: 'node', skipLibCheck: 'false' };
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(installedProject(), 'node_modules', compiler, 'bin/tsc'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--pretty', 'false'],
        ...further,
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
        ...files,
      ],
      { cwd: installedProject(), encoding: 'utf8' },
    );
    const problems = stdout.split('\n').filter((line) => /^\S+\(\d+,\d+\): error|^error/.test(line));
    // The newest types of Node are not for a compiler as old as 5.4: what it says of them is not about us.
    expect(problems.filter((line) => !line.startsWith('node_modules/@types/node/'))).toEqual([]);
  });
});

describe('the declarations of a library', () => {
  it('say what they mean themselves, and cite no page that a user does not have', () => {
    const cited = /[Nn]ot-shown|[Ss]pecification §|DESIGN\b|\bSource: |§\d/;
    const lines = declarations.flatMap(({ name, text }) => text.split('\n').map((line) => `${name}: ${line}`));
    expect(lines.filter((line) => cited.test(line))).toEqual([]);
  });

  it('are found without "exports", too, as TypeScript looks for them in a CommonJS project', () => {
    const below = entries.filter(([name]) => name !== '.');
    expect(manifest.typesVersions['*']).toEqual(
      Object.fromEntries(below.map(([name, { types }]) => [name.slice('./'.length), [types]])),
    );
  });

  it('import nothing but what an installation brings and other libraries of the package', () => {
    const files = libraries.map((library) => join(installed, library));
    const brought = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(reached.length).toBeGreaterThan(entries.length);
    const strange = reached.flatMap(({ name, file }) =>
      readImports(file)
        .filter((path) =>
          path.startsWith('.')
            ? !files.includes(join(installed, file.fileName, '..', path))
            : !/^node:/.test(path) && !brought.some((one) => path === one || path.startsWith(`${one}/`)),
        )
        .map((path) => `${name} imports ${path}`),
    );
    expect(strange).toEqual([]);
  });

  it('name no path of our sources', () => {
    const named = declarations.flatMap(
      ({ text }) => text.match(/\bimport\(['"].*|.*\.\.\/src\/(?!\S+\.js').*|.*\w\.ts\b.*/g) ?? [],
    );
    expect(named).toEqual([]);
  });

  it('declare a class or a unique symbol in one library only', () => {
    const nominal = declarations.filter(({ name }) => name !== './cdktn').flatMap(({ file }) => nominalIn(file));
    expect(nominal).toEqual(expect.arrayContaining(['Group', 'ApiError', 'DiagError', 'HostError']));
    expect(nominal.filter((name, index) => nominal.indexOf(name) !== index)).toEqual([]);
  });

  it('are the same for both CDKs, except for the name of the package', () => {
    const [constructs, terrain] = ['.', './cdktn'].map((name) =>
      declarations.find((declaration) => declaration.name === name)!,
    );
    expect(readImports(constructs!.file)).toContain('cdktf');
    expect(terrain!.text).toBe(constructs!.text.replaceAll("from 'cdktf", "from 'cdktn"));
  });

  it('keep the docs that editors show', () => {
    const client = declarations.find(({ name }) => name === './client')!.text;
    expect(/\/\*\* Yields the matching objects page by page[^/]+\*\/\s+pages</.test(client)).toBe(true);
  });
});

test('publint and "are the types wrong" find nothing', () => {
  const program = join(__dirname, 'findings.mjs');
  const found = execFileSync(process.execPath, [program, installed, tarball()], { encoding: 'utf8' });
  expect(JSON.parse(found)).toEqual({ publint: [], areTheTypesWrong: [] });
});

/** A class in two libraries would be two classes. */
test('no class of ours is in two libraries', () => {
  const ofOneCdk = Object.entries(sourcesOf).filter(([library]) => !library.endsWith('/cdktn.js'));
  const classes = ofOneCdk.flatMap(([, sources]) => sources.filter(declaresClass));
  expect(classes).toEqual(expect.arrayContaining(['constructs/kinds/group.ts', 'src/client/errors/api-error.ts']));
  expect(classes.filter((one, index) => classes.indexOf(one) !== index)).toEqual([]);
});

test('the builds for the two CDKs share every source that is not of the constructs', () => {
  const [sources = [], ofTerrain = []] = ['index', 'cdktn'].map((name) => sourcesOf[`dist/lib/constructs/${name}.js`]);
  expect(sources.length).toBeGreaterThan(20);
  expect([...sources, ...ofTerrain].filter((file) => !file.startsWith('constructs/'))).toEqual([]);
});

test('a build for one CDK never loads the other', () => {
  const loaded = ['index', 'cdktn'].map((name) =>
    [
      ...readFileSync(join(installed, `dist/lib/constructs/${name}.js`), 'utf8').matchAll(/require\("(cdkt[^"]+)"\)/g),
    ].map(([, path]) => path!.split('/')[0]),
  );
  expect(loaded.map((packages) => [...new Set(packages)])).toEqual([['cdktf'], ['cdktn']]);
});

function declaresClass(source: string): boolean {
  return /^(src|constructs)\//.test(source) && /^(export )?(abstract )?class /m.test(readFileSync(source, 'utf8'));
}

function readImports(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier !== undefined &&
    ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
}

/** The names of types that are distinguished by their place of declaration, not by their shape. */
function nominalIn(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (ts.isClassDeclaration(statement)) return [statement.name?.text ?? ''];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations
      .filter(({ type }) => type?.getText().startsWith('unique symbol'))
      .map(({ name }) => name.getText());
  });
}
