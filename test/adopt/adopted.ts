/** Adopts organizations of the emulator in this process, and runs the generated programs. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import {
  adoptedProject,
  type AdoptedProject,
  type ListedOrganization,
  type Organization,
  readOrganization,
  resolveOrganization,
} from '../../src/adopt';
import { createClient, type Client } from '../../src/client';
import { roleBinding } from '../../src/resources';
import { createEmulator, type Emulator, type SeedTree } from '../../src/emulator';

export interface Adopted {
  readonly emulator: Emulator;
  readonly client: Client;
  readonly listed: ListedOrganization;
  readonly organization: Organization;
  readonly project: AdoptedProject;
  /** The requests of the reading. */
  readonly requests: readonly string[];
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
  } = {},
): Promise<Adopted> {
  const emulator = createEmulator({ seed });
  const requests: string[] = [];
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return emulator.handle(request);
    },
  });
  const { root = emulator.rootGroupUid, isSelected, now = new Date() } = options;
  const all = await readOrganization(client, { root });
  const listed = options.isReal === true ? withoutAdministrator(all, emulator.administratorUid) : all;
  const organization = resolveOrganization(listed, { now, ...(isSelected && { isSelected }) });
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

/** Returns the exports of a module of a project. Packages are the constructs of this repository. */
export function runModule(files: ReadonlyMap<string, string>, path: string): Record<string, unknown> {
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
    const run = new Function('require', 'exports', 'module', outputText) as (...args: unknown[]) => void;
    run(requireFrom, module.exports, module);
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
