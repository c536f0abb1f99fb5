import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { declarations } from '../src/model/kinds';

/** The folders that each folder may import, in addition to itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'src/base/cache': [],
  'src/model/api': [],
  'src/base/text': [],
  'src/access/graph': ['src/base/cache', 'src/model/api', 'src/base/text'],
  'src/access/claims': ['src/base/cache', 'src/model/api'],
  'src/access/trust': ['src/base/cache', 'src/access/claims', 'src/model/schema', 'src/model/api', 'src/base/text'],
  'src/model/stack': ['src/model/approval', 'src/model/api', 'src/base/text'],
  'src/access/rules': [
    'src/base/cache',
    'src/model/stack',
    'src/access/trust',
    'src/access/graph',
    'src/access/claims',
    'src/model/api',
    'src/base/text',
  ],
  'src/review/page': ['src/base/cache', 'src/access/graph', 'src/model/api', 'src/base/text'],
  'src/install': ['src/model/api'],
  'src/grpc': [],
  'src/plugin': ['src/base/cache', 'src/grpc', 'src/base/text'],
  'src/model/schema': ['src/base/cache', 'src/model/api', 'src/base/text'],
  'src/model/kinds': ['src/base/cache', 'src/model/schema', 'src/model/api'],
  'src/model/approval': ['src/base/cache', 'src/model/kinds', 'src/model/schema', 'src/model/api'],
  'src/client': ['src/model/kinds', 'src/model/schema', 'src/model/api', 'src/base/text'],
  'src/provider': [
    'src/base/cache',
    'src/plugin',
    'src/client',
    'src/model/approval',
    'src/model/kinds',
    'src/model/schema',
    'src/model/api',
    'src/base/text',
  ],
  'src/emulator': [
    'src/base/cache',
    'src/grpc',
    'src/model/kinds',
    'src/model/schema',
    'src/model/api',
    'src/base/text',
  ],
  'src/review': [
    'src/base/cache',
    'src/client',
    'src/model/approval',
    'src/model/stack',
    'src/access/rules',
    'src/access/trust',
    'src/access/graph',
    'src/access/claims',
    'src/model/kinds',
    'src/model/schema',
    'src/model/api',
    'src/base/text',
    'src/review/page',
  ],
  'src/review/snapshot': ['src/client', 'src/model/kinds', 'src/model/schema', 'src/model/api'],
  'src/cli/conformance': ['src/grpc', 'src/client', 'src/model/api'],
  'src/adopt': [
    ...['src/access/trust', 'src/access/claims', 'src/client', 'src/model/kinds', 'src/model/schema', 'src/model/api'],
    'src/base/text',
  ],
  'src/cli': [
    ...[
      'src/model/stack',
      'src/review',
      'src/adopt',
      'src/access/trust',
      'src/review/snapshot',
      'src/cli/conformance',
      'src/emulator',
      'src/provider',
      'src/client',
      'src/plugin',
      'src/model/approval',
    ],
    ...['src/install', 'src/access/graph', 'src/access/claims', 'src/model/kinds', 'src/model/schema', 'src/model/api'],
    'src/base/text',
  ],
  'src/tools': [],
  constructs: [
    ...[
      'src/model/approval',
      'src/model/stack',
      'src/model/kinds',
      'src/model/schema',
      'src/model/api',
      'src/access/rules',
      'src/access/graph',
      'src/access/claims',
    ],
    ...['src/access/trust', 'src/install', 'src/base/text'],
  ],
  'constructs/testing': ['src/emulator', 'src/access/rules', 'src/access/graph', 'src/install', 'src/model/api'],
};

/**
 * The order of the subfolders of a folder, from bottom to top: a subfolder may import those before it. The files directly in
 * the folder are the top floor: they may import every subfolder, and no subfolder imports them.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  constructs: ['base', 'rules', 'trust', 'kinds', 'organization', 'anchors', 'imports', 'testing'],
  'src/model/approval': ['report', 'writes', 'grammar'],
  'src/adopt': ['organization', 'naming', 'stacks', 'code', 'patterns', 'formats', 'project'],
  'src/access/claims': ['languages'],
  'src/cli/conformance': ['http', 'session', 'rules'],
  'src/client': ['errors', 'transport', 'calls', 'responses', 'tokens', 'requests', 'interface', 'find'],
  'src/plugin': ['values', 'wire', 'schema', 'sdk', 'goplugin', 'core', 'server', 'testing'],
  'src/provider': [
    ...['configuration', 'convert', 'messages', 'refresh', 'keys', 'approval', 'planned'],
    ...['run', 'data', 'lifecycle', 'plan', 'exclusive'],
  ],
  'src/emulator': [
    ...['store', 'wire', 'auth', 'faults', 'service', 'behavior', 'seed'],
    ...['administration', 'openapi', 'v1', 'grpc', 'http', 'running'],
  ],
  'src/review': ['input', 'organization', 'access', 'findings', 'report', 'formats', 'questions', 'current'],
  'src/review/access': ['assume'],
  'src/review/input': ['scan', 'plan'],
  'src/access/rules': ['stack', 'configuration'],
  'src/review/organization': ['objects', 'context'],
  'src/review/report': ['types', 'digest', 'approval'],
};

interface Entries {
  /** The files that other folders may import besides `index.ts`, without `.ts`; `any` for a folder without an index. */
  readonly files: readonly string[] | 'any';
  readonly reason: string;
}

