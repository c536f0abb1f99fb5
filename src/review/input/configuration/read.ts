/** Reads `review.config.json`. */
import type * as Schema from './schema';
import type { ReviewConfiguration } from './configuration';

/** A configuration file that cannot be used. The message names the file and each place. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Throws a {@link ConfigurationError} that names every mistake: a misspelt rule would be no rule. */
export function readConfiguration(text: string, name: string): ReviewConfiguration {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigurationError(`${name} is no JSON: ${(error as Error).message}`, { cause: error });
  }
  const { configurationSchema } = loadSchema();
  const { success, data, error } = configurationSchema.safeParse(value);
  if (success) return data;
  const mistakes = error.issues.map(({ path, message }) => {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
    return `${place.replace(/^\./, '') || 'the file'}: ${message}`;
  });
  throw new ConfigurationError(`${name} cannot be used. ${mistakes.join('; ')}`);
}

/** Loaded late: most reviews have no configuration. */
function loadSchema(): typeof Schema {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('./schema') as typeof Schema;
}
