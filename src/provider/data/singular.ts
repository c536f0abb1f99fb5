/**
 * Creates a data source for one object: by its uid, or by its name in a group. A name without a group finds objects outside of
 * all groups (root groups, built-in roles). If all objects of the kind are in groups, it searches all groups.
 */
import { ancestorUids, nearest, snakeCase, type Values } from '../../model/api';
import { containerKind } from '../../model/kinds';
import { lacksList } from '../../client/internal';
import {
  type Attribute,
  type DataSource,
  type DiagError,
  type Diagnostic,
  type Diags,
  isUnknown,
  type Schema,
} from '../../plugin';
import { type Declaration, hasRoots, identifierField, kindInWords, findParentUid } from '../../model/schema';
import { listed } from '../../base/text/words';
import { createAttributes } from '../convert/resource-schema';
import { dataSourceFields, dataSourceState, getUidAttribute, getObjectUid } from '../convert/to-state';
import { userErrorOnce } from '../messages/diagnostics';
import { CodedError, createError, createWarning } from '../messages/severity';
import { isLookedUpTooEarly } from '../plan-records/review-plan';
import { missingList } from '../keys/existence';
import { connected, type Session } from '../run/session';
import { checkUids } from './filters';
import { checkLookup, isLookup, lookUp, lookupAttributes, lookupWords } from './lookup';
import { parentAttribute, getParentUid } from '../convert/to-api';

const MAX_NAMES = 20;

/** Returns true if single objects of a kind can be found: it has a name. */
export function hasSingular(declaration: Declaration): boolean {
  return declaration.naturalKey.join() === 'name';
}

export function singularSource(declaration: Declaration): DataSource<Schema, Session> {
  return {
    schema: singularSchema(declaration),
    validate: ({ config, diags }) => validate(declaration, config, diags),
    async read({ config, providerData: session, diags, signal }) {
      if (isLookedUpTooEarly(`this ${kindInWords(declaration)}`, config, session.planned.review, diags))
        return { ...config };
      const service = connected(session);
      const { client } = service;
      try {
        const uid = config[getUidAttribute(declaration)];
        if (typeof uid === 'string') {
          const get = () => client.get(declaration, uid, { signal });
          return found(declaration, config, await session.propagation.retryWhilePropagating({ uid }, { signal }, get));
        }
        if (isLookup(declaration, config)) return await lookUp(declaration, config, service, signal);
        const search = getSearch(declaration, config);
        const [first, ...others] = await findByName(declaration, search, { signal, session });
        if (first === undefined) throw await nothing(declaration, search, session, signal);
        if (others.length > 0) throw several(declaration, search, [first, ...others]);
        if (search.key.anywhere) diags.add(...(await hiddenNamesakes(declaration, search, session, signal)));
        return found(declaration, config, first);
      } catch (error) {
        const { words } = getSearch(declaration, config);
        const subject = `${kindInWords(declaration)} ${isLookup(declaration, config) ? lookupWords(declaration, config) : words}`;
        throw userErrorOnce(error, { verb: 'read', declaration, subject }, session);
      }
    },
  };
}

/** Finds the objects in the list, or in the list of v1 if v2 has none (contract L9). */
async function findByName(
  declaration: Declaration,
  { key, words }: ReturnType<typeof getSearch>,
  { signal, session }: { readonly signal: AbortSignal; readonly session: Session },
): Promise<Values[]> {
  const { existence } = connected(session);
  const retry = <T extends Values[] | undefined>(find: () => Promise<T>): Promise<T> =>
    session.propagation.retryWhilePropagating({ uid: key.parent }, { signal }, find, (found) => found?.length !== 0);
  try {
    return await retry(() => existence.findAll(declaration, key, signal));
  } catch (error) {
    if (!lacksList(error)) throw error;
    const listed = await retry(() => existence.findAllInV1(declaration, key, signal));
    const uid = getUidAttribute(declaration);
    if (listed !== undefined) return listed;
    throw missingList(declaration, `${kindInWords(declaration)} ${words}`, `Set ${uid} instead of name.`);
  }
}

