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

/** Returns the sentence about a file that does not exist. */
export function describeMissingFile(file: string): string {
  return describeReadError(file, { code: 'ENOENT' });
}

/** Returns the reason without a period. */
export function readReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message.replace(/\.$/, '');
}
