/** The steps that `adopt` prints at its end: the same as in the README of the project. */
import { join, resolve } from 'node:path';
import { isSynthesized, type Format } from '../../adopt';
import { isInExecutable } from '../../install/locate';
import { CONFIGURATION_FILE } from '../configuration-file';
import { commandWithoutPackage, installCommands } from '../install-commands';
import { shellWord } from '../process';

interface WrittenProject {
  readonly dir: string;
  readonly format: Format;
  readonly hasImports: boolean;
  readonly isOneStack: boolean;
  /** The owners in the rules of the project. */
  readonly owners: readonly string[];
}

/** Commands without comments: zsh would pass a comment as arguments. */
export function adoptNextSteps({ dir, format, hasImports, isOneStack, owners }: WrittenProject): string {
  const isProgram = isSynthesized(format);
  const commands = [
    ...(resolve(dir) === process.cwd() ? [] : [`cd ${shellWord(dir)}`]),
    ...(isProgram
      ? [...installCommands(), 'npm test', 'npm run plan']
      : [
          ...(isInExecutable() ? [] : [`${commandIn(format, dir)} install .`]),
          ...['terraform init', `${commandIn(format, dir)} plan`],
        ]),
    ...applyCommands(isProgram, isOneStack),
    ...(hasImports ? [importsCommand(isProgram, isOneStack)] : []),
  ];
  const confirm =
    owners.length === 0
      ? `Your identities name no owner. List your owners in ${CONFIGURATION_FILE}, so that the review can find outsiders.\n`
      : `Confirm the owners in ${join(dir, CONFIGURATION_FILE)}: the identities accept workloads of ${owners.length === 1 ? 'this one' : 'each of these'}. Delete the lines that are not yours.\n${owners.map((owner) => `  ${owner}\n`).join('')}`;
  const layout = isProgram
    ? '\nThe layout of the code is simple. To apply your own, run your formatter:\n  npx prettier --write main.ts organization\n'
    : '';
  return `${confirm}\nNext:\n${commands.map((command) => `  ${command}\n`).join('')}${layout}`;
}

/** Returns `platform-iac` as a shell finds it in the folder of the project. */
export function commandIn(format: Format, dir: string): string {
  if (isInExecutable()) return 'platform-iac';
  return isSynthesized(format) ? 'npx platform-iac' : commandWithoutPackage(dir);
}

function applyCommands(isProgram: boolean, isOneStack: boolean): string[] {
  if (!isProgram) return ['terraform apply'];
  if (isOneStack) return ['terraform -chdir=cdktf.out/stacks/organization apply'];
  return ['for stack in cdktf.out/stacks/*; do terraform -chdir="$stack" apply; done'];
}

function importsCommand(isProgram: boolean, isOneStack: boolean): string {
  if (!isProgram) return 'rm imports.tf';
  return isOneStack ? 'rm imports.json' : 'rm -r imports';
}
