/** The source of an organization: a program that synthesizes it, or a folder with its files. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listenToExistingGroups } from '../../src/model/api';

/** The uid of the root group in tests. In the environment of a program under test, `ROOT_GROUP_UID` has this value. */
export const ROOT_GROUP_UID = '7e57'.repeat(10);

/** An `App` of CDKTF or CDK Terrain. */
export interface SynthesizableApp {
  /** The folder that the app writes to. */
  readonly outdir: string;
  /** Writes the stacks of the app. */
  synth(): void;
}

/**
 * A function that declares an organization and returns its app:
 * `(outdir) => { const app = new App({ outdir }); … return app; }`. A function that calls `app.synth()` returns
 * nothing.
 *
 * While the function runs, the environment variable `ROOT_GROUP_UID` is the uid of the root group. `CDKTF_OUTDIR` is
 * the output folder, so `new App()` also works.
 */
export type Program = ((outdir: string) => SynthesizableApp) | ((outdir: string) => void);

/** A program, or a folder: `cdktf.out`, the folder of one stack, or a folder with HCL. */
export type OrganizationSource = Program | string;

/** A stack, ready for Terraform. */
export interface StackFolder {
  readonly name: string;
  readonly dir: string;
}

/** The stacks of a source, in the order of their dependencies. */
export interface NamedStacks {
  readonly stacks: StackFolder[];
  /** The id of the first construct for the root group in the program. */
  readonly rootId: string | undefined;
}

/** Returns the stacks as {@link writeStacks} does, and the id that the program gives to the root group. */
export function writeNamedStacks(source: OrganizationSource, folder: string, rootGroupUid: string): NamedStacks {
  let rootId: string | undefined;
  const heard = (uid: string, id: string): void => {
    if (uid === rootGroupUid) rootId ??= id;
  };
  const stacks = listenToExistingGroups(heard, () => writeStacks(source, folder, rootGroupUid));
  return { stacks, rootId };
}

/** Synthesizes or copies the source to `folder`, and returns its stacks in the order of their dependencies. */
export function writeStacks(source: OrganizationSource, folder: string, rootGroupUid: string): StackFolder[] {
  const outdir = join(folder, 'out');
  mkdirSync(outdir);
  if (typeof source === 'string') copyFolder(resolve(source), outdir);
  else synthesize(source, outdir, rootGroupUid);
  const stacks = stacksIn(outdir, typeof source === 'string' ? basename(resolve(source)) : 'app');
  if (stacks.length > 0) return stacks;
  throw new Error(
    typeof source === 'string'
      ? `Cannot read ${source}: it contains neither synthesized stacks nor Terraform files. Pass the folder of a stack, or cdktf.out.`
      : 'Cannot read the organization: the program has synthesized no stack. Return the App, or call app.synth().',
  );
}

function synthesize(program: Program, outdir: string, rootGroupUid: string): void {
  withEnvironment({ ROOT_GROUP_UID: rootGroupUid, CDKTF_OUTDIR: outdir }, () => {
    const app: unknown = program(outdir);
    if (app instanceof Promise || typeof (app as Partial<Promise<unknown>> | undefined)?.then === 'function') {
      void (app as Promise<unknown>).catch(() => undefined);
      throw new TypeError('Cannot synthesize the program: it returned a promise. Pass a function that is not async.');
    }
    if (app === undefined || app === null) return;
    if (!isApp(app))
      throw new TypeError('Cannot synthesize the program: it did not return an App. Return the App with its stacks.');
    if (resolve(app.outdir) !== outdir)
      throw new Error(
        `Cannot synthesize the app: it would write to ${app.outdir}, and a test writes only to its temporary folder. Create it with new App({ outdir }), or without outdir.`,
      );
    app.synth();
  });
}

function isApp(value: object): value is SynthesizableApp {
  const { outdir, synth } = value as Partial<SynthesizableApp>;
  return typeof outdir === 'string' && typeof synth === 'function';
}

/** Calls `work` with these variables in the environment. `work` is synchronous, so that no other code sees them. */
function withEnvironment(variables: Readonly<Record<string, string>>, work: () => void): void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    work();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
}

/** Not copied: the state, and the files that Terraform and npm install. */
const skipped = /^(\.terraform|\.git|node_modules|.*\.tfstate(\..*)?|.*\.tfplan)$/;

function copyFolder(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`Cannot read ${from}: it is not a folder.`);
  const filter = (path: string): boolean => path === from || !skipped.test(basename(path));
  cpSync(from, to, { recursive: true, filter, dereference: true });
}

interface Manifest {
  readonly stacks?: Readonly<
    Record<string, { readonly workingDirectory: string; readonly dependencies?: readonly string[] }>
  >;
}

function stacksIn(outdir: string, name: string): StackFolder[] {
  const file = join(outdir, 'manifest.json');
  if (!existsSync(file)) return isTerraform(outdir) ? [{ name, dir: outdir }] : [];
  const { stacks = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const ordered = new Set<string>();
  const add = (stack: string): void => {
    if (ordered.has(stack)) return;
    stacks[stack]?.dependencies?.forEach(add);
    ordered.add(stack);
  };
  Object.keys(stacks).forEach(add);
  return [...ordered].flatMap((stack) => {
    const folder = stacks[stack]?.workingDirectory;
    return folder === undefined ? [] : [{ name: stack, dir: join(outdir, folder) }];
  });
}

function isTerraform(folder: string): boolean {
  return readdirSync(folder).some((file) => /\.(tf|tofu)(\.json)?$/.test(file));
}
