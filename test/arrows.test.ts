import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { declarations } from '../src/model/kinds';

/** The rooms that each room may import, in addition to itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'src/base': [],
  'src/grpc': [],
  'src/model': ['src/base'],
  'src/client': ['src/model', 'src/base'],
  'src/plugin': ['src/grpc', 'src/base'],
  'src/access': ['src/model', 'src/base'],
  'src/provider': ['src/plugin', 'src/client', 'src/model', 'src/base'],
  'src/emulator': ['src/grpc', 'src/model', 'src/base'],
  'src/review': ['src/client', 'src/access', 'src/model', 'src/base'],
  'src/adopt': ['src/client', 'src/access', 'src/model', 'src/base'],
  'src/install': ['src/model'],
  'src/cli': [
    ...['src/review', 'src/adopt', 'src/emulator', 'src/provider', 'src/install'],
    ...['src/client', 'src/plugin', 'src/grpc', 'src/access', 'src/model', 'src/base'],
  ],
  'src/tools': [],
  constructs: ['src/access', 'src/install', 'src/model', 'src/base'],
  'constructs/testing': ['src/emulator', 'src/access', 'src/install', 'src/model'],
};

/** The arrows between the rooms of `src` that a reader can remember. */
const MOST_ARROWS = 40;

/** The folders of a room that may import less than the room does, besides themselves. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  'src/model/approval': [
    'src/model/report',
    'src/model/kinds',
    'src/model/schema',
    'src/model/api',
    'src/base/cache',
    'src/base/files',
  ],
  'src/model/report': ['src/model/api'],
  'src/access/graph': ['src/model/api', 'src/base'],
  'src/access/claims': ['src/model/api', 'src/base/cache'],
  'src/review/words': ['src/access/graph', 'src/base'],
  'src/review/page': ['src/review/words', 'src/access/graph', 'src/access/names', 'src/model/api', 'src/base'],
  'src/access/names': ['src/access/graph', 'src/model/api', 'src/base'],
  'src/review/snapshot': ['src/client', 'src/model'],
  'src/cli/conformance': ['src/client', 'src/grpc', 'src/model/api'],
};

/**
 * The order of the subfolders of a folder, from bottom to top: a subfolder may import those before it. The files directly in
 * the folder are the top floor: they may import every subfolder, and no subfolder imports them.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  constructs: ['base', 'rules', 'trust', 'kinds', 'organization', 'anchors', 'imports', 'testing'],
  'src/base': ['cache', 'files', 'text'],
  'src/model': ['api', 'schema', 'kinds', 'report', 'approval', 'stack'],
  'src/model/approval': ['report', 'writes', 'grammar'],
  'src/access': ['claims', 'platforms', 'trust', 'graph', 'names', 'rules'],
  'src/access/claims': ['languages'],
  'src/access/rules': ['stack', 'configuration'],
  'src/adopt': ['organization', 'naming', 'stacks', 'code', 'patterns', 'formats', 'project'],
  'src/cli/conformance': ['http', 'session', 'rules'],
  'src/client': ['errors', 'transport', 'calls', 'responses', 'assumed-identity', 'requests', 'find'],
  'src/plugin': ['values', 'wire', 'schema', 'sdk', 'goplugin', 'core', 'server', 'testing'],
  'src/provider': [
    ...['convert', 'messages', 'configuration', 'refresh', 'keys', 'approval', 'plan-records'],
    ...['run', 'data', 'safeguards', 'plan-checks', 'lifecycle', 'exclusive'],
  ],
  'src/emulator': [
    ...['store', 'wire', 'auth', 'faults', 'service', 'behavior', 'seed'],
    ...['administration', 'openapi', 'v1', 'grpc', 'http', 'running'],
  ],
  'src/review': [
    ...['words', 'page', 'snapshot', 'input', 'organization', 'access', 'findings'],
    ...['report', 'formats', 'questions', 'current'],
  ],
  'src/review/access': ['assume'],
  'src/review/input': ['scan', 'plan'],
  'src/review/organization': ['objects', 'context'],
  'src/review/report': ['types', 'digest', 'approval'],
};

interface Entries {
  /** The files that other folders may import besides `index.ts`, without `.ts`; `any` for a folder without an index. */
  readonly files: readonly string[] | 'any';
  readonly reason: string;
}

