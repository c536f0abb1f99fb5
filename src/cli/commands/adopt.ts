/** `platform-iac adopt`: writes an existing organization as a project, and proves that both are the same. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { existsSync } from 'node:fs';
import {
  adoptedObjects,
  adoptedProject,
  PROJECT_FORMATS,
  isSynthesizedFormat,
  NOT_SELECTED,
  type ProjectFormat,
  type AdoptedProject,
  type ListedOrganization,
  notAdoptedLine,
  rootOwnersLine,
  type AdoptedOrganization,
  StackSizeError,
} from '../../adopt';
import { isInExecutable } from '../../install/own-package';
import { parentUid } from '../../model/api';
import { SnapshotError } from '../../review/snapshot';
import { writeReason } from '../../base/files/write-error';
import { wrapped } from '../../base/text/columns';
import { counted, fewLines } from '../../base/text/words';
import { addUnmanaged, additionProblem, type AdditionFlags } from '../adopt/add-unmanaged';
import { findCurrent } from '../adopt/current-findings';
import { adoptNextSteps, commandIn } from '../adopt/next-steps';
import { createProgress, type ProgressLine } from '../adopt/progress';
import { proveFiles } from '../adopt/proof';
import { withPackageSource } from '../project/install-commands';
import { adoptedFiles, type FileOptions } from '../adopt/project-files';
import { exitCodes, readListedOrganization, resolved } from '../adopt/reading';
import { findWritingProblem, writeFolder } from '../adopt/write-folder';
import { type AdoptConnection, type ConnectionFlags, openConnection } from '../adopt/connection';
import { addApiVersionOption } from '../live/api-version-option';
import { errorText } from '../live/error-text';
import { type Cdk, CDKS, organizationName, type Pipeline, PIPELINES } from '../project/new-project';
import { awaitInterruption, type Interruption, type Output } from '../process';

interface AdoptFlags extends ConnectionFlags, AdditionFlags {
  readonly cdk: Cdk;
  readonly format: ProjectFormat;
  readonly pipeline: Pipeline;
  readonly stackSize?: number;
  readonly imports: boolean;
  readonly unmanaged?: true;
}

const HELP =
  '\nIt reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
  '\nA token that can only read is enough (role viewer in the root group). It sends only lists and changes nothing.' +
  '\nThe proof plans the project with Terraform in a temporary folder. The plan must import every object and change nothing.' +
  '\nPATTERN is a path of names from the root group, and selects everything under it: acme/payments, acme/*/legacy-*.' +
  '\nWith --stack-size, an object is a resource of Terraform, such as a group or a role binding. Each stack has a state of its own, and refers to objects of other stacks by uid.' +
  '\nWith --unmanaged, no existing file changes. A program gets organization/unmanaged.ts, and you add the printed lines that call it. HCL gets unmanaged.tf and unmanaged_imports.tf.' +
  '\nExit codes: 0 the project is written and proven, 1 it differs or cannot be written, 2 usage error, 3 something could not be read, 130 interrupted.' +
  '\nExample: platform-iac adopt --root acme --out organization';

export function addAdoptCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const repeated = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];
  addApiVersionOption(program.command('adopt'))
    .option('--root <group>', 'The group to adopt, by uid or by its path of names (default: the only root group)')
    .requiredOption(
      '--out <dir>',
      'A new or empty folder, or one that this command wrote; with --unmanaged: the folder of an existing project',
    )
    .option('--only <pattern>', 'Adopt only what the pattern selects; may be repeated', repeated)
    .option('--exclude <pattern>', 'Do not adopt what the pattern selects; may be repeated', repeated)
    .addOption(
      new Option(
        '--format <format>',
        'Constructs in TypeScript, a YAML file that a short program reads, or HCL without a program',
      )
        .choices(PROJECT_FORMATS)
        .default('constructs'),
    )
    .addOption(
      new Option('--cdk <cdk>', 'CDK Terrain (cdktn), or the archived CDK for Terraform (cdktf); not for HCL')
        .choices(CDKS)
        .default('cdktn'),
    )
    .addOption(
      new Option('--pipeline <system>', 'The CI system of the pipeline; none with --stack-size and for HCL')
        .choices(PIPELINES)
        .default('none'),
    )
    .option(
      '--stack-size <objects>',
      'Split the organization by subtree into stacks of at most this many objects',
      stackSize,
    )
    .option('--snapshot <file>', 'Adopt a snapshot instead of the live organization, without any credential')
    .option('--snapshot-key <file>', 'With --snapshot: the public key that verifies it')
    .option('--without-imports', 'Omit imports.json, which lets the first apply import the existing objects')
    .option('--no-verify', 'Do not prove the project')
    .option('--unmanaged', 'Add only the objects that no stack manages to the project in --out, as new files')
    .option('--dir <dir>', 'With --unmanaged: the folder of a stack of the project; may be repeated', repeated)
    .option(
      '--state <file>',
      'With --unmanaged: the state of a further stack, from "terraform state pull"; may be repeated',
      repeated,
    )
    .addHelpText('after', HELP)
    .action(async ({ withoutImports, ...flags }: Omit<AdoptFlags, 'imports'> & { withoutImports?: true }) =>
      exitWith(await adopt({ ...flags, imports: withoutImports !== true }, output)),
    );
}

