/** Finds the objects that a person would take for the same: equal natural key in the same group. */
import { camelCase } from '../../api';
import { type Client, isNotFound, type MalformedObject } from '../../client';
import { DiagError } from '../../plugin';
import { type Declaration, parentUidOf, isInclusion, kindInWords, offers } from '../../schema';
import type { ApiObject } from '../session';
import { semanticEquals, uidOf } from '../convert';

/** Parent and the fields of the natural key; `parent` is undefined for what lies in no group. */
export interface Key {
  readonly parent: string | undefined;
  /** The object may lie in any group. @default false */
  readonly anywhere?: boolean;
  readonly values: ApiObject;
}

export function keyOf(declaration: Declaration, parent: string | undefined, object: ApiObject): Key {
  return { parent, values: Object.fromEntries(declaration.naturalKey.map((name) => [name, object[name]])) };
}

/** The key as text, under which creates take turns. */
export function keyText(declaration: Declaration, { parent, values }: Key): string {
  return JSON.stringify([declaration.kind, parent ?? null, ...declaration.naturalKey.map((name) => values[name])]);
}

/** Every object with this key, in the order of the list. */
export async function findExisting(
  client: Client,
  declaration: Declaration,
  key: Key,
  signal: AbortSignal,
): Promise<ApiObject[]> {
  // Such an object goes by its group's uid: there is one, or none.
  if (declaration.uidIs === 'parentUid' && key.anywhere !== true)
    return key.parent === undefined ? [] : only(client, declaration, key.parent, signal);
  if (!offers(declaration, 'list')) return [];
  const filters = Object.entries(declaration.filters).flatMap(([name, filter]): [string, string | boolean][] => {
    // Who names an object means it, also one that lists leave out.
    if (isInclusion(filter)) return [[camelCase(name), true]];
    const value = key.values[filter.matches];
    return typeof value === 'string' && value !== '' ? [[camelCase(name), value]] : [];
  });
  const query = { childrenOf: key.parent, ...Object.fromEntries(filters) };
  const found: ApiObject[] = [];
  // The filters only narrow what is sent: a service that ignores one must not change who is found.
  const doubtful: MalformedObject[] = [];
  const onMalformed = (object: MalformedObject): void => {
    if (mayHaveKey(declaration, object, key)) doubtful.push(object);
  };
  for await (const object of client.list(declaration, query, { signal, onMalformed }))
    if (hasKey(declaration, object, key)) found.push(object);
  if (doubtful.length > 0) throw undecided(declaration, doubtful);
  return found;
}

function hasKey(declaration: Declaration, object: ApiObject, { parent, anywhere, values }: Key): boolean {
  return (
    (anywhere === true || parentUidOf(declaration, uidOf(declaration, object)) === parent) &&
    declaration.naturalKey.every((name) => {
      const field = declaration.fields[name];
      return field !== undefined && semanticEquals(field.type, object[name], values[name]);
    })
  );
}

/** Of an object that cannot be read whole: whether what can be read leaves it open. */
function mayHaveKey(declaration: Declaration, { uid, readable }: MalformedObject, key: Key): boolean {
  const elsewhere = uid !== undefined && key.anywhere !== true && parentUidOf(declaration, uid) !== key.parent;
  if (elsewhere) return false;
  return declaration.naturalKey.every((name) => {
    const field = declaration.fields[name];
    return !Object.hasOwn(readable, name) || (field && semanticEquals(field.type, readable[name], key.values[name]));
  });
}

function undecided(declaration: Declaration, doubtful: readonly MalformedObject[]): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Cannot tell whether there is such a ${kind}`,
    [
      `The service lists one that may be it, in a form that cannot be understood:`,
      ...doubtful.map(({ subject, problem }) => `  ${subject}: ${problem}`),
      `Nothing was done. Report it to those who run the service, or name the ${kind} by its uid.`,
    ].join('\n'),
  );
}

async function only(client: Client, declaration: Declaration, uid: string, signal: AbortSignal): Promise<ApiObject[]> {
  try {
    return [await client.get(declaration, uid, { signal })];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
