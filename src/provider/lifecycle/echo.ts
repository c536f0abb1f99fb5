/**
 * Whether a response holds what was sent. A service that does not know a field drops it in silence (contract V6): that is an
 * error. Names and descriptions may come back in another spelling (contract V10), which is no reason to replace an object,
 * as an error would: the create warns, and the next plan says at the attribute what to write.
 */
import { isObject, snakeCase, type Values } from '../../api';
import { DiagError, type Diagnostic, type Diags, type PrivateState } from '../../plugin';
import { behaves, type Declaration, type Field, isDefaultValue, kindInWords, semanticEquals } from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { inputs } from '../convert/to-api';
import { capitalized, formatted, typeAt } from '../messages/value-text';

/** A field that came back with another value than it was sent with; its path in the API's names. */
export interface Difference {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly echoed: unknown;
}

/**
 * What came back otherwise than it was sent. A service that does not know a field drops it in silence; a dropped
 * `audience`, for one, widens who may assume an identity (contract V6).
 */
export function differences(declaration: Declaration, sent: Values, echoed: Values): Difference[] {
  return inputs(declaration)
    .filter(([name, field]) => Object.hasOwn(sent, name) && !behaves(field, 'inputOnly'))
    .flatMap(([name, field]) => within(field, [name], sent[name], echoed[name]));
}

const hidden = { sent: '(sensitive value)', echoed: '(sensitive value)' };

function within(field: Field, path: readonly string[], sent: unknown, echoed: unknown): Difference[] {
  const { type } = field;
  if (semanticEquals(type, sent, echoed)) return [];
  if (type.is !== 'message' || isDefaultValue(type, sent) || isDefaultValue(type, echoed))
    return [behaves(field, 'sensitive') ? { path, ...hidden } : { path, sent, echoed }];
  return Object.entries(type.fields)
    .filter(([name, inner]) => !behaves(inner, 'inputOnly') && !isFilledIn(inner, (sent as Values)[name]))
    .flatMap(([name, inner]) => within(inner, [...path, name], (sent as Values)[name], (echoed as Values)[name]));
}

/** Whether the service was left to decide the value. */
function isFilledIn(field: Field, sent: unknown): boolean {
  return behaves(field, 'serverDefault') && isDefaultValue(field.type, sent);
}

/** What the service did not keep: everything that is not only spelled otherwise. */
export function notKept(declaration: Declaration, sent: Values, echoed: Values): Difference[] {
  return differences(declaration, sent, echoed).filter((one) => !isSpelling(declaration, one));
}

/** Throws unless the object that came back holds what was sent; names the attributes that differ. */
export function verifyEcho(declaration: Declaration, subject: string, sent: Values, echoed: Values): void {
  const different = notKept(declaration, sent, echoed);
  if (different.length === 0) return;
  throw new DiagError(
    different.map(({ path, sent: before, echoed: after }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `The service did not keep ${name}`,
        detail: [
          `${capitalized(subject)} exists now, but not as declared: ${name} was sent as ${formatted(type, before)} and came back as ${formatted(type, after)}.`,
          `${capitalized(aKind(declaration))} that lacks a restriction may allow more than was meant. Check it, and whether this service knows ${name}.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}

/** `a group`, `an identity`. */
function aKind(declaration: Declaration): string {
  const kind = kindInWords(declaration);
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** Whether the field names or describes the object, and both texts are there. Everything else decides what is allowed. */
function isSpelling(declaration: Declaration, { path, sent, echoed }: Difference): boolean {
  const [name = '', ...inside] = path;
  const field = declaration.fields[name];
  if (inside.length > 0 || field?.type.is !== 'string' || behaves(field, 'sensitive')) return false;
  const { format, enumeration, oneOf, refersTo } = field.type;
  const isFreeText = [format, enumeration, oneOf, refersTo].every((limit) => limit === undefined);
  return isFreeText && isText(sent) && isText(echoed);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The object with its names and descriptions as they were sent. */
export function inSentSpelling(declaration: Declaration, sent: Values, echoed: Values): Values {
  const spellings = spellingsOf(declaration, sent, echoed);
  return { ...echoed, ...Object.fromEntries(spellings.map(([name, { written }]) => [name, written])) };
}

interface Spelling {
  readonly written: string;
  /** What the service makes of it. */
  readonly kept: string;
}

function spellingsOf(declaration: Declaration, sent: Values, echoed: Values): [string, Spelling][] {
  return differences(declaration, sent, echoed)
    .filter((difference) => isSpelling(declaration, difference))
    .map(({ path, sent: written, echoed: kept }) => [
      String(path[0]),
      { written: String(written), kept: String(kept) },
    ]);
}

/** Of the private state: the spellings by field. */
const NOTE = 'spellings';

/** Warns, and remembers the spellings for {@link spellingProblems}. */
export function noteSpellings(
  declaration: Declaration,
  subject: string,
  { sent, echoed }: { readonly sent: Values; readonly echoed: Values },
  context: { readonly private: PrivateState; readonly diags: Diags },
): void {
  const spellings = spellingsOf(declaration, sent, echoed);
  const others = Object.entries(noted(context.private)).filter(([name]) => !Object.hasOwn(sent, name));
  const all = [...others, ...spellings];
  context.private.set(NOTE, all.length === 0 ? undefined : Object.fromEntries(all));
  for (const [name, { written, kept }] of spellings) {
    const attribute = snakeCase(name);
    context.diags.warning(
      `The service spells ${attribute} otherwise`,
      `In ${subject}, ${attribute} was sent as ${JSON.stringify(written)}, and the service keeps it as ${JSON.stringify(kept)}. Write it like that: the next plan stops here until then.`,
      [attribute],
    );
  }
}

/** What would be sent again and again: the spelling as it was sent, where the service has made another one of it. */
export function spellingProblems(
  declaration: Declaration,
  { prior, plan, private: notes }: { readonly prior: Values; readonly plan: Values; readonly private: PrivateState },
): Diagnostic[] {
  return Object.entries(noted(notes)).flatMap(([name, { written, kept }]): Diagnostic[] => {
    const attribute = snakeCase(name);
    if (!Object.hasOwn(declaration.fields, name) || plan[attribute] !== written || prior[attribute] !== kept) return [];
    return [
      {
        severity: 'error',
        summary: `The service spells ${attribute} otherwise`,
        detail: `${attribute} is written as ${JSON.stringify(written)}, and the service keeps it as ${JSON.stringify(kept)}: every apply would change it again.\nWrite ${attribute} = ${JSON.stringify(kept)}`,
        path: [attribute],
      },
    ];
  });
}

function noted(notes: PrivateState): Readonly<Record<string, Spelling>> {
  const stored = notes.get(NOTE);
  return isObject(stored) ? (stored as Readonly<Record<string, Spelling>>) : {};
}
