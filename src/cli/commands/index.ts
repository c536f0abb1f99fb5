/** All commands of `platform-iac`. Each loads if the arguments name it. The help of all is printed from this list. */
import type { Command } from 'commander';
import { limitToExecutable } from '../executable';
import { HELP_OPTION } from '../help';
import { applyOptionRules } from '../option-rules';
import type { Output } from '../process';

export { withApiVersionRestored } from '../live/api-version-option';

type AddCommand = (program: Command, output: Output, exitWith: (code: number) => void) => void;

interface ListedCommand {
  readonly description: string;
  readonly load: () => AddCommand;
}

/* oxlint-disable typescript/no-require-imports, typescript/consistent-type-imports -- loads files late in CommonJS and in a bundle alike */
const addQuestions = () => (require('./questions') as typeof import('./questions')).addQuestionCommands;

/** The commands by their purpose. The help has this order. */
const groups: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  'Start a project:': {
    init: {
      description: 'Write a new project: a program and its test, with --pipeline also a pipeline',
      load: () => (require('./init') as typeof import('./init')).addInitCommand,
    },
    adopt: {
      description: 'Write an existing organization as a project, and prove that both are the same',
      load: () => (require('./adopt') as typeof import('./adopt')).addAdoptCommand,
    },
    install: {
      description: 'Install the provider where "terraform init" in DIR finds it, and update its entry in the lock file',
      load: () => (require('./install') as typeof import('./install')).addInstallCommand,
    },
  },
  'Review and apply changes:': {
    plan: {
      description: 'Create a plan and report how it changes access',
      load: () => (require('./plan') as typeof import('./plan')).addPlanCommand,
    },
    review: {
      description: 'Report how plans change access, or the findings of the current organization',
      load: () => (require('./review') as typeof import('./review')).addReviewCommand,
    },
    apply: {
      description: 'Apply a saved plan, and send only the writes of the approved report',
      load: () => (require('./apply') as typeof import('./apply')).addApplyCommand,
    },
    'check-stack': {
      description: 'Check that a synthesized stack is data: literals and references, and no program',
      load: () => (require('./check-stack') as typeof import('./check-stack')).addCheckStackCommand,
    },
    addresses: {
      description: 'List the addresses of synthesized stacks, or print the moves since an earlier version',
      load: () => (require('./addresses') as typeof import('./addresses')).addAddressesCommand,
    },
  },
  'Examine an organization:': {
    'who-can': {
      description: 'List the identities that have a capability in a group, and their grants',
      load: addQuestions,
    },
    'where-can': { description: 'List the capabilities of an identity by group', load: addQuestions },
    why: {
      description: 'Show the grants that give an identity a capability in a group, and where they are declared',
      load: addQuestions,
    },
    explore: {
      description: 'Write an HTML page to explore who can do what, and why',
      load: () => (require('./explore') as typeof import('./explore')).addExploreCommand,
    },
    access: {
      description: 'Check assertions about who has access: access test FILE',
      load: () => (require('./access-test') as typeof import('./access-test')).addAccessTestCommand,
    },
    'access-review': {
      description: 'Write who has which access as a table and a page for auditors, with proposals of removals',
      load: () => (require('./access-review') as typeof import('./access-review')).addAccessReviewCommand,
    },
    drift: {
      description: 'List objects that differ from their stacks, and objects that no stack manages',
      load: () => (require('./drift') as typeof import('./drift')).addDriftCommand,
    },
    snapshot: {
      description: 'Write an organization to a signed file, to plan against it without credentials',
      load: () => (require('./snapshot') as typeof import('./snapshot')).addSnapshotCommand,
    },
  },
  'Test without a service:': {
    emulator: {
      description: 'Run the Platform Management API on this machine, with a root group and an administrator',
      load: () => (require('./emulator') as typeof import('./emulator')).addEmulatorCommand,
    },
    'oidc-token': {
      description: 'Print an OIDC token of the issuer of the emulator, as a CI system issues it to a workload',
      load: () => (require('./oidc-token') as typeof import('./oidc-token')).addOidcTokenCommand,
    },
  },
  'Other commands:': {
    'invite-code': {
      description: 'Decrypt the code of an invite of platform_group_invite, or generate the keys of the recipient',
      load: () => (require('./invite-code') as typeof import('./invite-code')).addInviteCodeCommand,
    },
    conformance: {
      description: 'Compare a service with the rules on which the provider relies',
      load: () => (require('./conformance') as typeof import('./conformance')).addConformanceCommand,
    },
    schema: {
      description: 'Print the JSON schema of a file, for editors and checks',
      load: () => (require('./schema') as typeof import('./schema')).addSchemaCommand,
    },
    completion: {
      description: 'Print a script that completes commands and options in your shell',
      load: () => (require('./completion') as typeof import('./completion')).addCompletionCommand,
    },
  },
};
/* oxlint-enable typescript/no-require-imports, typescript/consistent-type-imports */

/** Commands that print something about all commands. */
const NEEDS_ALL: ReadonlySet<string> = new Set(['completion']);

/** Adds the command that the arguments name, or all commands. The list of all commands needs only their descriptions. */
export function addCommands(
  program: Command,
  output: Output,
  exitWith: (code: number) => void,
  { args, isExecutable }: { readonly args: readonly string[]; readonly isExecutable: boolean },
): void {
  const [name = ''] = args;
  const all = Object.entries(groups).flatMap(([heading, group]) =>
    Object.entries(group).map(([command, listed]) => ({ heading, command, ...listed })),
  );
  const named = NEEDS_ALL.has(name) ? [] : all.filter(({ command }) => command === name);
  const isList = args.every((arg) => HELP_OPTION.includes(arg));
  for (const { heading, command, description, load } of named.length > 0 ? named : all) {
    program.commandsGroup(heading);
    const find = () => program.commands.find((each) => each.name() === command);
    if (isList) program.command(command);
    // The file of a command may add several.
    else if (find() === undefined) load()(program, output, exitWith);
    find()?.description(description);
  }
  if (isExecutable) limitToExecutable(program);
  applyOptionRules(program);
  // The arguments of each command would leave no space for its description.
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() });
  for (const command of program.commands)
    command.showHelpAfterError(
      command.name() === 'plan'
        ? '(pass options of "terraform plan" after --: platform-iac plan -- -var-file=FILE; see platform-iac plan --help)'
        : `(see platform-iac ${command.name()} --help)`,
    );
}
