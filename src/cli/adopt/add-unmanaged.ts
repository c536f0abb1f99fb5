/** `platform-iac adopt --unmanaged`: adds the objects that no stack manages to a project, as new files. */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  additionProgram,
  adoptedObjects,
  adoptedProject,
  configurationAddition,
  listRisks,
  notAdoptedLine,
  programAddition,
  type Addition,
  type ExistingConfiguration,
  type ListedOrganization,
  type AdoptedOrganization,
} from '../../adopt';
import { isInExecutable } from '../../install/own-package';
import { isObject, parseJson } from '../../model/api';
import { typeName, type Declaration } from '../../model/schema';
import { wrapped } from '../../base/text/columns';
import { counted, few, fewLines } from '../../base/text/words';
import {
  type Cdk,
  conflictsIn,
  forCdk,
  organizationName,
  projectFiles,
  type ProjectFiles,
} from '../project/new-project';
import { findForeignProject } from '../live/api-connection';
import type { Interruption, Output } from '../process';
import { commandsAfterAddition, describeRemoval, exceptionsToAdd, linesToAdd } from './addition-steps';
import type { AdoptConnection } from './connection';
import { findCurrent, readProjectConfiguration } from './current-findings';
import { findLostState } from './lost-state';
import {
  describeEmptyStates,
  findManagedGroups,
  findOtherStacks,
  findStacks,
  isConfiguration,
  managedObjects,
  takenLabels,
  variableWith,
  type Managed,
} from './managed-objects';
import type { ProgressLine } from './progress';
import { proveFiles } from './proof';
import { exitCodes, readListedOrganization, resolved, type SelectionFlags } from './reading';
import { StepError } from './verify';

export interface AdditionFlags extends SelectionFlags {
  /** The folder of the project. */
  readonly out: string;
  readonly dir?: readonly string[];
  readonly state?: readonly string[];
  readonly verify: boolean;
}

interface Context {
  readonly flags: AdditionFlags;
  readonly interruption: Interruption;
  readonly output: Output;
  readonly progress: ProgressLine;
  readonly say: (message: string) => void;
}

/** Returns why nothing can be added to a folder; undefined if it contains a project. */
export function additionProblem(dir: string): string | undefined {
  if (lstatSync(dir, { throwIfNoEntry: false }) === undefined)
    return 'it does not exist. Name the folder of a project, or omit --unmanaged.';
  if (existsSync(join(dir, 'package.json')) || isConfiguration(dir)) return undefined;
  return 'it contains no package.json and no .tf file. Name the folder of a project, or omit --unmanaged.';
}

