/** Parses the JSON of a plan or a state. Its equal texts are one: a plan repeats each uid in its state, its changes and its configuration. */
import { findJsonObject } from '../../../model/api';
import { PlanError } from './document';

/** Parses the JSON of a file. Throws a {@link PlanError} that ends with `howToMake`. */
export function parseDocument(text: string, name: string, howToMake: string): unknown {
  if (text.trim() === '') throw new PlanError(`Cannot read ${name}: it is empty. ${howToMake}`);
  try {
    const document: unknown = JSON.parse(findJsonObject(text));
    shareTexts(document);
    return document;
  } catch {
    // The message of the parser contains a part of the text, which can contain secrets.
    if (text.startsWith('PK'))
      throw new PlanError(`Cannot read ${name}: it is a saved plan. Pass the output of "terraform show -json" for it.`);
    const isLog = text.startsWith('{"@level":');
    throw new PlanError(
      `Cannot read ${name}: it is ${isLog ? 'the log of "terraform plan -json"' : 'not complete JSON'}. ${howToMake}`,
    );
  }
}

/** Replaces equal texts in the values of a document by one text. It does not recurse, because the document can have any depth. */
export function shareTexts(document: unknown): void {
  const texts = new Map<string, string>();
  const waiting: object[] = [];
  const visit = <Name extends string | number>(holder: { [name in Name]?: unknown }, name: Name): void => {
    const value = holder[name];
    if (typeof value === 'object' && value !== null) waiting.push(value);
    if (typeof value !== 'string') return;
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    else holder[name] = known;
  };
  visit({ document }, 'document');
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (Array.isArray(next)) for (let index = 0; index < next.length; index += 1) visit(next as unknown[], index);
    else for (const name of Object.keys(next)) visit(next as Record<string, unknown>, name);
}