/** The folders that have more entries than `index.ts`. */
const entries: Readonly<Record<string, Entries>> = {
  'src/access/graph': {
    files: ['built-in-roles', 'early', 'identity-names', 'lasting', 'paths'],
    reason:
      'The index is the public export ./access. The review groups with groupBy, names people as rules and tests do, knows which access is owner-level, and shows the access of an apply that stops early.',
  },
  'src/model/api': {
    files: ['capability-descriptions', 'placeholder-uid', 'product', 'values'],
    reason:
      'Only the documentation needs the descriptions. placeholder-uid needs node:crypto, which browsers lack. The provider starts with product alone. It bundles values twice, once without the rest.',
  },
  'src/model/approval': {
    files: ['grammar/index'],
    reason: 'Constructs and rules need the grammar, and contain no copy of what reads approved reports.',
  },
  'src/base/cache': { files: 'any', reason: 'Two independent functions.' },
  'src/client': {
    files: [
      ...[
        'calls/error-response',
        'calls/retry',
        'errors/lacks-list',
        'errors/secrets',
        'find/complete-list',
        'find/find-errors',
        'find/find-by-key',
        'find/list-in-v1',
        'find/natural-key',
        'find/object-path',
        'responses/every-page',
        'responses/whoami',
      ],
      ...['transport/abort', 'transport/http', 'transport/options', 'transport/rate-limiter'],
    ],
    reason:
      'The index is the public export ./client, and these are for the provider and for readers of whole organizations. The conformance kit sends single requests.',
  },
  'src/emulator': {
    files: ['grpc/proto-files', 'grpc/services', 'service/strict'],
    reason: '`npm run docs` writes the files of all services, and the table of what a strict service refuses.',
  },
  'src/grpc': { files: 'any', reason: 'The provider loads only what it serves with.' },
  'src/install': { files: ['install-provider', 'locate'], reason: 'Independent functions, one to each file.' },
  'src/review/page': {
    files: ['change-kinds', 'data'],
    reason: 'The browser loads main. The review imports what both need.',
  },
  'src/plugin': {
    files: ['process', 'routes', 'testing/index'],
    reason: 'testing is the public export ./plugin/testing. Our provider starts with process, and loads routes later.',
  },
  'src/provider': {
    files: ['configuration/configure', 'convert/attribute-path', 'data/plural', 'functions', 'main', 'provider'],
    reason: 'The executable is main; the command line reads its credentials and its schema from the other files.',
  },
  'src/model/kinds': { files: ['types/index'], reason: 'Only types, generated from the declarations.' },
  'src/model/schema': {
    files: ['response-schema'],
    reason: 'It loads zod, which the provider must not load at startup.',
  },
  'src/base/text': { files: 'any', reason: 'Independent functions; the browser loads only those that it needs.' },
  'src/access/trust': {
    files: ['platforms/trust-props'],
    reason: 'The constructs export the types of all props. A new platform adds one, and edits no list.',
  },
};

