/** Creates diagnostics of each severity. */
import type { Diagnostic, Path } from '../../plugin';

export function createWarning(summary: string, detail: string, path?: Path): Diagnostic {
  return { severity: 'warning', summary, detail, path };
}

export function createError(summary: string, detail: string, path?: Path): Diagnostic {
  return { severity: 'error', summary, detail, path };
}
