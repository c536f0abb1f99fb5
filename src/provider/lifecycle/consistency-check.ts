/**
 * Checks that a response contains the values that were sent. A service that does not know a field drops it silently (contract
 * V6), which is an error. The service may also normalize names and descriptions (contract V10). An error would then taint the
 * object, so the create only warns, and the next plan shows at the attribute which value to write.
 */
import { isObject, snakeCase, type Values } from '../../api';
import { DiagError, type Diagnostic, type Diags, type PrivateState } from '../../plugin';
import { behaves, type Declaration, type Field, isDefaultValue, kindInWords, semanticEquals } from '../../schema';
import { capitalized } from '../../text/words';
import { attributePath } from '../convert/attribute-path';
import { inputs } from '../convert/to-api';
import { formatted, typeAt } from '../messages/value-text';

/** A field whose value in the response differs from the value sent. Its path uses the names of the API. */
export interface Difference {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly returned: unknown;
}

/**
 * Returns the fields whose value in the response differs from the value sent. A service drops unknown fields silently. For
 * example, without its `audience` an identity can be assumed with more tokens (contract V6).
 */
export function differences(declaration: Declaration, sent: Values, returned: Values): Difference[] {
  return inputs(declaration)
    .filter(([name, field]) => Object.hasOwn(sent, name) && !behaves(field, 'inputOnly'))
    .flatMap(([name, field]) => within(field, [name], sent[name], returned[name]));
}

const hidden = { sent: '(sensitive value)', returned: '(sensitive value)' };

function within(field: Field, path: readonly string[], sent: unknown, returned: unknown): Difference[] {
  const { type } = field;
  if (semanticEquals(type, sent, returned)) return [];
  if (type.is !== 'message' || isDefaultValue(type, sent) || isDefaultValue(type, returned))
    return [behaves(field, 'sensitive') ? { path, ...hidden } : { path, sent, returned }];
  return Object.entries(type.fields)
    .filter(([name, inner]) => !behaves(inner, 'inputOnly') && !isFilledIn(inner, (sent as Values)[name]))
    .flatMap(([name, inner]) => within(inner, [...path, name], (sent as Values)[name], (returned as Values)[name]));
}

/** Returns true if the service decides the value. */
function isFilledIn(field: Field, sent: unknown): boolean {
  return behaves(field, 'serverDefault') && isDefaultValue(field.type, sent);
}

/** Returns the differences that are not only a normalization by the service. */
export function notKept(declaration: Declaration, sent: Values, returned: Values): Difference[] {
  return differences(declaration, sent, returned).filter((one) => !isNormalization(declaration, one));
}

/** Throws an error that names the attributes whose value in the response differs from the value sent. */
export function checkConsistency(declaration: Declaration, subject: string, sent: Values, returned: Values): void {
  const different = notKept(declaration, sent, returned);
  if (different.length === 0) return;
  throw new DiagError(
    different.map(({ path, sent: before, returned: after }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `The service did not keep ${name}`,
        detail: [
          `${capitalized(subject)} now exists, but differs from its declaration: ${name} was sent as ${formatted(type, before)} and returned as ${formatted(type, after)}.`,
          `${capitalized(aKind(declaration))} without a restriction may allow more than intended. Check it, and check whether this service supports ${name}.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}

/** Returns the kind with its article: `a group`, `an identity`. */
function aKind(declaration: Declaration): string {
  const kind = kindInWords(declaration);
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** Returns true if the field names or describes the object and both texts exist. All other fields decide about access. */
function isNormalization(declaration: Declaration, { path, sent, returned }: Difference): boolean {
  const [name = '', ...inside] = path;
  const field = declaration.fields[name];
  if (inside.length > 0 || field?.type.is !== 'string' || behaves(field, 'sensitive')) return false;
  const { format, enumeration, oneOf, refersTo } = field.type;
  const isFreeText = [format, enumeration, oneOf, refersTo].every((limit) => limit === undefined);
  return isFreeText && isText(sent) && isText(returned);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns the object with its names and descriptions as they were sent. */
export function withSentText(declaration: Declaration, sent: Values, returned: Values): Values {
  const normalizations = normalizationsOf(declaration, sent, returned);
  return { ...returned, ...Object.fromEntries(normalizations.map(([name, { written }]) => [name, written])) };
}

interface Normalization {
  readonly written: string;
  /** The value that the service stores. */
  readonly kept: string;
}

function normalizationsOf(declaration: Declaration, sent: Values, returned: Values): [string, Normalization][] {
  return differences(declaration, sent, returned)
    .filter((difference) => isNormalization(declaration, difference))
    .map(({ path, sent: written, returned: kept }) => [
      String(path[0]),
      { written: String(written), kept: String(kept) },
    ]);
}

/** The key in the private state: normalized values by field. */
const NOTE = 'spellings';

/** Warns about normalized values, and stores them for {@link normalizationProblems}. */
export function noteNormalizations(
  declaration: Declaration,
  subject: string,
  { sent, returned }: { readonly sent: Values; readonly returned: Values },
  context: { readonly private: PrivateState; readonly diags: Diags },
): void {
  const normalizations = normalizationsOf(declaration, sent, returned);
  const others = Object.entries(noted(context.private)).filter(([name]) => !Object.hasOwn(sent, name));
  const all = [...others, ...normalizations];
  context.private.set(NOTE, all.length === 0 ? undefined : Object.fromEntries(all));
  for (const [name, { written, kept }] of normalizations) {
    const attribute = snakeCase(name);
    context.diags.warning(
      `The service normalizes ${attribute}`,
      `In ${subject}, ${attribute} was sent as ${JSON.stringify(written)}, and the service stores ${JSON.stringify(kept)}. Write the stored value: plans fail until then.`,
      [attribute],
    );
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
    return [
      {
        severity: 'error',
        summary: `The service normalizes ${attribute}`,
        detail: `${attribute} is written as ${JSON.stringify(written)}, and the service stores ${JSON.stringify(kept)}: every apply would change it again.\nWrite ${attribute} = ${JSON.stringify(kept)}`,
        path: [attribute],
      },
    ];
  });
}

function noted(notes: PrivateState): Readonly<Record<string, Normalization>> {
  const stored = notes.get(NOTE);
  return isObject(stored) ? (stored as Readonly<Record<string, Normalization>>) : {};
}