/** Matches the file of a single kind; other folders import the index. */
const kindFile = /^src\/resources\/(?!(types\/)?index\.ts$)/;
/** Packages that are too large to load before the provider has answered Terraform. */
const heavy = ['undici', 'zod', 'jose'];

interface Import {
  readonly from: string;
  /** The file it leads to, relative to the repository; undefined for a package. */
  readonly file?: string;
  /** The package's name; undefined for a file of ours. */
  readonly package?: string;
  /** Gone once compiled. */
  readonly typeOnly: boolean;
  /** Loaded when it is reached, not when the file is. */
  readonly lazy: boolean;
}

const root = join(__dirname, '..');
const files = ['src', 'constructs']
  .flatMap((folder) => sourcesIn(join(root, folder)))
  .map((path) => relative(root, path));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const textOf = (file: string) => texts.get(file) ?? '';
const imports = files.flatMap((file) => importsOf(file, textOf(file)));

describe('the arrows between folders', () => {
  it('every folder of sources has its arrows declared', () => {
    expect([...new Set(files.map(folderOf))].filter((folder) => !(folder in arrows))).toEqual([]);
  });

  it('no folder imports another that its arrows do not lead to', () => {
    expect(imports.filter(againstTheArrows).map(described)).toEqual([]);
  });

  it('an import against an arrow is found, also a type, an export, a dynamic import and a require', () => {
    const planted = [
      `import { a } from '../client';`,
      `import type { b } from '../client/interface/client';`,
      `export * from '../client';`,
      `const c = await import('../client');`,
      `const d = require('../client');`,
      `type E = import('../client').E;`,
      `import { f } from './time'; import g from 'node:fs';`,
    ];
    const found = importsOf('src/model/api/planted.ts', planted.join('\n')).filter(againstTheArrows);
    expect(found.map(({ file }) => file)).toEqual([
      'src/client/index.ts',
      'src/client/interface/client.ts',
      ...['src/client/index.ts', 'src/client/index.ts', 'src/client/index.ts', 'src/client/index.ts'],
    ]);
  });

  it('nobody but the declarations themselves imports one kind by its file', () => {
    const direct = imports.filter(({ from, file = '' }) => kindFile.test(file) && folderOf(from) !== 'src/model/kinds');
    expect(direct.map(described)).toEqual([]);
  });

  it('only constructs import CDKTF', () => {
    const cdk = imports.filter(({ package: name = '' }) => /^(cdktf|cdktn|constructs|@cdktf\/.*)$/.test(name));
    expect(cdk.filter(({ from }) => folderOf(from) !== 'constructs').map(described)).toEqual([]);
    expect(cdk.length).toBeGreaterThan(0);
  });

  it('what a fresh clone runs loads nothing but Node before it has installed the rest', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const fresh = ['start', 'test', 'check', 'emulator'].map(
      (name) => scripts[name]?.replace(/^node (\S+).*/, '$1') ?? name,
    );
    const reached = reachedAtOnce(...fresh);
    expect(reached.size).toBeGreaterThan(fresh.length);
    const loaded = imports.filter(({ from, typeOnly, lazy }) => reached.has(from) && !typeOnly && !lazy);
    expect(loaded.filter((one) => one.package !== undefined).map(described)).toEqual([]);
  });

  it('the provider answers Terraform before it loads anything heavy', () => {
    const entry = 'src/provider/main.ts';
    const reached = reachedAtOnce(entry);
    expect(reached.size).toBeGreaterThan(10);
    const loaded = imports.filter(({ from, typeOnly, lazy }) => reached.has(from) && !typeOnly && !lazy);
    expect(loaded.filter((one) => heavy.includes(one.package ?? '')).map(described)).toEqual([]);
  });

  it('the provider loads of gRPC what it serves with, and nothing that describes services to others', () => {
    const grpc = [...reachedAtOnce('src/provider/main.ts')].filter((file) => folderOf(file) === 'src/grpc');
    const names = grpc.map((file) => file.replace(/^src\/grpc\/|\.ts$/g, '')).sort();
    expect(names).toEqual([
      'cancellation',
      'codec',
      'frame',
      'health',
      'message',
      'proto-file',
      'server',
      'status',
      'well-known',
    ]);
  });
});

