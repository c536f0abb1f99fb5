/** Between v1's requests and answers and v2's. */
import { camelCase, LIST_PARAMETERS, MAX_PAGE_SIZE } from '../../api';
import { invalidField } from '../errors';
import type { V1Kind } from './v1-kinds';

type Values = Readonly<Record<string, unknown>>;

/** A resource as v1 shows it. */
export function v1Resource({ declaration, names, without }: V1Kind, resource: Values): Values {
  // What v2 keeps only within a hydrated object has a name of its own here: `identity.uid` is `identity`.
  const elsewhere = Object.entries(declaration.fields).flatMap(([name, { from }]) =>
    from === undefined ? [] : [[name, at(resource, from)] as const],
  );
  const own = Object.entries(resource).filter(([name]) => !without.includes(name));
  return Object.fromEntries([...elsewhere, ...own].map(([name, value]) => [names[name] ?? name, value]));
}

/** A request's body as v2 takes it; `id` is left out, for the path says it. Throws INVALID_ARGUMENT for what is no object. */
export function v2Body({ names, without }: V1Kind, body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'body must be a JSON object');
  const v2Names = new Map(Object.entries(names).map(([name, v1Name]) => [v1Name, name]));
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const name = v2Names.get(camelCase(key));
      if (name === 'uid') return [];
      if (name !== undefined) return [[name, value]];
      const v2Only = without.includes(camelCase(key)) || Object.hasOwn(names, camelCase(key));
      if (v2Only) throw invalidField(key, `${key} is not a field of v1`);
      return [[key, value]];
    }),
  );
}

/** The query of the whole list, a page at a time. What v1 does not know is ignored. */
export function v2Query({ filters }: V1Kind, query: URLSearchParams): URLSearchParams {
  const translated = new URLSearchParams({ [LIST_PARAMETERS.pageSize]: String(MAX_PAGE_SIZE) });
  for (const [name, value] of query) {
    if (name === 'id') translated.append(LIST_PARAMETERS.ids, value);
    else if (name.startsWith('uidp.') || filters.includes(name)) translated.append(name, value);
  }
  return translated;
}

function at(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values);
}
