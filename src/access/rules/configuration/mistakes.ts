/** Says in a sentence what is wrong with a value of `review.config.json`, and what it must be. */
import type * as z from 'zod';
import { isObject, nearest } from '../../../model/api';

type Mistake = z.core.$ZodRawIssue;

/** In the words of JSON. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', record: 'an object' },
};

/** Returns the sentence; `undefined` if the schema itself has one. */
export function describeMistake(mistake: Mistake): string | undefined {
  const { input } = mistake;
  switch (mistake.code) {
    case 'unrecognized_keys':
      return mistake.keys.map((key) => `unknown key ${didYouMean(key, getKnownKeys(mistake))}`).join(', ');
    case 'invalid_type':
      return input === undefined ? MISSING : `must be ${TYPES[mistake.expected] ?? mistake.expected}`;
    case 'invalid_value':
      return describeChoice(input, mistake.values.map(String));
    case 'too_small':
      return mistake.origin === 'number' ? `must be at least ${mistake.minimum}` : 'must not be empty';
    case 'too_big':
      return `must be at most ${mistake.maximum}`;
    case 'invalid_format':
      return mistake.format === 'date' ? 'must be a date such as 2027-01-31' : undefined;
    case 'invalid_key':
      return `the key ${mistake.issues.map(({ message }) => message).join(', ')}`;
    case 'invalid_union':
      return describeUnion(mistake);
    default:
      return undefined;
  }
}

const MISSING = 'is missing';
const OTHER_FORM: readonly (string | undefined)[] = ['invalid_type', 'invalid_value'];

function didYouMean(given: string, known: readonly string[]): string {
  const meant = nearest(given, known);
  return `${JSON.stringify(given)}${meant === undefined ? '' : `, did you mean ${JSON.stringify(meant)}?`}`;
}

/** The schema of an object knows its keys. */
function getKnownKeys({ inst }: Mistake): string[] {
  const { shape } = (inst?._zod.def ?? {}) as { readonly shape?: object };
  return Object.keys(shape ?? {});
}

function describeChoice(input: unknown, known: readonly string[]): string {
  if (input === undefined) return MISSING;
  if (typeof input === 'string' && nearest(input, known) !== undefined) return didYouMean(input, known);
  return `must be ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}`;
}

function describeUnion({ errors, input, discriminator, options }: Mistake & { code: 'invalid_union' }): string {
  if (discriminator !== undefined)
    return describeChoice(isObject(input) ? input[discriminator] : undefined, options as readonly string[]);
  // The form whose type fits gives the reason.
  const fitting = errors.find((issues) =>
    issues.every(({ path, code }) => path.length > 0 || !OTHER_FORM.includes(code)),
  );
  const found = fitting ?? errors.flat();
  const parts = found.map(({ path, message }) => `${path.map((step) => `${String(step)}: `).join('')}${message}`);
  return fitting === undefined ? [...new Set(parts)].join(', or ') : parts.join(', ');
}