/** The folders whose files others import through an index, and the files besides it. The innermost folder counts. */
const entries: Readonly<Record<string, Entries>> = {
  'src/base': { files: 'any', reason: 'Independent functions; the browser loads only those that it needs.' },
  'src/model/api': {
    files: ['capability-descriptions', 'placeholder-uid', 'product', 'values'],
    reason:
      'Only the documentation needs the descriptions. placeholder-uid needs node:crypto, which browsers lack. The provider starts with product alone. It bundles values twice, once without the rest.',
  },
  'src/model/schema': {
    files: ['response-schema'],
    reason: 'It loads zod, which the provider must not load at startup.',
  },
  'src/model/kinds': { files: ['types/index'], reason: 'Only types, generated from the declarations.' },
  'src/model/approval': {
    files: ['grammar/index'],
    reason: 'Constructs and rules need the grammar, and contain no copy of what reads approved reports.',
  },
  'src/model/report': { files: [], reason: '' },
  'src/model/stack': { files: [], reason: '' },
  'src/access/claims': { files: [], reason: '' },
  'src/access/platforms': {
    files: ['any-issuer', 'issuer', 'issuers', 'platform', 'platforms', 'trust-props'],
    reason: 'access/trust is the face of the platforms. The constructs export the types of all props.',
  },
  'src/access/trust': { files: [], reason: '' },
  'src/access/graph': {
    files: ['built-in-roles', 'decisive-grants', 'early', 'identity-names', 'lasting', 'paths', 'questions'],
    reason:
      'The index is the public export ./access. The review groups with groupBy, names people as rules and tests do, and knows which access is owner-level. It names the grants that decide, and shows the access of an apply that stops early.',
  },
  'src/access/names': { files: [], reason: '' },
  'src/access/rules': { files: [], reason: '' },
  'src/client': {
    files: ['internal'],
    reason: 'The index is the public export ./client. The other file is for our rooms.',
  },
  'src/emulator': {
    files: ['faults/fault-schema', 'grpc/proto-files', 'grpc/services', 'service/strict'],
    reason:
      '`npm run docs` writes the types of faults, the files of all services, and the table of what a strict service refuses.',
  },
  'src/grpc': { files: 'any', reason: 'The provider loads only what it serves with.' },
  'src/install': {
    files: ['install-provider', 'own-package', 'release-check'],
    reason: 'Independent functions, one to each file.',
  },
  'src/review': { files: [], reason: '' },
  'src/review/words': { files: 'any', reason: 'Independent functions; the browser loads only those that it needs.' },
  'src/review/page': {
    files: ['data'],
    reason: 'The browser loads main. Formats write the data that it reads.',
  },
  'src/review/snapshot': { files: [], reason: '' },
  'src/plugin': {
    files: ['process', 'routes', 'testing/index'],
    reason: 'testing is the public export ./plugin/testing. Our provider starts with process, and loads routes later.',
  },
  'src/provider': {
    files: [
      'configuration/configure',
      'convert/attribute-path',
      'data/plural',
      'encoded-schema',
      'functions',
      'main',
      'messages/diagnostics',
      'provider',
      'routes',
    ],
    reason:
      'The executable is main; the command line serves it, and reads its credentials, its schema and its advice from the other files.',
  },
  'src/cli/conformance': { files: [], reason: '' },
};

/** Matches the file of a single kind; other folders import the index. */
const kindFile = /^src\/model\/kinds\/(?!(types\/)?index\.ts$)/;
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
const toText = (file: string) => texts.get(file) ?? '';
const imports = files.flatMap((file) => readImports(file, toText(file)));

