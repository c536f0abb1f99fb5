/**
 * The place where `platform-iac plan` plans: the folder of the configuration with the settings of the environment, or offline a
 * private copy of the folder with an API that serves a snapshot.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { describeReadError } from '../../base/files/read-error';
import type { RunningEmulator } from '../../emulator';
import { declarations } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import type { TerraformPlan } from '../../review';
import { type Snapshot, SnapshotError, type StackState, verifiedSnapshot } from '../../review/snapshot';
import { plural } from '../../base/text/words';
import { createChildEnvironment } from '../engine/child-environment';
import type { Engine } from '../engine/run-engine';
import { createLiveClient, clientOfEnvironment, type Connect } from '../live/api-connection';
import { clientEnvironment, selectInputs, snapshotVariables } from '../engine/offline-environment';
import { loadReview } from '../load-review';
import { serveSnapshot } from '../engine/served-snapshot';

export interface PlanSite {
  /** The folder where the engine runs. */
  readonly dir: string;
  /** The environment of the engine. */
  readonly env: NodeJS.ProcessEnv;
  /** Sentences about variables of the environment that the engine does not get although it would use them. */
  readonly withheld: readonly string[];
  /** The name of the file that the command adds to the configuration; `undefined` without one. */
  readonly added?: string;
  /** Connects the report to the API. */
  readonly connect: Connect;
  /** Prepares the folder. Returns the problem if this fails. */
  prepare(engine: Engine): Promise<string | undefined>;
  /** Returns the reasons why the plan is incomplete. */
  problems(plan: TerraformPlan): Promise<string[]>;
  close(): Promise<void>;
}

export interface SnapshotFlags {
  readonly dir: string;
  readonly snapshot?: string;
  readonly snapshotKey?: string;
  readonly maxAge?: number;
  /** Variables of the environment that pass although they can be secrets. */
  readonly pass?: readonly string[];
  readonly root?: readonly string[];
  readonly stack?: readonly string[];
}

/**
 * Returns the folder of the configuration, and the API of the environment. A stack that has just been synthesized is initialized: its
 * program may use another provider or backend than before.
 */
export function liveSite({ dir }: SnapshotFlags, isSynthesized = false): PlanSite {
  return {
    ...{ dir, env: process.env, withheld: [], connect: clientOfEnvironment },
    prepare: (engine) => (isSynthesized ? initialize(engine, dir) : Promise.resolve(undefined)),
    problems: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}

/**
 * Returns a copy of the stack with its state, and an API that serves the snapshot. The copy is in `scratch`, which the caller
 * deletes.
 *
 * @throws SnapshotError if the snapshot cannot be used
 */
export async function snapshotSite(flags: SnapshotFlags, scratch: string): Promise<PlanSite> {
  const { dir, snapshot: file = '', snapshotKey = '', maxAge, root } = flags;
  const snapshot = verifiedSnapshot(readUtf8(file), file, {
    publicKey: readUtf8(snapshotKey),
    ...(maxAge !== undefined && { maxAgeMs: maxAge * 24 * 60 * 60 * 1000 }),
    roots: root,
  });
  const stack = getStack(snapshot, flags);
  checkWorkspace(dir);
  const copy = join(scratch, 'stack');
  copyStack(resolve(dir), copy, stack);
  const inputs = selectInputs(process.env, copy, flags.pass);
  const child = createChildEnvironment();
  const emulator = await serveSnapshot(snapshot, file);
  return {
    dir: copy,
    env: { ...child.env, ...inputs.env, ...snapshotVariables(process.env, emulator) },
    withheld: inputs.withheld,
    added: OVERRIDE,
    connect: () => createLiveClient(clientEnvironment(emulator)),
    prepare: (engine) => initialize(engine, `the copy of ${dir}`, '-reconfigure'),
    problems: async (plan) => [
      ...stack.omitted.map((part) => `The snapshot omits ${part}. The plan is incomplete.`),
      ...foreignRoots(snapshot, plan),
      ...(await missingKinds(emulator)),
    ],
    close: () => {
      child.close();
      return emulator.close();
    },
  };
}

/** Shows the output of the engine only if it fails. Returns the problem. */
async function initialize(engine: Engine, folder: string, ...args: string[]): Promise<string | undefined> {
  const { code, text } = await engine.run(['init', '-input=false', '-no-color', ...args]);
  return code === 0 ? undefined : `The engine failed to initialize ${folder} (exit code ${code}).\n${text}`;
}

/** Returns the stack that `--stack` names, else the one named like the folder, else the only one. */
function getStack({ stacks }: Snapshot, { snapshot = '', stack: given = [], dir }: SnapshotFlags): StackState {
  const names = stacks.map(({ name }) => name);
  const named = stacks.find(({ name }) => name === (given[0] ?? basename(resolve(dir))));
  const [only, ...others] = stacks;
  if (named !== undefined) return named;
  if (only !== undefined && others.length === 0 && given.length === 0) return only;
  if (only === undefined)
    throw new SnapshotError(
      `Cannot use ${snapshot}: it contains no state. Pass --state DIR to "platform-iac snapshot".`,
    );
  throw new SnapshotError(
    `Cannot find the stack in ${snapshot}: it contains ${names.join(', ')}. Name one of them with --stack.`,
  );
}

/** The state of the snapshot is that of the default workspace. */
function checkWorkspace(dir: string): void {
  const file = join(dir, '.terraform', 'environment');
  const selected = process.env['TF_WORKSPACE'] ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : 'default');
  if (selected !== 'default')
    throw new SnapshotError(
      `Cannot plan the workspace ${JSON.stringify(selected)} against a snapshot: only the default workspace is supported. Select it.`,
    );
}