describe('the order of the subfolders of a folder', () => {
  it('contains each of its subfolders once', () => {
    for (const [folder, order] of Object.entries(orders)) {
      const subfolders = files.flatMap((file) => subfolderIn(folder, file) ?? []);
      expect([folder, ...order].sort()).toEqual([folder, ...new Set(subfolders)].sort());
    }
  });

  it('no subfolder imports one after it, nor a file directly in the folder', () => {
    expect(imports.filter((one) => againstTheOrder(one, orders)).map(described)).toEqual([]);
  });

  it('finds an import of a later subfolder and of a file directly in the folder', () => {
    const order = { 'src/room': ['low', 'high', 'top'], 'src/room/high': ['first', 'second'] };
    const found = (from: string, to: string) => againstTheOrder({ from, file: to, typeOnly: true, lazy: false }, order);
    expect(found('src/room/low/a.ts', 'src/room/high/b.ts')).toBe(true);
    expect(found('src/room/low/deeper/a.ts', 'src/room/top/b.ts')).toBe(true);
    expect(found('src/room/high/a.ts', 'src/room/b.ts')).toBe(true);
    expect(found('src/room/high/first/a.ts', 'src/room/high/second/b.ts')).toBe(true);
    expect(found('src/room/high/first/a.ts', 'src/room/high/b.ts')).toBe(true);
    expect(found('src/room/low/a.ts', 'src/room/undeclared/b.ts')).toBe(true);

    expect(found('src/room/high/a.ts', 'src/room/low/b.ts')).toBe(false);
    expect(found('src/room/high/a.ts', 'src/room/high/second/b.ts')).toBe(false);
    expect(found('src/room/low/a.ts', 'src/room/low/b.ts')).toBe(false);
    expect(found('src/room/a.ts', 'src/room/top/b.ts')).toBe(false);
    expect(found('src/room/low/a.ts', 'src/other/b.ts')).toBe(false);
  });
});

describe('the entries of a folder', () => {
  it('another folder imports only the index and the declared entries', () => {
    expect(imports.filter((one) => pastTheEntries(one, entries)).map(described)).toEqual([]);
  });

  it('finds an import of a file that is no entry', () => {
    const declared = {
      'src/room': { files: ['late'], reason: '' },
      'src/loose': { files: 'any' as const, reason: '' },
    };
    const found = (from: string, to: string) =>
      pastTheEntries({ from, file: to, typeOnly: true, lazy: false }, declared);
    expect(found('src/other/a.ts', 'src/room/b.ts')).toBe(true);
    expect(found('src/other/a.ts', 'src/room/deeper/late.ts')).toBe(true);
    expect(found('constructs/a.ts', 'src/undeclared/b.ts')).toBe(true);

    expect(found('src/other/a.ts', 'src/room/late.ts')).toBe(false);
    expect(found('src/other/a.ts', 'src/undeclared/index.ts')).toBe(false);
    expect(found('src/other/a.ts', 'src/loose/deeper/b.ts')).toBe(false);
    expect(found('src/room/a.ts', 'src/room/b.ts')).toBe(false);
  });

  it('every declared entry exists', () => {
    const declared = Object.entries(entries).flatMap(([folder, { files: own }]) =>
      own === 'any' ? [] : own.map((file) => `${folder}/${file}.ts`),
    );
    expect(declared.filter((file) => !files.includes(file))).toEqual([]);
    expect(Object.keys(entries).filter((folder) => !(folder in arrows))).toEqual([]);
  });
});

