/** Proves that a project declares exactly the existing organization: its plan only imports, and changes no access. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSynthesizedFormat, type ProjectFormat, type ListedOrganization, type NotAdopted } from '../../adopt';
import { installOwnExecutable, installProvider } from '../../install/install-provider';
import { isInExecutable, locateProvider } from '../../install/own-package';
import { PACKAGE_NAME } from '../../model/api';
import type { Declaration } from '../../model/schema';
import { SYNTHESIZED_FOLDER } from '../report/configuration-file';
import { createChildEnvironment, type ChildEnvironment } from '../engine/child-environment';
import { startEngineAt, type Engine } from '../engine/run-engine';
import { writeProject, type Cdk, type ProjectFiles } from '../project/new-project';
import { heardSignals, onSignals } from '../process';
import { getSynthesizedStacks, type SynthesizedFolder } from '../plan/synthesis';
import { npmSettings } from './npm-settings';
import { accessDifferences } from './access-comparison';
import { bringOwnPackage, installedPackages, linkPackages } from './packages';
import { plannedChanges, planSummary, totalChanges, type PlannedChanges } from './planned-changes';

export interface VerifyProjectOptions {
  readonly files: ProjectFiles;
  readonly format: ProjectFormat;
  readonly cdk: Cdk;
  readonly listed: ListedOrganization;
  readonly notAdopted: readonly NotAdopted[];
  /** Returns true for an object that another stack manages. @default none */
  readonly isManaged?: (declaration: Declaration, uid: string) => boolean;
  /** The variables of Terraform for secrets. */
  readonly secrets: readonly string[];
  /** The variables of the provider: its address and its credentials. Only Terraform gets them. */
  readonly env: NodeJS.ProcessEnv;
  /** Called before each step. */
  readonly onStep: (step: string) => void;
}

/** The result of the proof; `summary` is the line about the plan. */
export interface Proof {
  readonly summary: string;
  /** Sentences and lines about differences; empty if the project is proven. */
  readonly differences: readonly string[];
}

/** The most plans at the same time: each one has processes of the engine and of the provider. */
const MOST_PLANS = 4;

/** The result of a step that failed. */
export class StepError extends Error {}

/** The result of a step that a signal has ended. */
export class InterruptedError extends Error {}

