/** Reads the folder of a synthesized stack, and finds the folder of its program. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { describeReadError } from '../../base/files/read-error';
import type { readSynthesized, Synthesized } from '../../review';

/**
 * The files that the program names are relative to where it ran: to the nearest folder above the stack's that has them. In
 * the report they are relative to where the review runs.
 *
 * @throws Error if there is nothing to read in the folder
 */
export function readStack(folder: string, read: typeof readSynthesized): Synthesized {
  const file = join(folder, 'cdk.tf.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(
      isMissing
        ? `${folder} is not the folder of a synthesized stack: ${file} does not exist.`
        : describeReadError(file, error),
      { cause: error },
    );
  }
  let program: string | undefined;
  // A path of dots has no name to show.
  const name = /[^./\\]/.test(folder) ? folder : basename(resolve(folder));
  return read(text, name, (source) => {
    program ??= programFolder(resolve(folder), source);
    return fromHere(program, source);
  });
}

/** Without any that has the file, where the review runs. */
function programFolder(stack: string, source: string): string {
  if (!isAbsolute(source))
    for (let folder = dirname(stack); ; folder = dirname(folder)) {
      if (existsSync(join(folder, source))) return folder;
      if (folder === dirname(folder)) break;
    }
  return process.cwd();
}

function fromHere(program: string, source: string): string {
  return relative(process.cwd(), resolve(program, source)).split(sep).join('/');
}
