/** `platform-iac drift`: objects that were changed outside of the stacks, and objects that no stack manages. For a nightly job. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Drift, DriftFormatOptions, TerraformPlan } from '../../review';
import { API_VERSIONS, rootUid } from '../../model/api';
import { providerBlock } from '../../model/kinds';
import {
  describeEmptyStates,
  findOtherStacks,
  isConfiguration,
  managedElsewhere,
  pendingImports,
} from '../adopt/managed-objects';
import { commandIn } from '../adopt/next-steps';
import { clientOfEnvironment, findForeignProject } from '../live/api-connection';
import { addApiVersionOption } from '../live/api-version-option';
import { liveOrganization } from '../live/live-organization';
import { STACK_FILE } from '../report/configuration-file';
import { findPlanningProblem, prepareStacks, type StackFolders } from '../plan/plan-folder';
import { readUtf8 } from '../plan/plan-site';
import { INTERRUPTED, readCreates, readUnsavedPlan } from '../plan/unsaved-plan';
import { shellWord, type Output } from '../process';
import { withLateWarnings } from '../plan/synthesis';
import { loadReview } from '../load-review';
import { readReviewConfiguration } from '../report/report-command';
import { collectedFiles, readStates } from '../report/sources';

const exitCodes = { none: 0, drift: 1, usage: 2, incomplete: 3 } as const;

const FORMATS = ['text', 'markdown', 'json'] as const;

interface DriftFlags {
  readonly dir?: readonly string[];
  readonly state?: readonly string[];
  readonly root?: readonly string[];
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly accept?: string;
  readonly synth: boolean;
  readonly format: (typeof FORMATS)[number];
}

const HELP =
  '\nChanged: the current values differ from the state, according to a refresh-only plan of each folder. Unmanaged: no folder and no --state manages the object.' +
  '\nAt least one state must contain an object: without one, every object looks unmanaged.' +
  '\nPatterns name groups: acme/prod/** is the group and everything beneath it.' +
  '\nIt reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
  '\nExit codes: 0 no drift, 1 drift, 2 usage error, 3 a list is incomplete.' +
  "\nExample: platform-iac drift --dir cdktf.out/stacks/org --only 'acme/engineering/**' --format markdown";

const repeated = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];

export function addDriftCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  addApiVersionOption(program.command('drift'))
    .option(
      '--dir <dir>',
      'The folder of a stack; may be repeated. By default all stacks of the project, whose program runs first, or the current folder',
      repeated,
    )
    .option(
      '--state <file>',
      'The state of a further stack, from "terraform show -json" or "terraform state pull"; may be repeated',
      collectedFiles,
    )
    .option(
      '--root <group>',
      'List the unmanaged objects of this group, by uid or path; may be repeated. By default the groups that contain the objects of the stacks',
      repeated,
    )
    .option('--only <pattern>', 'List only unmanaged objects of these groups; may be repeated', repeated)
    .option('--exclude <pattern>', 'List no unmanaged objects of these groups; may be repeated', repeated)
    .option('--no-synth', 'Compare the stacks as they were synthesized last, without running the program')
    .option('--accept <file>', 'Do not list the unmanaged objects in this output of an earlier --format json')
    .addOption(
      new Option('--format <format>', 'Output format; markdown is for an issue').choices(FORMATS).default('text'),
    )
    .argument('[args...]', 'After --, arguments for "terraform plan", such as -var-file=FILE')
    .addHelpText('after', HELP)
    .action(async (args: readonly string[], flags: DriftFlags) => {
      try {
        exitWith(await findDrift(args, flags, output));
      } catch (error) {
        // An unexpected failure must not look like drift.
        output.err(`platform-iac: ${(error as Error).message}\n`);
        exitWith(exitCodes.incomplete);
      }
    });
}

async function findDrift(args: readonly string[], flags: DriftFlags, output: Output): Promise<number> {
  const { state = [], root, only, exclude, format } = flags;
  const say = (problem: string) => output.err(`platform-iac: ${problem}\n`);
  const warnings: string[] = [];
  const { dirs, isSynthesized } = await stackFolders(flags, withLateWarnings(output, warnings));
  const [unplannable] = dirs.flatMap((dir) => findPlanningProblem(dir) ?? []);
  if (unplannable !== undefined) {
    say(unplannable);
    return exitCodes.usage;
  }
  const { createReview, createDrift, findExistingDeclared, getPlaces, getRoots, managesObjects, readAccepted } =
    loadReview();
  const accepted = flags.accept === undefined ? undefined : readAccepted(readUtf8(flags.accept), flags.accept);
  const stored = readStates(state);
  const plans: TerraformPlan[] = [...stored.plans];
  const problems: string[] = [...stored.problems];
  for (const dir of dirs) {
    const made = await readUnsavedPlan(dir, { args: [...args, '-refresh-only'], isSynthesized, output });
    if (typeof made !== 'string') plans.push(made);
    // The API refuses the other stacks for the same reason.
    else if (problems.includes(made)) break;
    else problems.push(made);
    if (made === INTERRUPTED) break;
  }
  const imports = dirs.flatMap((dir) => [...pendingImports(dir)]);
  // Before the first apply, the states contain no object.
  const importedRoots = getRoots(plans).length > 0 ? [] : [...new Set(imports.map(([, uid]) => rootUid(uid)))];
  const roots = root?.map(toRoot) ?? (importedRoots.length > 0 ? importedRoots : undefined);
  const isEmpty = plans.length > 0 && imports.length === 0 && !plans.some(managesObjects);
  const { live, problem } = isEmpty
    ? { problem: describeEmptyStates(plans.map(({ name }) => name)) }
    : plans.length > 0
      ? await liveOrganization(loadReview(), { plans, root: roots, places: root ?? getPlaces(plans) })
      : {};
  if (problem !== undefined) {
    const foreign = root === undefined && (await findForeignProject(clientOfEnvironment, roots ?? getRoots(plans)));
    problems.push(foreign || problem);
  }
  if (live === undefined) {
    problems.forEach(say);
    return exitCodes.incomplete;
  }
  const review = createReview(plans, { live, problems, configuration: readReviewConfiguration(undefined) });
  const options = {
    ...{
      roots: live.roots,
      scopes: root,
      ...(await managedElsewhere(findOtherStacks(dirs))),
      only,
      exclude,
      accepted,
      caller: live.readBy,
    },
    pending: new Set(imports.map(([type, uid]) => `${type} ${uid}`)),
  };
  const compared = createDrift(review, options);
  const planned =
    compared.unmanaged.length === 0 ? [] : await readCreates(dirs, { args, isSynthesized: false, output });
  const isPlanned = typeof planned !== 'string';
  const declared = isPlanned ? findExistingDeclared(planned, live) : 'unknown';
  const drift = createDrift(review, { ...options, declared });
  const found = isPlanned ? drift : { ...drift, problems: [...drift.problems, planned] };
  found.problems.forEach(say);
  output.out(
    formatted(found, format, {
      ...{ adopt: adoptCommand(found, dirs, state), width: output.terminal?.width },
      apply: applyCommand(dirs),
      version: API_VERSIONS.find((version) => version === process.env[providerBlock.api_version.environment]),
    }),
  );
  if (warnings.length > 0) output.err(`\nWarnings of the program:\n${warnings.join('')}`);
  if (found.problems.length > 0) return exitCodes.incomplete;
  return found.changed.length + found.unmanaged.length > 0 ? exitCodes.drift : exitCodes.none;
}

/** Returns the root group of a group: the API lists whole organizations. */
function toRoot(group: string): string {
  return group.split('/')[0] ?? group;
}