/** Writes the unmanaged objects as new files, and proves that their plan only imports. */
export async function addUnmanaged(connection: AdoptConnection, context: Context): Promise<number> {
  const { flags, output, progress, say } = context;
  const { out: dir } = flags;
  try {
    progress.show('Reading the states');
    const stacks = flags.dir ?? (flags.state === undefined ? findStacks(dir) : []);
    // The objects of the other stacks are managed, too.
    const given = flags.dir && [...flags.dir, ...findOtherStacks(flags.dir)];
    // Before the organization: an object that is created in between is then missing from the state, as before an apply.
    const managed = await managedObjects({ dir, stacks: given, states: flags.state });
    if (managed.size === 0 && flags.state === undefined) {
      progress.end();
      say(`${describeEmptyStates([dir])} Nothing was written.`);
      return exitCodes.inconclusive;
    }
    // The client is closed after the command.
    const connect = () => ({ ...connection.client, close: () => Promise.resolve() });
    const places = findManagedGroups(managed);
    const foreign = await findForeignProject(connect, places);
    if (foreign !== undefined) {
      progress.end();
      say(`${foreign} Nothing was written.`);
      return exitCodes.inconclusive;
    }
    const [place, ...otherPlaces] = flags.root === undefined ? places : [flags.root];
    if (otherPlaces.length > 0) {
      progress.end();
      say(
        `Cannot select a group: the stacks manage objects in ${few(places)}. Pass --root with one of these uids. Nothing was written.`,
      );
      return exitCodes.usage;
    }
    const listed = await readListedOrganization(connection, { ...context, flags: { ...flags, root: place } });
    if (typeof listed === 'number') return listed;
    const isManaged = (declaration: Declaration, uid: string): boolean =>
      managed.has(`${typeName(declaration)} ${uid}`);
    const organization = await resolved(connection, listed, context, isManaged);
    if (typeof organization === 'number') return organization;
    const count = adoptedObjects(organization).length;
    report(organization, output);
    if (count === 0) {
      const reason = organization.notAdopted.length === 0 ? 'every object is managed' : 'no other object is unmanaged';
      output.out(`Nothing was written: ${reason}.\n`);
      return exitCodes.proven;
    }
    const lost = await findLostState(organization, {
      listed,
      stacks: given ?? stacks,
      isProgram: !isConfiguration(dir),
      output,
    });
    if (lost !== undefined) {
      progress.end();
      say(`${lost} Nothing was written.`);
      return exitCodes.inconclusive;
    }
    const number = freeNumber(dir, organization, listed, managed);
    const addition = additionTo(dir, organization, { listed, managed, number });
    write(dir, addition.files);
    output.out(`Wrote ${[...addition.files.keys()].join(' and ')} in ${dir}: ${counted(count, 'object')}.\n`);
    const code = flags.verify
      ? await prove({ ...context, connection, listed, organization, isManaged, number })
      : exitCodes.proven;
    if (context.interruption.signal.aborted) return code;
    // The proof shows only that nothing changes: what exists, and is declared now, can be dangerous.
    const added = new Set(adoptedObjects(organization).map(({ uid }) => uid));
    const found = findCurrent({ listed, dir, format: isConfiguration(dir) ? 'hcl' : 'constructs', added });
    output.out(found.counts);
    const width = output.terminal?.width ?? 80;
    const file = [...addition.files.keys()].join(' and ');
    const removal = describeRemoval(dir, file);
    const { owners, trustedIssuers, trustedAccounts } = readProjectConfiguration(dir);
    const declared = { owners, trustedIssuers, trustedAccounts };
    const risks = listRisks(organization, { removal, caller: await findCaller(connection), ...declared });
    for (const [index, line] of risks.entries())
      output.out(
        `${index === 0 ? '\n' : ''}${wrapped(line, { width, indent: line.startsWith(' ') ? 4 : 0, first: 0 })}\n`,
      );
    if (addition.call !== undefined) output.out(exceptionsToAdd(found.broken, { dir, width }));
    if (addition.call !== undefined) output.out(linesToAdd(dir, addition.call, { width, stacks }));
    if (code === exitCodes.proven) output.out(commandsAfterAddition(dir, stacks, [...addition.files.keys()][1]));
    if (found.command !== undefined) output.out(found.command);
    return code;
  } catch (error) {
    progress.end();
    if (!(error instanceof StepError)) throw error;
    say(`${error.message.trimEnd()} Nothing was written.`);
    return exitCodes.inconclusive;
  }
}

/** Returns the uid of the identity of the token, if the API names it. */
async function findCaller({ client }: AdoptConnection): Promise<string | undefined> {
  return client.whoami().then(
    ({ subject }) => subject,
    () => undefined,
  );
}

function report({ notAdopted }: AdoptedOrganization, { out, terminal }: Output): void {
  if (notAdopted.length > 0) out(`Not adopted:\n${fewLines(notAdopted.map(notAdoptedLine), terminal?.width)}`);
}

interface AdditionOptions {
  readonly listed: ListedOrganization;
  readonly managed: Managed;
  readonly number: number;
}

function additionTo(
  dir: string,
  organization: AdoptedOrganization,
  { listed, managed, number }: AdditionOptions,
): Addition {
  if (isConfiguration(dir)) return configurationAddition(organization, number, existingIn(dir, listed, managed));
  const cdk = getCdk(dir);
  const addition = programAddition(organization, number);
  return { ...addition, files: new Map([...addition.files].map(([path, text]) => [path, forCdk(cdk, text)])) };
}

