// @slow
import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { decode } from '../../../src/grpc/codec';
import { startEmulator } from '../../../src/emulator';
import { isSibling, readProviderFiles } from '../../../src/install/provider-files';
import { encodeSchema } from '../../../src/plugin/server';
import { providerMethods } from '../../../src/plugin/wire/service';
import { createProvider } from '../../../src/provider/provider';
import { siblingsOf } from '../../support/built';
import { startPlugin } from '../../support/plugin-client';

jest.setTimeout(120_000);

const root = join(__dirname, '../../..');
const provider = join(root, 'dist/terraform-provider-platform');
const cli = join(root, 'dist/platform-iac.js');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries(
  manifest.exports as Record<string, string | Record<'types' | 'default', string>>,
).flatMap(([name, target]) => (typeof target === 'string' ? [] : [[name, target] as const]));
const scratch = mkdtempSync(join(tmpdir(), 'build-test-'));
const build = (...args: string[]) =>
  execFileSync(process.execPath, ['src/tools/build/build.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });

beforeAll(() => void build());
afterAll(() => rmSync(scratch, { recursive: true }));

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** Returns the files of the provider in the build, except for the main file. */
const siblings = (): string[] => siblingsOf(provider);

let metafile: Metafile | undefined;
const readMetafile = (): Metafile => (metafile ??= JSON.parse(build('--meta')) as Metafile);

/** Returns the sources in the files of the provider whose names match. */
function sourcesIn(name: RegExp): string[] {
  const { outputs } = readMetafile();
  const found = Object.entries(outputs).filter(([path]) => name.test(path));
  return found.flatMap(([, { inputs }]) => Object.keys(inputs));
}

test('the provider loads no HTTP client, no validator, no pattern engine and no JOSE before it needs one', () => {
  const loaded = sourcesIn(/terraform-provider-platform|shared|routes/);
  expect(loaded).toEqual(expect.arrayContaining(['src/provider/main.ts', 'src/provider/routes.ts']));
  const packages = loaded.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean);
  expect([...new Set(packages)].sort()).toEqual(['@bufbuild/protobuf', '@msgpack/msgpack']);
  expect(loaded.filter((path) => /^src\/(emulator|review|adopt)\//.test(path))).toEqual([]);
});

test('until Terraform needs more than the schema, the provider loads neither declarations nor a client', () => {
  const loaded = sourcesIn(/terraform-provider-platform|shared/);
  const folders = [...new Set(loaded.map((path) => /^src\/((base|model)\/)?\w+/.exec(path)?.[0]).filter(Boolean))];
  expect(folders.sort()).toEqual(['src/base/text', 'src/grpc', 'src/model/api', 'src/plugin', 'src/provider']);
});

test('of what comes with the first request the provider carries only what it uses', () => {
  const { inputs } = readMetafile();
  const carried = Object.keys(inputs).map((path) => path.replace(/^.*node_modules\//, ''));
  expect(carried).toEqual(expect.arrayContaining(['undici/lib/dispatcher/agent.js', 'zod/v4/classic/schemas.js']));
  const unused =
    /^(undici\/(index|lib\/(mock|cache|interceptor|web\/(websocket|eventsource|cache)))|zod\/v[34].*\/locales\/(?!en\.))/;
  expect(carried.filter((path) => unused.test(path))).toEqual([]);
});

test.each(['platform-iac.js', 'lib/constructs/index.js'])('the check of the version in %s declares no name', (file) => {
  const lines = readFileSync(join(root, 'dist', file), 'utf8').split('\n');
  // The bundle could have a function of that name.
  const check = lines.find((line) => line.includes('needs Node.js'));
  expect(check).toBeDefined();
  expect(check).not.toMatch(/(^|;)\s*(var|let|const|function)\b/);
});

test('until a command needs more, the command line loads no review, no emulator and no conformance kit', () => {
  const loading = `
    process.argv = [process.execPath, ${JSON.stringify(cli)}, ...process.argv.slice(1)];
    process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(cli)});`;
  const loadedFiles = (...args: string[]): string[] => {
    const { stderr } = spawnSync(process.execPath, ['--eval', loading, '--', ...args], { encoding: 'utf8' });
    return JSON.parse(stderr) as string[];
  };
  const loaded = (...args: string[]): string[] =>
    loadedFiles(...args).map((file) => /([a-z-]+)-\w{8}\.cjs$/.exec(file)?.[1] ?? '');
  const late = ['commands', 'review', 'emulator', 'conformance', 'undici', 're2js', 'response-schema', 'jose'];
  const lateOf = (...args: string[]) => late.filter((name) => loaded(...args).includes(name));
  expect(lateOf('--version')).toEqual([]);
  expect(lateOf('--help')).toEqual(['commands']);
  expect(lateOf('schema', 'report')).toEqual(['commands']);
  expect(lateOf('emulator', '--', 'true')).toEqual(['commands', 'emulator']);
  const commandsOf = (...args: string[]) => loaded(...args).filter((name) => name.startsWith('command-'));
  expect(commandsOf('schema', 'report')).toEqual(['command-schema']);
  expect(commandsOf('emulator', '--', 'true')).toEqual(['command-emulator']);
  // The help of all commands prints their descriptions.
  expect(commandsOf('--help')).toEqual([]);
  // A part that several commands share loads with the first use of an export, not with the parts that import it.
  const usesYaml = (file: string) => readFileSync(file, 'utf8').includes('Symbol.for("yaml.');
  const usesZod = (file: string) => readFileSync(file, 'utf8').includes('ZodError');
  const parts = readdirSync(join(root, 'dist')).filter((file) => /^shared-.*\.cjs$/.test(file));
  expect(parts.filter((file) => usesYaml(join(root, 'dist', file)))).toHaveLength(1);
  for (const args of [['--help'], ['emulator', '--', 'true']])
    expect(loadedFiles(...args).filter((file) => usesYaml(file) || usesZod(file))).toEqual([]);
});

test('the command line wraps no module in functions, and loads a module of Node when it uses it', () => {
  const files = [
    'platform-iac.js',
    ...siblingsOf(cli).filter((name) => !/^(jose|re2js|undici|response-schema)-/.test(name)),
  ];
  const texts = files.map((name) => readFileSync(join(root, 'dist', name), 'utf8'));
  // Two packages that are CommonJS.
  expect(texts.filter((text) => text.includes('__esm')).length).toBe(0);
  expect(texts.filter((text) => /var import_node_\w+=require/.test(text))).toEqual([]);
  const builtins = (...args: string[]): string[] => {
    const print = `process.on('exit', () => console.error(JSON.stringify(process.moduleLoadList)));
      process.argv = [process.execPath, ${JSON.stringify(cli)}, ...process.argv.slice(1)];
      require(${JSON.stringify(cli)});`;
    const { stderr } = spawnSync(process.execPath, ['--eval', print, '--', ...args], { encoding: 'utf8' });
    return JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as string[];
  };
  const large = ['crypto', 'http', 'http2', 'tls', 'worker_threads', 'zlib'].map((name) => `NativeModule ${name}`);
  const loaded = (...args: string[]) => large.filter((name) => builtins(...args).includes(name));
  expect(loaded('--help')).toEqual([]);
  expect(loaded('emulator', '--', 'true')).toEqual(['NativeModule crypto', 'NativeModule http']);
});

test('each file that the command line requires late has exports', () => {
  const late = siblingsOf(cli).filter((name) => !name.startsWith('shared-'));
  const listEmpty = `console.log(JSON.stringify(${JSON.stringify(late)}.filter((name) => Object.keys(require('./' + name)).length === 0)))`;
  const stdout = execFileSync(process.execPath, ['--eval', listEmpty], { cwd: join(root, 'dist'), encoding: 'utf8' });
  expect(late).not.toEqual([]);
  expect(JSON.parse(stdout)).toEqual([]);
});

test('the command line carries the messages of the validator in English alone', () => {
  const files = siblingsOf(cli).map((name) => readFileSync(join(root, 'dist', name), 'utf8'));
  const text = files.join('\n');
  expect(text).toContain('Invalid input: expected ');
  expect(text).not.toContain(String.raw`Ung\xFCltige Eingabe`);
});

test('the modules of the provider are not wrapped in functions, which takes longer to start', () => {
  const own = siblings().filter((file) => /^(shared|routes)-/.test(file));
  expect(own).toHaveLength(2);
  for (const file of ['terraform-provider-platform', ...own])
    expect(readFileSync(join(root, 'dist', file), 'utf8')).not.toMatch(/__esm|__commonJS/);
});

test('the provider is an executable file and siblings without a trace of the machine that built them', () => {
  accessSync(provider, constants.X_OK);
  expect(readFileSync(provider, 'utf8').startsWith('#!/bin/sh\n')).toBe(true);
  const maps = readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.map'));
  expect(maps).toHaveLength(3);
  for (const file of ['terraform-provider-platform', ...siblings(), ...maps])
    expect(readFileSync(join(root, 'dist', file), 'utf8')).not.toContain(root);
});

test('each sibling is named by its content, and the head of the main file lists all of them', () => {
  expect(readProviderFiles(provider).map(({ name }) => name)).toEqual([
    ...siblings().sort(),
    'terraform-provider-platform',
  ]);
  const files = readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.cjs'));
  expect(files.filter((file) => !isSibling(join(root, 'dist', file)))).toEqual([]);
  expect(files).toEqual([...new Set([...siblings(), ...siblingsOf(cli)])].sort());
  expect(siblings()).toHaveLength(6);
});

test.each([
  ['terraform-provider-platform', 'Buffer.from("', 'src/provider/main.ts', 'void servePlugin('],
  ['shared', "TF_REATTACH_PROVIDERS='${", 'src/plugin/process.ts', "TF_REATTACH_PROVIDERS='${"],
  [
    'routes',
    'createProviderRoutes(createProvider()',
    'src/provider/routes.ts',
    'createProviderRoutes(createProvider()',
  ],
])('a debugger finds the TypeScript of %s', (name, generated, source, original) => {
  const file = [...siblings(), name].find((each) => each === name || each.startsWith(`${name}-`)) ?? '';
  const text = readFileSync(join(root, 'dist', file), 'utf8');
  const map = text.match(/\n\/\/# sourceMappingURL=(.+)\n$/)?.[1] ?? '';
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes(generated));
  const sourceMap = new SourceMap(JSON.parse(readFileSync(join(root, 'dist', map), 'utf8')));
  const column =
    name === 'terraform-provider-platform' ? lines[line]!.lastIndexOf('servePlugin') : lines[line]!.indexOf(generated);
  const found = sourceMap.findEntry(line, column);
  if (!('originalSource' in found)) throw new Error('The map has no such position.');
  expect(join(root, 'dist', found.originalSource)).toBe(join(root, source));
  expect(readFileSync(join(root, source), 'utf8').split('\n')[found.originalLine]).toContain(original);
});

describe.each(['sh', 'dash', 'bash', 'busybox'].filter((shell) => isOnPath(shell)))('started by %s', (shell) => {
  const words = shell === 'busybox' ? ['sh'] : [];

  it('without Node, the provider says on stdout what to install', () => {
    const path = join(scratch, 'no-node');
    mkdirSync(path, { recursive: true });
    const program = execFileSync('which', [shell], { encoding: 'utf8' }).trim();
    const { status, stdout, stderr } = spawnSync(program, [...words, provider], {
      env: { PATH: path },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout:
        'terraform-provider-platform needs Node.js 20.18.1 or later, but PATH contains no node. Install Node.js, or use the executable of a release, which contains Node.js.\n',
      stderr: '',
    });
  });

  it('the provider runs in a path with spaces and quotes, with its arguments', () => {
    const folder = join(scratch, `a "folder" with $x and 'quotes' ${shell}`);
    mkdirSync(folder);
    const copy = join(folder, 'terraform-provider-platform');
    writeFileSync(
      copy,
      `${headOf(provider)}\nprocess.stdout.write(JSON.stringify([process.execArgv, ...process.argv.slice(1)]));`,
    );
    const { stdout } = spawnSync(shell, [...words, copy, 'two words', '$y'], { encoding: 'utf8' });
    const options = ['--max-semi-space-size=8', '--heap-growing-percent=100'];
    expect(JSON.parse(stdout)).toEqual([options, copy, 'two words', '$y']);
  });
});

function isOnPath(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

/** The lines before the program. */
function headOf(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(0, 3).join('\n');
}

describe('the programs', () => {
  const texts = () =>
    ['platform-iac.js', 'terraform-provider-platform', ...siblings(), ...siblingsOf(cli)].map((name) =>
      readFileSync(join(root, 'dist', name), 'utf8'),
    );

  it('are ASCII: with another character, V8 would store two bytes for each, and each start would take 2 ms longer', () => {
    for (const text of texts()) expect(text.match(/[^\x00-\x7f]/g)).toBeNull();
  });

  it('hold no dynamic import, which an executable refuses', () => {
    const dynamicImport = /(?<![.\w$])import\s*\(/;
    for (const text of texts()) expect(dynamicImport.exec(text)?.[0]).toBeUndefined();
    expect(texts().join('\n')).toMatch(/require\("(node:)?zlib"\)/);
    expect(dynamicImport.test('const { gunzip } = await import("zlib")')).toBe(true);
  });
});

test('the command line reads compressed responses', async () => {
  const { baseUrl, token, faults, close } = await startEmulator({ thread: true });
  const { id } = await faults.add({ effect: 'compression', unrequested: true });
  execFileSync(process.execPath, [join(root, 'dist/platform-iac.js'), 'who-can', 'groups.list', '**', '--live'], {
    env: { ...process.env, PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token },
  });
  expect((await faults.list()).find((fault) => fault.id === id)?.hits).toBeGreaterThan(0);
  await close();
});

test('the provider carries the schema of its declarations, as it would work it out itself', async () => {
  const plugin = await startPlugin(provider);
  const served = await plugin.connect().raw('/tfplugin6.Provider/GetProviderSchema');
  await plugin.kill();
  expect(Buffer.compare(served, encodeSchema(createProvider({ env: {} })))).toBe(0);
  const { response } = providerMethods.GetProviderSchema;
  const { diagnostics, resourceSchemas } = decode(response, served);
  expect([diagnostics, Object.keys(resourceSchemas)]).toEqual([[], expect.arrayContaining(['platform_group'])]);
  expect(readFileSync(provider, 'utf8')).toContain(Buffer.from(served).toString('base64'));
});

/** Copies the provider into a folder, and returns its path there. */
function copyProvider(folder: string): string {
  for (const { name, bytes, mode } of readProviderFiles(provider)) writeFileSync(join(folder, name), bytes, { mode });
  return join(folder, 'terraform-provider-platform');
}

describe.each(['commonjs', 'module'])('copied into a project of type %s', (type) => {
  const folder = join(scratch, type);
  let copy: string;

  beforeAll(() => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
    copy = copyProvider(folder);
  });

  it.each(['itself', 'behind a link'])('the provider runs %s, also where it needs every sibling', async (place) => {
    const link = join(scratch, `link-${type}`);
    if (place !== 'itself') symlinkSync(copy, link);
    const plugin = await startPlugin(place === 'itself' ? copy : link);
    const connection = plugin.connect();
    const answer = (await connection.call('GetProviderSchema')) as { diagnostics: unknown[]; resourceSchemas: object };
    expect(answer.diagnostics).toEqual([]);
    expect(Object.keys(answer.resourceSchemas)).toContain('platform_group');
    // The code for this call is in a sibling.
    expect(await connection.call('GetMetadata')).toMatchObject({ diagnostics: [] });
    await connection.shutdown();
    expect(await plugin.exited).toBe(0);
  });

  it('without a sibling, the provider says in one line on stdout what to copy', () => {
    const names = siblings().sort();
    for (const name of names) {
      renameSync(join(folder, name), join(folder, 'elsewhere'));
      const { status, stdout, stderr } = spawnSync(process.execPath, [copy], { encoding: 'utf8' });
      renameSync(join(folder, 'elsewhere'), join(folder, name));
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: `terraform-provider-platform is incomplete: ${name} is missing next to ${copy}. Copy there all of ${names.join(', ')}.\n`,
        stderr: '',
      });
    }
  });
});

test.each(['14.21.3', '18.20.8', '20.18.0'])('under Node %s it says in one line on stdout what it needs', (version) => {
  const check = readFileSync(provider, 'utf8').split('\n')[3]!;
  const told: string[] = [];
  const stop = (code: number): void => void told.push(`exit ${code}`);
  const old = {
    versions: { node: version },
    version: `v${version}`,
    execPath: '/old/node',
    stdout: { write: (text: string) => told.push(text) },
    exit: stop,
  };
  runInNewContext(check, { process: old });
  expect(told).toEqual([
    `terraform-provider-platform needs Node.js 20.18.1 or later, but this is v${version} (/old/node). Put a newer node first on PATH.\n`,
    'exit 1',
  ]);
});

test.each(['constructs/index.js', 'constructs/cdktn.js'])(
  'under an old Node a program with dist/lib/%s ends with the same sentence before it loads anything',
  (library) => {
    const setUp = `
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });
      Object.defineProperty(process, 'version', { value: 'v18.20.8' });
      const Module = require('node:module');
      Module.prototype.require = () => { throw new Error('loaded'); };`;
    const load = `Module._load(${JSON.stringify(join(root, 'dist/lib', library))})`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', `${setUp}${load}`], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `cdktf-provider-platform needs Node.js 20.18.1 or later, but this is v18.20.8 (${process.execPath}). Put a newer node first on PATH.\n`,
    });
  },
);

test.each(['20.18.1', '20.20.0', '22.0.0'])('Node %s is new enough', (version) => {
  const check = readFileSync(provider, 'utf8').split('\n')[3]!;
  expect(() => runInNewContext(check, { process: { versions: { node: version } } })).not.toThrow();
});

test('the command line runs from anywhere and knows its version', () => {
  const { status, stdout } = spawnSync(join(root, 'dist/platform-iac.js'), ['--version'], {
    cwd: scratch,
    encoding: 'utf8',
  });
  expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: manifest.version });
});

