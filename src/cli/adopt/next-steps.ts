/** The steps that `adopt` prints at its end: the same as in the README of the project. */
import { join, resolve } from 'node:path';
import {
  CONFIRM_OWNERS,
  isSynthesizedFormat,
  trustedOwnerLine,
  undeclaredParagraphs,
  type ProjectFormat,
  type TrustedOwner,
  type UndeclaredTrust,
} from '../../adopt';
import { wrapped } from '../../base/text/columns';
import { isInExecutable } from '../../install/own-package';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import { commandFor, installCommands } from '../project/install-commands';
import { shellWord } from '../process';

interface WrittenProject {
  readonly dir: string;
  readonly format: ProjectFormat;
  readonly hasImports: boolean;
  readonly isOneStack: boolean;
  readonly hasPipeline: boolean;
  readonly owners: readonly TrustedOwner[];
  readonly undeclared: readonly UndeclaredTrust[];
  /** The columns of the terminal. */
  readonly width: number;
}

/** Commands without comments: zsh would pass a comment as arguments. */
export function adoptNextSteps(project: WrittenProject): string {
  const { dir, format, hasImports, isOneStack, hasPipeline, width, ...trust } = project;
  const isProgram = isSynthesizedFormat(format);
  const commands = [
    ...(resolve(dir) === process.cwd() ? [] : [`cd ${shellWord(dir)}`]),
    ...(isProgram
      ? [...installCommands(), 'npm test', 'npm run plan']
      : [
          ...(isInExecutable() ? [] : [`${commandIn(format, dir)} install .`]),
          ...['terraform init', `${commandIn(format, dir)} plan`],
        ]),
    ...(hasPipeline ? [] : applyCommands(isProgram, isOneStack)),
    ...(hasImports && !hasPipeline ? [importsCommand(isProgram, isOneStack)] : []),
  ];
  const layout = isProgram
    ? '\nTo apply your own layout, run your formatter, for example:\n  npx prettier --write main.ts organization\n'
    : '';
  const pipeline = `\n${wrapped('Then let the pipeline apply, whose backend has the state: see "Pipeline" in README.md. Delete the imports only after its first apply.', { width, indent: 0, first: 0 })}\n`;
  return `${confirmText(trust, join(dir, CONFIGURATION_FILE), width)}\nNext:\n${commands.map((command) => `  ${command}\n`).join('')}${hasPipeline ? pipeline : ''}${layout}`;
}

function confirmText(
  { owners, undeclared }: Pick<WrittenProject, 'owners' | 'undeclared'>,
  file: string,
  width: number,
): string {
  const paragraph = (sentence: string, lines: readonly string[]) =>
    `\n${[sentence, ...lines.map((line) => `  ${line}`)]
      .map((line, index) => `${wrapped(line, { width, indent: index === 0 ? 0 : 4, first: 0 })}\n`)
      .join('')}`;
  const others = undeclaredParagraphs(undeclared).map(({ sentence, lines }) => paragraph(sentence, lines));
  if (owners.length === 0)
    return [
      paragraph(
        `Your identities name no owner. List your owners in ${CONFIGURATION_FILE}, so that the review can find outsiders.`,
        [],
      ),
      ...others,
    ].join('');
  return [paragraph(`${CONFIRM_OWNERS} in ${file}.`, owners.map(trustedOwnerLine)), ...others].join('');
}

/** Returns `platform-iac` as a shell finds it in the folder of the project. */
export function commandIn(format: ProjectFormat, dir: string): string {
  if (isInExecutable()) return 'platform-iac';
  return isSynthesizedFormat(format) ? 'npx platform-iac' : commandFor(dir);
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
