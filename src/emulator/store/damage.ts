/** A data file that holds what nobody wrote: told apart from other errors of the database, and said with its name. */

/** What to throw for an error in reading: the statements are ours, so that what they fail at is what they read. */
export function readingError(dataFile: string | undefined, error: unknown): unknown {
  const code = codeOf(error);
  return code === undefined || code === 'SQLITE_ERROR' || isDamage(code) ? damaged(dataFile, error) : error;
}

/** What to throw for an error in writing, which may well be about what was to be written. */
export function writingError(dataFile: string | undefined, error: unknown): unknown {
  return isDamage(codeOf(error)) ? damaged(dataFile, error) : error;
}

function damaged(dataFile: string | undefined, cause: unknown): Error {
  const where = dataFile === undefined ? 'The data in memory is' : `The data file ${dataFile} is`;
  const found = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${where} damaged: ${found}. Go on with a copy of it, or with a new file.`, { cause });
}

function isDamage(code = ''): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(code);
}

/** The database's own code; `undefined` for an error that is not of the database. */
function codeOf(error: unknown): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}
