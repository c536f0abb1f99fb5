/**
 * Looks up objects of a data source with a separate call (contract O5): people, by the account that they sign in with. Their
 * uid is known before they first sign in, and a binding can refer to it (contract A7).
 */
import type { Values } from '../../model/api';
import { type Attributes, type Diags, isUnknown } from '../../plugin';
import { type Declaration, identifierField, kindInWords } from '../../model/schema';
import { dataSourceState } from '../convert/to-state';
import { createError } from '../messages/severity';
import type { ServiceKnowledge } from '../run/session';

/** Returns the attributes that identify the object in addition to uid and name; none for a kind without such a call. */
export function lookupAttributes({ lookup }: Declaration): Attributes {
  const attributes = (lookup?.by ?? []).map(({ name, description }) => [
    name,
    { type: 'string', mode: 'optional', description } as const,
  ]);
  return Object.fromEntries(attributes) as Attributes;
}

export function isLookup({ lookup }: Declaration, config: Values): boolean {
  return (lookup?.by ?? []).some(({ name }) => (config[name] ?? null) !== null);
}

export function checkLookup(declaration: Declaration, config: Values, diags: Diags): void {
  const names = (declaration.lookup?.by ?? []).map(({ name }) => name);
  const isEmpty = (name: string): boolean => !isUnknown(config[name]) && (config[name] ?? '') === '';
  for (const name of isLookup(declaration, config) ? names.filter(isEmpty) : []) {
    const detail = `Set ${names.join(' and ')} together: ${name} is empty.`;
    diags.add(createError('INVALID_LOOKUP', `Cannot look up the ${kindInWords(declaration)}`, detail, [name]));
  }
}

/** Returns the words for the lookup: `with issuer "https://…", subject "…"`. */
export function lookupWords({ lookup }: Declaration, config: Values): string {
  return `with ${(lookup?.by ?? []).map(({ name }) => `${name} ${JSON.stringify(config[name])}`).join(', ')}`;
}

/**
 * Returns the uid: every other attribute is null, also for an object that the token may see. A read of each object would be one more
 * request, and only a token of the person may see it (contract O5).
 */
export async function lookUp(
  declaration: Declaration,
  config: Values,
  { client, embedded }: Pick<ServiceKnowledge, 'client' | 'embedded'>,
  signal: AbortSignal,
): Promise<Values> {
  const { lookup } = declaration;
  if (lookup === undefined) throw new TypeError(`Cannot look up a ${kindInWords(declaration)}.`);
  const given = Object.fromEntries(lookup.by.map(({ name }) => [name, config[name] ?? null])) as Values;
  const [first = '', second = ''] = Object.values(given).map(String);
  const ask = () => client[lookup.method](first, second, { signal });
  const uid = await embedded.findUid(declaration, given, ask, signal);
  return { ...dataSourceState(declaration, { [identifierField(declaration)]: uid }), ...given };
}
