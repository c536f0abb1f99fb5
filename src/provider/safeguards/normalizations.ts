/**
 * Names and descriptions that the service normalizes (contract V10). The create warns, and the next plan shows at the
 * attribute which value to write.
 */
import { isObject, snakeCase, type Values } from '../../model/api';
import type { Diagnostic, Diags, PrivateState } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { createError, createWarning } from '../messages/severity';
import type { ResponseComparison } from './consistency-check';

/** Returns the object of a response with its names and descriptions as they were sent. */
export function withSentText(returned: Values, comparison: ResponseComparison): Values {
  const normalizations = getNormalizations(comparison);
  return { ...returned, ...Object.fromEntries(normalizations.map(([name, { written }]) => [name, written])) };
}

interface Normalization {
  readonly written: string;
  /** The value that the service stores. */
  readonly kept: string;
}

function getNormalizations({ normalized }: ResponseComparison): [string, Normalization][] {
  return normalized.map(({ path, sent: written, returned: kept }) => [
    String(path[0]),
    { written: String(written), kept: String(kept) },
  ]);
}

/** The key in the private state: normalized values by field. */
const NOTE = 'spellings';

/** Warns about normalized values, and stores them for {@link normalizationProblems}. */
export function noteNormalizations(
  subject: string,
  sent: Values,
  comparison: ResponseComparison,
  context: { readonly private: PrivateState; readonly diags: Diags },
): void {
  const normalizations = getNormalizations(comparison);
  const others = Object.entries(noted(context.private)).filter(([name]) => !Object.hasOwn(sent, name));
  const notedNormalizations = [...others, ...normalizations];
  context.private.set(NOTE, notedNormalizations.length === 0 ? undefined : Object.fromEntries(notedNormalizations));
  for (const [name, { written, kept }] of normalizations) {
    const attribute = snakeCase(name);
    const detail = `In ${subject}, ${attribute} was sent as ${JSON.stringify(written)}, and the service stores ${JSON.stringify(kept)}. Write the stored value: plans fail until then.`;
    context.diags.add(createWarning('VALUE_NORMALIZED', `The service normalizes ${attribute}`, detail, [attribute]));
  }
}

/** Returns an error for each value that the service normalizes: every apply would send it again. */
export function normalizationProblems(
  declaration: Declaration,
  { prior, plan, private: notes }: { readonly prior: Values; readonly plan: Values; readonly private: PrivateState },
): Diagnostic[] {
  return Object.entries(noted(notes)).flatMap(([name, { written, kept }]): Diagnostic[] => {
    const attribute = snakeCase(name);
    if (!Object.hasOwn(declaration.fields, name) || plan[attribute] !== written || prior[attribute] !== kept) return [];
    const detail = `${attribute} is written as ${JSON.stringify(written)}, and the service stores ${JSON.stringify(kept)}: every apply would change it again.\nWrite ${attribute} = ${JSON.stringify(kept)}`;
    return [createError('VALUE_NORMALIZED', `The service normalizes ${attribute}`, detail, [attribute])];
  });
}

function noted(notes: PrivateState): Readonly<Record<string, Normalization>> {
  const stored = notes.get(NOTE);
  return isObject(stored) ? (stored as Readonly<Record<string, Normalization>>) : {};
}
