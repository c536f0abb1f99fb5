/** `platform-iac addresses`: the addresses of synthesized stacks, and the moves since an earlier version of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { describeReadError } from '../../base/files/read-error';
import type { AddressMoves, AddressRow, ComparedStack } from '../../review';
import { countColumns } from '../../base/text/columns';
import { type MoveOptions, movesAsBlocks, movesAsCalls, movesAsText } from '../address-moves';
import { CommandError, type Output } from '../process';
import { loadReview } from '../load-review';
import { collectedFiles } from '../report/sources';
import { readStack } from '../plan/synthesized-stack';

const exitCodes = { matched: 0, unmatched: 1, usage: 2, unreadable: 3 } as const;

const FORMATS = ['text', 'hcl', 'typescript', 'json'] as const;

interface AddressesFlags {
  readonly since?: readonly string[];
  readonly format: (typeof FORMATS)[number];
  readonly import?: true;
}

/** The folder of the stacks of a program. */
const STACKS = join('cdktf.out', 'stacks');

const HELP =
  '\nWithout --since it lists the construct, the address and the natural name of each object.' +
  '\nWith --since it finds the objects whose address changes, by their natural key: kind, parent and name. It prints the moved blocks, and the calls for your program.' +
  '\nAn object that moves to another stack needs a removed block there and an import block here. These need the uid, so pass states.' +
  '\nA state can contain resources of another provider of the API, such as chainguard_group. The moves take over their objects.' +
  '\nThe first --since belongs to the first folder, and so on. A --since without a folder is a stack that no longer exists.' +
  '\nExit codes: 0 every earlier object exists or moves, 1 an earlier object has no match and would be deleted, 2 usage error, 3 a file cannot be read.' +
  '\nExample: terraform -chdir=cdktf.out/stacks/org state pull > before.json && platform-iac addresses cdktf.out/stacks/org --since before.json';

export function addAddressesCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('addresses')
    .argument('[dir...]', `Folders of synthesized stacks; by default those in ${STACKS}`)
    .option(
      '--since <file>',
      'A state, from "terraform state pull" or "terraform show -json", or an earlier cdk.tf.json; may be repeated',
      collectedFiles,
    )
    .addOption(
      new Option('--format <format>', 'Output format; hcl and typescript print only what to paste')
        .choices(FORMATS)
        .default('text'),
    )
    .option('--import', 'Import the objects of another provider instead of moving them, for OpenTofu older than 1.10')
    .addHelpText('after', HELP)
    .action((dirs: readonly string[], flags: AddressesFlags) => exitWith(addresses(dirs, flags, output)));
}

function addresses(
  given: readonly string[],
  { since = [], format, import: asImports }: AddressesFlags,
  output: Output,
): number {
  const report = (problem: string) => output.err(`platform-iac: ${problem}\n`);
  const { addressMoves, addressRows } = loadReview();
  const dirs = given.length > 0 ? given : stackFolders();
  if (dirs.length === 0)
    throw new CommandError(
      exitCodes.usage,
      `Cannot find a synthesized stack: ${STACKS} does not exist. Synthesize your program, or name the folder of a stack.`,
    );
  if (since.length === 0 && ['hcl', 'typescript'].includes(format))
    throw new CommandError(exitCodes.usage, `--format ${format} prints moves. Name an earlier version with --since.`);
  let stacks: ComparedStack[];
  try {
    const count = Math.max(dirs.length, since.length);
    stacks = Array.from({ length: count }, (_, index) => compared(dirs[index], since[index]));
  } catch (error) {
    throw new CommandError(exitCodes.unreadable, (error as Error).message);
  }
  if (since.length === 0) {
    const rows = addressRows(stacks);
    output.out(format === 'json' ? json(rows) : listed(rows));
    return exitCodes.matched;
  }
  const moves = addressMoves(stacks);
  const formats: Readonly<Record<(typeof FORMATS)[number], (found: AddressMoves, options: MoveOptions) => string>> = {
    ...{ text: movesAsText, hcl: movesAsBlocks, typescript: movesAsCalls, json },
  };
  output.out(formats[format](moves, { asImports }));
  if (format === 'hcl' || format === 'typescript')
    for (const { address, kind, name } of moves.gone) report(`${address} (${kind} ${name}) has no match.`);
  return moves.gone.length > 0 ? exitCodes.unmatched : exitCodes.matched;
}

function stackFolders(): string[] {
  if (!existsSync(STACKS)) return [];
  return readdirSync(STACKS)
    .sort()
    .map((name) => join(STACKS, name))
    .filter((folder) => existsSync(join(folder, 'cdk.tf.json')));
}

/** Reads a stack and its earlier version. */
function compared(dir: string | undefined, since: string | undefined): ComparedStack {
  const { isSynthesized, readDeclared, readState, readSynthesized } = loadReview();
  const name = basename(resolve(dir ?? since ?? ''));
  if (dir !== undefined && !existsSync(join(dir, 'cdk.tf.json')))
    throw new Error(
      `Cannot find a synthesized stack in ${dir}: it contains no cdk.tf.json. Name the folder of a stack, for example ${join(STACKS, 'org')}.`,
    );
  const now = dir === undefined ? undefined : readInput(join(dir, 'cdk.tf.json'));
  const text = since === undefined ? undefined : readInput(since === '-' ? 0 : since);
  const isStack = text !== undefined && isSynthesized(text);
  const earlier = since ?? '';
  return {
    name,
    ...(dir !== undefined &&
      now !== undefined && {
        now: readDeclared(now, join(dir, 'cdk.tf.json')),
        origins: readStack(dir, readSynthesized),
      }),
    ...(text !== undefined && {
      since: isStack ? readDeclared(text, earlier).plan : readState(text, earlier),
      ...(isStack && { originsSince: readSynthesized(text, dirname(earlier)) }),
    }),
  };
}

function readInput(file: string | 0): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(describeReadError(file === 0 ? 'standard input' : file, error), { cause: error });
  }
}

function listed(rows: readonly AddressRow[]): string {
  if (rows.length === 0) return 'The stacks contain no objects.\n';
  const cells = rows.map(
    ({ construct = '-', address, kind, name }) => [construct, address, `${kind} ${name}`] as const,
  );
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => countColumns(row[column as 0 | 1]))));
  const padded = (text: string, width = 0) => text + ' '.repeat(Math.max(width - countColumns(text), 0));
  return cells
    .map(([construct, address, name]) => `${padded(construct, widths[0])}  ${padded(address, widths[1])}  ${name}\n`)
    .join('');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
