/** The data file of the emulator command: where it belongs, and what the command says about it before the start. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder, writeNewFile } from './whole-file';

/** The folder of a project for files of this command. It contains its own `.gitignore`. */
const PROJECT_FOLDER = '.platform-iac';

/**
 * Creates the folder `.platform-iac` for a data file in it, and returns the warnings about the data file: an option that it makes
 * useless, and a place that git would commit.
 *
 * @param data the path of the data file
 * @param ignored the option with the contents of a new organization, for example `--seed`, or undefined
 */
export function prepareDataFile(data: string, ignored: string | undefined): string[] {
  const folder = dirname(resolve(data));
  if (basename(folder) === PROJECT_FOLDER && existsSync(dirname(folder))) createIgnoredFolder(folder);
  const warnings: string[] = [];
  if (ignored !== undefined && existsSync(data) && statSync(data).size > 0)
    warnings.push(
      `${data} contains an organization, so ${ignored} is ignored. To start with ${ignored}, use another file or delete this one.`,
    );
  if (isCommittable(data))
    warnings.push(
      `git would commit ${data}, which contains the keys that sign tokens. Use --data ${join(PROJECT_FOLDER, basename(data))}, which git ignores, or add the file to .gitignore.`,
    );
  return warnings;
}

function createIgnoredFolder(folder: string): void {
  makeFolder(folder);
  const ignore = join(folder, '.gitignore');
  if (!existsSync(ignore)) writeNewFile(ignore, '*\n');
}

/** Returns true for a file in a work tree of git that no rule ignores. */
function isCommittable(file: string): boolean {
  const path = resolve(file);
  // Exit code 1: git does not ignore the file. 128: there is no work tree. Without git, nothing is committed.
  return spawnSync('git', ['check-ignore', '--quiet', path], { cwd: dirname(path), stdio: 'ignore' }).status === 1;
}
