/** Examples of every kind that the service would take: as declared, with objects of their own for every reference. */
import { parentUid } from '../../../src/model/api';
import type { Client } from '../../../src/client';
import { containerKind, getDeclaration, declarations, parentKind } from '../../../src/model/kinds';
import { behaves, isInput, isUpdatable, offers, type Declaration, type Fields } from '../../../src/model/schema';

export type Values = Record<string, unknown>;

/** The kinds that can be created; none is named. */
export const creatable = declarations.filter((declaration) => offers(declaration, 'create'));

/** The kinds that can only be read. */
export const readOnly = declarations.filter((declaration) => !offers(declaration, 'create'));

/** The fields of a create; referenced objects are at the root above `groupUid`, where every group can refer to them. */
export async function exampleOf(client: Client, declaration: Declaration, groupUid: string): Promise<Values> {
  return { ...(await references(client, declaration, groupUid, isInput)), ...declaration.examples.create };
}

/**
 * The fields of an update: the declared one, or else other objects for all references; `undefined` if nothing can
 * change.
 */
export async function changesOf(
  client: Client,
  declaration: Declaration,
  groupUid: string,
): Promise<Values | undefined> {
  if (!offers(declaration, 'update')) return undefined;
  if (declaration.examples.update !== undefined) return { ...declaration.examples.update };
  const changes = await references(client, declaration, groupUid, isUpdatable);
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The parent for an object of the kind, when objects of most kinds are in `groupUid`. */
export async function getPlace(client: Client, declaration: Declaration, groupUid: string): Promise<string> {
  const kind = parentKind(declaration);
  if (kind !== containerKind) return referredUid(client, kind, rootOf(groupUid));
  return declaration.parent?.is === 'rootGroup' ? rootOf(groupUid) : groupUid;
}

/** The fields that the kind refers to others by. */
function referenceFields(declaration: Declaration): [string, string][] {
  const fields: Fields = declaration.fields;
  return Object.entries(fields).flatMap(([name, { type }]): [string, string][] =>
    type.is === 'string' && type.refersTo !== undefined ? [[name, type.refersTo]] : [],
  );
}

async function references(
  client: Client,
  declaration: Declaration,
  groupUid: string,
  wanted: typeof isInput,
): Promise<Values> {
  const values: Values = {};
  for (const [name, kind] of referenceFields(declaration)) {
    const field = declaration.fields[name];
    if (field === undefined || !wanted(field) || !behaves(field, 'required')) continue;
    values[name] = await referredUid(client, getDeclaration(kind), rootOf(groupUid));
  }
  return values;
}

/** The uid of an object that another one can refer to. */
async function referredUid(client: Client, declaration: Declaration, root: string): Promise<string> {
  // A second object that refers to an object of a root group refers to the same one.
  const isShared = declaration.parent?.is === 'rootGroup';
  const existing = isShared ? (await client.page(declaration, { childrenOf: root })).items[0] : undefined;
  const used = existing ?? (await client.create(declaration, root, await exampleOf(client, declaration, root)));
  return String(used['uid']);
}

function rootOf(uid: string): string {
  const above = parentUid(uid);
  return above === undefined ? uid : rootOf(above);
}
