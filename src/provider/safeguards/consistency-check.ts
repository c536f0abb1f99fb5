/**
 * Compares a response with the values that were sent. A service that does not know a field drops it silently (contract V6),
 * which is an error. The service may also normalize names and descriptions (contract V10), which is no error: it would taint
 * the object.
 */
import { snakeCase, type Values } from '../../model/api';
import { DiagError } from '../../plugin';
import type { DiagnosticCode } from '../../model/kinds';
import {
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  isDefaultValue,
  kindInWords,
  semanticEquals,
} from '../../model/schema';
import { capitalized, withArticle } from '../../base/text/words';
import { attributePath } from '../convert/attribute-path';
import { inputs } from '../convert/to-api';
import { createError } from '../messages/severity';
import { formatted, typeAt } from '../messages/value-text';

/** A field whose value in the response differs from the value sent. Its path uses the names of the API. */
export interface FieldDifference {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly returned: unknown;
}

/**
 * Returns the fields whose value in the response differs from the value sent. A service drops unknown fields silently. For
 * example, without its `audience` an identity can be assumed with more tokens (contract V6).
 */
export function differences(declaration: Declaration, sent: Values, returned: Values): FieldDifference[] {
  return inputs(declaration)
    .filter(([name, field]) => Object.hasOwn(sent, name) && !behaves(field, 'inputOnly'))
    .flatMap(([name, field]) => within(field, [name], sent[name], returned[name]));
}

const hidden = { sent: '(sensitive value)', returned: '(sensitive value)' };

function within(field: Field, path: readonly string[], sent: unknown, returned: unknown): FieldDifference[] {
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

export interface ResponseComparison {
  readonly dropped: readonly FieldDifference[];
  /** Names and descriptions that the service stores in another form. */
  readonly normalized: readonly FieldDifference[];
}

export function compareResponse(declaration: Declaration, sent: Values, returned: Values): ResponseComparison {
  const all = differences(declaration, sent, returned);
  const normalized = all.filter((difference) => isNormalization(declaration, difference));
  return { dropped: all.filter((difference) => !normalized.includes(difference)), normalized };
}

interface Described {
  readonly name: string;
  readonly type: FieldType | undefined;
  readonly sent: string;
  readonly returned: string;
}

/** Returns an error with a diagnostic at each attribute. `explain` returns the summary, and the lines of the detail. */
export function differenceError(
  code: DiagnosticCode,
  { fields }: Declaration,
  different: readonly FieldDifference[],
  explain: (difference: Described) => readonly [summary: string, ...detail: string[]],
): DiagError {
  return new DiagError(
    different.map(({ path, sent, returned }) => {
      const [type, name] = [typeAt(fields, path), path.map(snakeCase).join('.')];
      const described = { name, type, sent: formatted(type, sent), returned: formatted(type, returned) };
      const [summary, ...detail] = explain(described);
      return createError(code, summary, detail, attributePath(fields, path));
    }),
  );
}

/** Throws an error that names the attributes whose values the service dropped or replaced. */
export function checkConsistency(declaration: Declaration, subject: string, { dropped }: ResponseComparison): void {
  if (dropped.length === 0) return;
  throw differenceError('VALUE_NOT_KEPT', declaration, dropped, ({ name, type, sent, returned }) => [
    `The service did not keep ${name}`,
    `${capitalized(subject)} now exists, but differs from its declaration: ${name} was sent as ${sent} and returned as ${returned}.`,
    consequence(declaration, name, type),
  ]);
}

/** Returns the consequence of a dropped value, which can be a restriction. Capabilities restrict nothing. */
function consequence(declaration: Declaration, name: string, type: FieldType | undefined): string {
  const isGrant = type?.is === 'list' && type.of.is === 'string' && type.of.format === 'capability';
  const check = `Check it, and check whether this service supports ${isGrant ? `all of its ${name}` : name}.`;
  if (isGrant) return `The ${kindInWords(declaration)} has other ${name} than declared. ${check}`;
  return `${capitalized(withArticle(kindInWords(declaration)))} without a restriction may allow more than intended. ${check}`;
}

/** Returns true if the field names or describes the object and both texts exist. All other fields decide about access. */
function isNormalization(declaration: Declaration, { path, sent, returned }: FieldDifference): boolean {
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