describe('files', () => {
  const circles = circlesIn(files.map((file) => [file, imports.filter(({ from }) => from === file).map(led)]));

  it('import each other in no circle, types included', () => {
    expect(circles).toEqual([]);
  });

  it('in a circle are found, each circle once, without what only leads to it or away from it', () => {
    const graph: Graph = [
      ['start', ['a', 'end']],
      ['a', ['b']],
      ['b', ['c', 'other']],
      ['c', ['a', 'end']],
      ['other', ['another']],
      ['another', ['other']],
      ['end', []],
    ];
    expect(circlesIn(graph)).toEqual([
      ['a', 'b', 'c'],
      ['another', 'other'],
    ]);
    expect(circlesIn(graph.filter(([file]) => file !== 'c' && file !== 'another'))).toEqual([]);
  });
});

describe('the sources', () => {
  it('are one idea a file: at most 300 lines', () => {
    // One platform is one file, also GitHub with its customized subjects.
    const isPlatform = (file: string) => file.startsWith('src/access/platforms/');
    const most = (file: string) => (isPlatform(file) ? 600 : 300);
    // The factories of `Trust` are written from the files of the platforms.
    const handwritten = (file: string) =>
      textOf(file).replaceAll(/^ *\/\/ begin (.+?)(?:,.*)?: npm run docs$[^]*?\/\/ end \1$/gm, '');
    const long = files.filter((file) => handwritten(file).trimEnd().split('\n').length > most(file));
    expect(long).toEqual([]);
  });

  it('nothing generic asks which kind it has before it', () => {
    const kinds = declarations.map(({ kind }) => kind).join('|');
    const question = new RegExp(`([=!]==?|\\bcase)\\s*['"](${kinds})['"]|['"](${kinds})['"]\\s*[=!]==?`);
    expect(`kind === 'Group'`).toMatch(question);
    const asking = files.filter((file) => folderOf(file) !== 'src/model/kinds' && question.test(textOf(file)));
    expect(asking).toEqual([]);
  });

  it('no generic file has an object key that is the name of a kind', () => {
    const planted = [
      `const a = { RoleBinding: 1 };`,
      `const b = { 'Group': 1 };`,
      `const c = { ['Role']: 1 };`,
      `const d = { Identity };`,
      `const e = { Tag() {} };`,
      `const f = { roleBinding: 1, kind: 'Group' };`,
      `interface G { Group: string }`,
    ];
    expect(kindKeysIn(planted.join('\n'))).toEqual(['RoleBinding', 'Group', 'Role', 'Identity', 'Tag']);
    const keyed = files.filter((file) => folderOf(file) !== 'src/model/kinds' && kindKeysIn(textOf(file)).length > 0);
    expect(keyed).toEqual([]);
  });

  it('only one file of the provider sends writes', () => {
    const write = /\b(client|connected\(\w+\)\.client)\??\.(create|createBatch|update|delete)\(/;
    const sending = files.filter((file) => folderOf(file) === 'src/provider' && write.test(textOf(file)));
    expect(sending).toEqual(['src/provider/approval/send-write.ts']);
  });

  it('have no default exports, except where a tool asks for one', () => {
    const own = files.filter((file) => !/(\.config|-reporter)\.mjs$/.test(file));
    const exporting = own.filter((file) => /^export default /m.test(textOf(file)));
    expect(exporting).toEqual([]);
  });
});

/** Returns the keys of object literals that are names of kinds. */
function kindKeysIn(text: string): string[] {
  const kinds = new Set(declarations.map(({ kind }) => kind));
  const found: string[] = [];
  // Most files contain none of the names, and parsing takes most of the time.
  if (![...kinds].some((kind) => text.includes(kind))) return found;
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralElement(node) && node.name !== undefined) {
      const { name } = node;
      const key = ts.isComputedPropertyName(name) ? name.expression : name;
      const isName = ts.isStringLiteralLike(key) || (ts.isIdentifier(key) && key === name);
      if (isName && kinds.has(key.text)) found.push(key.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(text));
  return found;
}

/** Each file with those that it imports. */
type Graph = readonly (readonly [file: string, imported: readonly string[]])[];

function led({ file = '' }: Import): string {
  return file;
}

/** The files that reach themselves, those that reach each other together. */
function circlesIn(graph: Graph): string[][] {
  const next = new Map(graph);
  const reachable = (start: string): Set<string> => {
    const reached = new Set<string>();
    const follow = (file: string): void => {
      for (const one of next.get(file) ?? []) {
        if (reached.has(one)) continue;
        reached.add(one);
        follow(one);
      }
    };
    follow(start);
    return reached;
  };
  const reach = new Map(graph.map(([file]) => [file, reachable(file)]));
  const circles = graph
    .filter(([file]) => reach.get(file)?.has(file))
    .map(([file]) => [...(reach.get(file) ?? [])].filter((other) => reach.get(other)?.has(file)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].sort();
}

function againstTheArrows({ from, file }: Import): boolean {
  if (file === undefined) return false;
  const folder = folderOf(from);
  return folderOf(file) !== folder && arrows[folder]?.includes(folderOf(file)) !== true;
}

function againstTheOrder({ from, file = '' }: Import, declared: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(declared).some(([folder, order]) => {
    const importing = subfolderIn(folder, from);
    if (importing === undefined || !file.startsWith(`${folder}/`)) return false;
    const imported = subfolderIn(folder, file);
    if (imported === importing) return false;
    const allowed = order.slice(0, Math.max(order.indexOf(importing), 0));
    return imported === undefined || !allowed.includes(imported);
  });
}

/** Returns the name of the subfolder of `folder` that contains the file; undefined if it is directly in it or elsewhere. */
function subfolderIn(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [name, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? name : undefined;
}

function pastTheEntries({ from, file }: Import, declared: Readonly<Record<string, Entries>>): boolean {
  if (file === undefined) return false;
  const folder = folderOf(file);
  if (folderOf(from) === folder || file === `${folder}/index.ts`) return false;
  const own = declared[folder]?.files ?? [];
  return own !== 'any' && !own.some((entry) => file === `${folder}/${entry}.ts`);
}

function described({ from, file, package: name }: Import): string {
  return `${from} imports ${file ?? name ?? ''}`;
}

function folderOf(file: string): string {
  const [top = '', second = '', ...rest] = file.split('/');
  if (top === 'src') return `src/${second}`;
  return rest.length > 0 && second === 'testing' ? 'constructs/testing' : top;
}

/** The files that are loaded with `entries`, these included. */
function reachedAtOnce(...entries: string[]): Set<string> {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const next of imports) if (next.from === file && next.file && !next.typeOnly && !next.lazy) follow(next.file);
  };
  entries.forEach(follow);
  return reached;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mts|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path));
}

function importsOf(from: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean, lazy = false): void => {
    if (node === undefined || !ts.isStringLiteral(node)) return;
    found.push({ from, ...target(from, node.text), typeOnly, lazy });
  };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node)) {
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
      if (isImport || isRequire) add(node.arguments[0], false, isImport || isInFunction);
    }
    const isInside = isInFunction || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isInside));
  };
  visit(parse(text), false);
  return found;
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('', text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

function target(from: string, specifier: string): Pick<Import, 'file' | 'package'> {
  if (isBuiltin(specifier)) return {};
  if (!specifier.startsWith('.'))
    return {
      package: specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    };
  const stem = join(dirname(from), specifier).split(sep).join('/');
  const candidates = [stem, `${stem}.ts`, `${stem}/index.ts`, stem.replace(/\.js$/, '.ts')];
  return { file: candidates.find((path) => existsSync(join(root, path)) && /\.\w+$/.test(path)) ?? stem };
}