/** Returns the state of the object, including the other lookup attributes. */
function found(declaration: Declaration, config: Values, object: Values): Values {
  const others = Object.keys(lookupAttributes(declaration)).map((name) => [name, config[name] ?? null]);
  return { ...dataSourceState(declaration, object), ...(Object.fromEntries(others) as Values) };
}

function singularSchema(declaration: Declaration): Schema {
  const uid = getUidAttribute(declaration);
  const parent = parentAttribute(declaration);
  const attributes = createAttributes(dataSourceFields(declaration), true);
  const selector = (attribute: Attribute | undefined, description: string): Attribute => ({
    type: 'string',
    ...attribute,
    mode: 'optional+computed',
    description,
  });
  const kind = kindInWords(declaration);
  const lookup = lookupAttributes(declaration);
  const ways = [
    'its uid',
    'its name',
    ...(declaration.lookup === undefined ? [] : [Object.keys(lookup).join(' and ')]),
  ];
  return {
    description: `One ${kind}, by ${ways.slice(0, -1).join(', by ')} or by ${ways.at(-1) ?? ''}. ${declaration.description}`,
    attributes: {
      ...attributes,
      ...lookup,
      [uid]: selector(attributes[uid], `The uid of the ${kind}. Set either this or the name.`),
      name: selector(attributes['name'], `The exact name of the ${kind}. Set either this or the uid.`),
      ...(parent !== undefined && {
        [parent]: selector(
          undefined,
          `${declaration.parent?.description ?? ''} Set it together with the name. Without it, ${hasRoots(declaration) ? 'only objects outside of all groups are found' : 'all groups are searched'}.`,
        ),
      }),
    },
  };
}

function validate(declaration: Declaration, config: Values, diags: Diags): void {
  const uid = getUidAttribute(declaration);
  const parent = parentAttribute(declaration);
  const given = (name: string): unknown => config[name] ?? undefined;
  const kind = kindInWords(declaration);
  const lookup = Object.keys(lookupAttributes(declaration));
  const isUndecided = [uid, 'name', ...lookup].some((name) => isUnknown(config[name]));
  const ways = [given(uid), given('name'), lookup.find((name) => given(name) !== undefined)];
  if (!isUndecided && ways.filter((way) => way !== undefined).length !== 1) {
    const all = [uid, 'name', ...(lookup.length === 0 ? [] : [lookup.join(' with ')])];
    const path = [given(uid) === undefined ? 'name' : uid];
    diags.add(createError('INVALID_LOOKUP', `Cannot look up the ${kind}`, `Set exactly one of ${listed(all)}.`, path));
  }
  checkLookup(declaration, config, diags);
  if (parent !== undefined && given(uid) !== undefined && !isUnknown(given(uid)) && given(parent) !== undefined) {
    const detail = `Set ${parent} only together with name: the uid already contains the parent.`;
    diags.add(createError('INVALID_LOOKUP', `Invalid ${parent}`, detail, [parent]));
  }
  checkUids([uid, ...(parent === undefined ? [] : [parent])], config, diags);
}

function getSearch(declaration: Declaration, config: Values) {
  const parent = (getParentUid(declaration, config) as string | null | undefined) ?? undefined;
  const name = config['name'];
  const uid = config[getUidAttribute(declaration)];
  const place = parent === undefined ? '' : ` in ${parent}`;
  const words = typeof uid === 'string' ? `(uid ${uid})` : `${JSON.stringify(name)}${place}`;
  const anywhere = parent === undefined && !hasRoots(declaration);
  return { key: { parent, anywhere, values: { name } }, words };
}

