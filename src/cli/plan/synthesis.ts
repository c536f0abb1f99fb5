/** Runs the program of a project before its plan: a plan of an earlier synthesis would show "No changes" for edited code. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { wrapped } from '../../base/text/columns';
import { isObject, parseJson } from '../../model/api';
import { isContinuousIntegration, STACK_FILE, SYNTHESIZED_FOLDER } from '../report/configuration-file';
import { withoutCredentials } from '../engine/offline-environment';
import { onSignals, type Output, shellWord } from '../process';

/** It names the program of a project. */
export const PROJECT_FILE = 'cdktf.json';

/** The program of the project fails, for example because it breaks a rule. The command was used correctly. */
export class ProgramError extends Error {}

/** A project as `cdktf.json` describes it. */
export interface Project {
  readonly dir: string;
  /** The command that synthesizes. */
  readonly app: string;
  /** The folder of the stacks. */
  readonly output: string;
  readonly context?: object;
}

export interface SynthesizedFolder {
  readonly name: string;
  readonly dir: string;
}

/**
 * Returns the project whose program writes the configuration of the folder: the folder itself, or, unless a CI system runs, the one
 * above a synthesized stack. A pipeline plans the artifact of another job, and must not run its program.
 */
export function findProject(dir: string, env: NodeJS.ProcessEnv = process.env): Project | undefined {
  const folder = resolve(dir);
  const own = readProject(folder);
  if (own !== undefined) return existsSync(join(folder, STACK_FILE)) ? undefined : own;
  if (isContinuousIntegration(env) || !existsSync(join(folder, STACK_FILE))) return undefined;
  const above = readProject(dirname(dirname(dirname(folder))));
  return above !== undefined && join(above.output, 'stacks') === dirname(folder) ? above : undefined;
}

function readProject(dir: string): Project | undefined {
  const file = join(dir, PROJECT_FILE);
  const read: unknown = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  if (!isObject(read) || typeof read['app'] !== 'string') return undefined;
  const { app, output, context } = read;
  return {
    ...{ dir, app },
    output: resolve(dir, typeof output === 'string' ? output : SYNTHESIZED_FOLDER),
    ...(isObject(context) && { context }),
  };
}

/** Returns the stacks that the program has synthesized. A stack that it no longer has may still be in the folder. */
export function getSynthesizedStacks(output: string): SynthesizedFolder[] {
  const file = join(output, 'manifest.json');
  const manifest: unknown = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const stacks = isObject(manifest) ? manifest['stacks'] : undefined;
  return Object.entries(isObject(stacks) ? stacks : {}).map(([name, stack]) => ({
    name,
    dir: resolve(output, (stack as { readonly workingDirectory: string }).workingDirectory),
  }));
}

/**
 * Runs the program, and returns the folder of the stack to plan. Throws an `Error` with the reason and the next step for a program
 * without stacks or with several.
 */
export async function synthesizeStack(project: Project, dir: string, output: Output): Promise<string> {
  const stacks = await synthesizeStacks(project, output);
  const folder = resolve(dir);
  if (folder !== project.dir) {
    if (stacks.some((stack) => isSameFolder(stack.dir, folder))) return dir;
    throw new Error(
      `The program no longer synthesizes the stack ${basename(folder)}. Pass ${stacks.map(dirFlag).join(' or ') || 'another --dir'}.`,
    );
  }
  return onlyStack(stacks);
}

/**
 * Returns the folder of the stack to plan without running the program: the one of the last synthesis for the folder of the project.
 * Throws an `Error` like {@link synthesizeStack}.
 */
export function findLastStack(project: Project, dir: string): string {
  if (resolve(dir) !== project.dir) return dir;
  const stacks = getSynthesizedStacks(project.output);
  if (stacks.length > 0) return onlyStack(stacks);
  throw new Error(`Cannot plan ${project.dir}: the project is not synthesized. Run its program first: ${project.app}`);
}

function onlyStack(stacks: readonly SynthesizedFolder[]): string {
  const [only, ...others] = stacks;
  if (only !== undefined && others.length === 0) return only.dir;
  throw new Error(`The program synthesized ${stacks.length} stacks. Pass ${stacks.map(dirFlag).join(' or ')}`);
}

function dirFlag({ dir }: SynthesizedFolder): string {
  return `--dir ${shellWord(dir)}`;
}

/** Runs the program, and returns all its stacks. Throws a {@link ProgramError} if it fails, or if it synthesizes no stack. */
export async function synthesizeStacks(project: Project, output: Output): Promise<SynthesizedFolder[]> {
  output.err(`Synthesizing: ${project.app}\n`);
  await runApp(project, output);
  const stacks = getSynthesizedStacks(project.output);
  if (stacks.length === 0) throw new ProgramError(`The program synthesized no stack in ${project.output}.`);
  return stacks;
}

/** The program gets no credential: it needs none to synthesize, and its packages are code of others. */
async function runApp({ dir, app, output, context }: Project, { err, terminal }: Output): Promise<void> {
  const env = {
    ...withoutCredentials(process.env),
    CDKTF_OUTDIR: output,
    ...(context !== undefined && { CDKTF_CONTEXT_JSON: JSON.stringify(context) }),
  };
  const child = spawn(app, { cwd: dir, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = onSignals((signal, isPassed) => {
    if (isPassed) child.kill(signal);
  });
  const show = (text: string): void => err(terminal === undefined ? text : wrapWarning(text, terminal.width));
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => show(`${line}\n`));
  try {
    const code = await new Promise<number | null>((ended, failed) => {
      child.once('error', failed);
      child.once('close', ended);
    });
    if (code !== 0)
      throw new ProgramError(
        `Cannot synthesize: the app of ${join(dir, PROJECT_FILE)} failed (exit code ${code ?? 'unknown'}). Correct the program, and run the command again.`,
      );
  } finally {
    stop();
  }
}

/** Returns an output that collects the warnings of the program, for commands with a more important result. Other text is not delayed. */
export function withLateWarnings(output: Output, warnings: string[]): Output {
  let isWarning = false;
  return {
    ...output,
    err: (text) => {
      isWarning = text.startsWith('Warning: ') || (isWarning && text.startsWith('    '));
      if (isWarning) warnings.push(text);
      else output.err(text);
    },
  };
}

/** Our constructs print a warning as one line. */
function wrapWarning(line: string, width: number): string {
  return line.startsWith('Warning: ') ? wrapped(line, { width, indent: 4, first: 0 }) : line;
}

function isSameFolder(folder: string, other: string): boolean {
  return existsSync(folder) && existsSync(other) && realpathSync(folder) === realpathSync(other);
}
