/** `platform-iac check-stack`: answers whether a synthesized stack is data. Runs no engine and sends no request. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describeReadError, missingFileError } from '../../base/files/read-error';
import type { Values } from '../../model/api';
import { type NotData } from '../../model/approval/grammar';
import {
  createPipelineStack,
  findRefusedOrigin,
  type PipelineSettings,
  getProviders,
  refusalText,
  checkStack,
  classifyFile,
  type StackFile,
} from '../../model/stack';
import { counted } from '../../base/text/words';
import { CommandError, type Output } from '../process';
import { makeFolder, writeWholeFile } from '../whole-file';

interface CheckStackFlags {
  readonly settings?: string;
  readonly out?: string;
}

const exitCodes = { data: 0, notData: 1, usage: 2 } as const;

const HELP =
  '\nA stack is data if it consists of literals and references. docs/data-stacks.md lists all forms.' +
  '\nWith a folder, the command reads every file that the engine would load from it.' +
  '\nWith --settings, STACK sets no backend and no provider. --out then writes the stack that the pipeline plans.' +
  '\nThe states of sibling stacks are read at the backend of SETTINGS, where STACK is the name of a stack.' +
  '\nFor the backend http, STATE_URL in the environment is the address of the states.' +
  '\nExit codes: 0 the stack is data, 1 it is not (the output lists each place), 2 usage error, 3 the stack cannot be read.' +
  '\nExample: platform-iac check-stack cdktf.out/stacks/organization';

export function addCheckStackCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('check-stack')
    .argument('<stack>', 'The cdk.tf.json of a stack, or its folder')
    .option('--settings <file>', 'The JSON file that sets backend and providers instead of the stack')
    .option('--out <file>', 'Write the stack as a pipeline plans it. Requires --settings')
    .addHelpText('after', HELP)
    .action((stack: string, flags: CheckStackFlags) => exitWith(run(stack, flags, output)));
}

function run(stack: string, { settings: settingsFile, out }: CheckStackFlags, output: Output): number {
  if (out !== undefined && settingsFile === undefined)
    throw new CommandError(exitCodes.usage, '--out requires --settings.');
  const settings = settingsFile === undefined ? undefined : readSettings(settingsFile);
  const { files, refused } = readFiles(stack);
  if (out !== undefined && files.length !== 1)
    throw new CommandError(exitCodes.usage, '--out requires the file of one stack.');
  const { notData, documents } = checkStack(files, {
    isConfiguredElsewhere: settings !== undefined,
    allowedProviders: settings === undefined ? [] : getProviders(settings),
  });
  const all = [...refused, ...notData];
  for (const place of all) output.out(`${refusalText(place, findRefusedOrigin(documents, place))}\n`);
  if (all.length > 0)
    throw new CommandError(exitCodes.notData, `${stack} is not data: ${counted(all.length, 'place')}.`);
  if (out !== undefined && settings !== undefined) {
    const json = createPipelineStack(documents[0]?.json as Values, settings);
    makeFolder(dirname(out));
    writeWholeFile(out, `${JSON.stringify(json, undefined, 2)}\n`);
  }
  output.out(`${stack} is data.\n`);
  return exitCodes.data;
}

function readFiles(stack: string): { readonly files: readonly StackFile[]; readonly refused: readonly NotData[] } {
  const found = statSync(stack, { throwIfNoEntry: false });
  if (found === undefined) throw missingFileError(stack, 'Synthesize the stack first.');
  if (!found.isDirectory()) return { files: [{ name: basename(stack), text: readText(stack) }], refused: [] };
  const names = readdirSync(stack).filter(
    (name) => !statSync(join(stack, name), { throwIfNoEntry: false })?.isDirectory(),
  );
  const classes = names.map((name) => ({ name, is: classifyFile(name) }));
  const files = classes.flatMap(({ name, is }) => (is === 'read' ? [{ name, text: readText(join(stack, name)) }] : []));
  const refused = classes.flatMap(({ name, is }) =>
    typeof is === 'string' ? [] : [{ code: is.refused, file: name, path: [], decides: true }],
  );
  if (files.length + refused.length === 0)
    throw new CommandError(
      exitCodes.usage,
      `Cannot check ${stack}: it contains no file of a stack. Name the folder with cdk.tf.json.`,
    );
  return { files, refused };
}

function readSettings(file: string): PipelineSettings {
  const text = readText(file);
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new Error(`Cannot read ${file}: it is not JSON. Name the settings.tf.json of the main branch.`, { cause });
  }
  return { text, stateUrl: process.env['STATE_URL'] };
}

/** A byte that is no UTF-8 is an error, and a mark at the beginning is a character, as for Terraform. */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    throw new Error(describeReadError(file, error), { cause: error });
  }
}
