import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { installCommands, withPackageSource } from '../project/install-commands';
import {
  type Cdk,
  CDKS,
  conflictsIn,
  listedFiles,
  organizationName,
  type Pipeline,
  PIPELINES,
  projectFiles,
  writeProject,
} from '../project/new-project';
import { wrapped } from '../../base/text/columns';
import { CommandError, type Output, shellWord } from '../process';
import { PROJECT_FILE } from '../plan/synthesis';

const exitCodes = { written: 0, conflict: 1, usage: 2 } as const;

const HELP =
  '\nThe folder gives the organization its name, in every file. Change it where your root group or your GitHub organization has another one.' +
  '\nIt writes files only: it installs nothing, and needs no network. If one of the files exists, it lists it and writes nothing.' +
  '\nExit codes: 0 the project is written, 1 a file exists or cannot be written, 2 usage error.' +
  '\nExample: platform-iac init globex && cd globex && npm install && npm test';

/** `platform-iac init DIR`: writes a project that runs. */
export function addInitCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('init')
    .argument('[dir]', 'The folder of the project', '.')
    .addOption(
      new Option('--cdk <cdk>', 'CDK Terrain (cdktn), or the archived CDK for Terraform (cdktf)')
        .choices(CDKS)
        .default('cdktn'),
    )
    .addOption(new Option('--pipeline <system>', 'The CI system of the pipeline').choices(PIPELINES).default('none'))
    .addHelpText('after', HELP)
    .action((dir: string, { cdk, pipeline }: { cdk: Cdk; pipeline: Pipeline }) =>
      exitWith(init(dir, cdk, pipeline, output)),
    );
}

function init(dir: string, cdk: Cdk, pipeline: Pipeline, { out, err, terminal }: Output): number {
  const cannot = `Cannot create a project in ${dir}`;
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(exitCodes.usage, `${cannot}: it is not a folder. Name another folder.`);
  const name = organizationName(dir);
  const files = withPackageSource(projectFiles(cdk, pipeline, name), dir);
  const conflicts = conflictsIn(dir, files);
  if (conflicts.length > 0) {
    const listed = conflicts.map((path) => `\n  ${path}`).join('');
    throw new CommandError(
      exitCodes.conflict,
      `${cannot}: it contains files of the project. Name another folder, or move these files:${listed}`,
    );
  }
  const outer = dirname(resolve(dir));
  if (existsSync(join(outer, PROJECT_FILE)))
    err(`Warning: ${outer} is a project already, and the new one is inside of it. To undo this, delete ${dir}.\n`);
  writeProject(dir, files);
  out(`${listedFiles(files)}\n${nextSteps(dir, name, { pipeline, width: terminal?.width })}`);
  return exitCodes.written;
}

/** Commands without comments: zsh would pass a comment as arguments. */
function nextSteps(
  dir: string,
  name: string,
  { pipeline, width = Infinity }: { readonly pipeline: Pipeline; readonly width?: number | undefined },
): string {
  const commands = [
    ...installCommands(),
    'npm test',
    `npx platform-iac emulator --data .platform-iac/organization.db --root-name ${name} -- npm run plan`,
  ];
  if (resolve(dir) !== process.cwd()) commands.unshift(`cd ${shellWord(dir)}`);
  const sentences = [
    'The test and the plan use an emulator: they need Terraform or OpenTofu, and no account.',
    'Then edit organization/organization.ts.',
    'For a real service, follow "Real service" in README.md.',
    pipeline === 'none'
      ? 'For a pipeline, follow node_modules/cdktf-provider-platform/examples/pipelines/README.md, or begin with --pipeline.'
      : 'README.md describes the set-up of the pipeline.',
  ];
  return `Next:\n${commands.map((command) => `  ${command}\n`).join('')}\n${sentences.map((sentence) => `${wrapped(sentence, { width, indent: 0 })}\n`).join('')}`;
}
