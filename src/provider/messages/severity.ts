/** Creates diagnostics. Each has the code of its cause (`model/kinds/diagnostic-codes.ts`). */
import type { DiagnosticCode } from '../../model/kinds';
import { DiagError, type Diagnostic, type Path } from '../../plugin';

/** A text, or its lines. */
type Detail = string | readonly string[];

export function createWarning(code: DiagnosticCode, summary: string, detail: Detail, path?: Path): Diagnostic {
  return { ...createError(code, summary, detail, path), severity: 'warning' };
}

export function createError(code: DiagnosticCode, summary: string, detail: Detail, path?: Path): Diagnostic {
  return { severity: 'error', code, summary, detail: typeof detail === 'string' ? detail : detail.join('\n'), path };
}

/** An error that ends the handler. */
export class CodedError extends DiagError {
  constructor(code: DiagnosticCode, summary: string, detail: Detail, path?: Path) {
    super([createError(code, summary, detail, path)]);
  }
}
