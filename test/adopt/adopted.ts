/** Adopts organizations of the emulator in this process, and runs the generated programs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { App, TerraformStack, Testing } from 'cdktf';
import ts from 'typescript';
import { importExisting, PlatformProvider } from '../../constructs';
import { withoutTrace } from '../../constructs/base/without-trace';
import { synthesized } from '../../constructs/testing';
import {
  adoptedProject,
  type AdoptedProject,
  type ListedOrganization,
  type AdoptedOrganization,
  peopleByUid,
  readOrganization,
  resolveOrganization,
} from '../../src/adopt';
import { createClient, type Client } from '../../src/client';
import { roleBinding } from '../../src/model/kinds';
import { createEmulator, type Emulator, type SeedTree } from '../../src/emulator';

export interface Adopted {
  readonly emulator: Emulator;
  readonly client: Client;
  readonly listed: ListedOrganization;
  readonly organization: AdoptedOrganization;
  readonly project: AdoptedProject;
  /** The requests of the reading. */
  readonly requests: readonly string[];
}

/** Returns a client of the emulator, and the method and path of each request that it sends. */
export async function recordingClient(emulator: Emulator) {
  const requests: string[] = [];
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return emulator.handle(request);
    },
  });
  return { client, requests };
}

/** Loads the seed, and adopts its first root group. */
export async function adopt(
  seed: SeedTree,
  options: {
    readonly root?: string;
    readonly isSelected?: (path: string) => boolean;
    readonly now?: Date;
    /** Omits the administrator of the emulator, whom no real organization has. */
    readonly isReal?: boolean;
    /** Looks up the account of each person, as the command does. */
    readonly looksUpPeople?: boolean;
  } = {},
): Promise<Adopted> {
  const emulator = createEmulator({ seed });
  const { client, requests } = await recordingClient(emulator);
  const { root = emulator.rootGroupUid, isSelected, now = new Date(), looksUpPeople = false } = options;
  const all = await readOrganization(client, { root });
  const listed = options.isReal === true ? withoutAdministrator(all, emulator.administratorUid) : all;
  const resolving = { now, ...(isSelected && { isSelected }) };
  const everyone = resolveOrganization(listed, resolving);
  const organization = looksUpPeople
    ? resolveOrganization(listed, { ...resolving, byUid: await peopleByUid(client, everyone) })
    : everyone;
  return {
    emulator,
    client,
    listed,
    organization,
    requests,
    project: adoptedProject(organization, { hasImports: true }),
  };
}

function withoutAdministrator(listed: ListedOrganization, uid: string): ListedOrganization {
  const objects = new Map(listed.objects);
  objects.set(
    roleBinding,
    (objects.get(roleBinding) ?? []).filter(({ identityUid }) => identityUid !== uid),
  );
  return { ...listed, objects };
}

type Imports = Parameters<typeof importExisting>[1];
type RootGroup = Parameters<typeof importExisting>[0];
type Declares = (app: App, groupUid: string) => RootGroup | Readonly<Record<string, RootGroup>>;

/** Returns the imports of a project by stack; the only stack has an empty name. */
export function importsIn({ files }: AdoptedProject): [stack: string, imports: Imports][] {
  return [...files].flatMap(([path, text]): [string, Imports][] => {
    const [, stack] = /^imports(?:\/(.*))?\.json$/.exec(path) ?? [];
    return path.startsWith('imports') ? [[stack ?? '', JSON.parse(text) as Imports]] : [];
  });
}

/** Synthesizes a project. An import without a construct, and a construct without an import, are errors. */
export function synthesizedProject(project: AdoptedProject, rootUid: string): ReturnType<typeof synthesized> {
  const folder = mkdtempSync(join(tmpdir(), 'adopted-'));
  try {
    for (const [path, text] of project.files)
      if (path.endsWith('.yaml')) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    const declares = runModule(project.files, 'organization/organization.ts', folder)['organization'] as Declares;
    const program = (outdir: string): App => {
      const app = new App({ outdir });
      const declared = declares(app, rootUid);
      for (const [stack, imports] of importsIn(project))
        importExisting(
          stack === '' ? (declared as RootGroup) : (declared as Readonly<Record<string, RootGroup>>)[stack]!,
          imports,
        );
      return app;
    };
    // Nobody reads the traces of tokens.
    return withoutTrace(() => synthesized(program));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Synthesizes the function of an addition. Returns the uids that the next apply imports. */
export function synthesizedAddition(files: ReadonlyMap<string, string>): string[] {
  const add = runModule(files, 'organization/unmanaged.ts')['addUnmanaged'] as (scope: TerraformStack) => void;
  const stack = new TerraformStack(new App(), 'organization');
  new PlatformProvider(stack, 'platform');
  add(stack);
  const { import: imports = [] } = JSON.parse(Testing.synth(stack, true)) as {
    import?: readonly { readonly id: string }[];
  };
  return imports.map(({ id }) => id);
}

/** Returns the exports of a module of a project, which is in a folder. Packages are the constructs of this repository. */
export function runModule(files: ReadonlyMap<string, string>, path: string, folder = ''): Record<string, unknown> {
  const modules = new Map<string, { exports: Record<string, unknown> }>();
  const load = (name: string): Record<string, unknown> => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as Record<string, unknown> };
    modules.set(name, module);
    const { outputText } = ts.transpileModule(files.get(name) ?? '', {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const requireFrom = (request: string): unknown =>
      request.startsWith('.') ? load(`${join(dirname(name), request)}.ts`) : packageOf(request);
    // oxlint-disable-next-line typescript/no-implied-eval -- the generated program is the subject of the test
    const run = new Function('require', 'exports', 'module', '__dirname', outputText) as (...args: unknown[]) => void;
    run(requireFrom, module.exports, module, join(folder, dirname(name)));
    return module.exports;
  };
  return load(path);
}

const requireHere = createRequire(__filename);

function packageOf(request: string): unknown {
  // oxlint-disable-next-line typescript/no-require-imports -- jest transforms the sources only through its own require
  if (request === 'cdktf-provider-platform') return require('../../constructs');
  // oxlint-disable-next-line typescript/no-require-imports -- the same copy as that of the constructs
  if (request === 'cdktf') return require('cdktf');
  return requireHere(request);
}
