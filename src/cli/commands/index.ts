/** All commands of `platform-iac`. Each loads if the arguments name it, and all for the help. */
import type { Command } from 'commander';
import { limitToExecutable } from '../executable';
import { applyOptionRules } from '../option-rules';
import type { Output } from '../process';

export { withApiVersionRestored } from '../live/api-version-option';

type AddCommand = (program: Command, output: Output, exitWith: (code: number) => void) => void;

/* oxlint-disable typescript/no-require-imports, typescript/consistent-type-imports -- loads files late in CommonJS and in a bundle alike */
/** The names of the commands by their purpose. The help has this order. */
const loaders: Readonly<Record<string, Readonly<Record<string, () => AddCommand>>>> = {
  'Start a project:': {
    init: () => (require('./init') as typeof import('./init')).addInitCommand,
    adopt: () => (require('./adopt') as typeof import('./adopt')).addAdoptCommand,
    install: () => (require('./install') as typeof import('./install')).addInstallCommand,
  },
  'Review and apply changes:': {
    plan: () => (require('./plan') as typeof import('./plan')).addPlanCommand,
    review: () => (require('./review') as typeof import('./review')).addReviewCommand,
    apply: () => (require('./apply') as typeof import('./apply')).addApplyCommand,
    'check-stack': () => (require('./check-stack') as typeof import('./check-stack')).addCheckStackCommand,
    addresses: () => (require('./addresses') as typeof import('./addresses')).addAddressesCommand,
  },
  'Examine an organization:': {
    'who-can where-can why': () => (require('./questions') as typeof import('./questions')).addQuestionCommands,
    explore: () => (require('./explore') as typeof import('./explore')).addExploreCommand,
    access: () => (require('./access-test') as typeof import('./access-test')).addAccessTestCommand,
    'access-review': () => (require('./access-review') as typeof import('./access-review')).addAccessReviewCommand,
    drift: () => (require('./drift') as typeof import('./drift')).addDriftCommand,
    snapshot: () => (require('./snapshot') as typeof import('./snapshot')).addSnapshotCommand,
  },
  'Test without a service:': {
    emulator: () => (require('./emulator') as typeof import('./emulator')).addEmulatorCommand,
    'oidc-token': () => (require('./oidc-token') as typeof import('./oidc-token')).addOidcTokenCommand,
  },
  'Other commands:': {
    'invite-code': () => (require('./invite-code') as typeof import('./invite-code')).addInviteCodeCommand,
    conformance: () => (require('./conformance') as typeof import('./conformance')).addConformanceCommand,
    schema: () => (require('./schema') as typeof import('./schema')).addSchemaCommand,
    completion: () => (require('./completion') as typeof import('./completion')).addCompletionCommand,
  },
};
/* oxlint-enable typescript/no-require-imports, typescript/consistent-type-imports */

/** Commands that print something about all commands. */
const NEEDS_ALL: ReadonlySet<string> = new Set(['completion']);

/** Adds the command with this name, or all commands if it has another one. */
export function addCommands(
  program: Command,
  output: Output,
  exitWith: (code: number) => void,
  { name = '', isExecutable }: { readonly name?: string | undefined; readonly isExecutable: boolean },
): void {
  const all = Object.entries(loaders).flatMap(([heading, group]) =>
    Object.entries(group).map(([names, load]) => ({ heading, names: names.split(' '), load })),
  );
  const named = NEEDS_ALL.has(name) ? [] : all.filter(({ names }) => names.includes(name));
  for (const { heading, load } of named.length > 0 ? named : all) {
    program.commandsGroup(heading);
    load()(program, output, exitWith);
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
