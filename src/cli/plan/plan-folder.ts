/** The folder that `platform-iac plan` plans: it synthesizes a project before, and refuses what the engine cannot plan. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findUnexecutableProvider } from '../../install/install-provider';
import { STACK_FILE, SYNTHESIZED_FOLDER } from '../report/configuration-file';
import { type Output, shellWord } from '../process';
import { isConfigurationFile } from './root-variables';
import {
  findLastStack,
  findProject,
  getSynthesizedStacks,
  ProgramError,
  PROJECT_FILE,
  synthesizeStack,
  synthesizeStacks,
} from './synthesis';

interface FolderFlags {
  readonly dir: string;
  /** `false` for `--no-synth`. */
  readonly synth?: readonly string[] | false;
  readonly snapshot?: string;
}

export interface PreparedFolder {
  readonly dir: string;
  /** The folders of the synthesized stacks, for the constructs and lines in the report. */
  readonly synth: readonly string[];
  /** The folder, if no program has synthesized it and it is not the working directory. */
  readonly folder?: string;
  /** `true` if the program of the project has just run. */
  readonly isSynthesized: boolean;
  /** The text that the program printed. */
  readonly synthesis: string;
}

interface FolderProblem {
  readonly problem: string;
  /** `false` if the program of the project fails. */
  readonly isUsage: boolean;
}

/** Returns the folder of the configuration. In a project, its program synthesizes it before, or has synthesized it last. */
export async function prepareFolder(flags: FolderFlags, output: Output): Promise<PreparedFolder | FolderProblem> {
  let { dir } = flags;
  const mayRun = flags.synth !== false && flags.snapshot === undefined;
  const project = findProject(dir);
  let synthesis = '';
  const err = (text: string): void => {
    synthesis += text;
    output.err(text);
  };
  try {
    if (project !== undefined)
      dir = fromHere(mayRun ? await synthesizeStack(project, dir, { ...output, err }) : findLastStack(project, dir));
  } catch (error) {
    return { problem: (error as Error).message, isUsage: !(error instanceof ProgramError) };
  }
  const problem = findPlanningProblem(dir);
  if (problem !== undefined) return { problem, isUsage: true };
  const implied = existsSync(join(dir, STACK_FILE)) ? [dir] : [];
  const synth = flags.synth || implied;
  const isElsewhere = synth.length === 0 && resolve(dir) !== process.cwd();
  return { dir, synth, ...(isElsewhere && { folder: dir }), isSynthesized: mayRun && project !== undefined, synthesis };
}

/** The folders of stacks, and `true` if the program of the project has just written them. */
export interface StackFolders {
  readonly dirs: readonly string[];
  readonly isSynthesized: boolean;
}

/**
 * Returns all stacks of the project in the working directory, which its program synthesizes before, if `mayRun`; else those of its last
 * synthesis. Without a project: this folder.
 */
export async function prepareStacks(output: Output, mayRun: boolean): Promise<StackFolders> {
  const project = findProject('.');
  if (project === undefined) return { dirs: ['.'], isSynthesized: false };
  const stacks = mayRun ? await synthesizeStacks(project, output) : getSynthesizedStacks(project.output);
  return { dirs: stacks.map(({ dir }) => fromHere(dir)), isSynthesized: mayRun };
}

/** Returns the folder of a synthesized stack of the project in the working directory, if the names contain exactly one. */
export function findPlannedStack(names: readonly string[]): string | undefined {
  const project = findProject('.');
  if (project === undefined) return undefined;
  const stacks = new Set(getSynthesizedStacks(project.output).map(({ dir }) => dir));
  const [only, ...others] = new Set(names.filter((name) => stacks.has(resolve(name))));
  return others.length > 0 ? undefined : only;
}

/** Returns the path from the working directory, which the report shows; a folder elsewhere keeps its path. */
function fromHere(dir: string): string {
  const path = relative(process.cwd(), dir) || '.';
  return path.startsWith('..') || isAbsolute(path) ? dir : path;
}

/** Returns why the engine cannot plan a folder; undefined if it can. */
export function findPlanningProblem(dir: string): string | undefined {
  const missing = missingFolderProblem(dir);
  if (missing !== undefined) return missing;
  if (readdirSync(dir).some(isConfigurationFile)) return executableProblem(dir);
  return `No configuration found in ${resolve(dir)}. ${stackHint(dir)}`;
}

/** Returns why a path is not a folder, and for a synthesized one how to get it; undefined for a folder. */
export function missingFolderProblem(dir: string): string | undefined {
  if (existsSync(dir) && statSync(dir).isDirectory()) return undefined;
  const isSynthesized = resolve(dir).split(sep).includes(SYNTHESIZED_FOLDER);
  return isSynthesized
    ? `${dir} does not exist: the program of the project writes it. Plan in the folder of the project without --dir, which runs the program.`
    : `${dir} is not a folder.`;
}

function executableProblem(dir: string): string | undefined {
  const provider = findUnexecutableProvider(dir);
  if (provider === undefined) return undefined;
  const mode = `chmod -R u+x ${shellWord(join(dir, 'terraform.d', 'plugins'))}`;
  return `The provider ${provider} is not executable: archives of artifacts lose the permission. Run ${mode}, and plan again. To keep the permission, archive the folder with tar.`;
}

/** The engine would only report that nothing exists. */
function stackHint(dir: string): string {
  const stacks = join(dir, SYNTHESIZED_FOLDER, 'stacks');
  const found = existsSync(stacks)
    ? readdirSync(stacks).filter((name) => existsSync(join(stacks, name, 'cdk.tf.json')))
    : [];
  if (found.length === 0)
    return programHint(dir) ?? projectHint(dir) ?? 'Pass its folder with --dir. Synthesize constructs first.';
  return `Pass a synthesized stack: ${found.map((name) => `--dir ${shellWord(join(stacks, name))}`).join(' or ')}`;
}

/** The most projects that a message names. */
const MOST_PROJECTS = 2;

/** The command may run above or beneath the folder of the project. */
function projectHint(dir: string): string | undefined {
  const isProject = (folder: string) => existsSync(join(folder, PROJECT_FILE));
  const beneath = readdirSync(dir)
    .map((name) => join(resolve(dir), name))
    .filter(isProject);
  const projects = beneath.length > 0 ? beneath : foldersAbove(resolve(dir)).filter(isProject).slice(0, 1);
  if (projects.length === 0) return undefined;
  // In a folder such as /tmp, the projects have nothing to do with each other.
  if (projects.length > MOST_PROJECTS)
    return `${resolve(dir)} contains ${projects.length} projects. Run the command in the folder of yours.`;
  return `Run the command in the folder of the project: ${projects.map((project) => `cd ${shellWord(project)}`).join(' or ')}`;
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** A program alone is not a project: only the `app` of `cdktf.json` is run before a plan. */
function programHint(dir: string): string | undefined {
  const names = readdirSync(dir);
  const program = ['main.ts', 'main.js', 'index.ts'].find((name) => names.includes(name));
  if (program === undefined) return undefined;
  const app = program.endsWith('.ts') ? `npx tsx ${program}` : `node ${program}`;
  const settings = JSON.stringify({ language: 'typescript', app });
  return `To synthesize ${program} before each plan, write ${settings} to ${join(dir, PROJECT_FILE)}, and plan again.`;
}
