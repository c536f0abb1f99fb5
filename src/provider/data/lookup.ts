/**
 * Looks up objects of a data source with a separate call (contract O5): people, by the account that they sign in with. Their
 * uid is known before they first sign in, and a binding can refer to it (contract A7).
 */
import { snakeCase, type Values } from '../../model/api';
import { ApiError, type Client } from '../../client';
import { type Attributes, type Diags, isUnknown } from '../../plugin';
import { type Declaration, kindInWords } from '../../model/schema';
import { dataSourceFields, dataSourceState, getUidAttribute } from '../convert/to-state';

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
  for (const name of isLookup(declaration, config) ? names.filter(isEmpty) : [])
    diags.error(
      `Cannot look up the ${kindInWords(declaration)}`,
      `Set ${names.join(' and ')} together: ${name} is empty.`,
      [name],
    );
}

/** Returns the words for the lookup: `with issuer "https://…", subject "…"`. */
export function lookupWords({ lookup }: Declaration, config: Values): string {
  return `with ${(lookup?.by ?? []).map(({ name }) => `${name} ${JSON.stringify(config[name])}`).join(', ')}`;
}

/** Returns the object, or only its uid if it does not exist yet or the token must not see it. */
export async function lookUp(
  declaration: Declaration,
  config: Values,
  client: Client,
  signal: AbortSignal,
): Promise<Values> {
  const { lookup } = declaration;
  if (lookup === undefined) throw new TypeError(`Cannot look up a ${kindInWords(declaration)}.`);
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
      [getUidAttribute(declaration)]: uid,
      ...given,
    };
  }
}