/** Plans the project in a temporary folder. Throws a `StepError` if a step fails, with its output. */
export async function verifyProject(options: VerifyProjectOptions): Promise<Proof> {
  const { files, listed, notAdopted, isManaged } = options;
  const dir = mkdtempSync(join(tmpdir(), 'platform-iac-adopt-'));
  const child = createChildEnvironment();
  try {
    writeProject(dir, files);
    const stacks = await plannableStacks(dir, options, child);
    const changes = totalChanges(await planStacks(stacks, engineEnvironment(child, options), options.onStep));
    const missing = accessDifferences(listed, changes.resources, notAdopted, isManaged);
    return { summary: planSummary(changes), differences: [...changes.differences, ...missing] };
  } finally {
    child.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Installs and synthesizes in an environment without credentials: the project contains text of the service. */
async function plannableStacks(
  dir: string,
  options: VerifyProjectOptions,
  { env }: ChildEnvironment,
): Promise<SynthesizedFolder[]> {
  const { format, cdk, onStep } = options;
  onStep('Installing');
  if (!isSynthesizedFormat(format)) {
    if (isInExecutable()) installOwnExecutable(dir);
    else installProvider({ dir, ...locateProvider() });
    return [{ name: 'the configuration', dir }];
  }
  await install(dir, cdk, env);
  onStep('Synthesizing');
  await synthesize(dir, env);
  return getSynthesizedStacks(join(dir, SYNTHESIZED_FOLDER));
}

function engineEnvironment(child: ChildEnvironment, { secrets, env }: VerifyProjectOptions): NodeJS.ProcessEnv {
  return {
    ...child.env,
    ...env,
    CHECKPOINT_DISABLE: '1',
    // Secrets are write-only: the plan does not depend on them.
    ...Object.fromEntries(secrets.map((name) => [`TF_VAR_${name}`, 'unknown'])),
  };
}

async function install(dir: string, cdk: Cdk, env: NodeJS.ProcessEnv): Promise<void> {
  const packages = installedPackages(cdk, process.cwd());
  if (packages !== undefined) {
    linkPackages(dir, packages);
    return;
  }
  const copyOwn = bringOwnPackage(dir);
  await runTool(
    dir,
    ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'],
    { ...env, ...npmSettings(process.cwd()) },
    `install the packages of the project. npm gets the address of your registry and no token: if it needs one, install ${cdk}, constructs and tsx in this folder first`,
  );
  copyOwn();
}

async function synthesize(dir: string, env: NodeJS.ProcessEnv): Promise<void> {
  // The loader for CommonJS alone takes two thirds of the time of tsx.
  const loaded = ['tsx/cjs', `${PACKAGE_NAME}/plain-errors`].flatMap((name) => ['--require', name]);
  await runTool(dir, [process.execPath, ...loaded, 'main.ts'], env, 'synthesize the project');
}

/** Runs a tool to its end; a signal reaches it, and the temporary folder is deleted afterwards. */
async function runTool(
  dir: string,
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  what: string,
): Promise<void> {
  const child = spawn(command, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let isInterrupted = false;
  const stop = onSignals((signal, isPassed) => {
    isInterrupted = true;
    if (isPassed) child.kill(signal);
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  try {
    const code = await new Promise<number | null>((ended, failed) => {
      child.once('error', failed);
      child.once('close', ended);
    });
    await heardSignals();
    if (isInterrupted) throw new InterruptedError();
    if (code !== 0) throw new StepError(`Cannot ${what} (exit code ${code ?? 'unknown'}):\n${text.trimEnd()}`);
  } finally {
    stop();
  }
}

/** Plans the stacks, a few at the same time. The first failure ends all. */
async function planStacks(
  stacks: readonly SynthesizedFolder[],
  env: NodeJS.ProcessEnv,
  onStep: VerifyProjectOptions['onStep'],
): Promise<PlannedChanges[]> {
  const changes: PlannedChanges[] = [];
  const queue = [...stacks];
  let started = 0;
  const work = async (): Promise<void> => {
    for (let stack = queue.shift(); stack !== undefined; stack = queue.shift()) {
      onStep(stacks.length === 1 ? `Planning ${stack.name}` : `Planning ${++started} of ${stacks.length} stacks`);
      const planned = plannedChanges(await createPlan(stack.dir, env));
      const named = (line: string): string => (stacks.length === 1 ? line : `stack ${stack.name}: ${line}`);
      changes.push({ ...planned, differences: planned.differences.map(named) });
    }
  };
  const workers = Array.from({ length: Math.min(MOST_PLANS, availableParallelism(), stacks.length) }, work);
  const ended = await Promise.allSettled(
    workers.map((worker) =>
      worker.catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    ),
  );
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return changes;
}

async function createPlan(dir: string, env: NodeJS.ProcessEnv): Promise<string> {
  const engine = startEngineAt(() => ({ dir, env }));
  try {
    await step(engine, ['init', '-input=false', '-no-color'], 'initialize the stack');
    const file = join(dir, 'adopt.tfplan');
    await step(engine, ['plan', '-input=false', '-no-color', '-lock=false', `-out=${file}`], 'plan the project');
    return await step(engine, ['show', '-json', file], 'show the plan');
  } finally {
    engine.close();
  }
}

async function step(engine: Engine, args: readonly string[], what: string): Promise<string> {
  const { code, stdout, text } = await engine.run(args);
  await heardSignals();
  if (engine.interrupted() !== undefined) throw new InterruptedError();
  if (code !== 0) throw new StepError(`Cannot ${what} (exit code ${code}):\n${text.trimEnd()}`);
  return stdout;
}
