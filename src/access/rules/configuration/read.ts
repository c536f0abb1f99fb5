/** Reads `review.config.json`. */
import { readJsonText } from '../../../base/text/json-text';
import type * as Schema from './schema';
import type { ReviewConfiguration } from './configuration';
import { findLine } from './lines';
import { describeMistake } from './mistakes';

/** An invalid configuration file. The message contains the file and the path of each mistake. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Reads a configuration. Throws a {@link ConfigurationError} with every mistake: a misspelled rule would check nothing. */
export function readConfiguration(text: string, name: string): ReviewConfiguration {
  const value = readJson(text, name);
  const { configurationSchema } = loadSchema();
  const { success, data, error } = configurationSchema.safeParse(value, { error: describeMistake });
  if (success) return data;
  // A configuration of a program is one line.
  const hasLines = text.includes('\n');
  const mistakes = error.issues.map((issue) => {
    const [key] = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    const line = findLineAround(text, key === undefined ? path : [...path, key]);
    const what = place === '' ? '' : `${place.replace(/^\./, '')}${/^(is|must) /.test(issue.message) ? '' : ':'} `;
    return `${hasLines ? `${name}:${line}: ` : ''}${what}${issue.message}`;
  });
  throw new ConfigurationError(
    `Cannot use ${hasLines ? '' : `${name}: `}${mistakes.join('; ').replaceAll('?; ', '? ')}`,
  );
}

/** `JSON.parse` reports no line, and silently drops the first of two members with the same key. */
function readJson(text: string, name: string): unknown {
  let read: ReturnType<typeof readJsonText>;
  try {
    read = readJsonText(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${name}: it is not JSON. ${(error as Error).message}.`, { cause: error });
  }
  const [twice] = read.ambiguities;
  if (twice === undefined) return read.value;
  throw new ConfigurationError(`Cannot use ${name}: ${twice.path.join('.')} is ${twice.what}.`);
}

/** Returns the line of an element, or of the innermost one around it that exists. */
function findLineAround(text: string, path: readonly (string | number)[]): number {
  return findLine(text, path) ?? (path.length === 0 ? 1 : findLineAround(text, path.slice(0, -1)));
}

/**
 * Returns a configuration with rules, or with settings that only the review of a plan uses. Throws a {@link ConfigurationError} for
 * any other: the rules are probably lost.
 */
export function requireRules(configuration: ReviewConfiguration, name: string): ReviewConfiguration {
  const isGiven = ([key, value]: [string, unknown]) =>
    key !== '$schema' && !(Array.isArray(value) && value.length === 0);
  if (Object.entries(configuration).some(isGiven)) return configuration;
  throw new ConfigurationError(
    `Cannot use ${name}: it has neither invariants nor assertions. Add one, or remove "new Rules" from the program.`,
  );
}

/** Loads the schema on first use: most reviews have no configuration. */
function loadSchema(): typeof Schema {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('./schema') as typeof Schema;
}
