/** From names to uids, level by level; a name that is missing or stands for several objects is an error that says which. */
import { isWithin, rootUid } from '../../api';
import { DiagError } from '../../plugin';
import type { Client } from '../../client';
import { declarationOf } from '../../resources';
import { kindInWords, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { holderKind } from '../holder-kind';
import { referencesOf, type ImportId } from '../import-id';
import { uidOf } from '../values';
import { lookUp } from './look-up';

/** The uid that an import id stands for. */
export async function uidFor(
  client: Client,
  declaration: Declaration,
  id: ImportId,
  signal: AbortSignal,
): Promise<string> {
  if (id.by === 'uid') return id.uid;
  if (id.by === 'references') return byReferences(client, declaration, id, signal);
  if (declaration.uidIs === 'parentUid') return groupAt(client, id.names, signal);
  const above = id.names.slice(0, -1);
  const parent = above.length === 0 ? undefined : await groupAt(client, above, signal);
  return named(client, declaration, parent, id.names, signal);
}

/** The group at the end of a path of names that begins with a root group. */
async function groupAt(client: Client, names: readonly string[], signal: AbortSignal): Promise<string> {
  let parent: string | undefined;
  for (let depth = 1; depth <= names.length; depth++)
    parent = await named(client, holderKind(), parent, names.slice(0, depth), signal);
  return parent ?? '';
}

async function named(
  client: Client,
  declaration: Declaration,
  parent: string | undefined,
  path: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const name = path.at(-1) ?? '';
  const found = await lookUp(client, declaration, { parent, values: { name } }, signal);
  return theOne(
    declaration,
    found,
    `${JSON.stringify(name)} ${parent === undefined ? 'at the root' : `in ${path.slice(0, -1).join('/')}`}`,
  );
}

async function byReferences(
  client: Client,
  declaration: Declaration,
  { group, names }: Extract<ImportId, { by: 'references' }>,
  signal: AbortSignal,
): Promise<string> {
  const parent = await groupAt(client, group, signal);
  const wanted = await Promise.all(
    referencesOf(declaration).map(async ([field, kind]): Promise<[string, readonly string[]]> => {
      const name = names[field] ?? '';
      const uids = await anywhereBeneath(client, declarationOf(kind), name, rootUid(parent), signal);
      if (uids.length === 0) throw nothingCalled(declarationOf(kind), JSON.stringify(name));
      return [field, uids];
    }),
  );
  const found: ApiObject[] = [];
  for await (const item of client.list(declaration, { childrenOf: parent }, { signal })) {
    const object = item;
    if (wanted.every(([field, uids]) => uids.includes(String(object[field])))) found.push(object);
  }
  const words = Object.values(names).map((name) => JSON.stringify(name));
  return theOne(declaration, found, `of ${words.join(' and ')} in ${group.join('/')}`);
}

/** Objects of this name beneath the root, and those that lie in no group at all (built-in ones). */
async function anywhereBeneath(
  client: Client,
  declaration: Declaration,
  name: string,
  root: string,
  signal: AbortSignal,
): Promise<string[]> {
  const uids: string[] = [];
  for await (const item of client.list(declaration, { name }, { signal })) {
    const uid = uidOf(declaration, item);
    if (item['name'] === name && (isWithin(uid, root) || !uid.includes('/'))) uids.push(uid);
  }
  return uids;
}

function theOne(declaration: Declaration, found: readonly ApiObject[], words: string): string {
  const uids = found.map((object) => uidOf(declaration, object));
  if (uids.length > 1)
    throw new DiagError(
      `Several objects are meant by this import id`,
      `There is more than one ${kindInWords(declaration)} ${words}: ${uids.join(', ')}. Import by one of these uids.`,
    );
  if (uids[0] === undefined) throw nothingCalled(declaration, words);
  return uids[0];
}

function nothingCalled(declaration: Declaration, words: string): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `There is no ${kind} to import`,
    `No ${kind} ${words} can be seen with this token. Check the import id, and that the provider's base_url and token belong to the organization in which it lies.`,
  );
}