describe('the arrows between rooms', () => {
  it('every room has its arrows declared', () => {
    expect([...new Set(files.map(roomOf))].filter((folder) => !(folder in arrows))).toEqual([]);
  });

  it('are few enough to remember', () => {
    const rooms = Object.keys(arrows).filter((room) => room.startsWith('src/'));
    expect(rooms).toHaveLength(13);
    expect(rooms.flatMap((room) => arrows[room]).length).toBeLessThanOrEqual(MOST_ARROWS);
  });

  it('no room imports another that its arrows do not lead to', () => {
    expect(imports.filter(againstTheArrows).map(described)).toEqual([]);
  });

  it('an import against an arrow is found, also a type, an export, a dynamic import and a require', () => {
    const planted = [
      `import { a } from '../client';`,
      `import type { b } from '../client/requests/client';`,
      `export * from '../client';`,
      `const c = await import('../client');`,
      `const d = require('../client');`,
      `type E = import('../client').E;`,
      `import { f } from './time'; import g from 'node:fs';`,
    ];
    const found = readImports('src/model/planted.ts', planted.join('\n')).filter(againstTheArrows);
    expect(found.map(({ file }) => file)).toEqual([
      'src/client/index.ts',
      'src/client/requests/client.ts',
      ...['src/client/index.ts', 'src/client/index.ts', 'src/client/index.ts', 'src/client/index.ts'],
    ]);
  });

  it('a folder that may import less than its room keeps to it', () => {
    expect(imports.filter((each) => beyondTheFolder(each, narrower)).map(described)).toEqual([]);
    for (const folder of Object.keys(narrower)) expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  });

  it('finds an import beyond what a folder may import', () => {
    const declared = { 'src/room/low': ['src/base', 'src/other/part'] };
    const found = (from: string, to: string) =>
      beyondTheFolder({ from, file: to, typeOnly: true, lazy: false }, declared);
    expect(found('src/room/low/a.ts', 'src/other/b.ts')).toBe(true);
    expect(found('src/room/low/deeper/a.ts', 'src/room/b.ts')).toBe(true);

    expect(found('src/room/low/a.ts', 'src/other/part/b.ts')).toBe(false);
    expect(found('src/room/low/a.ts', 'src/room/low/b.ts')).toBe(false);
    expect(found('src/room/a.ts', 'src/other/b.ts')).toBe(false);
  });

  it('nobody but the declarations themselves imports one kind by its file', () => {
    const direct = imports.filter(({ from, file = '' }) => kindFile.test(file) && !from.startsWith('src/model/kinds/'));
    expect(direct.map(described)).toEqual([]);
  });

  it('only constructs import CDKTF', () => {
    const cdk = imports.filter(({ package: name = '' }) => /^(cdktf|cdktn|constructs|@cdktf\/.*)$/.test(name));
    expect(cdk.filter(({ from }) => roomOf(from) !== 'constructs').map(described)).toEqual([]);
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
    const grpc = [...reachedAtOnce('src/provider/main.ts')].filter((file) => roomOf(file) === 'src/grpc');
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
    expect(Object.keys(entries).filter((folder) => !files.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
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
      toText(file).replaceAll(/^ *\/\/ begin (.+?)(?:,.*)?: npm run docs$[^]*?\/\/ end \1$/gm, '');
    const long = files.filter((file) => handwritten(file).trimEnd().split('\n').length > most(file));
    expect(long).toEqual([]);
  });

  it('nothing generic asks which kind it has before it', () => {
    const kinds = declarations.map(({ kind }) => kind).join('|');
    const question = new RegExp(`([=!]==?|\\bcase)\\s*['"](${kinds})['"]|['"](${kinds})['"]\\s*[=!]==?`);
    expect(`kind === 'Group'`).toMatch(question);
    const asking = files.filter((file) => !file.startsWith('src/model/kinds/') && question.test(toText(file)));
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
    const keyed = files.filter((file) => !file.startsWith('src/model/kinds/') && kindKeysIn(toText(file)).length > 0);
    expect(keyed).toEqual([]);
  });

  it('only one file of the provider sends writes', () => {
    const write = /\b(client|connected\(\w+\)\.client)\??\.(create|createBatch|update|delete)\(/;
    const sending = files.filter((file) => roomOf(file) === 'src/provider' && write.test(toText(file)));
    expect(sending).toEqual(['src/provider/approval/send-write.ts']);
  });

  it('have no default exports, except where a tool asks for one', () => {
    const own = files.filter((file) => !/(\.config|-reporter)\.mjs$/.test(file));
    const exporting = own.filter((file) => /^export default /m.test(toText(file)));
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
  const folder = roomOf(from);
  return roomOf(file) !== folder && arrows[folder]?.includes(roomOf(file)) !== true;
}

function beyondTheFolder({ from, file }: Import, declared: Readonly<Record<string, readonly string[]>>): boolean {
  if (file === undefined) return false;
  return Object.entries(declared).some(
    ([folder, allowed]) =>
      from.startsWith(`${folder}/`) && ![folder, ...allowed].some((each) => file.startsWith(`${each}/`)),
  );
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
  const inside = Object.keys(declared).filter((folder) => file.startsWith(`${folder}/`));
  const folder = inside.reduce((inner, each) => (each.length > inner.length ? each : inner), roomOf(file));
  if (from.startsWith(`${folder}/`) || file === `${folder}/index.ts`) return false;
  const own = declared[folder]?.files ?? [];
  return own !== 'any' && !own.some((entry) => file === `${folder}/${entry}.ts`);
}

function described({ from, file, package: name }: Import): string {
  return `${from} imports ${file ?? name ?? ''}`;
}

function roomOf(file: string): string {
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

function readImports(from: string, text: string): Import[] {
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
