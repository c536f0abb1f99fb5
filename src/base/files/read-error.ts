/** The sentence about a file that cannot be read: the same one for every option, argument and variable. */

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Returns the sentence, for example `Cannot read plan.json: no such file.` */
export function describeReadError(file: string, error: unknown): string {
  return `Cannot read ${file}: ${readReason(error)}.`;
}

/** Returns an error about a file that does not exist. `next`: the next step. */
export function missingFileError(file: string, next: string): Error {
  const cause = { code: 'ENOENT' };
  return new Error(`${describeReadError(file, cause)} ${next}`, { cause });
}

/** The exit code of every command for an input file that cannot be read. */
export const UNREADABLE_EXIT_CODE = 3;

/** Returns true for an error about an input file that cannot be read. Its cause is the error of the file system or of the decoder. */
export function isReadError(error: unknown): boolean {
  const { cause, message } = error as Error;
  const { code, name } = (cause ?? {}) as NodeJS.ErrnoException;
  // The file system and the parser of YAML have codes. A wrong value in a file that can be parsed is another error.
  return (code !== undefined || name === 'SyntaxError') && message.startsWith('Cannot read ');
}

/** Returns the reason without a period. */
export function readReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message.replace(/\.$/, '');
}