async function adopt(flags: AdoptFlags, output: Output): Promise<number> {
  const { out: dir } = flags;
  const say = (message: string) => output.err(`platform-iac: ${message}\n`);
  if ((flags.snapshot === undefined) !== (flags.snapshotKey === undefined)) {
    say('Pass --snapshot FILE and --snapshot-key FILE together.');
    return exitCodes.usage;
  }
  if (flags.stackSize !== undefined && flags.pipeline !== 'none') {
    say('Cannot write a pipeline for several stacks: it applies one stack. Omit --pipeline, or --stack-size.');
    return exitCodes.usage;
  }
  if (!isSynthesizedFormat(flags.format) && (flags.stackSize !== undefined || flags.pipeline !== 'none')) {
    say(
      'Cannot write HCL for several stacks or with a pipeline: both need a program. Omit the option, or --format hcl.',
    );
    return exitCodes.usage;
  }
  if (flags.unmanaged === true && (!flags.imports || flags.stackSize !== undefined)) {
    say('--unmanaged adds to an existing project, and imports what it adds. Omit --without-imports and --stack-size.');
    return exitCodes.usage;
  }
  if (flags.unmanaged !== true && (flags.dir ?? flags.state) !== undefined) {
    say('--dir and --state name the stacks of an existing project. Pass them with --unmanaged only.');
    return exitCodes.usage;
  }
  // Before anything is read: a wrong folder is known already.
  const early = flags.unmanaged === true ? additionProblem(dir) : findWritingProblem(dir, new Map());
  if (early !== undefined) {
    say(`Cannot write ${flags.unmanaged === true ? '' : 'the project '}to ${dir}: ${early}`);
    return exitCodes.failed;
  }
  const progress = createProgress(output);
  let connection: AdoptConnection;
  try {
    connection = await openConnection(flags);
  } catch (error) {
    say(
      error instanceof SnapshotError
        ? `${error.message} Nothing was written.`
        : `Cannot read the organization. ${errorText(error)} Nothing was written.`,
    );
    return exitCodes.inconclusive;
  }
  const interruption = awaitInterruption();
  try {
    const context = { flags, interruption, output, progress, say };
    const code = await (flags.unmanaged === true ? addUnmanaged(connection, context) : adoptFrom(connection, context));
    return (await interruption.heard()) ?? code;
  } finally {
    interruption.end();
    progress.end();
    await connection.close();
  }
}

interface Context {
  readonly flags: AdoptFlags;
  readonly interruption: Interruption;
  readonly output: Output;
  readonly progress: ProgressLine;
  readonly say: (message: string) => void;
}

