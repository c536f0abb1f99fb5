/**
 * Objects that a data source finds by a call of their own (contract O5): people, by the account that they sign in with. The uid
 * is known before they have done so, and a binding may name it (contract A7).
 */
import { snakeCase, type Values } from '../../api';
import { ApiError, type Client } from '../../client';
import { type Attributes, type Diags, isUnknown } from '../../plugin';
import { type Declaration, identifierField, kindInWords } from '../../schema';
import { dataSourceFields, dataSourceState } from '../convert/to-state';

/** What identifies the object, beside its uid and its name; nothing for a kind without such a call. */
export function lookupAttributes({ lookup }: Declaration): Attributes {
  const attributes = (lookup?.by ?? []).map(({ name, description }) => [
    name,
    { type: 'string', mode: 'optional', description } as const,
  ]);
  return Object.fromEntries(attributes) as Attributes;
}

/** Whether the configuration names some of it. */
export function isLookup({ lookup }: Declaration, config: Values): boolean {
  return (lookup?.by ?? []).some(({ name }) => (config[name] ?? null) !== null);
}

/** All of it goes together. */
export function checkLookup(declaration: Declaration, config: Values, diags: Diags): void {
  const names = (declaration.lookup?.by ?? []).map(({ name }) => name);
  const isEmpty = (name: string): boolean => !isUnknown(config[name]) && (config[name] ?? '') === '';
  for (const name of isLookup(declaration, config) ? names.filter(isEmpty) : [])
    diags.error(`Which ${kindInWords(declaration)}?`, `${names.join(' and ')} go together, and ${name} is empty.`, [
      name,
    ]);
}

/** `with issuer "https://…", subject "…"`. */
export function lookupWords({ lookup }: Declaration, config: Values): string {
  return `with ${(lookup?.by ?? []).map(({ name }) => `${name} ${JSON.stringify(config[name])}`).join(', ')}`;
}

/** The object; of one that is yet to come, or that nobody may show us, its uid alone. */
export async function lookUp(
  declaration: Declaration,
  config: Values,
  client: Client,
  signal: AbortSignal,
): Promise<Values> {
  const { lookup } = declaration;
  if (lookup === undefined) throw new TypeError(`There is no way to look up a ${kindInWords(declaration)}.`);
  const [first, second] = lookup.by.map(({ name }) => String(config[name]));
  const uid = await client[lookup.method](first ?? '', second ?? '', { signal });
  const given = Object.fromEntries(lookup.by.map(({ name }) => [name, config[name]]));
  try {
    return { ...dataSourceState(declaration, await client.get(declaration, uid, { signal })), ...given };
  } catch (error) {
    if (!['NOT_FOUND', 'PERMISSION_DENIED'].includes(ApiError.from(error).code)) throw error;
    const unknown = dataSourceFields(declaration).map(([name]) => [snakeCase(name), null]);
    const parent = declaration.parent === undefined ? {} : { [snakeCase(declaration.parent.name)]: null };
    return {
      ...(Object.fromEntries(unknown) as Values),
      ...parent,
      [snakeCase(identifierField(declaration))]: uid,
      ...given,
    };
  }
}