describe.each(entries)('the library %s', (_, target) => {
  const file = join(root, target.default);

  it('can be required and has its types', () => {
    execFileSync(process.execPath, ['-e', `require(${JSON.stringify(file)})`]);
    expect(existsSync(join(root, target.types))).toBe(true);
  });

  it('has no long line, because Node prints the line of an uncaught error', () => {
    const longest = Math.max(
      ...readFileSync(file, 'utf8')
        .split('\n')
        .map(({ length }) => length),
    );
    expect(longest).toBeLessThan(4_000);
  });

  it('holds no dynamic import, which the VM of Jest refuses', () => {
    expect(dynamicImports(file, readFileSync(file, 'utf8'))).toEqual([]);
    expect(dynamicImports('planted.js', 'const a = import("a");\nrequire("b");')).toEqual(['planted.js:1']);
  });

  it('exports every class under its own name, which stacks and logs show; deprecated names are second names', () => {
    const print = `
      const exported = require(${JSON.stringify(file)});
      const classes = Object.entries(exported)
        .filter(([, value]) => typeof value === 'function' && /^class\\b/.test(value))
        .filter(([, value]) => exported[value.name] !== value);
      console.log(JSON.stringify(classes.map(([name, value]) => [name, value.name])));`;
    const classes = JSON.parse(execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' })) as string[][];
    expect(classes).toEqual([]);
  });
});

test('an error of the client is called by its name where it is printed', () => {
  const library = join(root, manifest.exports['./client'].default);
  const print = `console.log(require(${JSON.stringify(library)}).ApiError.from(new Error('why')))`;
  const printed = execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' });
  expect(printed).toMatch(/^ApiError: /);
  expect(printed).not.toContain('_ApiError');
});

test('a short run does not optimize the parser of HTTP, which takes 50 to 170 ms', async () => {
  const { baseUrl, token, requestLog, close } = await startEmulator({ thread: true });
  const traced = ['--trace-wasm-compilation-times', join(root, 'dist/platform-iac.js')];
  const out = execFileSync(process.execPath, [...traced, 'who-can', 'groups.list', '**', '--live'], {
    encoding: 'utf8',
    env: { ...process.env, PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token },
  });
  expect((await requestLog.entries()).length).toBeGreaterThan(5);
  await close();
  expect(out).toContain('using Liftoff');
  expect(out).not.toContain('using TurboFan');
});

test('a second build does nothing', () => {
  expect(build()).toBe('');
});

/** Returns the places of dynamic imports, as file:line. */
function dynamicImports(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