async function stackFolders({ dir, state = [], synth }: DriftFlags, output: Output): Promise<StackFolders> {
  if (dir !== undefined || state.length > 0) return { dirs: dir ?? [], isSynthesized: false };
  return prepareStacks(output, synth);
}

function applyCommand(dirs: readonly string[]): string {
  const [dir = '.', ...others] = dirs.map((path) => relative(process.cwd(), resolve(path)) || '.');
  if (others.length > 0) return 'terraform -chdir=DIR apply';
  return dir === '.' ? 'terraform apply' : `terraform -chdir=${shellWord(dir)} apply`;
}

/** Returns the command that adds unmanaged objects to the program of synthesized stacks, or to a configuration in HCL; undefined without them. */
function adoptCommand(
  { compared, unmanaged, unread, ownGroups = [] }: Drift,
  dirs: readonly string[],
  states: readonly string[],
): string | undefined {
  const stacks = dirs.filter((dir) => existsSync(join(dir, STACK_FILE)));
  // Another stack may manage the objects outside of the groups.
  const [root, ...others] = ownGroups.length === 1 ? ownGroups : compared.roots;
  const only = ownGroups.length > 1 ? ownGroups : [];
  const isSynthesized = stacks.length > 0;
  const configurations = isSynthesized ? [] : dirs.filter(isConfiguration);
  const [folder] = isSynthesized ? stacks.map((stack) => join(stack, '../../..')) : configurations;
  if (unmanaged.length === 0 || unread !== undefined || root === undefined || others.length > 0) return undefined;
  if (folder === undefined || configurations.length > 1) return undefined;
  const project = resolve(folder);
  const of = (flag: string, values: readonly string[]) => values.map((value) => `${flag} ${shellWord(value)}`);
  const out = relative(process.cwd(), project) || '.';
  return [
    ...[
      `${commandIn(isSynthesized ? 'constructs' : 'hcl', project)} adopt --unmanaged`,
      `--root ${shellWord(root)}`,
      ...of('--only', only),
      `--out ${shellWord(out)}`,
    ],
    ...of('--dir', isSynthesized || states.length === 0 ? stacks : configurations),
    ...of('--state', states),
  ].join(' ');
}

function formatted(found: Drift, format: DriftFlags['format'], options: DriftFormatOptions): string {
  const { formatDriftJson, formatDriftMarkdown, formatDriftText } = loadReview();
  const formats = { text: formatDriftText, markdown: formatDriftMarkdown, json: formatDriftJson };
  return formats[format](found, options);
}
