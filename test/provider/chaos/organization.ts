/** The organization: groups for an object, the objects that it can refer to, and everything, to compare. */
import type { Client } from '../../../src/client';
import { apiValue, nestedFields, resourceFields } from '../../../src/provider/convert/to-api';
import { containerKind, getDeclaration, declarations, parentKind } from '../../../src/model/kinds';
import {
  behaves,
  type Declaration,
  type Field,
  identifierField,
  isInput,
  offers,
  semanticEquals,
  toAttribute,
} from '../../../src/model/schema';
import type { World } from '../world';
import { type Config, referencesOf } from './samples';

/** Returns true if the object, or the parent that is no group, is in a root group. */
export function isInRoots(declaration: Declaration): boolean {
  const above = parentKind(declaration);
  return declaration.parent?.is === 'rootGroup' || (above !== containerKind && isInRoots(above));
}

export async function threePlaces(
  client: Client,
  declaration: Declaration,
  world: Pick<World, 'root'>,
): Promise<string[]> {
  const above = isInRoots(declaration) ? undefined : world.root;
  const groups = [];
  for (const name of ['one', 'two', 'three'])
    groups.push(await client.create(containerKind, above, { name: `place ${name}` }));
  const uids = groups.map((group) => String((group as Config)['uid']));
  const kind = parentKind(declaration);
  if (kind === containerKind) return uids;
  return Promise.all(uids.map((uid) => createReferable(client, kind, uid, 'place')));
}

/** Creates three objects of each kind that the kind refers to, in a place where every object can refer to them. */
export async function threeOfEach(client: Client, declaration: Declaration, places: readonly string[]) {
  const made = new Map<string, string[]>();
  const homes = [...new Set(places.map((place) => place.split('/')[0]!))];
  for (const home of homes)
    for (const [, kind] of referencesOf(declaration)) {
      const referred = getDeclaration(kind);
      const names = ['one', 'two', 'three'];
      const uids: string[] = [];
      // A root group has one object of such a kind, so all references are to the same one.
      for (const name of isInRoots(referred) ? names.slice(0, 1) : names)
        uids.push(await createReferable(client, referred, home, `referable ${name}`));
      made.set(
        `${kind} ${home}`,
        names.map((_, index) => uids[index] ?? uids[0]!),
      );
    }
  return (kind: string, place: string): string[] => made.get(`${kind} ${place.split('/')[0]}`) ?? [];
}

/** Creates the objects that the object must refer to, and then the object. Returns its uid. */
async function createReferable(client: Client, referred: Declaration, home: string, name: string): Promise<string> {
  const references: Config = {};
  for (const [field, kind] of referencesOf(referred))
    references[field] = await createReferable(client, getDeclaration(kind), home, `${name} ${kind.toLowerCase()}`);
  const created = await client.create(referred, home, { ...referred.examples.create, name, ...references });
  return String((created as Config)['uid']);
}

export const toKey = ({ kind }: Declaration, uid: string | undefined): string => `${kind} ${uid}`;

/** Returns all objects by kind and uid, without the fields that change on their own. */
export async function everything(client: Client): Promise<Map<string, Config>> {
  const found = new Map<string, Config>();
  for (const declaration of declarations.filter((each) => offers(each, 'create')))
    for await (const item of client.list(declaration, {})) {
      const object = item as Config;
      const fields = resourceFields(declaration).map(([name]) => [name, object[name]]);
      found.set(toKey(declaration, String(object[identifierField(declaration)])), Object.fromEntries(fields) as Config);
    }
  return found;
}

export function inputOf(declaration: Declaration, config: Config): Config {
  return Object.fromEntries(
    resourceFields(declaration)
      .filter(([, field]) => isInput(field))
      .map(([name, field]) => [name, apiValue(field.type, config[toAttribute(name, field)])])
      .filter(([, value]) => value !== undefined),
  ) as Config;
}

/** Returns the fields that differ from the configuration. */
export function differences(declaration: Declaration, config: Config, object: Config): string[] {
  return different(resourceFields(declaration), config, object);
}

function different(fields: readonly (readonly [string, Field])[], config: Config, object: Config): string[] {
  return fields.flatMap(([name, field]): string[] => {
    if (!isInput(field) || behaves(field, 'inputOnly')) return [];
    const [written, stored] = [config[toAttribute(name, field)] ?? null, object[name]];
    if (written === null && behaves(field, 'serverDefault')) return [];
    if (field.type.is === 'message' && written !== null && stored !== undefined)
      return different(nestedFields(field.type), written as Config, stored as Config);
    return semanticEquals(field.type, apiValue(field.type, written), stored)
      ? []
      : [`${name} is ${JSON.stringify(stored)}, and not ${JSON.stringify(written)}`];
  });
}