/** Sets the backend of the copy. */
const OVERRIDE = 'snapshot_override.tf.json';

/** States, and what Terraform has stored about the backend: the copy has a backend of its own. */
const NOT_COPIED = /(^|[/\\])(node_modules|\.git|terraform\.tfstate\.d|[^/\\]*\.tfstate(\.backup|\.lock\.info)?)$/;

function copyStack(dir: string, copy: string, { state }: StackState): void {
  mkdirSync(copy, { mode: 0o700 });
  for (const name of readdirSync(dir)) {
    const source = join(dir, name);
    // The temporary folder can be in the folder of the configuration.
    if (copy.startsWith(source + sep)) continue;
    cpSync(source, join(copy, name), { recursive: true, filter: (text) => !NOT_COPIED.test(text) });
  }
  const path = join(copy, 'snapshot.tfstate');
  if (state !== undefined) writeFileSync(path, JSON.stringify(state), { mode: 0o600 });
  const override = join(copy, OVERRIDE);
  rmSync(override, { force: true });
  writeFileSync(override, JSON.stringify({ terraform: { backend: { local: { path } } } }));
}

function foreignRoots({ roots, service }: Snapshot, plan: TerraformPlan): string[] {
  const known = new Set(roots.map(({ uid }) => uid));
  const foreign = loadReview()
    .getRoots([plan])
    .filter((uid) => !known.has(uid));
  return foreign.map(
    (uid) => `The snapshot of ${service} does not contain the root group ${uid}, which the plan refers to.`,
  );
}

/** Lists of kinds that a snapshot never contains are empty, which means nothing. */
async function missingKinds({ requestLog }: RunningEmulator): Promise<string[]> {
  const routes = Object.keys(await requestLog.counts());
  return declarations
    .filter((declaration) => declaration.terraform === undefined)
    .filter(({ collection }) => routes.some((route) => route.split('/').includes(collection)))
    .map((declaration) => `A snapshot contains no ${plural(kindInWords(declaration))}, and the plan reads them.`);
}

/** Reads a file. Throws a SnapshotError with the name of the file. */
export function readUtf8(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SnapshotError(describeReadError(file, error), { cause: error });
  }
}