async function adoptFrom(connection: AdoptConnection, context: Context): Promise<number> {
  const { flags, output, say } = context;
  const { out: dir } = flags;
  const listed = await readListedOrganization(connection, context);
  if (typeof listed === 'number') return listed;
  const organization = await resolved(connection, listed, context);
  if (typeof organization === 'number') return organization;
  const project = toProject(organization, flags);
  if (typeof project === 'string') {
    say(`${project} Nothing was written.`);
    return exitCodes.failed;
  }
  const files = withPackageSource(adoptedFiles(project, toFileOptions(organization, flags)), dir);
  const problem = findWritingProblem(dir, files);
  if (problem !== undefined) {
    say(`Cannot write the project to ${dir}: ${problem}`);
    return exitCodes.failed;
  }
  const isNew = !existsSync(dir);
  try {
    writeFolder(dir, files);
  } catch (error) {
    say(`Cannot write the project to ${dir}: ${writeReason(error)}.${isNew ? ' Nothing was written.' : ''}`);
    return exitCodes.failed;
  }
  report(organization, project, dir, files.size, output);
  const code = flags.verify ? await prove({ ...context, connection, listed, organization, project }) : exitCodes.proven;
  if (context.interruption.signal.aborted) return code;
  const { owners } = project;
  const found = flags.verify ? findCurrent({ listed, dir, format: flags.format }) : undefined;
  if (found !== undefined) output.out(found.counts);
  const width = output.terminal?.width ?? 80;
  const ofGroup = rootOwnersLine(project.rootOwners);
  if (ofGroup !== '') output.out(`\n${wrapped(ofGroup, { width, indent: 2, first: 0 })}\n`);
  const isOneStack = flags.stackSize === undefined;
  if (code === exitCodes.proven)
    output.out(
      adoptNextSteps({
        ...{ dir, owners, undeclared: project.undeclared, isOneStack, width },
        format: flags.format,
        hasImports: flags.imports,
        hasPipeline: flags.pipeline !== 'none',
      }),
    );
  if (found?.command !== undefined) output.out(found.command);
  return code;
}

function toFileOptions(organization: AdoptedOrganization, { format, cdk, pipeline }: AdoptFlags): FileOptions {
  const { uid, name } = organization.root;
  const kinds = new Set(adoptedObjects(organization).map(({ declaration }) => declaration));
  const options = { format, cdk, pipeline, name: organizationName(name), managed: { uid, kinds } };
  return parentUid(uid) === undefined ? { ...options, names: { [uid]: name } } : options;
}

/** Returns the project, or the reason why it cannot be divided into stacks. */
function toProject(organization: AdoptedOrganization, flags: AdoptFlags) {
  try {
    return createProject(organization, flags);
  } catch (error) {
    if (error instanceof StackSizeError) return error.message;
    throw error;
  }
}

function createProject(
  organization: AdoptedOrganization,
  { imports: hasImports, format, stackSize: most, out }: AdoptFlags,
) {
  return adoptedProject(organization, {
    ...{ hasImports, format, stackSize: most },
    ...{ isExecutable: isInExecutable(), command: commandIn('hcl', out) },
  });
}

function stackSize(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError('Pass a number of objects, such as 2500.');
  return Number(text);
}

function report(
  organization: AdoptedOrganization,
  { stacks }: AdoptedProject,
  dir: string,
  fileCount: number,
  { out, terminal }: Output,
): void {
  // The user knows what nobody has selected.
  const unselected = organization.notAdopted.filter(({ reason }) => reason === NOT_SELECTED);
  const notAdopted = organization.notAdopted.filter((object) => !unselected.includes(object));
  const sizes = [...stacks.values()];
  const inStacks =
    stacks.size === 1 ? '' : ` in ${stacks.size} stacks of ${Math.min(...sizes)} to ${Math.max(...sizes)} objects`;
  out(
    `Wrote ${counted(fileCount, 'file')} to ${dir}: they declare ${counted(adoptedObjects(organization).length, 'object')}${inStacks}.\n`,
  );
  const count = unselected.reduce((sum, { contents }) => sum + 1 + contents, 0);
  if (count > 0)
    out(`${counted(count, 'object is', 'objects are')} not selected by --only and --exclude (see NOT-ADOPTED.md).\n`);
  if (notAdopted.length === 0) return;
  out(`Not adopted (see NOT-ADOPTED.md):\n${fewLines(notAdopted.map(notAdoptedLine), terminal?.width)}`);
}

interface Proving extends Context {
  readonly connection: AdoptConnection;
  readonly listed: ListedOrganization;
  readonly organization: AdoptedOrganization;
  readonly project: AdoptedProject;
}

/** Proves the project. Without imports it proves the same project with them: a plan without them creates every object. */
async function prove(proving: Proving): Promise<number> {
  const { flags, connection, listed, organization, project, interruption, output, progress, say } = proving;
  const { cdk, format } = flags;
  const proven = flags.imports ? project : createProject(organization, { ...flags, imports: true });
  const files = adoptedFiles(proven, { ...toFileOptions(organization, flags), pipeline: 'none' });
  const { notAdopted } = organization;
  const verified = { files, format, cdk, listed, notAdopted, secrets: project.secrets, env: connection.env };
  return proveFiles(
    verified,
    { interruption, output, progress, say },
    {
      ...{ plan: 'Plan', differs: 'The project differs', unproven: 'The project is written, but it is not proven.' },
      repeat: 'To prove it, run the command again.',
    },
  );
}
