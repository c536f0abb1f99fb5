/** What is wrong with an answer of a handler: an attribute and a sentence. */
import type { Diagnostic, Path } from '../sdk/diagnostics';
import { ValueError } from '../values/value-error';
import { Dyn, Unknown } from '../values/types';
import { isRecord } from '../values/object-key';

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** Problems as one error each. They are mistakes in the provider, and say so. */
export function problemsToDiagnostics(problems: readonly Problem[], handler: string): Diagnostic[] {
  return problems.map(({ path, message }) => ({
    severity: 'error',
    summary: 'The provider gave an invalid answer',
    detail: `${pathText(path) === '' ? 'The object' : pathText(path)} ${message}.\n\nThis is a mistake in the provider (${handler}): please report it.`,
    path,
  }));
}

/** Runs a conversion of a handler's answer; what it cannot convert is a problem. */
export function attempt<T>(convert: () => T, problems: Problem[]): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    problems.push({ path: error.path, message: error.message });
    return undefined;
  }
}

/** `tags["team"]`, `rule[0].port`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** A value in a sentence, cut short. Never use it for a sensitive attribute. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(plain(value)) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function plain(value: unknown): unknown {
  if (value instanceof Unknown) return String(value);
  if (value instanceof Dyn) return plain(value.value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)])) : value;
}