/** Returns the number of the first addition whose files do not exist. */
function freeNumber(
  dir: string,
  organization: AdoptedOrganization,
  listed: ListedOrganization,
  managed: Managed,
): number {
  for (let number = 1; ; number++) {
    const { files } = additionTo(dir, organization, { listed, managed, number });
    if (conflictsIn(dir, asFiles(files)).length === 0) return number;
  }
}

function existingIn(dir: string, { root }: ListedOrganization, managed: Managed): ExistingConfiguration {
  const rootVariable = variableWith(dir, String(root['uid']));
  return {
    taken: takenLabels(dir),
    getAddress: (type, uid) => managed.get(`${type} ${uid}`),
    ...(rootVariable !== undefined && { rootVariable }),
  };
}

/** The project of a program with another CDK cannot import that of the default one. */
function getCdk(dir: string): Cdk {
  const manifest = parseJson(readFileSync(join(dir, 'package.json'), 'utf8'));
  const parts = isObject(manifest) ? [manifest['dependencies'], manifest['devDependencies']] : [];
  const has = (name: string) => parts.some((part) => isObject(part) && name in part);
  return has('cdktf') && !has('cdktn') ? 'cdktf' : 'cdktn';
}

/** Writes the files completely or not at all. */
function write(dir: string, files: ReadonlyMap<string, string>): void {
  const drafts = [...files].map(([path, text]) => {
    const file = join(dir, path);
    const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
    return { file, draft, text };
  });
  try {
    for (const { file, draft, text } of drafts) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(draft, text);
    }
    for (const { file, draft } of drafts) renameSync(draft, file);
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
}

interface Proving extends Context {
  readonly connection: AdoptConnection;
  readonly listed: ListedOrganization;
  readonly organization: AdoptedOrganization;
  readonly isManaged: (declaration: Declaration, uid: string) => boolean;
  readonly number: number;
}

/** Plans the addition alone, without the project and its state: it must import its objects, and nothing else. */
async function prove(proving: Proving): Promise<number> {
  const { flags, connection, listed, organization, isManaged, number, interruption, output, progress, say } = proving;
  const format = isConfiguration(flags.out) ? 'hcl' : 'constructs';
  const cdk = format === 'hcl' ? 'cdktn' : getCdk(flags.out);
  const { files, secrets } =
    format === 'hcl' ? aloneInHcl(organization, number) : aloneInProgram(organization, number, cdk);
  const { notAdopted } = organization;
  const verified = { files, format, cdk, listed, isManaged, notAdopted, secrets, env: connection.env } as const;
  return proveFiles(
    verified,
    { interruption, output, progress, say },
    {
      plan: 'Plan of these files',
      differs: 'The files differ',
      unproven: 'The files are written, but they are not proven.',
      repeat: 'Delete them, and run the command again.',
    },
  );
}

function aloneInProgram(organization: AdoptedOrganization, number: number, cdk: Cdk) {
  const { files, secrets } = programAddition(organization, number);
  const base = [...projectFiles(cdk, 'none', organizationName(organization.root.name))].filter(
    ([path]) => !path.startsWith('organization/'),
  );
  const own = [...files, ['main.ts', additionProgram(number)] as const];
  return {
    files: new Map([...base, ...own.map(([path, text]) => [path, { text: forCdk(cdk, text) }] as const)]),
    secrets,
  };
}

/** Addresses of the configuration are its own: alone, the files refer to all other objects by uid. */
function aloneInHcl(organization: AdoptedOrganization, number: number) {
  const { files, secrets } = configurationAddition(organization, number, { taken: [], getAddress: () => undefined });
  const nothing = { ...organization, managedGroups: [], root: { ...organization.root, contents: new Map() } };
  const base = adoptedProject(nothing, { format: 'hcl', hasImports: false, isExecutable: isInExecutable() });
  const kept = [...base.files].filter(([path]) => path === 'versions.tf' || path === 'main.tf');
  return { files: asFiles(new Map([...kept, ...files])), secrets };
}

function asFiles(files: ReadonlyMap<string, string>): ProjectFiles {
  return new Map([...files].map(([path, text]) => [path, { text }]));
}
