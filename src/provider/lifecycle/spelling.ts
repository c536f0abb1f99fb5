/**
 * Names and descriptions that the service keeps in another spelling than they were sent in (contract V10). That is no reason
 * to replace an object, as an error would: the create warns, and the next plan says at the attribute what to write.
 */
import { isObject, snakeCase, type Values } from '../../api';
import type { Diagnostic, Diags, PrivateState } from '../../plugin';
import { behaves, type Declaration } from '../../schema';
import { type Difference, differences } from '../convert/to-api';

/** Whether the field names or describes the object, and both texts are there. Everything else decides what is allowed. */
export function isSpelling(declaration: Declaration, { path, sent, echoed }: Difference): boolean {
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