async function nothing(
  declaration: Declaration,
  { key }: ReturnType<typeof getSearch>,
  session: Session,
  signal: AbortSignal,
): Promise<DiagError> {
  const { parent, anywhere } = key;
  const { client, visibility } = connected(session);
  const path = parent === undefined ? undefined : await groupPath(parent, client, signal);
  const query = { childrenOf: parent, inRoot: parent === undefined && !anywhere ? true : undefined };
  const { items } = await client.page(declaration, query, { signal }).catch((error: unknown) => {
    if (lacksList(error)) return { items: [] };
    throw error;
  });
  const names = items.flatMap((item) => {
    const { name } = item;
    const isInPlace = anywhere || findParentUid(declaration, getObjectUid(declaration, item)) === parent;
    return typeof name === 'string' && isInPlace ? [name] : [];
  });
  const similar = nearest(String(key.values.name), names);
  // Everyone may see the objects of the service itself, such as built-in roles.
  const isPublic = parent === undefined && declaration.parent?.alsoRoots === true && !anywhere;
  const sight = isPublic ? undefined : await visibility.of(declaration, parent, signal);
  return new CodedError(
    'OBJECT_NOT_FOUND',
    `Cannot find ${kindInWords(declaration)} ${JSON.stringify(key.values.name)}${path === undefined ? '' : ` in ${path}`}`,
    [
      ...(path === undefined || path === parent ? [] : [`${path} has the uid ${parent}.`]),
      ...(similar === undefined ? [] : [`Did you mean ${JSON.stringify(similar)}?`]),
      ...(sight === undefined || sight.is === 'complete' ? [] : [`${sight.why} It may exist and be hidden.`]),
      names.length === 0 ? 'This token cannot see any there.' : `Existing names: ${getFirst(names)}.`,
      ...(similar === undefined && parent !== undefined
        ? ['If another stack creates it, apply that stack first.']
        : []),
      ...(parent === undefined && hasRoots(declaration)
        ? [
            `Without ${parentAttribute(declaration) ?? ''}, only objects outside of all groups are found: root groups, built-in roles.`,
          ]
        : []),
    ],
    ['name'],
  );
}

/** Returns the names from the highest readable group to this one; the uid of a group that cannot be read. */
async function groupPath(
  uid: string,
  client: ReturnType<typeof connected>['client'],
  signal: AbortSignal,
): Promise<string> {
  const readName = (each: string) =>
    client.get(containerKind, each, { signal }).then(
      ({ name }) => name,
      () => undefined,
    );
  const names = await Promise.all([...ancestorUids(uid).reverse(), uid].map(readName));
  const known = names.slice(names.lastIndexOf(undefined) + 1);
  return known.length === 0 ? uid : known.join('/');
}

/** Returns a warning if the search of all groups may have missed another object with the name. */
async function hiddenNamesakes(
  declaration: Declaration,
  { words }: ReturnType<typeof getSearch>,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const sight = await connected(session).visibility.of(declaration, undefined, signal);
  if (sight.is === 'complete') return [];
  const kind = kindInWords(declaration);
  const parent = parentAttribute(declaration) ?? identifierField(declaration);
  const detail = `The search for ${kind} ${words} covers all groups. ${sight.why} Another ${kind} with this name may be hidden there. Set ${parent} to select one group.`;
  return [createWarning('AMBIGUOUS_NAME', `Another ${kind} may have this name`, detail)];
}

function getFirst(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

function several(
  declaration: Declaration,
  { key, words }: ReturnType<typeof getSearch>,
  found: readonly Values[],
): DiagError {
  const uids = found.map((object) => getObjectUid(declaration, object));
  const ways = [identifierField(declaration), ...(key.anywhere ? [declaration.parent?.name ?? ''] : [])];
  const summary = `Several objects match ${kindInWords(declaration)} ${words}`;
  const detail = `Set ${ways.map(snakeCase).join(' or ')} to select one of them: ${uids.join(', ')}.`;
  return new CodedError('AMBIGUOUS_NAME', summary, detail, ['name']);
}
