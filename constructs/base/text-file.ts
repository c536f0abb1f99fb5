/** Reads a file that a user names. */
import { readFileSync } from 'node:fs';

/**
 * Returns the text of a file.
 *
 * @param subject the subject of errors
 * @param name the path for readers
 * @param next the last sentence of the error
 *
 * @throws Error if the file cannot be read.
 */
export function readTextFile(
  subject: string,
  { path, name }: { readonly path: string; readonly name: string },
  next: string,
): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `the file does not exist in ${process.cwd()}` : message;
    throw new Error(`${subject}: Cannot read ${name}: ${reason}. ${next}`, { cause: error });
  }
}
